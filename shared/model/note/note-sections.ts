/**
 * The documents of a note as sections of plain lines: what extraction reads, what a doctor edits
 * and what goes to the EMR.
 */
import { type EmrItem, emrSections } from './emr-sections.ts';
import type { NoteDocument } from './note.ts';

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

/** Splits the text and loses none of it. A transcript is one section. */
export function sectionsOf({
  kind,
  text = '',
  emr,
}: Pick<NoteDocument, 'kind' | 'text' | 'emr'>): NoteSection[] {
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
    } else if (!/^\s*\|[\s|:-]+\|\s*$/.test(line)) last.lines.push(plain(line));
  }
  return sections
    .map(({ title, lines }, at) => ({ id: String(at), title, text: lines.join('\n').trim() }))
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
  line
    .replace(/^\s*(?:[-*+]|\d+[.)])\s+/, '')
    .replace(/(\*\*|__)(.+?)\1/g, '$2')
    .replace(/\\([\\`*_{}[\]()#+.!|>-])/g, '$1')
    .trimEnd();
