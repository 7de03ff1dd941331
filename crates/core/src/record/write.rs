//! Writing records as SGF.

use super::properties::color_letter;
use super::syntax::{escape, write_property};
use super::{Node, NodeId, Record, Step};
use crate::{Color, Setup, SwapRule};

/// Lines of nodes are broken after this many bytes.
const LINE: usize = 72;

impl Record {
    /// The record as SGF of version 4 in UTF-8. [`read`](Self::read) gives the same record back.
    #[must_use]
    pub fn to_sgf(&self) -> String {
        let mut out = String::new();
        let mut line_start = 0;
        // The first nodes of the variations around the current node.
        let mut open: Vec<NodeId> = Vec::new();
        out.push('(');
        for id in self.nodes() {
            let node = self.node(id);
            if let Some(parent) = node.parent.filter(|&parent| self.branches(parent)) {
                // A later variation follows the end of the one before.
                let mut before_ends = self.node(parent).first_child == Some(id);
                while !before_ends && let Some(variation) = open.pop() {
                    out.push(')');
                    before_ends = self.node(variation).next_sibling == Some(id);
                }
                out.push_str("\n(");
                open.push(id);
                line_start = out.len();
            } else if out.len() - line_start > LINE {
                out.push('\n');
                line_start = out.len();
            }
            out.push(';');
            if node.parent.is_none() {
                self.write_root(&mut out);
            }
            self.write_node(node, &mut out);
        }
        out.extend(std::iter::repeat_n(')', open.len()));
        out.push_str(")\n");
        out
    }

    fn branches(&self, id: NodeId) -> bool {
        let node = self.node(id);
        node.first_child != node.last_child
    }

    fn write_root(&self, out: &mut String) {
        let setup = self.setup();
        write_property(out, "FF", ["4"]);
        write_property(out, "CA", ["UTF-8"]);
        write_property(out, "GM", [setup.game().facts().record_code]);
        write_property(out, "SZ", [&*setup.size().to_string()]);
        write_property(out, "AP", [concat!("Catena:", env!("CARGO_PKG_VERSION"))]);
        let rules = self.node(NodeId::ROOT).property("RU");
        let rules = match (setup.swap(), rules) {
            (SwapRule::On, Some(rules)) => Some(format!("swap, {rules}")),
            (SwapRule::On, None) => Some("swap".to_owned()),
            (SwapRule::Off, rules) => rules,
        };
        if let Some(rules) = rules {
            write_text(out, "RU", &rules);
        }
    }

    fn write_node(&self, node: &Node, out: &mut String) {
        write_set_up(self.setup(), node, out);
        if let Some(step) = node.step {
            write_property(out, color_letter(Step::color(step)), [step.text(self.setup())]);
        }
        if let Some(rate) = &node.win_rate {
            write_text(out, "SBKV", rate);
        }
        if let Some(comment) = &node.comment {
            write_text(out, "C", comment);
        }
        for property in super::syntax::Properties::of(&node.properties) {
            if node.parent.is_some() || property.name != "RU" {
                write_property(out, &property.name, property.raw_values());
            }
        }
    }
}

fn write_set_up(setup: &Setup, node: &Node, out: &mut String) {
    for (name, content) in [("AB", Some(Color::Black)), ("AW", Some(Color::White)), ("AE", None)] {
        let cells = node.set_up.stones.iter().filter(|&&(_, found)| found == content);
        let mut cells = cells.map(|&(cell, _)| setup.topology().name(cell)).peekable();
        if cells.peek().is_some() {
            write_property(out, name, cells);
        }
    }
    if let Some(color) = node.set_up.to_move {
        write_property(out, "PL", [color_letter(color)]);
    }
}

fn write_text(out: &mut String, name: &str, text: &str) {
    out.push_str(name);
    out.push('[');
    escape(text, out);
    out.push(']');
}
