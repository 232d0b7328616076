//! The forms in which people have grids, as functions that write them.

/// The rows of a grid; a point is a blank. A mutation may have made them uneven.
pub(crate) type Rows = Vec<Vec<char>>;

/// A form, and how it writes a grid whose blanks are this character, or nothing if it is a space.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Form {
    pub(crate) name: &'static str,
    pub(crate) write: fn(&[Vec<String>]) -> String,
}

impl Form {
    pub(crate) fn text(&self, rows: &Rows, blank: &str) -> String {
        let cell = |&cell: &char| if cell == '.' { blank.to_owned() } else { cell.to_string() };
        (self.write)(&rows.iter().map(|row| row.iter().map(cell).collect()).collect::<Vec<_>>())
    }
}

pub(crate) fn rows_of(line: &str) -> Rows {
    line.chars().collect::<Vec<_>>().chunks(9).map(<[char]>::to_vec).collect()
}

const fn form(name: &'static str, write: fn(&[Vec<String>]) -> String) -> Form {
    Form { name, write }
}

/// Forms for blanks that are a character.
pub(crate) const FORMS: &[Form] = &[
    form("one run", |rows| rows.concat().concat()),
    form("one run in a sentence", |rows| format!("Puzzle 12: {} (ED 7.2)", rows.concat().concat())),
    form("one run among fields", |rows| format!("0015c0ffee00 {}  7.2", rows.concat().concat())),
    form("HoDoKu's library", |rows| format!(":0100:4:{}:459 469::", rows.concat().concat())),
    form("XML", |rows| format!("<game data=\"{}\" note=\"\"/>", rows.concat().concat())),
    form("nine lines", |rows| lines(rows, "", "\n")),
    form("nine lines, CR LF", |rows| lines(rows, "", "\r\n")),
    form("nine lines, CR", |rows| lines(rows, "", "\r")),
    form("nine lines, \\n written out", |rows| lines(rows, "", "\\n")),
    form("nine lines, joined", |rows| lines(rows, "", "")),
    form("nine runs in one line", |rows| lines(rows, "", " ")),
    form("nine runs with slashes", |rows| lines(rows, "", "/")),
    form("nine runs with commas", |rows| lines(rows, "", ",")),
    form("a line between bands", |rows| bands(rows, "\n\n", |row| row.concat())),
    form("every second line blank", |rows| lines(rows, "", "\n\n")),
    form("cells apart", |rows| lines(rows, " ", "\n")),
    form("cells apart, joined", |rows| lines(rows, " ", "")),
    form("cells far apart", |rows| lines(rows, "     ", "\n     ")),
    form("cells apart by U+00A0", |rows| lines(rows, "\u{A0}", "\n")),
    form("cells apart by U+3000", |rows| lines(rows, "\u{3000}", "\n")),
    form("boxes apart", |rows| bands(rows, "\n", |row| boxes(row, "", "  "))),
    form("boxes apart by bars", |rows| bands(rows, "\n---+---+---\n", |row| boxes(row, "", "|"))),
    form("boxes apart by bars, plain dashes", |rows| bands(rows, "\n-----------\n", |row| boxes(row, "", "|"))),
    form("boxes apart by bars, joined", |rows| bands(rows, "---+---+---", |row| boxes(row, "", "|"))),
    form("bands apart by dashes", |rows| bands(rows, "\n---------\n", |row| row.concat())),
    form("bands apart by dashes and bars", |rows| bands(rows, "\n---|---|---\n", |row| boxes(row, "", "|"))),
    form("as Display draws it", |rows| bands(rows, "\n------+-------+------\n", |row| boxes(row, " ", " | "))),
    form("as Display, joined", |rows| bands(rows, "------+-------+------", |row| boxes(row, " ", " | "))),
    form("frames of =", |rows| bands(rows, "\n======+=======+======\n", |row| boxes(row, " ", " | "))),
    form("a whole frame", |rows| framed(rows, "+-------+-------+-------+\n", " ")),
    form("a whole frame, close", |rows| framed(rows, "+---+---+---+\n", "")),
    form("a whole frame, joined", |rows| framed(rows, "+-------+-------+-------+\n", " ").replace('\n', "")),
    form("a frame of dashes", |rows| framed(rows, "-------------------------\n", " ")),
    form("Simple Sudoku's frame", |rows| {
        let text = framed(rows, "|---+---+---|\n", "");
        format!(" *-----------*\n {}\n *-----------*\n\n Simple Sudoku\n", text[14..].replace('\n', "\n "))
    }),
    form("HoDoKu's frame", |rows| framed(rows, ".---------.---------.---------.\n", "  ")),
    form("HoDoKu's frame, joined", |rows| framed(rows, ".---------.---------.---------.\n", "  ").replace('\n', "")),
    form("en dashes", |rows| framed(rows, "+–––––––––––+\n", "")),
    form("box-drawing characters", |rows| framed(rows, "├───┼───┼───┤\n", "").replace('|', "│")),
    form("a frame around each cell", |rows| celled(rows, "+---+---+---+---+---+---+---+---+---+\n", " | ")),
    form("a frame around each cell, doubled", |rows| {
        celled(rows, "╠═══╪═══╪═══╬═══╪═══╪═══╬═══╪═══╪═══╣\n", " │ ").replace('|', "║")
    }),
    form("a Markdown table", |rows| {
        let line = |row: &Vec<String>| format!("| {} |\n", row.join(" | "));
        let lines: Vec<String> = rows.iter().map(line).collect();
        let (head, rest) = lines.split_first().unwrap();
        format!("{head}|---|---|---|---|---|---|---|---|---|\n{}", rest.concat())
    }),
    form("a Markdown table, joined", |rows| {
        let line = |row: &Vec<String>| format!("| {} |", row.join(" | "));
        let lines: Vec<String> = rows.iter().map(line).collect();
        let (head, rest) = lines.split_first().unwrap();
        format!("{head}|---|---|---|---|---|---|---|---|---|{}", rest.concat())
    }),
    form("labels", |rows| {
        let row = |(place, row): (usize, &Vec<String>)| {
            format!("{} | {} |\n", char::from(b'A' + place as u8), boxes(row, " ", " | "))
        };
        let lines: Vec<String> = rows.iter().enumerate().map(row).collect();
        let frame = "  +-------+-------+-------+\n";
        let bands: Vec<String> = lines.chunks(3).map(<[String]>::concat).collect();
        format!("    1 2 3   4 5 6   7 8 9\n{frame}{}{frame}", bands.join(frame))
    }),
    form("a head of numbers", |rows| format!("  1 2 3   4 5 6   7 8 9\n{}", framed(rows, "+-------+-------+\n", " "))),
    form("numbered lines", |rows| numbered(rows, "", |place| format!("{}: ", place + 1))),
    form("numbered lines, from 0", |rows| numbered(rows, " ", |place| format!("{place}  "))),
    form("numbered lines, from 8", |rows| numbered(rows, "", |place| format!("{:4}\t", place + 8))),
    form("a numbered list", |rows| numbered(rows, "", |place| format!("{}. ", place + 1))),
    form("rows with names", |rows| numbered(rows, " ", |place| format!("Row {}: ", place + 1))),
    form("names r1 to r9", |rows| numbered(rows, "", |place| format!("r{} = ", place + 1))),
    form("BASIC", |rows| numbered(rows, ",", |place| format!("{} DATA ", 10 * (place + 1)))),
    form("CSV", |rows| lines(rows, ",", "\n")),
    form("CSV, semicolons", |rows| lines(rows, ";", "\n")),
    form("CSV, tabs", |rows| lines(rows, "\t", "\n")),
    form("CSV, quoted", |rows| format!("\"{}\"", lines(rows, "\",\"", "\"\n\""))),
    form("CSV with a byte order mark", |rows| format!("\u{FEFF}{}\r\n", lines(rows, ",", "\r\n"))),
    form("CSV, commas at the end", |rows| lines(rows, ",", ",\n")),
    form("81 fields", |rows| lines(rows, ",", ",")),
    form("81 fields with spaces", |rows| lines(rows, ", ", ", ")),
    form("81 lines", |rows| lines(rows, "\n", "\n")),
    form("numpy", |rows| format!("[[{}]]", lines(rows, " ", "]\n ["))),
    form("numpy's array", |rows| format!("array([[{}]])", lines(rows, ", ", "],\n       ["))),
    form("numpy of strings", |rows| format!("[['{}']]", lines(rows, "' '", "']\n ['"))),
    form("a list of numpy, wrapped", |rows| {
        let cells = rows.concat();
        format!("[{}]", cells.chunks(37).map(|line| line.join(" ")).collect::<Vec<_>>().join("\n "))
    }),
    form("Python", |rows| format!("[['{}']]", lines(rows, "', '", "'], ['"))),
    form("Python, pretty", |rows| format!("board = [\n    [{}],\n]\n", lines(rows, ", ", "],\n    ["))),
    form("Python's long string", |rows| format!("grid = \"\"\"\n{}\n\"\"\"\n", lines(rows, "", "\n"))),
    form("Python's long string, close", |rows| format!("grid = \"\"\"{}\"\"\"", lines(rows, "", "\n"))),
    form("a list of strings", |rows| format!("rows = [\"{}\"]", lines(rows, "", "\", \""))),
    form("a list of strings in lines", |rows| format!("rows = [\n  \"{}\",\n]", lines(rows, "", "\",\n  \""))),
    form("strings of C", |rows| format!("const char *grid =\n    \"{}\";", lines(rows, "", "\"\n    \""))),
    form("strings of C with \\n", |rows| format!("char grid[] = \"{}\\n\";", lines(rows, "", "\\n\"\n  \""))),
    form("C", |rows| format!("int board[9][9] = {{{{{}}}}};", lines(rows, ",", "},\n {"))),
    form("C in one line", |rows| format!("int board[9][9] = {{{{{}}}}};", lines(rows, ", ", "}, {"))),
    form("Java", |rows| format!("new int[][] {{ {{{}}} }}", lines(rows, ", ", "}, {"))),
    form("Java, row by row", |rows| format!("new int[][] {{ new int[] {{{}}} }}", lines(rows, ", ", "}, new int[] {"))),
    form("Rust", |rows| format!("let grid: [[u8; 9]; 9] = [\n    [{}],\n];", lines(rows, ", ", "],\n    ["))),
    form("JavaScript", |rows| format!("const grid = [[{}]];", lines(rows, ", ", "], ["))),
    form("Node.js", |rows| {
        let row = |row: &Vec<String>| {
            let (first, rest) = row.split_at(row.len().min(5));
            format!("  [\n    {},\n    {}\n  ]", first.join(", "), rest.join(", "))
        };
        format!("[\n{}\n]", rows.iter().map(row).collect::<Vec<_>>().join(",\n"))
    }),
    form("Ruby", |rows| format!("[[{}]]", lines(rows, ", ", "],\n ["))),
    form("Go", |rows| format!("var grid = [9][9]int{{\n\t{{{}}},\n}}", lines(rows, ", ", "},\n\t{"))),
    form("MATLAB", |rows| format!("A = [{}];", lines(rows, " ", "; "))),
    form("MATLAB in lines", |rows| format!("A = [{}];", lines(rows, " ", ";\n     "))),
    form("MATLAB's print", |rows| format!("A =\n\n     {}\n", lines(rows, "     ", "\n     "))),
    form("R's matrix", |rows| {
        let head: String = (1..=9).map(|column| format!(" [,{column}]")).collect::<Vec<_>>().concat();
        format!("     {head}\n{}", numbered(rows, "    ", |place| format!(" [{},]    ", place + 1)))
    }),
    form("pandas", |rows| {
        format!("   0  1  2  3  4  5  6  7  8\n{}", numbered(rows, "  ", |place| format!("{place}  ")))
    }),
    form("console.table", |rows| {
        let frame = "├─────────┼───┼───┼───┼───┼───┼───┼───┼───┼───┤\n";
        let row = |(place, row): (usize, &Vec<String>)| format!("│    {place}    │ {} │\n", row.join(" │ "));
        let head = "│ (index) │ 0 │ 1 │ 2 │ 3 │ 4 │ 5 │ 6 │ 7 │ 8 │\n";
        format!("{frame}{head}{frame}{}{frame}", rows.iter().enumerate().map(row).collect::<String>())
    }),
    form("LaTeX", |rows| {
        format!("\\begin{{tabular}}{{|c|}}\n{} \\\\ \\hline\n\\end{{tabular}}", lines(rows, " & ", " \\\\\n"))
    }),
    form("Lisp", |rows| format!("'(({}))", lines(rows, " ", ") ("))),
    form("Scala", |rows| format!("val grid = List(List({}))", lines(rows, ", ", "), List("))),
    form("Scala in lines", |rows| format!("List(List({}))", lines(rows, ", ", "),\n     List("))),
    form("Kotlin", |rows| format!("arrayOf(\n  intArrayOf({}),\n)", lines(rows, ", ", "),\n  intArrayOf("))),
    form("C#", |rows| format!("var b = new[,] {{\n  {{ {} }}\n}};", lines(rows, ", ", " },\n  { "))),
    form("PHP", |rows| format!("$b = array(array({}));", lines(rows, ",", "),array("))),
    form("PHP of strings", |rows| format!("$b = [['{}']];", lines(rows, "','", "'],['"))),
    form("Haskell", |rows| format!("grid = [[{}]]", lines(rows, ",", "]\n       ,["))),
    form("R's list, by rows", |rows| format!("matrix(c({}), nrow = 9, byrow = TRUE)", lines(rows, ", ", ",\n  "))),
    form("numpy, reshaped", |rows| format!("np.array([{}]).reshape(9, 9)", lines(rows, ", ", ", "))),
    form("YAML", |rows| format!("grid:\n  - [{}]\n", lines(rows, ", ", "]\n  - ["))),
    form("YAML of strings", |rows| format!("grid:\n  - \"{}\"\n", lines(rows, "", "\"\n  - \""))),
    form("YAML, a block", |rows| format!("grid: |\n  {}\n", lines(rows, "", "\n  "))),
    form("MySQL", |rows| {
        let frame = format!("+{}\n", "----+".repeat(9));
        let head: String = (1..=9).map(|column| format!(" c{column} |")).collect::<Vec<_>>().concat();
        format!("{frame}|{head}\n{frame}|  {} |\n{frame}", lines(rows, " |  ", " |\n|  "))
    }),
    form("Reddit's table", |rows| {
        let head = format!("{}\n{}\n", [" "; 9].join("|"), [":-:"; 9].join("|"));
        format!("{head}{}", lines(rows, "|", "\n"))
    }),
    form("HTML, lines", |rows| format!("<p>{}</p>", lines(rows, "", "<br>\n"))),
    form("HTML, lines with spaces", |rows| format!("{}<BR />", lines(rows, "&nbsp;", "<BR />"))),
    form("HTML, a table", |rows| {
        format!("<table>\n<tr><td>{}</td></tr>\n</table>", lines(rows, "</td><td>", "</td></tr>\n<tr><td>"))
    }),
    form("HTML, a table of lines", |rows| {
        let row = |row: &Vec<String>| format!("<tr>\n  <td class=\"c\">{}</td>\n</tr>\n", row.join("</td>\n  <td>"));
        format!("<table><tbody>\n{}</tbody></table>", rows.iter().map(row).collect::<String>())
    }),
    form("labels and a close head", |rows| {
        let row =
            |(place, row): (usize, &Vec<String>)| format!("{} {}\n", char::from(b'A' + place as u8), row.concat());
        format!("  123456789\n{}", rows.iter().enumerate().map(row).collect::<String>())
    }),
    form("labels at both ends", |rows| {
        let row = |(place, row): (usize, &Vec<String>)| {
            let label = char::from(b'a' + place as u8);
            format!("{label} | {} | {label}\n", boxes(row, " ", " | "))
        };
        rows.iter().enumerate().map(row).collect::<String>()
    }),
    form("a head of letters", |rows| {
        format!("  A B C D E F G H I\n{}", numbered(rows, " ", |place| format!("{} ", place + 1)))
    }),
    form("the size of the grid", |rows| format!("9 9\n{}", lines(rows, " ", "\n"))),
    form("a sentence before nine runs", |rows| format!("Please solve 1 grid: {} thanks", lines(rows, "", " "))),
    form("a code span", |rows| format!("`{}`", rows.concat().concat())),
    form("bullets", |rows| format!("* {}", lines(rows, "", "\n* "))),
    form("comments of code", |rows| format!("// {}", lines(rows, " ", "\n// "))),
    form("code tags", |rows| format!("[code]\n{}\n[/code]", lines(rows, "", "\n"))),
    form("code tags, close", |rows| format!("[code]{}[/code]", lines(rows, "", "\n"))),
    form("pre", |rows| format!("<pre>\n{}\n</pre>", lines(rows, "", "\n"))),
    form("a fence", |rows| format!("```text\n{}\n```\n", lines(rows, " ", "\n"))),
    form("an indented block", |rows| format!("Here it is:\n\n    {}\n\nThanks!", lines(rows, "", "\n    "))),
    form("a mail's quotation", |rows| format!("On Monday you wrote:\n> {}\n", lines(rows, "", "\n> "))),
    form("a quotation of a quotation", |rows| format!(">> {}\n", lines(rows, " ", "\n>> "))),
    form("a comment on each row", |rows| format!("{} # last", lines(rows, "", " # a row\n"))),
    form("an .sdk file", |rows| {
        format!("#A author\n#D description\n[Puzzle]\n{}\n[State]\n{}", lines(rows, "", "\n"), ".........\n".repeat(9))
    }),
    form("an .sdk file, joined", |rows| format!("[Puzzle]{}[State]{}", lines(rows, "", ""), "1".repeat(81))),
    form("an .ss file", |rows| bands(rows, "\n-----------\n", |row| boxes(row, "", "|"))),
    form("a title of a number", |rows| format!("1\n{}", lines(rows, "", "\n"))),
    form("a title of a date", |rows| format!("2024-01-15\n{}", lines(rows, "", "\n"))),
    form("a title and a trailer", |rows| {
        format!("Grid 01 (easy)\n{}\n\nSimple Sudoku\n  Version 4.2n\n", lines(rows, "", "\n"))
    }),
    form("zero-width characters", |rows| format!("\u{200B}{}\u{FEFF}", lines(rows, "\u{200B}", "\n"))),
    form("curly quotes", |rows| format!("“{}”", lines(rows, "", "\n"))),
];

