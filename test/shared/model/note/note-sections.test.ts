/** A note as sections of plain lines: nothing said is lost, and no signs of Markdown are left. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isTooLong, sectionsOf } from '../../../../shared/model/note/note-sections.ts';

const markdown = (text: string) => sectionsOf({ kind: 'markdown', text });

test('headings begin sections, and lists, stars and tables become lines', () => {
  expect(
    markdown(
      'Seen today\n## Chief complaint\n- **Fever** for 3 days\n1. Cough\n\n**Examination:**\n| Sign | Value |\n|---|---|\n| Pulse | 92 /min |\n',
    ),
  ).toEqual([
    { id: '0', title: '', text: 'Seen today' },
    { id: '1', title: 'Chief complaint', text: 'Fever for 3 days\nCough' },
    { id: '2', title: 'Examination', text: 'Sign: Value\nPulse: 92 /min' },
  ]);
});

test('an EMR document has a section a key, a line an item', () => {
  expect(
    sectionsOf({
      kind: 'emr',
      text: '{}',
      emr: { prescription: { symptoms: [{ name: 'Fever', since: '3 days' }, 'Cough'] } },
    }),
  ).toEqual([{ id: '0-symptoms', key: 'symptoms', title: '', text: 'Fever, 3 days\nCough' }]);
});

test('a transcript is one section, as it came; nothing is none', () => {
  expect(sectionsOf({ kind: 'transcript', text: 'Doctor: - hello\n## no heading' })).toEqual([
    { id: '0', title: '', text: 'Doctor: - hello\n## no heading' },
  ]);
  expect(markdown('  \n ')).toEqual([]);
});

test('every word of any text stands in a section, and ids are unique', () => {
  fc.assert(
    fc.property(
      fc
        .array(
          fc.constantFrom(
            '## ',
            '- ',
            'fever',
            '**pain**',
            '|',
            '|---|',
            '\n',
            ' ',
            '1. ',
            '#',
            '*',
            ':',
            '_cough_',
          ),
        )
        .map((parts) => parts.join('')),
      (text) => {
        const sections = markdown(text);
        const all = sections.map(({ title, text: body }) => `${title}\n${body}`).join('\n');
        for (const word of ['fever', 'pain', 'cough'])
          expect(all.split(word).length).toBe(text.split(word).length);
        expect(new Set(sections.map(({ id }) => id)).size).toBe(sections.length);
      },
    ),
  );
});

test('what nobody can have written in a visit is told apart; eight hours of speech are not', () => {
  expect([
    isTooLong({ kind: 'markdown', text: 'a'.repeat(200_001) }),
    isTooLong({ kind: 'markdown', text: 'a'.repeat(200_000) }),
    isTooLong({ kind: 'transcript', text: 'a'.repeat(500_000) }),
  ]).toEqual([true, false, false]);
});
