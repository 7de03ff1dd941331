//! The examples of docs/http.md work as they stand.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

mod client;

use client::Server;

/// The words of a line as a shell would see them; quotes keep blanks together.
fn words(line: &str) -> Vec<String> {
    let parts = line.split('\'').enumerate();
    let words = parts.flat_map(|(i, part)| match i % 2 {
        0 => part.split_whitespace().map(str::to_owned).collect(),
        _ => vec![part.to_owned()],
    });
    words.collect()
}

#[test]
fn the_examples_work() {
    let server = Server::start();
    let docs = include_str!("../../../docs/http.md");
    let examples = docs.split("```sh\n").nth(1).unwrap().split("```").next().unwrap();
    let mut id = None;
    let mut run = 0;
    for line in examples.lines() {
        let (mut method, mut body, mut headers, mut url) = (None, None, Vec::new(), String::new());
        let mut words = words(line).into_iter().skip(1);
        while let Some(word) = words.next() {
            match word.as_str() {
                "-X" => method = words.next(),
                "-d" => body = words.next(),
                "-H" => headers.push(words.next().unwrap()),
                "-N" => {}
                _ => url = word,
            }
        }
        let path = url.strip_prefix("http://127.0.0.1:7391").unwrap();
        let path = path.replace("$ID", id.as_deref().unwrap_or("$ID"));
        let method = method.unwrap_or_else(|| if body.is_some() { "POST" } else { "GET" }.to_owned());
        let headers: Vec<(&str, &str)> =
            headers.iter().map(|header| header.split_once(": ").unwrap()).collect();
        let answer = server.send(&method, &path, &headers, body.unwrap_or_default().as_bytes());
        assert!((200..300).contains(&answer.status), "{line}: {} {}", answer.status, answer.text());
        if id.is_none() && path == "/api/sessions" {
            id = Some(answer.json()["id"].as_str().unwrap().to_owned());
        }
        run += 1;
    }
    assert_eq!(run, 14);
}
