//! Files of networks: what is written is read again, and nothing else is believed.

use catena_core::Game;
use catena_model::ModelHash;
use catena_model::network::{Architecture, LoadError, Network};

fn small(game: Game) -> Network {
    let architecture =
        Architecture { policy_channels: 16, value_channels: 16, ..Architecture::new(game, 2, 16) };
    Network::random(architecture, 7).expect("a possible architecture")
}

#[test]
fn networks_of_every_game_are_read_as_they_were_written() {
    for game in Game::ALL {
        let mut network = small(game);
        network.description.summary = "untrained".into();
        network.description.training.insert("games".into(), 0.into());
        let bytes = network.to_bytes();
        let read = Network::from_bytes(&bytes).expect("a network");
        assert_eq!(read, network);
        assert_eq!(read.to_bytes(), bytes);
        assert_eq!(read.hash(), network.hash());
    }
}

#[test]
fn the_hash_is_that_of_the_file() {
    let network = small(Game::Hex);
    assert_eq!(network.hash(), ModelHash::of(&network.to_bytes()));
    let mut changed = network.clone();
    changed.parameters_mut().values_mut()[100] += 1e-6;
    assert_ne!(changed.hash(), network.hash());
}

#[test]
fn a_saved_file_is_loaded() {
    let network = small(Game::Y);
    let path = std::env::temp_dir().join(format!("catena-network-{}.safetensors", std::process::id()));
    network.save(&path).expect("a file");
    let loaded = Network::load(&path);
    std::fs::remove_file(&path).expect("the file was written");
    assert_eq!(loaded.expect("a network"), network);
}

#[test]
fn a_file_cut_at_any_byte_is_refused() {
    let bytes = small(Game::Hex).to_bytes();
    for len in (0..bytes.len().min(4096)).chain((4096..bytes.len()).step_by(97)) {
        assert!(Network::from_bytes(&bytes[..len]).is_err(), "cut at {len}");
    }
    let mut longer = bytes;
    longer.push(0);
    assert!(Network::from_bytes(&longer).is_err());
}

/// The file with its header changed by a text replacement.
fn with_header(from: &str, to: &str) -> Result<Network, LoadError> {
    let bytes = small(Game::Hex).to_bytes();
    let len = u64::from_le_bytes(bytes[..8].try_into().expect("eight bytes")) as usize;
    let header = std::str::from_utf8(&bytes[8..8 + len]).expect("JSON");
    assert!(header.contains(from), "{from} in {header}");
    let header = header.replacen(from, to, 1);
    let mut changed = (header.len() as u64).to_le_bytes().to_vec();
    changed.extend(header.as_bytes());
    changed.extend(&bytes[8 + len..]);
    Network::from_bytes(&changed)
}

#[test]
fn every_lie_in_a_header_gets_one_clear_error() {
    let errors = [
        with_header(r#"\"channels\":16"#, r#"\"channels\":32"#),
        with_header(r#"\"channels\":16"#, r#"\"channels\":17"#),
        with_header(r#"\"channels\":16"#, r#"\"channels\":99999999999999"#),
        with_header(r#"\"layers\":2"#, r#"\"layers\":3"#),
        with_header(r#"\"layers\":2"#, r#"\"layers\":4"#),
        with_header(r#"\"game\":\"hex\""#, r#"\"game\":\"chess\""#),
        with_header(r#"\"format\":1"#, r#"\"format\":9"#),
        with_header("catena", "other!"),
        with_header("owner.bias", "ownar.bias"),
        with_header("F32", "I32"),
        with_header("[16,7,16]", "[16,16,7]"),
        with_header("[16,7,16]", "[18446744073709551615,18446744073709551615,16]"),
    ]
    .map(|result| result.expect_err("a lie").to_string());
    let expected = [
        "the tensor input.weight is F32 [16, 7, 16], not F32 [32, 7, 16]",
        "impossible architecture: the trunk has 17 channels: not a multiple of 16 up to 256",
        "impossible architecture: the trunk has 99999999999999 channels: not a multiple of 16 up to 256",
        "impossible architecture: 3 layers: not an even number from 2 to 80",
        "the tensor blocks.1.conv1.weight is missing",
        "the metadata \"catena\" are wrong: there is no game \"chess\" at line 1 column 42",
        "the file has format 9; this program reads format 1",
        "the file has no metadata \"catena\" and so is not a network of Catena",
        "the tensor owner.bias is missing",
    ];
    for (error, expected) in errors.iter().zip(expected) {
        assert_eq!(error, expected);
    }
    assert!(errors.iter().all(|error| !error.contains('\n')));
}

#[test]
fn a_declared_length_of_the_header_allocates_nothing() {
    for len in [u64::MAX, 1 << 40, 99_000_000, 9] {
        let mut bytes = len.to_le_bytes().to_vec();
        bytes.extend(b"{}      ");
        assert!(Network::from_bytes(&bytes).is_err());
    }
}

#[test]
fn numbers_that_are_not_finite_are_refused() {
    let mut network = small(Game::Star);
    network.parameters_mut().values_mut()[0] = f32::NAN;
    let error = Network::from_bytes(&network.to_bytes()).expect_err("not a number");
    assert_eq!(error.to_string(), "the tensor input.weight holds a number that is not finite");
}
