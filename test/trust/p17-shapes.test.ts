/**
 * P17, without a browser: documents of odd shapes and sizes are decoded, cut and drawn within their
 * limits.
 */
import { expect, test } from 'vitest';
import { readPlatformConfig } from '../../main/infrastructure/platform/api/platform-config.ts';
import { sanitizeText } from '../../main/infrastructure/platform/client/sanitize-text.ts';
import { readServerError } from '../../main/infrastructure/platform/client/status-failure.ts';
import { decodeItems } from '../../main/infrastructure/platform/transcription/decode.ts';
import { configAnswer, outputItem } from '../../shared/wire/transcription.ts';
import { leastProcessorTime } from './support/processor-time.ts';
import { draw, p17, packed, received, timed, vectors } from './support/promises/p17.ts';

const nested = (depth: number, inner: unknown): unknown => {
  let value = inner;
  for (let at = 0; at < depth; at += 1) value = at % 2 ? [value] : { notes: value };
  return value;
};
const shapes: readonly (readonly [string, string])[] = [
  ['30 deep', JSON.stringify(nested(29, 'x'))],
  ['a thousand deep', JSON.stringify({ a: nested(1000, 'x') })],
  ['a hundred thousand deep', `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`],
  ['a hundred thousand open brackets', '{"a":'.repeat(100_000)],
  ['a hundred thousand items', JSON.stringify({ symptoms: Array(100_000).fill('x') })],
  [
    'a hundred thousand facts',
    JSON.stringify({
      symptoms: [Object.fromEntries(Array.from({ length: 50_000 }, (_, at) => [`f${at}`, 'x']))],
    }),
  ],
  [
    'a hundred thousand sections',
    JSON.stringify(Object.fromEntries(Array.from({ length: 50_000 }, (_, at) => [`s${at}`, 'x']))),
  ],
  [
    'a hundred thousand codes',
    JSON.stringify({ symptoms: [{ name: 'x', codes: Array(30_000).fill({ code: '1' }) }] }),
  ],
  [
    'prototype names',
    '{"__proto__":{"polluted":1,"toString":"x"},"constructor":{"prototype":{"polluted":1}},"prescription":{"__proto__":["x"],"constructor":[{"name":"y","__proto__":"z","toString":"w","hasOwnProperty":1}],"toString":["v"],"valueOf":[{"codes":{"__proto__":[]}}]}}',
  ],
  ['one word of a megabyte', JSON.stringify({ symptoms: [{ name: 'x'.repeat(1_000_000) }] })],
  [
    'numbers of every kind',
    '{"symptoms":[1e999,-0,1e-400,123456789012345678901234567890,{"name":-1e999}]}',
  ],
  ['nothing', '{}'],
  ['a list', '[[[[]]]]'],
  [
    'names twice',
    '{"symptoms":["a"],"symptoms":["b"],"diagnosis":["c"],"diagnoses":["d"],"conditions":["e"]}',
  ],
  ['bytes that are none', '{"symptoms":[{"$bytes":"%%%"},{"$$bytes":{"$bytes":1}}]}'],
  ['no text in it', '{"symptoms":[null,[],{},"",[[null]],{"name":null}]}'],
];
test.each(shapes)(
  'an EMR document of %s is drawn in time, or shown as it came',
  async (_name, json) => {
    const html = await timed(
      received({
        template_id: 'eka_emr_template',
        type: 'json',
        status: 'success',
        value: packed(json),
      }),
    );
    // Number of elements that a browser would have to lay out.
    expect(html.split('<').length).toBeLessThan(30_000);
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  },
);

test('an EMR document deeper than an answer may be is kept as text, so that it can be stored', () => {
  for (const [deep, json] of [
    [false, JSON.stringify(nested(31, 'x'))],
    [true, JSON.stringify(nested(33, 'x'))],
    [true, `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`],
  ] as const) {
    const document = received({
      template_id: 'eka_emr_template',
      type: 'json',
      status: 'success',
      value: packed(json),
    });
    expect([document.emr === undefined, document.text, document.kind]).toEqual([
      deep,
      json,
      deep ? 'text' : 'emr',
    ]);
  }
});

