/**
 * Layout inside a section's text: bullets, numbers, tables and bold, written with a few marks of
 * Markdown. The editor, the page and every form of export read it here, so that all show the same.
 *
 * Text that follows no rule is plain text: reading and writing it again gives every character back.
 */

type LineBlock = {
  readonly kind: 'line';
  /** Blanks and the sign of a list (`• `, `- `, `2. `); empty for a plain line. */
  readonly mark: string;
  readonly text: string;
};
type TableBlock = {
  readonly kind: 'table';
  /** The first row is the head; all rows have the same number of cells. */
  readonly rows: readonly (readonly string[])[];
};
export type NoteBlock = LineBlock | TableBlock;
export type Run = { readonly text: string; readonly bold: boolean };

/**
 * A bullet stands before anything; a dash or a star only before a letter, because a dash before a
 * digit, a sign or "ve" may be a minus. A number has at most two digits.
 */
const MARK =
  /^[^\S\n]*(?:•[^\S\n]+|[-*][^\S\n]+(?!ve(?![\p{L}\p{M}]))(?=[`*]{0,2}[\p{L}\p{M}])|\d{1,2}\.[^\S\n]+)(?=\S)/iu;
/** Begins with a letter: "**5 mg**" is what somebody wrote. */
const BOLD = /(?<![\p{L}\p{N}*])\*\*(?=\p{L})([^*\n]+?)(?<=[\p{L}.:)])\*\*(?![\p{L}\p{N}*])/gu;
const ROW = /^\| (.*) \|$/;
const RULE = /^\|(?: --- \|)+$/;

const cellsOf = (line: string | undefined): string[] | undefined => {
  const inner = ROW.exec(line ?? '')?.[1];
  return inner === undefined || RULE.test(line ?? '') ? undefined : inner.split(' | ');
};

export function blocksOf(text: string): NoteBlock[] {
  const lines = text.split('\n');
  const blocks: NoteBlock[] = [];
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? '';
    const rows = tableAt(lines, at);
    if (rows) {
      blocks.push({ kind: 'table', rows });
      at += rows.length;
      continue;
    }
    const mark = MARK.exec(line)?.[0] ?? '';
    blocks.push({ kind: 'line', mark, text: line.slice(mark.length) });
  }
  return blocks;
}

/** A head, the rule below it, and the rows that have as many cells as the head. */
function tableAt(lines: readonly string[], at: number): string[][] | undefined {
  const head = cellsOf(lines[at]);
  if (!head || lines[at + 1] !== ruleOf(head.length)) return undefined;
  const rows = [head];
  for (let next = at + 2; ; next++) {
    const row = cellsOf(lines[next]);
    if (row?.length !== head.length) return rows;
    rows.push(row);
  }
}

const ruleOf = (cells: number): string => `|${' --- |'.repeat(cells)}`;
const rowText = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

/** The lines of a table; the second is its rule. */
const tableLines = ({ rows }: TableBlock): string[] => {
  const [head = [], ...others] = rows;
  return [rowText(head), ruleOf(head.length), ...others.map(rowText)];
};

export const textOfBlocks = (blocks: readonly NoteBlock[]): string =>
  blocks
    .flatMap((block) => (block.kind === 'table' ? tableLines(block) : [block.mark + block.text]))
    .join('\n');

/** The runs of a line or a cell; joined by `inlineOf` they are the same text. */
export function runsOf(text: string): Run[] {
  const runs: Run[] = [];
  let from = 0;
  for (const { 0: whole, 1: words = '', index } of text.matchAll(BOLD)) {
    if (index > from) runs.push({ text: text.slice(from, index), bold: false });
    runs.push({ text: words, bold: true });
    from = index + whole.length;
  }
  if (from < text.length) runs.push({ text: text.slice(from), bold: false });
  return runs;
}

/** Writes runs. Bold that could not be read again is left out, and its words stay. */
export function inlineOf(runs: readonly Run[]): string {
  const write = (one: Run) => (one.bold ? boldText(one.text) : one.text);
  const marked = runs.map(write).join('');
  const plain = runs.map(({ text }) => text).join('');
  const wanted = runs.flatMap(({ text, bold }) => (bold ? [text.trim()] : [])).join('\n');
  const read = runsOf(marked);
  const got = read.flatMap(({ text, bold }) => (bold ? [text] : [])).join('\n');
  return got === wanted && read.map(({ text }) => text).join('') === plain ? marked : plain;
}

/** Blanks at the ends stay outside. */
const boldText = (text: string): string => {
  const [, before = '', words = '', after = ''] = /^(\s*)(.*?)(\s*)$/s.exec(text) ?? [];
  return words === '' ? text : `${before}**${words}**${after}`;
};

const blank = (text: string) => text.replace(/[^\n]/g, ' ');

/**
 * The words alone, for reading: each mark is replaced by as many blanks, so that places in the
 * result are places in the text. Cells of a table are parted by a colon.
 */
export function withoutMarks(text: string): string {
  return blocksOf(text)
    .flatMap((block) => {
      if (block.kind === 'line') return [blank(block.mark) + block.text];
      return tableLines(block).map((line, at) =>
        at === 1 ? blank(line) : `  ${line.slice(2, -2).replaceAll(' | ', ':  ')}  `,
      );
    })
    .join('\n')
    .replace(BOLD, (_whole, words: string) => `  ${words}  `);
}

/** The same sections as plain words (`withoutMarks`). */
export const readable = <T extends { readonly text: string }>(sections: readonly T[]): T[] =>
  sections.map((section) => ({ ...section, text: withoutMarks(section.text) }));

/** Bold words that a rule of this file can read; others lose their stars. */
export const canBeBold = (words: string): boolean => runsOf(`**${words}**`)[0]?.bold === true;
