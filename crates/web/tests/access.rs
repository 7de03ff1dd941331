//! Access for visitors, and the separation of their games.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

mod client;

use catena_web::{Audience, WebApp};
use client::{Answer, Server};
use serde_json::json;

const JSON: (&str, &str) = ("content-type", "application/json");

/// The name and value of the cookie that an answer sets.
fn cookie(answer: &Answer) -> String {
    let set = answer.header("set-cookie").unwrap_or_else(|| panic!("no cookie: {:?}", answer.headers));
    assert!(set.contains("; HttpOnly") && set.contains("; SameSite=Lax"), "{set}");
    set.split(';').next().unwrap().to_owned()
}

/// The cookie of a browser that comes for the first time.
fn visitor(server: &Server, token: Option<&str>) -> String {
    let answer = server.send("GET", "/", &[("cookie", token.unwrap_or_default())], b"");
    assert_eq!(answer.status, 200);
    let visitor = cookie(&answer);
    let both = token.map_or_else(|| visitor.clone(), |token| format!("{token}; {visitor}"));
    let again = server.send("GET", "/", &[("cookie", &both)], b"");
    assert_eq!(again.header("set-cookie"), None, "it is known");
    both
}

fn new_game(server: &Server, cookie: &str) -> String {
    let answer = server.send("POST", "/api/games", &[JSON, ("cookie", cookie)], b"{\"game\": \"hex\"}");
    assert_eq!(answer.status, 201, "{}", answer.text());
    answer.json()["id"].as_str().unwrap().to_owned()
}

fn listed(server: &Server, cookie: &str) -> Vec<String> {
    let answer = server.send("GET", "/api/games", &[("cookie", cookie)], b"").json();
    answer.as_array().unwrap().iter().map(|game| game["id"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn with_a_token_nothing_is_answered_without_it() {
    let token = WebApp::new_token().unwrap();
    assert_ne!(token, WebApp::new_token().unwrap());
    let server = Server::with(|options| {
        options.audience = Audience::Network;
        options.token = Some(token.clone());
    });
    for path in ["/", "/main.js", "/api/about", "/api/games", "/?token=", "/?token=0", "/api/about?token=x"] {
        assert!(server.get(path).error(401).contains("token"), "{path}");
    }
    let wrong = format!("Bearer {}x", &token[1..]);
    server.send("GET", "/api/about", &[("authorization", &wrong)], b"").error(401);
    server.post("/api/games", &json!({ "game": "hex" })).error(401);
    let right = format!("Bearer {token}");
    assert_eq!(server.send("GET", "/api/about", &[("authorization", &right)], b"").status, 200);
    // The address that is printed leads to the page, and the browser keeps the token.
    let first = server.get(&format!("/?token={token}"));
    assert_eq!((first.status, first.header("location")), (303, Some("/")));
    let cookie = cookie(&first);
    assert_eq!(server.send("GET", "/api/about", &[("cookie", &cookie)], b"").status, 200);
    let visitor = visitor(&server, Some(&cookie));
    let id = new_game(&server, &visitor);
    assert_eq!(listed(&server, &visitor), [id]);
}

#[test]
fn in_a_network_each_browser_has_its_own_games() {
    let server = Server::with(|options| options.audience = Audience::Network);
    let [one, two] = [(); 2].map(|()| visitor(&server, None));
    assert_ne!(one, two);
    let (mine, yours) = (new_game(&server, &one), new_game(&server, &two));
    assert_eq!((listed(&server, &one), listed(&server, &two)), (vec![mine.clone()], vec![yours]));
    assert!(listed(&server, "").is_empty() && listed(&server, "catena-visitor-80=x").is_empty());
    // Whoever was given its id can see a game and play, but not take anything away.
    let path = format!("/api/games/{mine}");
    let play = json!({ "node": 0, "move": "a1" }).to_string();
    let headers = [JSON, ("cookie", two.as_str())];
    assert_eq!(server.send("POST", &format!("{path}/play"), &headers, play.as_bytes()).status, 200);
    for at in [path.clone(), format!("{path}/nodes/1")] {
        for cookie in [two.as_str(), ""] {
            let refused = server.send("DELETE", &at, &[("cookie", cookie)], b"");
            assert!(refused.error(403).contains("another browser"), "{at}");
        }
    }
    assert_eq!(server.send("DELETE", &format!("{path}/nodes/1"), &[("cookie", &one)], b"").status, 200);
    assert_eq!(server.send("DELETE", &path, &[("cookie", &one)], b"").status, 204);
    assert!(listed(&server, &one).is_empty());
}

#[test]
fn on_this_machine_all_games_are_listed_and_only_their_browser_deletes_them() {
    let server = Server::start();
    let page = visitor(&server, None);
    let (by_page, by_program) = (new_game(&server, &page), server.game("hex", 5));
    assert_eq!(listed(&server, "").len(), 2);
    // Another user of the machine has no cookie of that browser.
    let path = format!("/api/games/{by_page}");
    server.send("DELETE", &path, &[], b"").error(403);
    let other = visitor(&server, None);
    server.send("DELETE", &path, &[("cookie", &other)], b"").error(403);
    assert_eq!(server.send("DELETE", &path, &[("cookie", &page)], b"").status, 204);
    assert_eq!(server.send("DELETE", &format!("/api/games/{by_program}"), &[], b"").status, 204);
}
