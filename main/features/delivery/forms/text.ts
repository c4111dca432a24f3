/**
 * The note as plain text for the clipboard of any program: headings in capitals, "- " before items,
 * no signs of Markdown.
 */
import type { NeutralNote } from '../../../../shared/model/export/export.ts';
import { headOf, linesOf, plainLine, sectionsOf, titleOf } from './lines.ts';

/** `newline`: CRLF where the clipboard is that of Windows. */
export function plainText(note: NeutralNote, newline: '\n' | '\r\n' = '\n'): string {
  const blocks = [
    [titleOf(note).toUpperCase(), ...headOf(note).map(([label, value]) => `${label}: ${value}`)],
    ...sectionsOf(note).map(({ title, text }) => plainSection(title, text)),
    ...(note.draft ? [['Draft - not signed']] : []),
  ];
  return `${blocks
    .filter((block) => block.length > 0)
    .map((block) => block.join(newline))
    .join(newline + newline)}${newline}`;
}

/** One section, for copying by section. */
export const plainSection = (title: string, text: string): string[] => [
  ...(title === '' ? [] : [title.toUpperCase()]),
  ...linesOf(text).map(plainLine),
];
