/**
 * Made-up differences between a note and its transcript: some words of the invented note, wherever
 * they stand.
 */
import type { Difference, DifferenceKind } from '../../../shared/model/note/checks.ts';
import type { NoteSection } from '../../../shared/model/note/note-sections.ts';

const differing: readonly [
  kind: DifferenceKind,
  inNote: string,
  inTranscript: string | undefined,
  isUncertain?: true,
][] = [
  ['dose', '500 mg', undefined],
  ['number', '3 days', 'three days'],
  ['negation', 'Dry cough', 'only the cough at night'],
  ['negation', 'no breathlessness', undefined, true],
];

export function differencesBetween(
  sections: readonly NoteSection[],
  transcript: string,
): Difference[] {
  return sections.flatMap((section) =>
    differing.flatMap(([kind, inNote, inTranscript, isUncertain]) => {
      const start = section.text.indexOf(inNote);
      if (start < 0) return [];
      const found = findIn(transcript, inTranscript);
      return [
        {
          id: `${kind}-${section.id}-${start}`,
          kind,
          section: section.id,
          span: { start, end: start + inNote.length },
          inNote,
          text: section.text.split('\n').find((line) => line.includes(inNote))!,
          ...(found && { inTranscript: found }),
          ...(isUncertain && { isUncertain }),
        },
      ];
    }),
  );
}

function findIn(transcript: string, words: string | undefined): Difference['inTranscript'] {
  const start = words === undefined ? -1 : transcript.indexOf(words);
  return words === undefined || start < 0
    ? undefined
    : { text: words, span: { start, end: start + words.length } };
}
