//! Which workers can do the jobs of a run, and what a person should know about the others.

use std::collections::BTreeSet;

use crate::status::WorkerStatus;

/// Demands of a run's jobs on a worker.
#[derive(Clone, Debug, Default)]
pub(crate) struct Needs {
    pub build: String,
    /// The processor, if not any.
    pub processor: Option<String>,
    /// Command lines of programs of others.
    pub programs: BTreeSet<String>,
}

/// The workers, seen from a run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Roster {
    /// Jobs that the able ones do at once.
    pub slots: usize,
    /// A remark for a person; empty if there is none.
    pub notice: String,
    /// Why waiting is of no use.
    pub refusal: Option<String>,
}

impl Roster {
    pub fn new(needs: &Needs, all: &[WorkerStatus]) -> Self {
        let Needs { build, processor, programs } = needs;
        let (ours, others): (Vec<_>, Vec<_>) = all.iter().partition(|worker| worker.build == *build);
        let (able, unequal): (Vec<&WorkerStatus>, Vec<_>) = ours
            .into_iter()
            .partition(|worker| processor.as_ref().is_none_or(|needed| worker.processor == *needed));
        let mut sentences = Vec::new();
        let named = |workers: &[&WorkerStatus], of: fn(&WorkerStatus) -> &str| {
            workers
                .iter()
                .map(|worker| format!("{} has {}", worker.host, of(worker)))
                .collect::<Vec<_>>()
                .join(", ")
        };
        let builds = named(&others, |worker| &worker.build);
        let processors = named(&unequal, |worker| &worker.processor);
        let mut refusal = None;
        match (all.is_empty(), able.is_empty(), unequal.is_empty(), others.is_empty()) {
            (true, ..) => sentences.push("no worker is there; start one with `catena worker`".to_owned()),
            (_, true, true, _) => sentences.push(format!("no worker has this build ({build}): {builds}")),
            (_, true, false, _) => {
                let ours = processor.as_deref().unwrap_or_default();
                refusal = Some(format!(
                    "no worker has the processor of this machine ({ours}): {processors}; without --same-hardware times are scaled"
                ));
            }
            (_, false, _, false) => {
                sentences.push(format!("workers wait that do not have this build ({build}): {builds}"));
            }
            (_, false, _, true) => {}
        }
        if !able.is_empty() && !unequal.is_empty() {
            sentences.push(format!("workers are left out as they have another processor: {processors}"));
        }
        let is_allowed = |program: &&String| able.iter().any(|worker| worker.programs.contains(program));
        if !able.is_empty()
            && let Some(program) = programs.iter().find(|program| !is_allowed(program))
        {
            sentences.push(format!("no worker allows the program {program:?}: `catena worker --allow` does"));
        }
        let slots = able.iter().map(|worker| worker.slots).sum();
        Self { slots, notice: sentences.join("; "), refusal }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn worker(host: &str, build: &str, processor: &str) -> WorkerStatus {
        WorkerStatus {
            id: host.to_owned(),
            host: host.to_owned(),
            build: build.to_owned(),
            processor: processor.to_owned(),
            speed: 1e5,
            slots: 4,
            busy: 0,
            done: 0,
            games: 0,
            games_per_second: 0.0,
            failed: 0,
            refused: 0,
            programs: vec!["/usr/bin/mohex".to_owned()],
        }
    }

    fn needs(processor: Option<&str>, programs: &[&str]) -> Needs {
        let programs = programs.iter().map(|&program| program.to_owned()).collect();
        Needs { build: "b1".to_owned(), processor: processor.map(str::to_owned), programs }
    }

    #[test]
    fn who_cannot_work_is_named_with_the_reason() {
        let [ours, older, slow] = [worker("a", "b1", "p1"), worker("b", "b0", "p1"), worker("c", "b1", "p2")];
        let any = needs(None, &[]);
        assert!(Roster::new(&any, &[]).notice.starts_with("no worker is there"));
        let none = Roster::new(&any, std::slice::from_ref(&older));
        assert_eq!((none.slots, &*none.notice), (0, "no worker has this build (b1): b has b0"));
        let some = Roster::new(&any, &[ours.clone(), older, slow.clone()]);
        assert_eq!(
            (some.slots, &*some.notice),
            (8, "workers wait that do not have this build (b1): b has b0")
        );
        assert_eq!(Roster::new(&any, std::slice::from_ref(&ours)).notice, "");

        let same = needs(Some("p1"), &[]);
        let refused = Roster::new(&same, std::slice::from_ref(&slow)).refusal.unwrap();
        assert!(
            refused.starts_with("no worker has the processor of this machine (p1): c has p2"),
            "{refused}"
        );
        let both = Roster::new(&same, &[ours.clone(), slow]);
        assert_eq!((both.slots, both.refusal), (4, None));
        assert_eq!(both.notice, "workers are left out as they have another processor: c has p2");

        let programs = needs(None, &["/usr/bin/mohex", "/usr/bin/other"]);
        let notice = Roster::new(&programs, &[ours]).notice;
        assert!(notice.starts_with("no worker allows the program \"/usr/bin/other\""), "{notice}");
    }
}
