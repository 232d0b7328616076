//! What a character is, given how the grid writes its blanks: a cell, a gap between cells, or neither.

/// The characters that a grid writes its blanks with. The other characters below are frames then, or make a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Blanks {
    /// `.` `0` `x` `X` `?`, which are no part of a frame.
    Marks,
    /// As `Marks`, where numbers end in a point: `5. 3. 0.` is three cells.
    Floats,
    /// `*`
    Stars,
    /// `_`
    Underscores,
    /// `-`
    Dashes,
}

impl Blanks {
    pub(super) const ALL: [Self; 5] = [Self::Marks, Self::Floats, Self::Stars, Self::Underscores, Self::Dashes];

    /// The only blank, where it is a character of which frames may be made.
    pub(super) const fn stroke(self) -> Option<char> {
        match self {
            Self::Marks | Self::Floats => None,
            Self::Stars => Some('*'),
            Self::Underscores => Some('_'),
            Self::Dashes => Some('-'),
        }
    }

    /// Whether the text may have a grid with such blanks.
    pub(super) fn may_occur_in(self, text: &str) -> bool {
        match self {
            Self::Marks => true,
            Self::Floats => text.as_bytes().windows(4).any(|bytes| {
                let is_cell = |byte: u8| byte.is_ascii_digit() || byte == b'.';
                let is_zero = bytes[3] == b'0';
                !is_cell(bytes[0]) && bytes[1].is_ascii_digit() && bytes[2] == b'.' && (is_zero || !is_cell(bytes[3]))
            }),
            Self::Stars | Self::Underscores | Self::Dashes => self.stroke().is_some_and(|stroke| text.contains(stroke)),
        }
    }

    /// The strongest gap among these characters.
    pub(super) fn gap(self, text: &str) -> Gap {
        let gaps = text.chars().map(|character| match self.class(character) {
            Class::Gap(gap) => gap,
            Class::Cell | Class::Alien => Gap::Nothing,
        });
        gaps.max().unwrap_or(Gap::Nothing)
    }

    /// Whether the character makes a word of its token.
    pub(super) fn is_alien(self, character: char) -> bool {
        matches!(self.class(character), Class::Alien)
    }

    pub(super) fn class(self, character: char) -> Class {
        match character {
            '1'..='9' => Class::Cell,
            '.' | '0' | 'x' | 'X' | '?' if self.stroke().is_none() => Class::Cell,
            '*' | '_' | '-' if self.stroke() == Some(character) => Class::Cell,
            '*' | '_' | '-' | '+' | '=' | '~' => Class::Gap(Gap::Frame),
            ' ' => Class::Gap(Gap::Space),
            '\t' | ',' | ':' | '&' | '"' | '\'' | '`' | '$' | '<' | '>' => Class::Gap(Gap::Comma),
            ';' | '/' | '\\' => Class::Gap(Gap::Semicolon),
            '|' => Class::Gap(Gap::Bar),
            '(' | ')' | '[' | ']' | '{' | '}' => Class::Gap(Gap::Bracket),
            _ => Class::Alien,
        }
    }
}

pub(super) enum Class {
    Cell,
    Gap(Gap),
    Alien,
}

/// What stands between two cells: the strongest of the characters there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Gap {
    Nothing,
    Space,
    Comma,
    Semicolon,
    Bar,
    Frame,
    Bracket,
    Word,
}

impl Gap {
    /// Whether it draws a line between two cells.
    pub(super) const fn is_drawn(self) -> bool {
        matches!(self, Self::Bar | Self::Frame)
    }
}
