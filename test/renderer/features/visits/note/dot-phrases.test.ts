/**
 * Dot phrases: found before the caret and nowhere else; what a settings dialog lets pass, the core
 * takes.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  isShort,
  keepsNumbers,
  phraseBefore,
} from '../../../../../renderer/features/visits/note/dot-phrases.ts';
import { settingsSchema } from '../../../../../shared/model/settings.ts';

const phrases = [
  { short: 'nad', text: 'No abnormality detected.' },
  { short: 'खाँसी', text: 'सूखी खाँसी' },
  { short: 'FU', text: 'Follow-up' },
  { short: 'fu', text: 'Fluids' },
];
const at = (text: string, caret = text.length) => phraseBefore(text, caret, phrases)?.text;

test('a short form with its dot is found right before the caret', () => {
  expect(phraseBefore('Chest: .nad', 11, phrases)).toEqual({
    start: 7,
    end: 11,
    text: 'No abnormality detected.',
  });
  expect(at('.nad')).toBe('No abnormality detected.');
  expect(at('line\n.nad')).toBe('No abnormality detected.');
  expect(at('(.nad')).toBe('No abnormality detected.');
  expect(at('.nad and more', 4)).toBe('No abnormality detected.');
  expect(at('.खाँसी')).toBe('सूखी खाँसी');
});

test('the very case wins, and otherwise any case will do', () => {
  expect([at('.FU'), at('.fu'), at('.Nad')]).toEqual([
    'Follow-up',
    'Fluids',
    'No abnormality detected.',
  ]);
});

test('no number, word or sentence is taken for one', () => {
  expect(
    ['2.5', 'e.nad', 'end.nad', 'nad', '.', '.na', '.nadx', '. nad', '.nad '].map((text) =>
      at(text),
    ),
  ).toEqual(Array(9).fill(undefined));
});

test('whatever is put in, everything around it stays', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme' }),
      fc.string({ unit: 'grapheme' }),
      (before, after) => {
        const text = `${before} .nad${after}`;
        const found = phraseBefore(text, before.length + 5, phrases);
        expect(found && text.slice(0, found.start) + text.slice(found.end)).toBe(
          `${before} ${after}`,
        );
      },
    ),
  );
});

test('what the dialog lets pass is what the core takes, and nothing else', () => {
  const takes = (part: object) => settingsSchema.shape.phrases.safeParse(part).success;
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: 'grapheme', maxLength: 45 }),
        fc.stringMatching(/^[a-z0-9_-]{1,41}$/),
      ),
      (short) => isShort(short) === takes({ dot: [{ short, text: 'x' }] }),
    ),
  );
  const word = fc.stringMatching(/^[a-z]{2,5}( [0-9]{1,2})?$/);
  fc.assert(
    fc.property(
      word,
      word,
      (heard, written) =>
        keepsNumbers(heard, written) === takes({ dictionary: [{ heard, written }] }),
    ),
  );
  expect(keepsNumbers('five', '5')).toBe(false);
});
