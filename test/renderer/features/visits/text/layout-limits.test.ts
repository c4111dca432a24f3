import { expect, test } from 'vitest';
import {
  canDraw,
  canLayOut,
  paragraphs,
  shown,
} from '../../../../../renderer/features/visits/text/layout-limits.ts';

test('a note as platforms write them is laid out', () => {
  const note = [
    '# Visit',
    '## Plan',
    '- [x] rest',
    '  - fluids',
    '    1. water',
    '      - often',
    '| drug | dose |',
    '|:--|--:|',
    '| paracetamol | 500 mg |',
    '***',
    '* * * * * * * * * * * * * * * * * * * *',
    '-'.repeat(80),
    '> said *so*',
    '```',
    `${' '.repeat(80)}code`,
    '```',
  ].join('\n');
  expect(canLayOut(note)).toBe(true);
  expect(canLayOut(`${note}\n\n`.repeat(30))).toBe(true);
});

test.each([
  ['>'.repeat(17)],
  ['> - '.repeat(9)],
  ['1. '.repeat(17)],
  [`x\n${' '.repeat(70)}- x`],
  [`x\n${'\t'.repeat(20)}- x`],
  ['x\n\n'.repeat(20_001)],
  ['x'.repeat(6001)],
  ['\n'.repeat(3001)],
  ['*'.repeat(3001)],
  ['['.repeat(1201)],
])('what would keep a page busy is not: %#', (text) => {
  expect(canLayOut(text)).toBe(false);
});

test('a very long text is shown in part, and says so', () => {
  expect(shown('abc')).toEqual({ text: 'abc', more: false });
  expect(shown('x'.repeat(600_001))).toMatchObject({ more: true });
});

test('blank lines part paragraphs, a thousand of them; nothing of the rest is lost', () => {
  expect(paragraphs('a\n\nb\n\n\nc\nd')).toEqual(['a', 'b', 'c\nd']);
  const many = paragraphs(Array.from({ length: 1500 }, (_, at) => `p${at}`).join('\n\n'));
  expect([
    many.length,
    many[1000]!.startsWith('p1000\n\np1001'),
    many.at(-1)!.endsWith('p1499'),
  ]).toEqual([1002, true, true]);
});

test('a paragraph that is very long is parted at a space, else anywhere but inside a letter, and nothing of it is lost', () => {
  for (const unit of ['क ', 'क', 'x', '🩺', 'word ', 'line\n', 'a🩺']) {
    const text = unit.repeat(9001);
    const parts = paragraphs(text);
    expect(
      [
        parts.join(''),
        Math.max(...parts.map(({ length }) => length)) <= 2001,
        parts.every((part) => part.isWellFormed()),
      ],
      unit,
    ).toEqual([text, true, true]);
    if (unit.endsWith(' '))
      expect(
        parts.every((part) => part.endsWith(' ') || part === ''),
        unit,
      ).toBe(true);
  }
});

test('an EMR document of four thousand words and values is drawn, a longer one is not', () => {
  const item = { name: 'x', facts: [], codes: [] };
  const drawn = (items: object[]) => canDraw([{ key: 'symptoms', items: items as never }]);
  expect([
    drawn(Array(3999).fill(item)),
    drawn(Array(4000).fill(item)),
    drawn([{ ...item, facts: [['notes', 'x'.repeat(6001)]] }]),
  ]).toEqual([true, false, false]);
});
