//! Numbers noted beside terms for a while: what an evaluation has computed so far.
//!
//! A page has one entry per term of the table, so noting and looking up are one access to memory each. An entry counts only if it
//! has the mark of its user, so a page is never cleaned; pages go back to the table that they belong to.

use std::cell::RefCell;

use crate::node::Term;

#[derive(Clone, Copy, Default)]
struct Entry {
    mark: u64,
    value: u64,
}

/// A page and the last mark that was used on it.
#[derive(Default)]
struct Page {
    entries: Vec<Entry>,
    mark: u64,
}

/// The pages of a table that nobody uses now.
#[derive(Default)]
pub(crate) struct Pages(RefCell<Vec<Page>>);

impl Clone for Pages {
    /// A table of its own has pages of its own.
    fn clone(&self) -> Self {
        Self::default()
    }
}

/// Numbers beside the terms of a table.
pub(crate) struct Notes<'a> {
    pages: &'a Pages,
    page: Page,
}

impl<'a> Notes<'a> {
    /// No numbers yet, beside so many terms.
    pub fn new(pages: &'a Pages, terms: usize) -> Self {
        let mut page = pages.0.borrow_mut().pop().unwrap_or_default();
        page.mark += 1;
        if page.entries.len() < terms {
            let with_room = terms + terms / 4;
            page.entries.resize(with_room, Entry::default());
        }
        Self { pages, page }
    }

    /// The number beside a term.
    #[inline]
    pub fn get(&self, term: Term) -> Option<u64> {
        let entry = self.page.entries[term.index()];
        (entry.mark == self.page.mark).then_some(entry.value)
    }

    /// Notes a number.
    #[inline]
    pub fn set(&mut self, term: Term, value: u64) {
        self.page.entries[term.index()] = Entry {
            mark: self.page.mark,
            value,
        };
    }
}

impl Drop for Notes<'_> {
    fn drop(&mut self) {
        let page = std::mem::take(&mut self.page);
        self.pages.0.borrow_mut().push(page);
    }
}