test('an answer of 30 MB in one document is decoded in time and shown in part', async () => {
  let html = '';
  let length = 0;
  const ms = await leastProcessorTime(
    () => {
      const document = received({
        template_id: 'x',
        type: 'text',
        status: 'success',
        value: packed('क '.repeat(5_600_000)),
      });
      length = document.text!.length;
      html = draw(document);
    },
    5000,
    2,
  );
  p17.worst('a document of 30 MB decoded and drawn within', Math.round(ms), 'ms of work');
  expect([length, html.length < 2_000_000, ms < 5000]).toEqual([11_200_000, true, true]);
  expect(html).toContain('its first part is shown');
});

test('lists of a hundred thousand documents, errors or choices become as many as a page can draw, and say so', () => {
  const many = decodeItems(
    Array.from({ length: 100_000 }, (_, at) =>
      outputItem.parse({
        template_id: `t${at}`,
        status: 'failure',
        errors: at === 0 ? Array(100_000).fill('x'.repeat(10_000)) : [],
      }),
    ),
  );
  expect([many.length, many[0]!.errors.length, many[0]!.errors[0]!.length]).toEqual([50, 50, 500]);
  expect(many.at(-1)!.warnings.at(-1)).toContain('99950 more');
  const named = (id: unknown, name = 'n') => ({ id, name });
  const offer = readPlatformConfig(
    configAnswer.parse({
      data: {
        supported_languages: Array.from({ length: 100_000 }, (_, at) =>
          named(`l${at}`, 'x'.repeat(1000)),
        ),
        my_templates: [
          named(''),
          named('x'.repeat(101)),
          named('a\u0000b'),
          named('\u202egood'),
          named(' a'),
          named('__proto__'),
          named('constructor', ''),
          named('ok', 'a\u202eb\nc'),
        ],
        max_selection: { supported_languages: 2 ** 31, supported_output_formats: 2 ** 40 },
        practice_consultations: [
          {
            id: 'p',
            title: '\u202e\u0007t',
            language: 'x'.repeat(500),
            patient_name: '\u202eMeera\n',
            dialogue: ['\u0007a'],
          },
          { id: 'q', title: 't', language: 'en', patient_name: 7, dialogue: 'no list' },
        ],
      },
    }),
  );
  expect([offer.languages.length, offer.limits]).toEqual([
    311,
    { templates: 10, inputLanguages: 10 },
  ]);
  expect(offer.templates.slice(3)).toEqual([
    named('__proto__'),
    named('constructor', 'constructor'),
    named('ok', 'ab c'),
  ]);
  expect(offer.practiceCases[0]).toMatchObject({
    title: 't',
    language: expect.stringMatching(/^x{99}…$/),
    patientName: 'Meera',
    dialogue: ['a'],
  });
  expect(offer.practiceCases[1]).toMatchObject({ patientName: '', dialogue: [] });
  expect(Math.max(...offer.languages.map(({ name }) => name.length))).toBe(100);
});

test.each(
  vectors
    .filter(({ kind }) => kind === 'turning' || kind === 'templates')
    .map(({ text }) => [text]),
)('what the platform says in one line stays one line and turns nothing round: %j', (text) => {
  for (const said of [
    sanitizeText(text, 200),
    received({ template_id: 't', name: text || 'n' }).name,
    received({ template_id: 't', errors: [text] }).errors[0]!,
    readServerError({
      status: 500,
      headers: {},
      body: Buffer.from(JSON.stringify({ error: { msg: text } })),
    }).text ?? '',
  ]) {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
    expect(said).not.toMatch(/[\u202a-\u202e\u2066-\u2069\u0000-\u001f\u007f-\u009f\u2028\u2029]/);
    expect([said.length <= 500, said.isWellFormed()]).toEqual([true, true]);
    p17.ran();
  }
});
