import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Doubt, placedDoubts, withHeard } from '../../../../shared/model/note/doubts.ts';

const word = fc.stringMatching(/^[a-zअ-ह]{1,8}$/u);
/** Lines of words, and which of them are doubted or were put in. */
const transcripts = fc
  .array(
    fc.array(fc.record({ text: word, doubted: fc.boolean(), heard: fc.option(word) }), {
      minLength: 1,
      maxLength: 6,
    }),
    { minLength: 1, maxLength: 5 },
  )
  .map((lines) => {
    const doubts: Doubt[] = [];
    const texts = lines.map((words, line) => {
      const text = words.map((one) => one.text).join(' ');
      let at = 0;
      for (const { text: own, doubted, heard } of words) {
        if (doubted)
          doubts.push({
            kind: heard === null ? 'number' : 'name',
            words: own,
            line,
            back: text.length - at,
            ...(heard !== null && { heard }),
          });
        at += own.length + 1;
      }
      return text;
    });
    return { texts, doubts };
  });

test('each doubted word is found in its place, whatever stands at the head of its line', () => {
  fc.assert(
    fc.property(
      transcripts,
      fc.constantFrom('', '[00:05] ', '[00:05] Speaker 2: '),
      (one, head) => {
        const text = one.texts.map((line) => head + line).join('\n');
        const placed = placedDoubts({ text, doubts: one.doubts });
        expect(placed).toHaveLength(one.doubts.length);
        for (const { start, end, words, doubt } of placed) {
          expect(text.slice(start, end)).toBe(words);
          expect(words).toBe(one.doubts[doubt]?.words);
        }
      },
    ),
  );
});

test('a name that is taken back leaves what was heard, and every other doubt in its place', () => {
  fc.assert(
    fc.property(transcripts, fc.nat(), ({ texts, doubts }, at) => {
      const text = texts.join('\n');
      const put = doubts.flatMap(({ heard }, doubt) => (heard === undefined ? [] : [doubt]));
      fc.pre(put.length > 0);
      const doubt = put[at % put.length] ?? 0;
      const taken = withHeard({ text, doubts }, doubt);
      const placed = placedDoubts(taken ?? {});
      expect(placed).toHaveLength(doubts.length);
      const own = placed.find((one) => one.doubt === doubt);
      expect(own).toMatchObject({ kind: 'word', words: doubts[doubt]?.heard });
      expect(own).not.toHaveProperty('heard');
      const before = placedDoubts({ text, doubts }).find((one) => one.doubt === doubt);
      expect(taken?.text).toBe(text.slice(0, before?.start) + own?.words + text.slice(before?.end));
      for (const one of placed)
        if (one.doubt !== doubt) expect(one.words).toBe(doubts[one.doubt]?.words);
    }),
  );
});

test('nothing is taken back where no name was put in, and a word that is gone has no place', () => {
  const doubts: Doubt[] = [{ kind: 'number', words: 'three', line: 0, back: 10 }];
  expect(withHeard({ text: 'for three days', doubts }, 0)).toBeUndefined();
  expect(withHeard({ text: 'for three days', doubts }, 7)).toBeUndefined();
  expect(placedDoubts({ text: 'for thirty days', doubts })).toEqual([]);
  expect(placedDoubts({ text: 'short', doubts: [{ ...doubts[0], line: 4 } as Doubt] })).toEqual([]);
});
