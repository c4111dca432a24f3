/**
 * A made-up note of a visit that was worked on here, with words of which the recogniser was unsure
 * and a name that was put in.
 */
import type { Difference } from '../../../shared/model/note/checks.ts';
import { type Doubt, placedDoubts } from '../../../shared/model/note/doubts.ts';
import type { Note } from '../../../shared/model/note/note.ts';
import type { NoteSection } from '../../../shared/model/note/note-sections.ts';

const lines = [
  'I have had fever and a dry cough for thirty days. My brother had the same at home.',
  'There is no chest pain. मुझे तीन दिन से बुख़ार है।',
  'I take paracetamol 650 milligrams twice daily.',
];
const doubted: readonly (readonly [Doubt['kind'], line: number, words: string, heard?: string])[] =
  [
    ['number', 0, 'thirty'],
    ['word', 0, 'brother'],
    ['negation', 1, 'no'],
    ['number', 1, 'तीन'],
    ['name', 2, 'paracetamol', 'perch tomal'],
    ['number', 2, '650 milligrams'],
  ];
const doubts = doubted.map(([kind, line, words, heard]): Doubt => {
  const text = lines[line] ?? '';
  return {
    kind,
    words,
    line,
    back: text.length - text.indexOf(words),
    ...(heard !== undefined && { heard }),
  };
});
const writtenHere = { speech: 'moonshine-tiny-en' };
const transcript = lines.map((line, at) => `[00:0${at * 4}] ${line}`).join('\n');
const draft = `## Complaints\n- ${lines[0]}\n- ${lines[1]}\n\n## Medicines\n- ${lines[2]}\n\n## Plan\n- Not recorded.`;

export const heardNote = (note: Note): Note => ({
  ...note,
  documents: note.documents.map((one) => {
    if (one.kind === 'transcript') return { ...one, text: transcript, doubts, writtenHere };
    return one.kind === 'markdown' ? { ...one, text: draft, writtenHere } : one;
  }),
});

export const heardIn = (sections: readonly NoteSection[]): Difference[] =>
  placedDoubts({ text: transcript, doubts }).flatMap(({ kind, words, heard, doubt, start, end }) =>
    sections.flatMap((section): Difference[] => {
      const found = section.text.indexOf(words);
      if (found < 0) return [];
      // The made-up sections have no bullets, and the note that is drawn has them.
      const at = found + 2 * section.text.slice(0, found).split('\n').length;
      const line = section.text.split('\n').find((one) => one.includes(words)) ?? '';
      return [
        {
          id: `heard-${doubt}`,
          kind: 'heard',
          section: section.id,
          span: { start: at, end: at + words.length },
          inNote: words,
          inTranscript: { text: words, span: { start, end } },
          text: line.replace('• ', ''),
          ...(kind === 'word' && { isUncertain: true as const }),
          ...(heard !== undefined && { putIn: { heard, doubt } }),
        },
      ];
    }),
  );

/** What is heard while a visit is recorded. */
export const draftLines = [
  'Good morning. What brings you in today?',
  'I have had fever and a dry cough for three days.',
  'Any chest pain or breathlessness?',
  'No chest pain, no breathlessness.',
  'I started paracetamol six fifty twice daily.',
  'Are you allergic to anything?',
  'I am allergic to penicillin.',
  'Your blood pressure is one hundred thirty over eighty.',
  'Please come back after five days if you do not feel better.',
].map((text, index) => {
  const start = text.search(/three days|fifty|hundred/);
  return {
    text,
    from: 3 + index * 7.5,
    ...(start >= 0 && { doubts: [{ start, end: start + 5 }] }),
  };
});
