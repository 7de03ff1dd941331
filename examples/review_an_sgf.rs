//! A record reviewed move by move: what each one gave away.

use catena_core::Record;
use catena_engine::{Assessor, Limits, ModelStore, Perspective, Plan, PlayerSpec};

const SGF: &str = "(;FF[4]GM[11]SZ[5];B[a1];W[c3];B[b4];W[b3];B[d2];W[d1])";

pub fn main() -> Result<(), Box<dyn std::error::Error>> {
    let record: Record = SGF.parse()?;
    let game = record.setup().game();
    let assessor = Assessor {
        player: "champion".parse::<PlayerSpec>()?.resolve(game, &ModelStore::default())?,
        limits: Limits { visits: Some(100), ..Limits::default() },
        threads: 1,
        seed: 1,
    };
    let plan = Plan::new(&record)?;
    let assessed = plan.positions().iter().map(|position| assessor.assess(position, &mut ()));
    let review = plan.review(&assessed.collect::<Result<Vec<_>, _>>()?);
    for played in &review.moves {
        let name = played.name(record.setup().topology());
        let (after, loss) = (100.0 * played.after(Perspective::Black), 100.0 * played.loss);
        println!("{:>2} {name}: {after:.0} % for Black, gave away {loss:.0}", played.number);
    }
    println!("{} mistakes", review.mistakes().len());
    Ok(())
}
