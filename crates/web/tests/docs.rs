//! The examples of docs/http.md work as they stand: a shell runs them, with the server's own port.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

mod client;

use std::process::Command;

use client::Server;

#[test]
fn the_examples_work() {
    let server = Server::start();
    let docs = include_str!("../../../docs/http.md");
    let examples = docs.split("```sh\n").nth(1).unwrap().split("```").next().unwrap();
    assert_eq!(examples.matches("http://127.0.0.1:7391/").count(), 14);
    let examples = examples.replace("127.0.0.1:7391", &server.address.to_string());
    // An answer that is no success ends the script.
    let script = format!(
        "set -eu\ncommand -v curl >/dev/null || {{ echo 'this test needs curl' >&2; exit 1; }}\n\
         curl() {{ command curl --fail-with-body --silent --show-error \"$@\"; }}\nset -x\n{examples}"
    );
    let ran = Command::new("sh").arg("-c").arg(script).output().unwrap();
    let said = String::from_utf8_lossy(&ran.stdout);
    assert!(ran.status.success(), "{}\n{said}", String::from_utf8_lossy(&ran.stderr));
    assert!(said.contains("event: done") && said.contains("<svg") && said.contains("GM[11]"), "{said}");
    assert_eq!(server.get("/api/games").json().as_array().unwrap().len(), 1, "the first game is deleted");
}
