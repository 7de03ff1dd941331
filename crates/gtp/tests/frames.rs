//! Frames over the protocol.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

mod talk;

use catena_core::Game;
use talk::{ask, protocol};

/// Black has a fork of stones that nowhere touch; white is too near to a bridge for a proof.
const FORK: [&str; 13] = ["e5", "a1", "f7", "b6", "g9", "e9", "f4", "i9", "g3", "e1", "c4", "i5", "a3"];

#[test]
fn a_frame_is_told_in_every_form() {
    let mut protocol = protocol(Game::Havannah, 5, "random", None);
    for (ply, cell) in FORK.iter().enumerate() {
        let color = if ply % 2 == 0 { "black" } else { "white" };
        assert_eq!(ask(&mut protocol, &format!("play {color} {cell}")), "=");
    }
    insta::assert_snapshot!(ask(&mut protocol, "frames"), @r"
    = black: edges from the chain of a3
                 z   w  stones to place; carrier
      a1-a5      -   0  reached
      a5-e9      2   3  c7 d6; b3 b4 c5 c6 d5 d7
      e9-i9      0   4  -; b3 b4 d4 d5 e6 f6 f8 g8
      i9-i5      2   4  g6 i7; b3 b4 d4 d5 f5 f6 h6 h7
      i5-e1      0   4  -; b3 b4 d4 d5 e4 f3 f5 g4
      e1-a1      2   1  b1 b2; a2 b3
      bridge     -   -  out of reach
      fork       0   6  -; b3 b4 d4 d5 e4 e6 f3 f5 f6 f8 g4 g8
      ring       3   6  b2 c1 e2; b1 b3 c2 c3 d1 d2 d4 d5 e3 e4 f3 f5
      nearest figure if undisturbed: 4 stones
    white: edges from the chain of b6
                 z   w  stones to place; carrier
      a1-a5      1   1  a4; a5 b5
      a5-e9      -   0  reached
      e9-i9      2   2  d7 f9; c6 c7 d8 e8
      i9-i5      4   3  d7 f8 g8 i8; c6 c7 e7 e8 h8 h9
      i5-e1      5   3  c5 d4 d5 e3 f2; b5 c6 d3 e2 e4 f3
      e1-a1      4   1  b1 b3 b4 b5; a2 b2
      bridge     2   2  h6 i8; h5 h7 i6 i7
      fork       3   3  a4 d7 f9; a5 b5 c6 c7 d8 e8
      ring       5   0  a2 b1 b3 c2 c3; -
      nearest figure if undisturbed: 3 stones
    ahead black (black fork z 0 w 6; white bridge z 2 w 2)
    ");
    insta::assert_snapshot!(ask(&mut protocol, "frames-ahead"), @"= ahead black (black fork z 0 w 6; white bridge z 2 w 2)");
    let value = ask(&mut protocol, "frames-value");
    assert!(value.starts_with("= black: three edges from the chain of "), "{value}");
    assert_eq!(value.lines().count(), 17, "{value}");
    assert!(value.lines().any(|line| line.starts_with("frames-value 0.")), "{value}");
    insta::assert_snapshot!(ask(&mut protocol, "frames-edges black e5"), @"= a2 0,2 c7 2,2 f9 0,2 i7 2,2 f2 0,2 c1 2,2");
    insta::assert_snapshot!(ask(&mut protocol, "frames-place white"), @"= h6 i8");
    insta::assert_snapshot!(ask(&mut protocol, "frames-gfx black"), @r"
    = INFLUENCE a3 1.0 c4 1.0 e5 1.0 f4 1.0 f7 1.0 g3 1.0 g9 1.0 b3 0.4 b4 0.4 d4 0.4 d5 0.4 e4 0.4 e6 0.4 f3 0.4 f5 0.4 f6 0.4 f8 0.4 g4 0.4 g8 0.4
    LABEL
    TEXT ahead black (black fork z 0 w 6; white bridge z 2 w 2)
    ");
}

#[test]
fn what_has_no_frames_says_so() {
    let mut hex = protocol(Game::Hex, 5, "random", None);
    assert_eq!(ask(&mut hex, "frames"), "? frames are known for havannah");
    let mut havannah = protocol(Game::Havannah, 4, "random", None);
    assert!(ask(&mut hex, "frames-value").contains("frames are known for havannah"));
    assert_eq!(ask(&mut havannah, "frames z9"), "? there is no cell \"z9\"");
    assert_eq!(ask(&mut havannah, "frames-gfx red"), "? \"red\" is no color: black or white expected");
}
