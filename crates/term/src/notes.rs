//! Numbers noted beside terms for a while: what an evaluation has computed so far.
//!
//! A page has one entry per term of the table, so noting and looking up are one access to memory each. An entry counts only if it
//! has the mark of its user, so a page is never cleaned; pages go back to the table that they belong to. A table only grows, so what
//! is noted stays true of its terms, and a user may go on with a page that it left.

use std::cell::{Cell, RefCell};

use crate::node::Term;

#[derive(Clone, Copy, Default)]
struct Entry {
    mark: u64,
    value: u64,
}

/// A page and the last mark that was used on it.
#[derive(Default)]
pub(crate) struct Page {
    entries: Vec<Entry>,
    mark: u64,
}

/// The pages of a table that nobody uses now, and how many numbers were noted in all.
#[derive(Default)]
pub(crate) struct Pages {
    unused: RefCell<Vec<Page>>,
    noted: Cell<u64>,
}

impl Pages {
    /// How many numbers were noted so far.
    pub fn noted(&self) -> u64 {
        self.noted.get()
    }

    /// A page that nobody uses any more.
    pub fn give_back(&self, page: Page) {
        self.unused.borrow_mut().push(page);
    }
}

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
    noted: u64,
}

impl<'a> Notes<'a> {
    /// No numbers yet, beside so many terms.
    pub fn new(pages: &'a Pages, terms: usize) -> Self {
        let mut page = pages.unused.borrow_mut().pop().unwrap_or_default();
        page.mark += 1;
        Self::on(pages, page, terms)
    }

    /// The numbers on a page of the same table, beside so many terms.
    pub fn on(pages: &'a Pages, mut page: Page, terms: usize) -> Self {
        if page.entries.len() < terms {
            let with_room = terms + terms / 4;
            page.entries.resize(with_room, Entry::default());
        }
        Self {
            pages,
            page,
            noted: 0,
        }
    }

    /// Takes the page away, to go on with it later.
    pub fn leave(mut self) -> Page {
        std::mem::take(&mut self.page)
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
        self.noted += 1;
        self.page.entries[term.index()] = Entry {
            mark: self.page.mark,
            value,
        };
    }
}

impl Drop for Notes<'_> {
    fn drop(&mut self) {
        let page = std::mem::take(&mut self.page);
        // What was taken away does not come back here.
        if !page.entries.is_empty() {
            self.pages.give_back(page);
        }
        let noted = &self.pages.noted;
        noted.set(noted.get() + self.noted);
    }
}
