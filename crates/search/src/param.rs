//! Parameters: one line declares name, type, default, range and sentence; the struct, its default,
//! and listing, reading and setting by name come from it.

use std::ops::RangeInclusive;

use catena_core::Switch;
use thiserror::Error;

/// Description of a parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Param {
    /// The name.
    pub name: &'static str,
    /// The value now.
    pub value: String,
    /// The values it takes: `0..=4`, `on|off`.
    pub range: String,
    /// Its effect, in one sentence.
    pub help: &'static str,
}

/// The values of a parameter as numbers, for those who try many of them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Bounds {
    /// Any number between two.
    Real {
        /// The lowest.
        low: f32,
        /// The highest.
        high: f32,
    },
    /// Any whole number between two.
    Whole {
        /// The lowest.
        low: u32,
        /// The highest.
        high: u32,
    },
    /// A few names.
    Named,
}

/// An unknown parameter, or a value that does not fit.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ParamError {
    /// There is no parameter of that name.
    #[error("there is no parameter {name:?}")]
    Unknown {
        /// The name.
        name: String,
    },
    /// The value is not one of those that the parameter takes.
    #[error("parameter {name} cannot be {value:?}: {range} expected")]
    OutOfRange {
        /// The parameter.
        name: &'static str,
        /// The value.
        value: String,
        /// The values it takes.
        range: String,
    },
}

/// A type that parameters can have.
pub(crate) trait Value: Copy {
    /// Description of the possible values.
    type Range;

    fn parse(text: &str, range: &Self::Range) -> Option<Self>;
    fn show(self) -> String;
    fn describe(range: &Self::Range) -> String;
    fn bounds(range: &Self::Range) -> Bounds;
}

macro_rules! number {
    ($type:ty, $Bounds:ident) => {
        impl Value for $type {
            type Range = RangeInclusive<$type>;

            fn parse(text: &str, range: &Self::Range) -> Option<Self> {
                text.parse().ok().filter(|value| range.contains(value))
            }

            fn show(self) -> String {
                self.to_string()
            }

            fn describe(range: &Self::Range) -> String {
                format!("{}..={}", range.start(), range.end())
            }

            fn bounds(range: &Self::Range) -> Bounds {
                Bounds::$Bounds { low: *range.start(), high: *range.end() }
            }
        }
    };
}

number!(f32, Real);
number!(u32, Whole);

/// The range of a type with a few named values: all of them.
pub(crate) struct Any;

/// Gives names to the values of an enum.
macro_rules! named {
    ($Type:ty { $($Variant:ident = $name:literal,)* }) => {
        impl $crate::param::Value for $Type {
            type Range = $crate::param::Any;

            fn parse(text: &str, _: &Self::Range) -> Option<Self> {
                [$(($name, Self::$Variant)),*].into_iter().find(|(name, _)| *name == text).map(|(_, value)| value)
            }

            fn show(self) -> String {
                match self { $(Self::$Variant => $name.to_owned(),)* }
            }

            fn describe(_: &Self::Range) -> String {
                [$($name),*].join("|")
            }

            fn bounds(_: &Self::Range) -> $crate::param::Bounds {
                $crate::param::Bounds::Named
            }
        }
    };
}

named! { Switch { On = "on", Off = "off", } }

/// Declares an enum whose values have names that parameters use.
macro_rules! choices {
    ($(#[doc = $doc:literal])* pub enum $Type:ident { $($(#[doc = $help:literal])* $Variant:ident = $name:literal,)* }) => {
        $(#[doc = $doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $Type { $($(#[doc = $help])* $Variant,)* }

        $crate::param::named! { $Type { $($Variant = $name,)* } }
    };
}

/// Declares a struct of parameters.
macro_rules! params {
    ($(#[doc = $doc:literal])* pub struct $Config:ident {
        $($(#[doc = $help:literal])+ $name:ident: $Type:ty = $default:expr, in $range:expr;)*
    }) => {
        $(#[doc = $doc])*
        #[derive(Clone, Debug, PartialEq)]
        pub struct $Config { $($(#[doc = $help])+ pub $name: $Type,)* }

        impl Default for $Config {
            fn default() -> Self {
                Self { $($name: $default,)* }
            }
        }

        impl $Config {
            /// All parameters with their values.
            #[must_use]
            pub fn list(&self) -> Vec<$crate::param::Param> {
                vec![$($crate::param::Param {
                    name: stringify!($name),
                    value: $crate::param::Value::show(self.$name),
                    range: <$Type as $crate::param::Value>::describe(&$range),
                    help: concat!($($help),+).trim_ascii_start(),
                },)*]
            }

            /// The value of a parameter.
            ///
            /// # Errors
            /// If there is none of that name.
            pub fn get(&self, name: &str) -> Result<String, $crate::param::ParamError> {
                match name {
                    $(stringify!($name) => Ok($crate::param::Value::show(self.$name)),)*
                    _ => Err($crate::param::ParamError::Unknown { name: name.to_owned() }),
                }
            }

            /// The values that a parameter takes, as numbers.
            ///
            /// # Errors
            /// If there is none of that name.
            pub fn bounds(name: &str) -> Result<$crate::param::Bounds, $crate::param::ParamError> {
                match name {
                    $(stringify!($name) => Ok(<$Type as $crate::param::Value>::bounds(&$range)),)*
                    _ => Err($crate::param::ParamError::Unknown { name: name.to_owned() }),
                }
            }

            /// Changes a parameter.
            ///
            /// # Errors
            /// If there is none of that name or the value does not fit; nothing is changed then.
            pub fn set(&mut self, name: &str, value: &str) -> Result<(), $crate::param::ParamError> {
                match name {
                    $(stringify!($name) => {
                        let range = &$range;
                        self.$name = $crate::param::Value::parse(value, range).ok_or_else(|| {
                            $crate::param::ParamError::OutOfRange {
                                name: stringify!($name),
                                value: value.to_owned(),
                                range: <$Type as $crate::param::Value>::describe(range),
                            }
                        })?;
                        Ok(())
                    })*
                    _ => Err($crate::param::ParamError::Unknown { name: name.to_owned() }),
                }
            }
        }
    };
}

pub(crate) use {choices, named, params};
