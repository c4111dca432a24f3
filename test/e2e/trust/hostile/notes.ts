/** Answers of a platform made of hostile texts: every text in every field of a document. */
import { worstCaseTexts } from '../../../trust/support/hostile/worst-case-texts.ts';

const packed = (text: string) => Buffer.from(text).toString('base64');
const inBatches = <T>(list: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, at) =>
    list.slice(at * size, (at + 1) * size),
  );

/**
 * Eight texts to a document; each stands in Markdown, in plain text, in every place of an EMR
 * document, in a remark, and some in a name and an id.
 */
export function itemsOf(texts: readonly string[]): object[] {
  return inBatches(texts, 8).flatMap((batch, at) => {
    const name = batch[at % batch.length]!;
    const remarks = {
      errors: batch,
      warnings: batch.map((text) => ({ type: text, code: text, msg: text })),
    };
    const emr = {
      prescription: Object.fromEntries(
        batch.map((text) => [
          text,
          [
            {
              name: text,
              [text]: text,
              notes: { [text]: text },
              codes: [{ system: text, code: text, display: text }],
            },
          ],
        ]),
      ),
    };
    return [
      {
        template_id: 'clinical_notes_template',
        type: 'markdown',
        name,
        status: 'success',
        value: packed(batch.join('\n\n')),
        warnings: remarks.warnings,
      },
      {
        template_id: name,
        type: 'text',
        name: batch.at(-1),
        status: 'partial_success',
        value: packed(batch.join('\n\n')),
        ...remarks,
      },
      {
        template_id: 'eka_emr_template',
        type: name,
        name,
        status: name,
        value: packed(JSON.stringify(emr)),
        errors: batch,
      },
    ];
  });
}

/**
 * Documents that would keep a page busy; each by itself, as large as it may still be laid out and
 * far larger.
 */
export function heavyItems(
  lengths: readonly number[],
): { readonly name: string; readonly item: object }[] {
  const markdown = Object.entries(worstCaseTexts).flatMap(([name, make]) =>
    lengths.map((length) => ({
      name: `${name}, ${length}`,
      item: {
        template_id: 'clinical_notes_template',
        type: 'markdown',
        name: 'n',
        status: 'success',
        value: packed(make(length)),
      },
    })),
  );
  const others = [
    [
      'a list of 100,000 findings',
      {
        template_id: 'eka_emr_template',
        type: 'json',
        name: 'n',
        status: 'success',
        value: packed(JSON.stringify({ symptoms: Array(100_000).fill('x') })),
      },
    ],
    [
      '100,000 brackets',
      {
        template_id: 'eka_emr_template',
        type: 'json',
        name: 'n',
        status: 'success',
        value: packed(`${'['.repeat(100_000)}${']'.repeat(100_000)}`),
      },
    ],
    [
      'prototype names',
      {
        template_id: 'eka_emr_template',
        type: 'json',
        name: '__proto__',
        status: 'constructor',
        value: packed(
          '{"__proto__":["x"],"constructor":[{"name":"y","__proto__":"z","toString":"w"}],"$bytes":"%%%","symptoms":[{"$bytes":"%%%"}]}',
        ),
      },
    ],
    [
      'neither Base64 nor text',
      {
        template_id: 'x',
        type: 'markdown',
        name: 'n',
        status: 'success',
        value: '<img src=x onerror=top.__ran=1>',
      },
    ],
    [
      '10,000 errors',
      { template_id: 'x', status: 'failure', errors: Array(10_000).fill('<b>x</b>'.repeat(50)) },
    ],
  ] as const;
  return [...markdown, ...others.map(([name, item]) => ({ name, item }))];
}

/** Alone nearly as large as an answer may be. */
export const hugeItem = () => ({
  name: '30 MB of Base64',
  item: {
    template_id: 'clinical_notes_template',
    type: 'text',
    name: 'n',
    status: 'success',
    value: packed('क '.repeat(5_600_000)),
  },
});

/** Offer of a platform, with a hostile text in each name and id. */
export const configOf = (texts: readonly string[]) => {
  const named = texts.map((text) => ({ id: text.slice(0, 90), name: text }));
  return {
    data: {
      supported_languages: named,
      supported_output_formats: named,
      my_templates: named,
      max_selection: { supported_languages: 1e9, supported_output_formats: 1e9 },
      practice_consultations: texts.map((text, at) => ({
        id: `p${at}`,
        title: text,
        language: text,
        patient_name: text,
        dialogue: [text, text],
      })),
      settings: texts,
      user_details: texts,
    },
  };
};
