/**
 * The documents of a note as sections of plain lines: what extraction reads, what a doctor edits
 * and what goes to the EMR.
 */
import { type EmrItem, emrSections } from './emr-sections.ts';
import type { NoteDocument } from './note.ts';
import { canBeBold } from './note-layout.ts';

export type NoteSection = {
  /** Unique in its document, the same whenever the same document is read. */
  readonly id: string;
  /**
   * The platform's key of an EMR section (`symptoms`, `labTests` …); undefined for headings that
   * somebody wrote.
   */
  readonly key?: string | undefined;
  /**
   * As it was written; empty for what stands before the first heading, and for EMR sections, which
   * are called after their key.
   */
  readonly title: string;
  /** One line an item; no markup. Positions in it are UTF-16 code units. */
  readonly text: string;
};

/** The line of one item of an EMR document: its name, then what belongs to it. */
export const lineOf = ({ name, facts }: EmrItem): string =>
  [name, ...facts.map(([, value]) => value)].filter(Boolean).join(', ');

/**
 * Returns true for a text longer than a visit can produce, though a platform may send it (P17): it
 * is shown, and neither edited nor read for findings. Eight hours of speech are shorter.
 */
export const isTooLong = ({ kind, text = '' }: Pick<NoteDocument, 'kind' | 'text'>): boolean =>
  text.length > (kind === 'transcript' ? 600_000 : 200_000);

type Written = Pick<NoteDocument, 'kind' | 'text' | 'emr'>;

/** Splits the text and loses none of its words. A transcript is one section. No markup. */
export const sectionsOf = (document: Written): NoteSection[] =>
  split(document, (lines) =>
    lines
      .filter((line) => !RULE.test(line))
      .map(plain)
      .join('\n')
      .trim(),
  );

/**
 * The same sections as they are edited, signed and exported: bullets, numbers, tables and bold stay
 * (`note-layout.ts`).
 */
export const writtenSectionsOf = (document: Written): NoteSection[] =>
  split(document, (lines) =>
    laidOut(lines)
      .join('\n')
      .replace(/^(?:[^\S\n]*\n)+/, '')
      .trimEnd(),
  );

/** A line of dashes below the head of a table. */
const RULE = /^\s*\|[\s|:-]+\|\s*$/;

function split(
  { kind, text = '', emr }: Written,
  textOf: (lines: readonly string[]) => string,
): NoteSection[] {
  if (kind === 'emr' && emr !== undefined) {
    return emrSections(emr).map(({ key, items }, at) => ({
      id: `${at}-${key}`,
      key,
      title: '',
      text: items.map(lineOf).join('\n'),
    }));
  }
  if (kind !== 'markdown') return text.trim() === '' ? [] : [{ id: '0', title: '', text }];
  let last: { title: string; lines: string[] } = { title: '', lines: [] };
  const sections = [last];
  for (const line of text.split('\n')) {
    const heading = /^\s{0,3}(?:#{1,6}\s+(.*?)\s*#*|\*\*([^*]+?):?\*\*:?)\s*$/.exec(line);
    if (heading) {
      last = { title: plain(heading[1] ?? heading[2] ?? '').replace(/:$/, ''), lines: [] };
      sections.push(last);
    } else last.lines.push(line);
  }
  return sections
    .map(({ title, lines }, at) => ({ id: String(at), title, text: textOf(lines) }))
    .filter(({ title, text: body }) => title !== '' || body !== '');
}

/** A line of Markdown without its signs; of a row of a table, its cells. */
const plain = (line: string): string => {
  const [, row] = /^\s*\|(.*)\|\s*$/.exec(line) ?? [];
  if (row !== undefined)
    return row
      .split('|')
      .map((cell) => unmarked(cell.trim()))
      .filter(Boolean)
      .join(': ');
  return unmarked(line);
};
const unmarked = (line: string): string =>
  unescaped(line.replace(/^\s*(?:[-*+]|\d+[.)])\s+/, '').replace(STRONG, '$2'));
const STRONG = /(\*\*|__)(.+?)\1/g;
const unescaped = (text: string): string =>
  text.replace(/\\([\\`*_{}[\]()#+.!|>-])/g, '$1').trimEnd();

/** Lines with the marks of `note-layout.ts` in place of those of Markdown. */
function laidOut(lines: readonly string[]): string[] {
  const written: string[] = [];
  /** Cells of a row of the table that goes on; undefined outside. */
  let columns: number | undefined;
  for (const [at, line] of lines.entries()) {
    const cells = cellsIn(line);
    const isRule = RULE.test(line);
    if (isRule) {
      if (columns !== undefined) continue;
      const head = at > 0 ? cellsIn(lines[at - 1] ?? '') : undefined;
      if (!head) continue;
      columns = head.length;
      written.pop();
      written.push(row(head), `|${' --- |'.repeat(head.length)}`);
    } else if (cells && columns !== undefined) {
      const padded = [...cells, ...Array<string>(Math.max(0, columns - cells.length)).fill('')];
      written.push(row(padded));
    } else {
      columns = undefined;
      written.push(cells ? plain(line) : listed(line));
    }
  }
  return written;
}

/** Of a row of a table; undefined for another line, and for a rule. */
function cellsIn(line: string): string[] | undefined {
  const [, inner] = /^\s*\|(.*)\|\s*$/.exec(line) ?? [];
  return inner === undefined || RULE.test(line)
    ? undefined
    : inner.split('|').map((cell) => inline(cell.trim()));
}
const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

/** A dash before a digit would be a minus: every item gets a bullet. */
function listed(line: string): string {
  if (/^\s*(?:[-*+]|\d+[.)])\s+$/.test(line)) return '';
  const [, indent = '', number, rest] = /^(\s*)(?:[-*+]|(\d{1,2})[.)])\s+(\S.*)$/.exec(line) ?? [];
  if (rest === undefined) return inline(line);
  return `${indent}${number === undefined ? '•' : `${Number(number)}.`} ${inline(rest)}`;
}
const inline = (text: string): string =>
  unescaped(
    text.replace(STRONG, (_whole, _sign, words: string) =>
      canBeBold(words) ? `**${words}**` : words,
    ),
  );
