//! A record reviewed move by move: what each one gave away.

use std::time::Duration;

use catena_core::Record;
use catena_engine::{Assessor, Limits, ModelStore, Perspective, Plan, PlayerSpec, Reviewer};

const SGF: &str = "(;FF[4]GM[11]SZ[5];B[a1];W[c3];B[b4];W[b3];B[d2];W[d1])";

pub fn main() -> Result<(), Box<dyn std::error::Error>> {
    let record: Record = SGF.parse()?;
    let game = record.setup().game();
    let assessor = Assessor {
        player: "champion".parse::<PlayerSpec>()?.resolve(game, &ModelStore::default())?,
        limits: Limits { visits: Some(100), ..Limits::default() },
        solver_time: Duration::from_millis(100),
        solver_bytes: Assessor::SOLVER_BYTES,
        threads: 1,
        seed: 1,
    };
    let mut reviewer = Reviewer::new(Plan::new(&record)?);
    while let Some(task) = reviewer.next_task() {
        reviewer.put(&task, &assessor.answer(&task, &mut ())?);
    }
    let review = reviewer.review();
    for played in &review.moves {
        let name = played.name(record.setup().topology());
        let (after, loss) = (100.0 * played.after(Perspective::Black), 100.0 * played.loss);
        println!("{:>2} {name}: {after:.0} % for Black, gave away {loss:.0}", played.number);
    }
    println!("{} mistakes", review.mistakes().len());
    Ok(())
}