/// Forms for blanks that are nothing, or a space.
pub(crate) const EMPTY_FORMS: &[Form] = &[
    form("81 fields, empty", |rows| lines(&trimmed(rows), ",", ",")),
    form("CSV, empty", |rows| lines(&trimmed(rows), ",", "\n")),
    form("CSV, empty and quoted", |rows| format!("\"{}\"", lines(&trimmed(rows), "\",\"", "\"\n\""))),
    form("CSV, empty, semicolons", |rows| lines(&trimmed(rows), ";", "\r\n")),
    form("cells of a spreadsheet", |rows| lines(&trimmed(rows), "\t", "\n")),
    form("CSV, empty, with labels", |rows| numbered(&trimmed(rows), ",", |place| format!("r{},", place + 1))),
    form("CSV, empty, with labels and a head", |rows| {
        format!(",1,2,3,4,5,6,7,8,9\n{}", numbered(&trimmed(rows), ",", |place| format!("{},", place + 1)))
    }),
    form("LaTeX, empty", |rows| format!("{} \\\\ \\hline", lines(rows, " & ", " \\\\ \\hline\n"))),
    form("a table", |rows| celled(rows, "+---+---+---+---+---+---+---+---+---+\n", " | ")),
    form("a table, joined", |rows| celled(rows, "+---+---+---+---+---+---+---+---+---+\n", " | ").replace('\n', "")),
    form("a table, box-drawing characters", |rows| {
        celled(rows, "╠═══╪═══╪═══╬═══╪═══╪═══╬═══╪═══╪═══╣\n", " │ ").replace('|', "║")
    }),
    form("a table, close", |rows| format!("|{}|", lines(&trimmed(rows), "|", "|\n|"))),
    form("a table, double bars between boxes", |rows| {
        bands(rows, "\n", |row| format!("|| {} ||", boxes(row, " | ", " || ")))
    }),
    form("a Markdown table with a head", |rows| {
        let head = format!("|{}\n|{}\n", "   |".repeat(9), "---|".repeat(9));
        format!("{head}| {} |", lines(rows, " | ", " |\n| "))
    }),
    form("a Markdown table of bold givens", |rows| {
        let bold = |cell: &String| if cell == " " { " ".to_owned() } else { format!("**{cell}**") };
        let rows: Vec<Vec<String>> = rows.iter().map(|row| row.iter().map(bold).collect()).collect();
        format!("| {} |", lines(&rows, " | ", " |\n| "))
    }),
    form("Reddit's table, empty", |rows| {
        let head = format!("{}\n{}\n", [" "; 9].join("|"), [":-:"; 9].join("|"));
        format!("{head}{}", lines(rows, "|", "\n"))
    }),
    form("a table without outer bars", |rows| lines(&trimmed(rows), "|", "\n")),
    form("psql", |rows| format!(" {}\n(9 rows)\n", lines(rows, " | ", "\n "))),
    form("a table with labels", |rows| {
        let head = format!("|   |{}\n|{}\n", " 1 |".repeat(9), "---|".repeat(10));
        let row = |(place, row): (usize, &Vec<String>)| format!("| {} | {} |\n", place + 1, row.join(" | "));
        head.replace(" 1 | 1 | 1 | 1 | 1 | 1 | 1 | 1 | 1 |", " 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 |")
            + &rows.iter().enumerate().map(row).collect::<String>()
    }),
    form("HTML, a table with empty cells", |rows| {
        let rows = trimmed(rows);
        format!("<table>\n<tr><td>{}</td></tr>\n</table>", lines(&rows, "</td><td>", "</td></tr>\n<tr><td>"))
    }),
    form("HTML, a table with &nbsp;", |rows| {
        let row = |row: &Vec<String>| format!("<tr>\n  <td>{}</td>\n</tr>\n", row.join("</td>\n  <td>"));
        format!("<TABLE>{}</TABLE>", rows.iter().map(row).collect::<String>().replace("> <", ">&nbsp;<"))
    }),
    form("spaces in nine lines", |rows| lines(rows, "", "\n")),
    form("spaces in nine lines, apart", |rows| lines(rows, " ", "\n")),
    form("spaces in one line", |rows| lines(rows, "", "")),
    form("spaces in a mail's quotation", |rows| format!("> {}", lines(rows, "", "\n> "))),
    form("spaces in a frame", |rows| framed(rows, "+---+---+---+\n", "")),
    form("spaces in a frame, apart", |rows| framed(rows, "+-------+-------+-------+\n", " ")),
    form("spaces in a frame, with a head", |rows| {
        format!("  1 2 3   4 5 6   7 8 9\n{}", framed(rows, "+-------+-------+-------+\n", " "))
    }),
    form("spaces between bars", |rows| bands(rows, "\n---+---+---\n", |row| boxes(row, "", "|"))),
    form("spaces between bars, apart", |rows| bands(rows, "\n------+-------+------\n", |row| boxes(row, " ", " | "))),
    form("spaces, U+00A0", |rows| framed(rows, "+---+---+---+\n", "").replace(' ', "\u{A0}")),
    form("Python, spaces", |rows| format!("[['{}']]", lines(rows, "', '", "'], ['"))),
    form("Python, empty strings", |rows| format!("[['{}']]", lines(&trimmed(rows), "', '", "'],\n ['"))),
];

