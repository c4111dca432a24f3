/**
 * Folds a doctor's additions to lines of the machine's note ("since: 2 days") into its text, so
 * that no addition is missing from the signed note.
 */
import type { Addition } from '../../../shared/model/note/findings.ts';
import type { NoteSection } from '../../../shared/model/note/note-sections.ts';

const worded = ({ values }: Addition) =>
  values.map(({ label, text }) => `; ${label}: ${text}`).join('');
const isLineOf = (line: string, name: string) =>
  line === name || (line.startsWith(name) && /^[,;: ]/.test(line.slice(name.length)));

/**
 * `before`: the addition as it stands in the text now. If its line is gone, it is put at the end of
 * its section; if the section is gone, at the end of the last one.
 */
export function fold(
  sections: readonly NoteSection[],
  after: Addition,
  before?: Addition,
): readonly NoteSection[] {
  const { section, name } = after;
  const [old, fresh] = [before ? worded(before) : '', worded(after)];
  const lines = (text: string): string => {
    const list = text === '' ? [] : text.split('\n');
    const at = list.findIndex((one) => isLineOf(one, name));
    const line = list[at];
    if (line === undefined) return fresh === '' ? text : [...list, `${name}${fresh}`].join('\n');
    return list
      .with(
        at,
        old !== '' && line.includes(old) ? line.replace(old, () => fresh) : `${line}${fresh}`,
      )
      .join('\n');
  };
  const place = sections.find(({ key }) => key === section) ?? sections.at(-1);
  return sections.map((one) => (one === place ? { ...one, text: lines(one.text) } : one));
}

export const foldAll = (
  sections: readonly NoteSection[],
  additions: readonly Addition[],
): readonly NoteSection[] => additions.reduce((all, one) => fold(all, one), sections);
