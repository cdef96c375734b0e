//! The options that only one engine has, as the table of engines describes them.

use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::error::ErrorKind;
use clap::{Arg, ArgAction, ArgGroup, ArgMatches, Args, FromArgMatches};
use everypath_explore::{OwnOption, OwnOptions, Takes, engines};

/// The name of the group of these options.
const GROUP: &str = "EngineArguments";

/// The options that only one engine has, as the table of engines describes them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EngineArguments(pub OwnOptions);

impl Args for EngineArguments {
    fn augment_args(command: clap::Command) -> clap::Command {
        let options = engines().flat_map(|engine| engine.options());
        let group = ArgGroup::new(GROUP).multiple(true);
        let command = command.group(group);
        options.fold(command, |command, option| {
            command.arg(engine_option(option).group(GROUP))
        })
    }

    fn augment_args_for_update(command: clap::Command) -> clap::Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for EngineArguments {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let mut own = EngineArguments::default();
        own.update_from_arg_matches(matches)?;
        Ok(own)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        for option in engines().flat_map(|engine| engine.options()) {
            let value = match option.takes {
                Takes::Nothing if !matches.get_flag(option.name) => continue,
                Takes::Nothing => None,
                Takes::OneOf(..) | Takes::Text(..) => {
                    let Some(value) = matches.get_one::<String>(option.name) else {
                        continue;
                    };
                    Some(value.as_str())
                }
            };
            self.0
                .set(option.name, value)
                .map_err(|error| clap::Error::raw(ErrorKind::InvalidValue, error))?;
        }
        Ok(())
    }
}

/// An option of one engine as one of the command line.
fn engine_option(option: &'static OwnOption) -> Arg {
    let arg = Arg::new(option.name).long(option.name).help(option.help);
    match option.takes {
        Takes::Nothing => arg.action(ArgAction::SetTrue),
        Takes::OneOf(name, words) => {
            let words = words.iter();
            let words = words.map(|&(word, meaning)| PossibleValue::new(word).help(meaning));
            arg.value_name(name)
                .value_parser(PossibleValuesParser::new(words))
        }
        Takes::Text(name, check) => arg
            .value_name(name)
            .value_parser(move |text: &str| check(text).map(|()| text.to_owned())),
    }
}
