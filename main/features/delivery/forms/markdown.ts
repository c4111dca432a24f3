/** The note as Markdown. Characters of the note that have a meaning in Markdown are escaped. */
import type { NeutralNote } from '../../../../shared/model/export/export.ts';
import { headOf, linesOf, sectionsOf, titleOf } from './lines.ts';

export function markdown(note: NeutralNote): string {
  const head = headOf(note).map(([label, value]) => `**${label}:** ${escaped(value)}  `);
  const sections = sectionsOf(note).map(({ title, text }) => {
    const lines = linesOf(text);
    return [
      ...(title === '' ? [] : [`## ${escaped(title)}`, '']),
      // A paragraph of its own for each line of text; items stay together.
      ...lines.flatMap((line, at) =>
        line.kind === 'item'
          ? [`- ${escaped(line.text)}`]
          : [...(lines[at - 1]?.kind === 'item' ? [''] : []), escaped(line.text), ''],
      ),
    ]
      .join('\n')
      .trimEnd();
  });
  return `${[`# ${escaped(titleOf(note))}`, head.join('\n').trimEnd(), ...sections, ...(note.draft ? ['*Draft - not signed*'] : [])].join('\n\n')}\n`;
}

/**
 * Also what begins a list, a line across the page or an underlined heading; and addresses, in which
 * a renderer that links them by itself would show our own signs.
 */
const escaped = (text: string) =>
  text
    .replace(/[\\`*_[\]<>#|~&!@]|:(?=\/\/)|(?<=www)\./gi, '\\$&')
    .replace(/^(\s*)([-+=:])/, '$1\\$2')
    .replace(/^(\s*\d+)([.)])(?=\s|$)/, '$1\\$2');
