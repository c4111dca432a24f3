/** What a doctor added to lines of the machine's note ("since: 2 days"), in the words of the note: nothing that was added is missing from what is signed. */
import type { Addition } from '../../../shared/model/note/findings.ts';
import type { NoteSection } from '../../../shared/model/note/note-sections.ts';

const worded = ({ values }: Addition) =>
  values.map(({ label, text }) => `; ${label}: ${text}`).join('');
const isLineOf = (line: string, name: string) =>
  line === name || (line.startsWith(name) && /^[,;: ]/.test(line.slice(name.length)));

/** `before`: what stood there of it until now. A line that is gone is told anew at the end of its section, a section that is gone at the end of all. */
export function fold(
  sections: readonly NoteSection[],
  after: Addition,
  before?: Addition,
): readonly NoteSection[] {
  const { section, name } = after;
  const [old, fresh] = [before ? worded(before) : '', worded(after)];
  const lines = (text: string): string => {
    const list = text === '' ? [] : text.split('\n');
    const at = list.findIndex((line) => isLineOf(line, name));
    if (at < 0) return fresh === '' ? text : [...list, `${name}${fresh}`].join('\n');
    const line = list[at]!;
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
