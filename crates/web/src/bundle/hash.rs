//! Hashes as names and as content security policies write them.

use sha2::{Digest, Sha256};

pub fn hex(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The hash of a script, in base 64.
pub fn base64(text: &str) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let hash = Sha256::digest(text.as_bytes());
    let mut written = String::new();
    for three in hash.chunks(3) {
        let bits =
            three.iter().fold(0u32, |bits, &byte| bits << 8 | u32::from(byte)) << (8 * (3 - three.len()));
        for place in 0..4 {
            let digit = DIGITS[(bits >> (18 - 6 * place) & 63) as usize];
            written.push(if place <= three.len() { char::from(digit) } else { '=' });
        }
    }
    written
}

#[cfg(test)]
mod tests {
    #[test]
    fn base64_is_padded() {
        // printf abc | openssl dgst -sha256 -binary | base64
        assert_eq!(super::base64("abc"), "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=");
    }
}
