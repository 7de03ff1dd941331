//! Results as messages: a byte that says whether the job was done, then what was found or why not.

use catena_arena::runner::JobResult;

const DONE: u8 = 0;
const FAULT: u8 = 1;

pub(crate) fn encode(outcome: &Result<Vec<u8>, String>) -> Vec<u8> {
    match outcome {
        Ok(found) => [&[DONE], &found[..]].concat(),
        Err(reason) => [&[FAULT], reason.as_bytes()].concat(),
    }
}

/// Decodes the result of a job; nonsense is a fault.
pub(crate) fn decode(number: u64, message: &[u8]) -> JobResult {
    let outcome = match message.split_first() {
        Some((&DONE, found)) => Ok(found.to_vec()),
        Some((&FAULT, reason)) => Err(String::from_utf8_lossy(reason).into_owned()),
        _ => Err("the result cannot be read".to_owned()),
    };
    JobResult { number, outcome }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_read_as_they_are_written() {
        for outcome in [Ok(Vec::new()), Ok(vec![1, 2]), Err("why".to_owned())] {
            assert_eq!(decode(3, &encode(&outcome)), JobResult { number: 3, outcome });
        }
        for nonsense in [&[][..], &[7], &[FAULT, 0xff]] {
            assert!(decode(3, nonsense).outcome.is_err());
        }
    }
}
