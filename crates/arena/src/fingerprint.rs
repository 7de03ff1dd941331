//! A short number for a long text, the same on every machine and in every version.

/// FNV-1a over words of eight bytes, with a last mix; not for adversaries.
#[must_use]
pub fn fingerprint(bytes: &[u8]) -> u64 {
    const PRIME: u64 = 0x0000_0100_0000_01b3;
    let mut hash = 0xcbf2_9ce4_8422_2325 ^ bytes.len() as u64;
    for chunk in bytes.chunks(8) {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        hash = (hash ^ u64::from_le_bytes(word)).wrapping_mul(PRIME);
        hash ^= hash >> 29;
    }
    hash ^= hash >> 32;
    hash = hash.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    hash ^ (hash >> 32)
}

#[cfg(test)]
mod tests {
    use super::fingerprint;

    #[test]
    fn texts_keep_their_numbers() {
        // Stores depend on them.
        assert_eq!(fingerprint(b""), 0x8570_e254_50bb_d481);
        assert_eq!(fingerprint(b"a"), 0x772e_d2c0_9db8_54ba);
        assert_eq!(fingerprint(b"abcdefgh"), 0xefff_1954_acad_29ed);
        assert_ne!(fingerprint(b"a"), fingerprint(b"a\0"));
    }
}
