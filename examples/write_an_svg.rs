//! A position as a picture, with numbered stones and a marked cell.

use catena_core::render::{Mark, MoveNumbers, SvgOptions, svg};
use catena_core::{Game, Record, Setup, SwapRule};

pub fn main() -> Result<(), Box<dyn std::error::Error>> {
    let setup = Setup::new(Game::Star, 4, SwapRule::Off)?;
    let position = Record::read(b"*10 T10 *20 S20", Some(&setup))?.position();
    let cell = setup.topology().cell("*30").ok_or("*30 is a cell")?;
    let options = SvgOptions {
        numbers: MoveNumbers::Shown,
        marks: vec![Mark { cell, text: "?".to_owned(), heat: 0.8 }],
        ..SvgOptions::default()
    };
    let file = std::env::temp_dir().join(format!("catena-example-{}.svg", std::process::id()));
    std::fs::write(&file, svg(&position, &options))?;
    println!("{} bytes in {}", std::fs::metadata(&file)?.len(), file.display());
    std::fs::remove_file(file)?;
    Ok(())
}
