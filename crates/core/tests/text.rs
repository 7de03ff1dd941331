//! Everything written as text reads back.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

use std::fmt::{Debug, Display};
use std::str::FromStr;

use catena_core::{Color, Game, Record, Setup, SwapRule};

fn reads_back<T: Display + FromStr<Err: Debug> + PartialEq + Debug>(value: &T) {
    assert_eq!(&value.to_string().parse::<T>().unwrap(), value);
}

#[test]
fn texts_read_back() {
    Game::ALL.iter().for_each(reads_back);
    Color::ALL.iter().for_each(reads_back);
    for swap in [SwapRule::On, SwapRule::Off] {
        reads_back(&swap);
        for game in Game::ALL {
            let setup = Setup::new(game, u64::from(*game.sizes().end()), swap).unwrap();
            let read: Setup = setup.to_string().parse().unwrap();
            assert_eq!((read.game(), read.size(), read.swap()), (game, setup.size(), swap));
        }
    }
    reads_back(&Record::read(b"d4 c3 e5 resign", Some(&"havannah 4".parse().unwrap())).unwrap());
    assert_eq!("*Star".parse::<Setup>().unwrap().size(), Game::Star.default_size());
}

#[test]
fn other_texts_are_refused_with_a_sentence() {
    let refused = |text: &str| text.parse::<Setup>().unwrap_err().to_string();
    let setup = "is not a setup such as \"hex 11\" or \"hex 11 swap\"";
    assert_eq!(refused(""), format!("\"\" {setup}"));
    assert_eq!(refused("hex eleven"), format!("\"hex eleven\" {setup}"));
    assert_eq!(refused("hex 11 swap swap"), format!("\"hex 11 swap swap\" {setup}"));
    assert_eq!(refused("hex 99"), "\"hex 99\" is not a board: hex has no size 99: sizes are 1 to 19");
    assert_eq!(refused("go 19"), "\"go\" is not a game: havannah, hex, y, star, renkula, bent-y");
    assert_eq!("red".parse::<Color>().unwrap_err().to_string(), "\"red\" is not a color: black, white");
    assert_eq!("yes".parse::<SwapRule>().unwrap_err().to_string(), "\"yes\" is not on or off");
}

#[cfg(feature = "serde")]
#[test]
fn serde_writes_the_texts() {
    let setup: Setup = "hex 3 swap".parse().unwrap();
    let record = Record::read(b"b2 a1", Some(&setup)).unwrap();
    let json = serde_json::to_string(&(Game::Star, Color::Black, SwapRule::On, &setup)).unwrap();
    assert_eq!(json, r#"["star","black","on","hex 3 swap"]"#);
    let (game, color, swap, read): (Game, Color, SwapRule, Setup) = serde_json::from_str(&json).unwrap();
    assert_eq!(
        (game, color, swap, read.to_string()),
        (Game::Star, Color::Black, SwapRule::On, setup.to_string())
    );
    let json = serde_json::to_string(&record).unwrap();
    assert_eq!(serde_json::from_str::<Record>(&json).unwrap(), record);
    let error = serde_json::from_str::<Color>("\"red\"").unwrap_err().to_string();
    assert!(error.starts_with("\"red\" is not a color"), "{error}");
}