/// Forms whose blanks are words.
pub(crate) const WORD_FORMS: &[(Form, &str)] = &[
    (form("Python's None", |rows| format!("[[{}]]", lines(rows, ", ", "], ["))), "None"),
    (form("Ruby's nil", |rows| format!("[[{}]]", lines(rows, ", ", "],\n ["))), "nil"),
    (
        form("pandas with NaN", |rows| {
            let dotted: Vec<Vec<String>> = floats(rows);
            format!(
                "     0    1    2    3    4    5    6    7    8\n{}",
                numbered(&dotted, "  ", |place| format!("{place}  "))
            )
        }),
        "NaN",
    ),
    (form("numpy of floats", |rows| format!("[[{}]]", lines(&floats(rows), " ", "]\n ["))), "nan"),
    (form("SQL", |rows| format!("| {} |", lines(rows, " | ", " |\n| "))), "NULL"),
    (form("R's NA", |rows| numbered(rows, "   ", |place| format!("[{},]   ", place + 1))), "NA"),
];

/// Forms of numbers with a point; their blanks are 0.
pub(crate) const FLOAT_FORMS: &[Form] = &[
    form("numpy of floats", |rows| format!("[[{}]]", lines(&floats(rows), " ", "]\n ["))),
    form("numpy of floats, as a list", |rows| format!("array([[{}]])", lines(&floats(rows), ", ", "],\n       ["))),
    form("floats of CSV", |rows| lines(&floats(rows), "0,", "0\n") + "0"),
    form("pandas of floats", |rows| {
        numbered(&floats(rows), "0  ", |place| format!("{place}  ")).replace(".\n", ".0\n")
    }),
];

