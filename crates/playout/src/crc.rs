//! CRC-32 as in zip and PNG (ISO-HDLC), to find torn and damaged files.

const TABLE: [u32; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut crc = byte as u32;
        let mut bit = 0;
        while bit < 8 {
            crc = if crc & 1 == 1 { (crc >> 1) ^ 0xedb8_8320 } else { crc >> 1 };
            bit += 1;
        }
        table[byte] = crc;
        byte += 1;
    }
    table
};

/// The checksum of some bytes.
#[must_use]
pub fn crc32(bytes: &[u8]) -> u32 {
    let step = |crc: u32, &byte: &u8| (crc >> 8) ^ TABLE[((crc ^ u32::from(byte)) & 0xff) as usize];
    !bytes.iter().fold(!0, step)
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_check_value_is_the_published_one() {
        assert_eq!(super::crc32(b"123456789"), 0xcbf4_3926);
        assert_eq!(super::crc32(b""), 0);
    }
}
