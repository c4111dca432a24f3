import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  decodeItem,
  withMissing,
} from '../../../../../main/infrastructure/platform/transcription/decode.ts';
import { outputItem } from '../../../../../shared/wire/transcription.ts';

const base64 = (text: string) => Buffer.from(text, 'utf8').toString('base64');
const item = (over: Record<string, unknown>) =>
  outputItem.parse({ template_id: 't', status: 'success', ...over });

test('Markdown, transcript and EMR come out as what they are', () => {
  expect(
    decodeItem(
      item({
        template_id: 'clinical_notes_template',
        type: 'markdown',
        value: base64('## Plan\n- ताप'),
      }),
    ),
  ).toMatchObject({
    kind: 'markdown',
    text: '## Plan\n- ताप',
    status: 'success',
    name: 'Clinical notes',
  });
  expect(
    decodeItem(item({ template_id: 'transcript_template', type: 'text', value: base64('Hello') })),
  ).toMatchObject({ kind: 'transcript', text: 'Hello' });
  expect(
    decodeItem(
      item({
        template_id: 'eka_emr_template',
        type: 'svc_emr',
        value: base64('{"prescription":{"odd":1}}'),
      }),
    ),
  ).toMatchObject({ kind: 'emr', emr: { prescription: { odd: 1 } } });
});

test('an item without a type is JSON where it can be, else what its template usually is', () => {
  expect(
    decodeItem(item({ template_id: 'clinical_notes_template', value: base64('# Notes') })).kind,
  ).toBe('markdown');
  expect(
    decodeItem(
      item({ template_id: 'clinical_notes_template', type: null, value: base64('{"a":1}') }),
    ),
  ).toMatchObject({ kind: 'emr', emr: { a: 1 } });
  expect(
    decodeItem(item({ template_id: 'eka_emr_template', value: base64('no json') })),
  ).toMatchObject({ kind: 'text', text: 'no json' });
  expect(decodeItem(item({ template_id: 'custom', value: base64('42') }))).toMatchObject({
    kind: 'text',
    text: '42',
  });
});

test('what cannot be decoded is shown as it came, and flagged', () => {
  for (const value of ['not base64!', 'abc', Buffer.from([0xff, 0xfe, 0xc0]).toString('base64')]) {
    expect(decodeItem(item({ type: 'markdown', value }))).toMatchObject({
      kind: 'text',
      text: value,
      status: 'partial',
      warnings: [expect.stringContaining('could not be decoded')],
    });
  }
});

test('success without a value is a failure with a reason; an unknown status is one too', () => {
  expect(decodeItem(item({ value: '' }))).toMatchObject({
    status: 'failure',
    errors: [expect.any(String)],
  });
  expect(decodeItem(item({ status: 'splendid', value: base64('x') }))).toMatchObject({
    status: 'failure',
    text: 'x',
  });
  expect(decodeItem(item({ status: 'partial_success', value: base64('x') })).status).toBe(
    'partial',
  );
});

test('errors are strings or objects', () => {
  expect(
    decodeItem(
      item({ status: 'failure', errors: ['a', { msg: 'b' }, { code: 'c' }, {}], warnings: null }),
    ),
  ).toMatchObject({ errors: ['a', 'b', 'c', ''], warnings: [] });
});

test('a requested template that was left out is shown as not produced', () => {
  const documents = withMissing(
    [decodeItem(item({ template_id: 'a', value: base64('x') }))],
    ['a', 'transcript_template'],
  );
  expect(documents.map(({ templateId, status, name }) => [templateId, status, name])).toEqual([
    ['a', 'success', 'a'],
    ['transcript_template', 'not-produced', 'Transcript'],
  ]);
});

test('nothing that a platform may send makes it throw', () => {
  fc.assert(
    fc.property(
      fc.record({
        template_id: fc.string(),
        value: fc.option(
          fc.oneof(
            fc.string(),
            fc.uint8Array().map((bytes) => Buffer.from(bytes).toString('base64')),
            fc.json().map(base64),
          ),
        ),
        type: fc.option(
          fc.oneof(fc.string(), fc.constantFrom('markdown', 'json', 'svc_emr', 'text')),
        ),
        name: fc.option(fc.string()),
        status: fc.option(fc.string()),
        errors: fc.anything(),
        warnings: fc.anything(),
      }),
      (given) => {
        const document = decodeItem(outputItem.parse(given));
        expect(typeof document.name).toBe('string');
        if (document.status === 'success') expect(document.text).toBeDefined();
      },
    ),
    { numRuns: 1000 },
  );
});
