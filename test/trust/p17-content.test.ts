/**
 * P17, without a browser: whatever a platform puts into a document, what is drawn of it is words in
 * harmless places. The browser's half is test/e2e/trust/p17-in-chromium.spec.ts.
 */
import { expect, test } from 'vitest';
import { RAN } from '../e2e/trust/hostile/corpus.ts';
import { worstCaseTexts } from './support/hostile/worst-case-texts.ts';
import {
  draw,
  harm,
  p17,
  packed,
  received,
  timed,
  vectors,
  words,
} from './support/promises/p17.ts';

test('the list of what is harmless is strict (else the rest proves nothing)', () => {
  for (const bad of [
    '<script>',
    '<img src="x">',
    '<a href="x">x</a>',
    '<p onclick="x">',
    '<p style="x">',
    '<svg onload="x">',
    '<p id="scribeHost">',
    '<iframe>',
    '<form>',
    '<input>',
    '<b x>',
  ])
    expect(harm(bad), bad).not.toEqual([]);
  expect(
    harm(
      draw(
        received({
          template_id: 'clinical_notes_template',
          type: 'markdown',
          status: 'success',
          value: packed(
            '# Plan\n\n- [x] **rest**\n\n| a | b |\n|:-:|--:|\n| 1 | 2 |\n\n1. one\n\n`code`\n\n> said\n\nx[^1]\n\n[^1]: note',
          ),
        }),
      ),
    ),
  ).toEqual([]);
});

test.each(vectors.map(({ kind, text }, at) => [kind, at, text] as const))(
  '%s %i',
  (_kind, _at, text) => {
    const emr = {
      prescription: {
        [text]: [
          {
            name: text,
            [text]: text,
            notes: { [text]: text },
            codes: [{ system: text, code: text, display: text }],
          },
        ],
        symptoms: [text, { name: text, severity: text }],
        language: text,
      },
    };
    const remarks = {
      name: text,
      errors: [text, { msg: text }, { code: text }, { type: text }],
      warnings: [text],
    };
    const drawn = [
      received({
        template_id: 'clinical_notes_template',
        type: 'markdown',
        status: 'success',
        value: packed(text),
        ...remarks,
      }),
      received({
        template_id: 'clinical_notes_template',
        type: 'markdown',
        status: 'success',
        value: packed(
          `- x\n\n> ${text}\n\n| ${text.replace(/\n/g, ' ')} |\n|---|\n| ${text.replace(/\n/g, ' ')} |`,
        ),
      }),
      received({
        template_id: text,
        type: 'text',
        status: 'partial_success',
        value: packed(text),
        ...remarks,
      }),
      received({
        template_id: 'transcript_template',
        type: 'transcript',
        status: text,
        value: packed(text),
      }),
      received({
        template_id: 'eka_emr_template',
        type: text,
        status: 'success',
        value: packed(JSON.stringify(emr)),
        ...remarks,
      }),
      received({ template_id: text, type: text, status: 'success', value: text, ...remarks }),
      received({ template_id: text, status: 'failure', ...remarks }),
    ].map((document) => draw(document));
    for (const html of drawn) {
      p17.ran();
      expect(harm(html)).toEqual([]);
    }
    // Shown as it is: a doctor sees that something odd stood there. (Markdown has signs of its own,
    // so only plain text is held to this.)
    const plain = text.trim();
    if (plain !== '' && text.isWellFormed() && !/[\r\n]/.test(text))
      expect(words(drawn[2]!)).toContain(plain);
  },
);

test('the corpus would run if it were drawn as markup', () => {
  expect(vectors.filter(({ text }) => text.includes(RAN)).length).toBeGreaterThan(150);
  expect(vectors.filter(({ text }) => text.includes('127.0.0.1:9')).length).toBeGreaterThan(80);
});

test.each(Object.entries(worstCaseTexts))(
  '%s, whatever their length, are drawn in time',
  async (_name, make) => {
    const lengths = {
      mutant: [4000],
      commit: [900, 4000, 60_000],
      long: [900, 2500, 4000, 20_000, 60_000, 600_000, 5_000_000],
    }[p17.level];
    for (const length of lengths) {
      await timed(
        received({
          template_id: 'clinical_notes_template',
          type: 'markdown',
          status: 'success',
          value: packed(make(length)),
        }),
      );
    }
    await timed(
      received({
        template_id: 'x',
        type: 'text',
        status: 'success',
        value: packed(make(lengths.at(-1)!)),
      }),
    );
  },
  60_000,
);