fn floats(rows: &[Vec<String>]) -> Vec<Vec<String>> {
    let float = |cell: &String| if cell.len() == 1 { format!("{cell}.") } else { cell.clone() };
    rows.iter().map(|row| row.iter().map(float).collect()).collect()
}

fn trimmed(rows: &[Vec<String>]) -> Vec<Vec<String>> {
    rows.iter().map(|row| row.iter().map(|cell| cell.trim().to_owned()).collect()).collect()
}

fn lines(rows: &[Vec<String>], between_cells: &str, between_rows: &str) -> String {
    rows.iter().map(|row| row.join(between_cells)).collect::<Vec<_>>().join(between_rows)
}

fn numbered(rows: &[Vec<String>], between_cells: &str, label: impl Fn(usize) -> String) -> String {
    rows.iter().enumerate().map(|(place, row)| label(place) + &row.join(between_cells) + "\n").collect()
}

fn boxes(row: &[String], between_cells: &str, between_boxes: &str) -> String {
    row.chunks(3).map(|cells| cells.join(between_cells)).collect::<Vec<_>>().join(between_boxes)
}

fn bands(rows: &[Vec<String>], between: &str, row: impl Fn(&Vec<String>) -> String) -> String {
    let band = |rows: &[Vec<String>]| {
        rows.iter().map(&row).collect::<Vec<_>>().join(if between.contains('\n') { "\n" } else { "" })
    };
    rows.chunks(3).map(band).collect::<Vec<_>>().join(between)
}

fn framed(rows: &[Vec<String>], frame: &str, between_cells: &str) -> String {
    let pad = if between_cells.is_empty() { "" } else { " " };
    let row = |row: &Vec<String>| {
        let boxes = boxes(row, between_cells, &format!("{pad}|{pad}"));
        format!("|{pad}{boxes}{pad}|\n")
    };
    let bands: Vec<String> = rows.chunks(3).map(|rows| rows.iter().map(row).collect()).collect();
    format!("{frame}{}{frame}", bands.join(frame))
}

fn celled(rows: &[Vec<String>], frame: &str, between: &str) -> String {
    let row = |row: &Vec<String>| format!("| {} |\n{frame}", row.join(between));
    format!("{frame}{}", rows.iter().map(row).collect::<String>())
}
