//! Serde for what has a text: the feature `serde`.

use std::fmt::Display;
use std::str::FromStr;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::{Color, Game, Record, Setup, SwapRule};

fn read<'de, D: Deserializer<'de>, T: FromStr<Err: Display>>(deserializer: D) -> Result<T, D::Error> {
    // Owned, because not every format can lend a text.
    String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
}

macro_rules! as_text {
    ($($name:ident)*) => {
        $(impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                read(deserializer)
            }
        })*
    };
}

as_text! { Color Game Record Setup SwapRule }
