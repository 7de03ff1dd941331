//! The few messages of ONNX that a network needs, written as protocol buffers.
//!
//! A field is its number and wire type, then its value; numbers of fields are those of
//! `onnx.proto`, version 3.

/// A message under construction.
#[derive(Clone, Default)]
pub(super) struct Message(Vec<u8>);

/// Wire types.
const VARINT: u64 = 0;
const LENGTH_DELIMITED: u64 = 2;

/// Types of elements.
const FLOAT: u64 = 1;
const INT64: u64 = 7;

/// Types of attributes.
const ATTRIBUTE_INT: u64 = 2;
const ATTRIBUTE_INTS: u64 = 7;

impl Message {
    fn varint(&mut self, mut value: u64) {
        while value >= 0x80 {
            self.0.push(value as u8 | 0x80);
            value >>= 7;
        }
        self.0.push(value as u8);
    }

    /// A field that holds a number.
    pub(super) fn int(mut self, field: u64, value: u64) -> Self {
        self.varint(field << 3 | VARINT);
        self.varint(value);
        self
    }

    /// A field that holds bytes or text.
    pub(super) fn bytes(mut self, field: u64, bytes: impl AsRef<[u8]>) -> Self {
        self.varint(field << 3 | LENGTH_DELIMITED);
        self.varint(bytes.as_ref().len() as u64);
        self.0.extend(bytes.as_ref());
        self
    }

    /// A field that holds a message.
    pub(super) fn message(self, field: u64, message: &Self) -> Self {
        self.bytes(field, &message.0)
    }

    /// The message as it is written to a file.
    pub(super) fn into_bytes(self) -> Vec<u8> {
        self.0
    }
}

/// `TensorProto` of floats.
pub(super) fn floats(name: &str, shape: &[usize], values: &[f32]) -> Message {
    let raw: Vec<u8> = values.iter().flat_map(|value| value.to_le_bytes()).collect();
    tensor(name, shape, FLOAT, &raw)
}

/// `TensorProto` of whole numbers in one row.
pub(super) fn ints(name: &str, values: &[i64]) -> Message {
    let raw: Vec<u8> = values.iter().flat_map(|value| value.to_le_bytes()).collect();
    tensor(name, &[values.len()], INT64, &raw)
}

fn tensor(name: &str, shape: &[usize], element: u64, raw: &[u8]) -> Message {
    let dims = shape.iter().fold(Message::default(), |message, &len| message.int(1, len as u64));
    dims.int(2, element).bytes(8, name).bytes(9, raw)
}

/// An attribute of an operator.
pub(super) enum Attribute {
    Int(&'static str, i64),
    Ints(&'static str, Vec<i64>),
}

/// `NodeProto`: an operator with one output.
pub(super) fn node(operator: &str, inputs: &[&str], output: &str, attributes: &[Attribute]) -> Message {
    let node = inputs.iter().fold(Message::default(), |message, input| message.bytes(1, input));
    let node = node.bytes(2, output).bytes(3, output).bytes(4, operator);
    attributes.iter().fold(node, |node, attribute| {
        let attribute = match attribute {
            Attribute::Int(name, value) => {
                Message::default().bytes(1, name).int(3, *value as u64).int(20, ATTRIBUTE_INT)
            }
            Attribute::Ints(name, values) => {
                let named = Message::default().bytes(1, name);
                let listed = values.iter().fold(named, |message, &value| message.int(8, value as u64));
                listed.int(20, ATTRIBUTE_INTS)
            }
        };
        node.message(5, &attribute)
    })
}

/// An axis of an input or output: of a fixed length, or named.
pub(super) enum Axis {
    Len(usize),
    Named(&'static str),
}

/// The type of the elements of an input or output.
#[derive(Clone, Copy)]
pub(super) enum Element {
    Float,
    Int64,
}

/// `ValueInfoProto`: an input or output of the model.
pub(super) fn value_info(name: &str, element: Element, axes: &[Axis]) -> Message {
    let shape = axes.iter().fold(Message::default(), |shape, axis| {
        let axis = match axis {
            Axis::Len(len) => Message::default().int(1, *len as u64),
            Axis::Named(name) => Message::default().bytes(2, name),
        };
        shape.message(1, &axis)
    });
    let element = match element {
        Element::Float => FLOAT,
        Element::Int64 => INT64,
    };
    let tensor = Message::default().int(1, element).message(2, &shape);
    Message::default().bytes(1, name).message(2, &Message::default().message(1, &tensor))
}
