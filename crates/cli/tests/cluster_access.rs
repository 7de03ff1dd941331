//! Access to a real NATS server: every way to say who we are, as options and in the environment.
//!
//! `testdata/nats` has a certificate authority with certificates for 127.0.0.1, an nkey, and an operator's account.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

mod nats;
mod process;

use std::path::Path;
use std::process::Output;

use nats::{Process, Server, wait_until};
use process::{catena, folder};

fn testdata(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/nats").canonicalize().unwrap();
    folder.join(name).display().to_string()
}

fn output(folder: &Path, line: &str, environment: &[(&str, &str)]) -> Output {
    catena(folder, line).envs(environment.iter().copied()).output().unwrap()
}

/// Who says it in options is let in, and so is who says it in the environment; who says nothing or something else is not,
/// and is told so without the secret.
fn lets_in(name: &str, server: &[&str], said: &[(&str, &str)], wrong: &[(&str, &str)]) {
    let folder = folder(&format!("cluster-access-{name}"));
    let server = Server::start(&folder, server);
    let address = server.address();
    let options = |said: &[(&str, &str)]| {
        let option = |(name, value): &(&str, &str)| match *value {
            "true" => format!("--nats-{name}"),
            value => format!("--nats-{name} {value}"),
        };
        said.iter().map(option).collect::<Vec<_>>().join(" ")
    };
    let names: Vec<String> =
        said.iter().map(|(name, _)| format!("CATENA_NATS_{}", name.to_uppercase())).collect();
    let environment: Vec<(&str, &str)> =
        names.iter().zip(said).map(|(name, (_, value))| (name.as_str(), *value)).collect();
    for refused in ["", &options(wrong)] {
        let output = output(&folder, &format!("worker {address} --status {refused}"), &[]);
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(1), "{refused}: {text}");
        assert!(text.contains("cannot be used") && !text.contains("secret"), "{refused}: {text}");
    }
    let mut worker = catena(&folder, &format!("worker {address} --concurrency 1 {}", options(said)));
    let worker = Process::start(worker.stderr(std::process::Stdio::null()));
    wait_until("a worker", || {
        let output = output(&folder, &format!("worker {address} --status --json"), &environment);
        let status = process::json(&output);
        status["workers"].as_array().unwrap().len() == 1
    });
    let line = "match --player joosten --opponent greedy --game hex --size 4 --playouts 20 --games 4";
    let played = output(&folder, &format!("{line} --store many.sqlite --on {address}"), &environment);
    assert!(played.status.success(), "{}", String::from_utf8_lossy(&played.stderr));
    drop(worker);
}

#[test]
fn a_user_with_a_password() {
    let right = [("user", "me"), ("password", "secret-1")];
    lets_in(
        "user",
        &["--user", "me", "--pass", "secret-1"],
        &right,
        &[("user", "me"), ("password", "secret-2")],
    );
}

#[test]
fn a_token() {
    lets_in("token", &["--auth", "secret-1"], &[("token", "secret-1")], &[("token", "secret-2")]);
}

#[test]
fn an_nkey() {
    let (config, seed) = (testdata("nkey.conf"), testdata("user.nkey"));
    lets_in("nkey", &["-c", &config], &[("nkey", &seed)], &[("token", "secret-2")]);
}

#[test]
fn a_file_of_credentials() {
    let (config, file) = (testdata("jwt.conf"), testdata("user.creds"));
    let other = testdata("user.nkey");
    lets_in("credentials", &["-c", &config], &[("credentials", &file)], &[("nkey", &other)]);
}

#[test]
fn an_encrypted_connection_with_certificates_of_both_sides() {
    let [ca, cert, key, our_cert, our_key] =
        ["ca.pem", "server.pem", "server.key", "client.pem", "client.key"].map(testdata);
    let tls = ["--tlsverify", "--tlscert", &cert, "--tlskey", &key, "--tlscacert", &ca];
    let right = [("ca", &*ca), ("cert", &our_cert), ("key", &our_key), ("tls", "true")];
    // Without a certificate of its own, a client is not let in.
    lets_in("tls", &tls, &right, &[("ca", &ca), ("tls", "true")]);
}

#[test]
fn a_server_that_does_not_encrypt_is_refused_if_encryption_is_asked_for() {
    let folder = folder("cluster-access-plain");
    let server = Server::start(&folder, &[]);
    let line = format!("worker {} --status --nats-tls --nats-ca {}", server.address(), testdata("ca.pem"));
    let output = output(&folder, &line, &[]);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("cannot be used"));
}
