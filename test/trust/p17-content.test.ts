/** P17, without a browser: whatever a platform puts into a document, what is drawn of it is words in harmless places. The browser's half is test/e2e/trust/p17-in-chromium.spec.ts. */
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, expect, test } from 'vitest';
import { readOffer } from '../../main/infrastructure/platform/api/platform-config.ts';
import { line } from '../../main/infrastructure/platform/client/sanitize-text.ts';
import { readSaid } from '../../main/infrastructure/platform/client/status-failure.ts';
import {
  decodeItem,
  decodeItems,
} from '../../main/infrastructure/platform/transcription/decode.ts';
import { openCatalogue } from '../../renderer/common/i18n.ts';
import { Documents } from '../../renderer/features/review/document/Documents.tsx';
import type { Note, NoteDocument } from '../../shared/model/note/note.ts';
import { configAnswer, outputItem } from '../../shared/wire/transcription.ts';
import { corpus, RAN } from '../e2e/trust/hostile/corpus.ts';
import { everyKind } from '../support/fakes/fake-visits.ts';
import { worstCaseTexts } from './support/hostile/worst-case-texts.ts';
import { leastProcessorTime } from './support/processor-time.ts';
import { promise } from './support/promise.ts';

const CANARY = 'http://127.0.0.1:9';
const vectors = corpus(CANARY);
const p17 = promise({
  id: 'P17',
  title: 'Whatever a platform sends as content runs nothing, loads nothing, leads nowhere',
  figure: `${vectors.length} hostile texts in every field of a document, drawn one by one: 0 elements or attributes but harmless ones, 0 letters lost or added`,
});

beforeAll(async () => void (await openCatalogue()));
const visit = everyKind(Date.now())[0]!;

/** What the platform says, read and decoded as an answer is. */
const received = (item: object): NoteDocument => decodeItem(outputItem.parse(item));
const packed = (text: string) => Buffer.from(text).toString('base64');
const draw = (...documents: NoteDocument[]): string => {
  const note: Note = { visitId: 'c', documents, receivedAt: 0, practice: false };
  // The part of a list that only a browser fills.
  try {
    return renderToStaticMarkup(createElement(Documents, { note, visit })).replace(
      /^<template><\/template>/,
      '',
    );
  } catch (error) {
    return expect.fail(`could not be drawn: ${String(error).slice(0, 200)}`);
  }
};

const tags = new Set(
  'div span p h2 h3 h4 h5 h6 ul ol li strong em del code pre blockquote hr br table thead tbody tr th td section sup'.split(
    ' ',
  ),
);
const icons = new Set(['svg', 'path', 'circle', 'line', 'rect', 'polyline', 'polygon']);
const attributes = /^(class|lang|id|role|tabindex|start|align|aria-[a-z]+|data-[a-z-]+|dir)$/;
const iconAttributes =
  /^(xmlns|width|height|viewBox|fill|stroke|stroke-(width|linecap|linejoin)|class|aria-hidden|d|cx|cy|r|x|y|x1|x2|y1|y2|rx|points)$/;

/** Every element and attribute of what was drawn that is not on the list. React escapes all text, so that `<` stands for an element only. */
function harm(html: string): string[] {
  return [...html.matchAll(/<\/?([^\s>/]+)((?:\s+[^\s=>]+(?:="[^"]*")?)*)\s*\/?>/g)].flatMap(
    ([, tag, rest]) => {
      const isIcon = icons.has(tag!);
      const named = [...rest!.matchAll(/([^\s=]+)(?:="([^"]*)")?/g)];
      const odd = named
        .filter(([all]) => !/^style="text-align:(left|center|right)"$/.test(all))
        .filter(
          ([, name, value]) =>
            !(isIcon ? iconAttributes : attributes).test(name!) ||
            (name === 'id' && !/^(react-aria|user-content-|_r_|:|_R_|«)/.test(value!)),
        );
      return [...(tags.has(tag!) || isIcon ? [] : [tag!]), ...odd.map(([all]) => `${tag} ${all}`)];
    },
  );
}
const words = (html: string) =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&#x27;/g, "'")
    .replace(/&amp;/g, '&');

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
    // Shown as it is: a doctor sees that something odd stood there. (Markdown has signs of its own, so only plain text is held to this.)
    const plain = text.trim();
    if (plain !== '' && text.isWellFormed() && !/[\r\n]/.test(text))
      expect(words(drawn[2]!)).toContain(plain);
  },
);

test('the corpus would run if it were drawn as markup', () => {
  expect(vectors.filter(({ text }) => text.includes(RAN)).length).toBeGreaterThan(150);
  expect(vectors.filter(({ text }) => text.includes('127.0.0.1:9')).length).toBeGreaterThan(80);
});

/** Draws, and takes the time. Limits are generous here, where React is not the one that is shipped: in Chromium the built page has a second. */
async function timed(document: NoteDocument): Promise<string> {
  let html = '';
  const ms = await leastProcessorTime(
    () => {
      html = draw(document);
    },
    3000,
    2,
  );
  p17.ran();
  p17.worst('drawn without a browser within', Math.round(ms), 'ms of work');
  expect([ms < 3000, harm(html)], `${Math.round(ms)} ms`).toEqual([true, []]);
  return html;
}

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
    // What a browser would have to lay out.
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
  const offer = readOffer(
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
        practice_consultations: [{ id: 'p', title: '\u202e\u0007t', language: 'x'.repeat(500) }],
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
  });
  expect(Math.max(...offer.languages.map(({ name }) => name.length))).toBe(100);
});

test.each(
  vectors
    .filter(({ kind }) => kind === 'turning' || kind === 'templates')
    .map(({ text }) => [text]),
)('what the platform says in one line stays one line and turns nothing round: %j', (text) => {
  for (const said of [
    line(text, 200),
    received({ template_id: 't', name: text || 'n' }).name,
    received({ template_id: 't', errors: [text] }).errors[0]!,
    readSaid({
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
