//! Points in time as ISO 8601 has them, for formats that ask when a file was made.

/// Days from the beginning of the era of 400 years to 1 January 1970, which begins on 1 March of a year divisible by 400.
const DAYS_BEFORE_1970: u64 = 719_468;
const DAYS_PER_ERA: u64 = 146_097;

/// A number of seconds since 1970 (UTC) as `YYYY-MM-DDThh:mm:ssZ`. (The days are counted in years that begin in March, so that the day
/// that leap years have more is the last: E. G. Richards, "Mapping Time", 1998.)
pub fn date_time(seconds: u64) -> String {
    let (days, seconds) = (seconds / 86_400 + DAYS_BEFORE_1970, seconds % 86_400);
    let (era, day) = (days / DAYS_PER_ERA, days % DAYS_PER_ERA);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (month, next) = if month < 10 {
        (month + 3, 0)
    } else {
        (month - 9, 1)
    };
    let year = 400 * era + year + next;
    let (hour, minute, second) = (seconds / 3_600, seconds / 60 % 60, seconds % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
}

#[cfg(test)]
mod tests {
    use super::date_time;

    #[test]
    fn days_of_leap_years_are_counted() {
        for (seconds, expected) in [
            (0, "1970-01-01T00:00:00Z"),
            (951_782_399, "2000-02-28T23:59:59Z"),
            (951_868_800, "2000-03-01T00:00:00Z"),
            (1_709_164_800, "2024-02-29T00:00:00Z"),
            (4_107_542_399, "2100-02-28T23:59:59Z"),
            (4_107_542_400, "2100-03-01T00:00:00Z"),
        ] {
            assert_eq!(date_time(seconds), expected);
        }
    }
}
