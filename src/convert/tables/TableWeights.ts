/** What speaks for a table and what against it, each a share from 0 to 1, and what it adds to a score: set by hand on printed documents. Above 0 a proposal is a table. */
export const weights = {
  /** What a proposal with no evidence scores. */
  bias: -8.1,
  /** Borders of cells that are painted. */
  closed: 2.6,
  /** Words in cells that hold the same words as one of a table that the page's tree tells of, and which agrees with the page. */
  told: 4,
  /** Words that the tree says are a paragraph, an item or a heading; twice where others are in a table of it. */
  untold: -3,
  /** Of the rulings over the header, under it and at the foot, those that are painted. */
  ruled: 1,
  /** Texts of a column that stand in line, at the left, the right, the centre or the decimal point. */
  aligned: 2.2,
  /** How wide the narrowest strip between two columns is: 1 from two em. */
  gap: 0.4,
  /** 1 from five rows, and from four columns. */
  rows: 1.6,
  columns: 1.7,
  /** Places that hold text, or are drawn as cells all around, or told. */
  filled: 2,
  /** Cells below the first row that are numbers. */
  numerals: 0.6,
  /** The first row looks different from the others: bold, or of another colour. */
  header: 1.2,
  /** Neighbours in a column that cannot be one running text, since the next word would have fitted or both are numbers. */
  parted: 0.9,
  /** The caption of a table stands right over or under it. */
  captioned: 1.5,
  /** Texts of three words at most. */
  brief: 1.4,
  /** How far apart its rows are: 0 when they are as close as lines of text, 1 when they are twice as far. */
  loose: 0.6,
  /** Characters in rows that are one text over all columns, which no rulings close, or several. */
  through: -7,
  /** Columns that read as running text from row to row. */
  prose: -2.5,
  /** Neighbours in a column, as close as lines of text, of which the lower goes on with the sentence of the upper. */
  runsOn: -2.3,
  /** Entries of the first column that are markers of a list. */
  listed: -4,
  /** It is a table of contents, numbered formulas. */
  contents: -4,
  equations: -3,
  /** Nothing stands in its last column: what is drawn there is of something else. */
  unused: -3,
  /** Rows are of one kind of text, numbers or words, and columns of several: things side by side, each in its own lines. */
  turned: -6,
  /** Texts that are labels in smaller letters over others, or stand below one: fields of a form. */
  labelled: -4,
  /** Names of authors side by side under the title, each over where they are at home. */
  authors: -4,
  /** Its columns are cards, each in a box with others of its own alone. */
  cards: -9,
  /** Texts that are labels before their values on one line, in each column: fields too, which a tree may place in a table. */
  fields: -6,
  /** Cells that hold several texts side by side, or several numbers. */
  glued: -2.4,
  /** Cells whose lines are texts of their own: several rows in one. */
  stacked: -4,
  /** Drawn curves and slanted words among its cells that are open. */
  graphics: -2.2,
  /** The first row comes again, or another header: two tables. */
  repeats: -3,
  /** Rows that words of its box stand in, which are in none of its cells, or whose texts go on outside. */
  torn: -3.5,
  /** Rows that are nearly all typewriter. */
  code: -2.6,
  /** A row below the first is one larger text: a heading. */
  headings: -1.5,
  /** It has one column, one row of several texts or three texts, and is open, boxes apart, boxes of running text or a listing. */
  single: -2.4
}

export type Evidence = Readonly<Record<Exclude<keyof typeof weights, "bias">, number>>
