//! The table of engines, and what is asked of all of them: which one has a name or an option, which one answers.

use crate::conflict::Conflict;
use crate::engine::{Demand, Engine, OwnOption, OwnOptions, WrongOption};
use crate::merge::{Merge, Prove};
use crate::paths::Paths;
use crate::portfolio::Auto;

/// The explorers, in the order in which they are told of and have their turns.
static EXPLORERS: [&dyn Engine; 4] = [&Paths, &Merge, &Conflict, &Prove];

/// Their portfolio.
static AUTO: Auto = Auto {
    explorers: &EXPLORERS,
    of_paths: &Paths,
    of_formulas: &Merge,
    of_proofs: &Prove,
};

/// All engines, the one that is taken where nobody chooses first.
pub fn engines() -> impl Iterator<Item = &'static dyn Engine> {
    let auto: &dyn Engine = &AUTO;
    std::iter::once(auto).chain(EXPLORERS)
}

/// The engines that run side by side in the portfolio.
pub fn of_portfolio() -> impl Iterator<Item = &'static dyn Engine> {
    AUTO.members()
}

/// The engine of a name.
pub fn engine_named(name: &str) -> Option<&'static dyn Engine> {
    engines().find(|engine| engine.name() == name)
}

/// The engine that answers where these things are asked for.
pub fn answering(engine: &'static dyn Engine, demands: &[Demand]) -> &'static dyn Engine {
    engine.stand_in(demands).unwrap_or(engine)
}

/// Why an engine cannot be asked so, and what to do: it refuses one of the demands, or one of the options is another engine's.
pub fn refusal(engine: &dyn Engine, demands: &[Demand], own: &OwnOptions) -> Option<&'static str> {
    let refused = (engine.refuses().iter()).find(|refusal| demands.contains(&refusal.demand));
    refused.map(|refusal| refusal.message).or_else(|| {
        let others = engines().filter(|other| other.name() != engine.name());
        let mut options = others.flat_map(|other| other.options());
        let foreign = options.find(|option| own.has(option.name));
        foreign.map(|option| option.elsewhere)
    })
}

impl OwnOption {
    /// The option of a name.
    pub fn named(name: &str) -> Option<&'static OwnOption> {
        let mut all = engines().flat_map(|engine| engine.options());
        all.find(|option| option.name == name)
    }
}

impl OwnOptions {
    /// Sets an option.
    ///
    /// # Errors
    /// If no engine has it, or if what stands behind it cannot be read.
    pub fn set(&mut self, name: &str, value: Option<&str>) -> Result<(), WrongOption> {
        let option = OwnOption::named(name).ok_or_else(|| WrongOption::Unknown(name.to_owned()))?;
        self.insert(option, value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_engine_has_its_name_and_every_option_one_engine() {
        let mut options = Vec::new();
        for engine in engines() {
            let found = engine_named(engine.name()).map(Engine::name);
            assert_eq!(found, Some(engine.name()));
            assert!(!engine.summary().is_empty());
            options.extend(engine.options().iter().map(|option| option.name));
        }
        let count = options.len();
        options.sort_unstable();
        options.dedup();
        assert_eq!(options.len(), count);
        assert!(engine_named("frobnicate").is_none());
    }

    /// An engine that nobody asked for.
    struct Aside;

    impl Engine for Aside {
        fn name(&self) -> &'static str {
            "aside"
        }

        fn summary(&self) -> &'static str {
            "Only where it is asked for."
        }

        fn joins_portfolio(&self) -> bool {
            false
        }

        fn run(
            &self,
            task: &crate::engine::Task<'_>,
            observer: &mut dyn crate::Observer,
        ) -> Result<crate::engine::Answer, crate::ExploreError> {
            Paths.run(task, observer)
        }
    }

    #[test]
    fn an_engine_that_is_only_asked_for_by_name_is_none_of_the_portfolio() {
        let auto = Auto {
            explorers: &[&Paths, &Aside, &Merge],
            of_paths: &Paths,
            of_formulas: &Merge,
            of_proofs: &Prove,
        };
        let members: Vec<&str> = auto.members().map(Engine::name).collect();
        assert_eq!(members, ["paths", "merge"]);
        let all: Vec<&str> = of_portfolio().map(Engine::name).collect();
        assert_eq!(all, ["paths", "merge", "conflict", "prove"]);
    }

    #[test]
    fn options_of_another_engine_are_refused_and_its_own_are_not() {
        let mut own = OwnOptions::default();
        own.set("decide", Some("guide")).unwrap();
        let refused = |name: &str, demands: &[Demand]| {
            engine_named(name).and_then(|engine| refusal(engine, demands, &own))
        };
        assert!(refused("conflict", &[]).is_none());
        for name in ["auto", "paths", "merge"] {
            assert!(refused(name, &[]).unwrap().contains("--decide"), "{name}");
        }
        assert!(
            refused("conflict", &[Demand::Cores])
                .unwrap()
                .contains("--cores")
        );
    }

    #[test]
    fn the_portfolio_stands_aside_where_single_paths_or_formulas_are_asked_for() {
        let auto = engine_named("auto").unwrap();
        assert_eq!(answering(auto, &[]).name(), "auto");
        assert_eq!(answering(auto, &[Demand::Formulas]).name(), "merge");
        assert_eq!(answering(auto, &[Demand::Proof]).name(), "prove");
        let both = [Demand::Formulas, Demand::Decisions];
        assert_eq!(answering(auto, &both).name(), "paths");
    }

    #[test]
    fn what_cannot_be_read_is_told_when_it_is_set() {
        let mut own = OwnOptions::default();
        assert_eq!(own.set("merge-prune", None), Ok(()));
        assert_eq!(own.set("memory-reasons", Some("joins")), Ok(()));
        let wrong = |name, value| {
            let mut own = OwnOptions::default();
            own.set(name, value).unwrap_err().to_string()
        };
        assert!(wrong("frobnicate", None).contains("no engine"));
        assert!(wrong("memory-reasons", Some("x")).contains("definitions, joins"));
        assert!(wrong("memory-reasons", None).contains("definitions, joins"));
        assert!(wrong("decide", Some("chance")).contains("black-box"));
        assert!(wrong("decide", None).contains("DECIDER"));
        assert!(wrong("explain", Some("x")).contains("nothing"));
        let set: Vec<_> = own.iter().collect();
        assert_eq!(
            set,
            [("memory-reasons", Some("joins")), ("merge-prune", None)]
        );
        assert!(own.has("merge-prune") && own.get("merge-prune").is_none());
        assert_eq!(own.get("memory-reasons"), Some("joins"));
    }
}
