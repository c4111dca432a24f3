/** Layout of a section's text: what is written is what was read, for every character. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  blocksOf,
  canBeBold,
  inlineOf,
  runsOf,
  textOfBlocks,
  withoutMarks,
} from '../../../../shared/model/note/note-layout.ts';
import { sectionsOf, writtenSectionsOf } from '../../../../shared/model/note/note-sections.ts';

const pieces = fc
  .array(
    fc.oneof(
      fc.constantFrom('• ', '- ', '* ', '2. ', '12. ', '**', '**Fever**', '| ', ' | ', ' |', '\n'),
      fc.constantFrom('| a | b |\n| --- | --- |\n| 5 | c |', '\n', ' ', 'ज्वर', '5 mg', '-ve', '\\'),
      fc.string({ unit: 'binary', maxLength: 6 }),
    ),
    { maxLength: 20 },
  )
  .map((parts) => parts.join(''));

test('blocks written again are the text, for every character', () => {
  fc.assert(
    fc.property(pieces, (text) => {
      expect(textOfBlocks(blocksOf(text))).toBe(text);
    }),
    { numRuns: 2000 },
  );
});

test('runs written again are the line, for every character', () => {
  fc.assert(
    fc.property(pieces, (text) => {
      const line = text.replaceAll('\n', ' ');
      const runs = runsOf(line);
      expect(runs.map((run) => (run.bold ? `**${run.text}**` : run.text)).join('')).toBe(line);
    }),
    { numRuns: 2000 },
  );
});

test('whatever is made bold, no word is lost, and what was read is written again', () => {
  const runs = fc.array(
    fc.record({
      text: fc.oneof(pieces, fc.constantFrom('fever', ' ', '5 mg')),
      bold: fc.boolean(),
    }),
    { maxLength: 5 },
  );
  fc.assert(
    fc.property(runs, (some) => {
      const plain = some.map(({ text }) => text).join('');
      const written = inlineOf(some);
      expect([
        plain,
        runsOf(written)
          .map(({ text }) => text)
          .join(''),
      ]).toContain(written === plain ? written : plain);
      expect(written.replaceAll('*', '')).toBe(plain.replaceAll('*', ''));
    }),
    { numRuns: 2000 },
  );
  expect(
    inlineOf([
      { text: 'Fever ', bold: true },
      { text: 'now', bold: false },
    ]),
  ).toBe('**Fever** now');
});

test('words without marks stand where they stood', () => {
  fc.assert(
    fc.property(pieces, (text) => {
      const words = withoutMarks(text);
      expect(words.length).toBe(text.length);
      for (const { 0: word, index } of words.matchAll(/[\p{L}\p{N}]+/gu))
        expect(text.slice(index, index + word.length)).toBe(word);
    }),
    { numRuns: 2000 },
  );
  expect(withoutMarks('2. **Fever** for 3 days')).toBe('     Fever   for 3 days');
});

test('a dash before a figure, a sign or "ve" may be a minus, and stays in the words', () => {
  for (const line of ['- 5 mmol/L', '-ve card', '- ve card', '5) weeks', '120. x'])
    expect(blocksOf(line)).toEqual([{ kind: 'line', mark: '', text: line }]);
  expect(blocksOf('• 5 mmol/L')).toEqual([{ kind: 'line', mark: '• ', text: '5 mmol/L' }]);
  expect(canBeBold('5 mg')).toBe(false);
  expect(canBeBold('Fever:')).toBe(true);
});

const markdown = `Seen today
## Plan
- **Paracetamol** 500 mg
  - 5 days
1. Rest
2) Fluids

| Test | Value |
|---|---|
| Hb | 12 |
| CRP |
`;

test('bullets, numbers, bold and tables of the platform stay in what is edited and signed', () => {
  const written = writtenSectionsOf({ kind: 'markdown', text: markdown });
  expect(written).toEqual([
    { id: '0', title: '', text: 'Seen today' },
    {
      id: '1',
      title: 'Plan',
      text: '• **Paracetamol** 500 mg\n  • 5 days\n1. Rest\n2. Fluids\n\n| Test | Value |\n| --- | --- |\n| Hb | 12 |\n| CRP |  |',
    },
  ]);
  expect(blocksOf(written[1]?.text ?? '').map(({ kind }) => kind)).toEqual([
    'line',
    'line',
    'line',
    'line',
    'line',
    'table',
  ]);
});

test('the layout leaves the sections, and every word of them, as they are read for codes', () => {
  const texts = fc.array(
    fc.constantFrom(
      '## Plan\n',
      '- ',
      '1. ',
      'fever',
      '**pain**',
      '__cough__',
      '| a | b |\n',
      '|---|---|\n',
      '\n',
      ' ',
      ':',
      '\\*',
      '5 mg',
    ),
  );
  const words = (text: string) => (text.match(/[\p{L}]+|\d+(?=\smg)/gu) ?? []).join('');
  fc.assert(
    fc.property(texts, (parts) => {
      const document = { kind: 'markdown', text: parts.join('') } as const;
      const plain = sectionsOf(document);
      const written = writtenSectionsOf(document);
      expect(written.map(({ id, title }) => [id, title])).toEqual(
        plain.map(({ id, title }) => [id, title]),
      );
      expect(written.map(({ text }) => words(withoutMarks(text)))).toEqual(
        plain.map(({ text }) => words(text)),
      );
    }),
    { numRuns: 1000 },
  );
});
