import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import {
  type WholeVisit,
  wholeVisit,
} from '../../../../../main/features/delivery/forms/whole-visit.ts';
import { zipOf } from '../../../../../main/features/delivery/forms/zip.ts';
import type { Decision } from '../../../../../shared/model/coding/desk.ts';
import { neutralNote } from '../../../../../shared/model/export/export.ts';
import type { Note } from '../../../../../shared/model/note/note.ts';
import type { NoteBranch, Signed } from '../../../../../shared/model/note/note-versions.ts';
import { visit } from '../../../../support/fakes/fake-visits.ts';
import { collect } from '../../../../support/rigs/recorder.ts';

const now = Date.UTC(2026, 10, 21, 10, 15);
const document = { name: '', status: 'success', errors: [], warnings: [] } as const;
const note = (templateId = 'clinical_notes_template'): Note => ({
  visitId: 'x',
  receivedAt: now,
  practice: false,
  documents: [
    { ...document, templateId, kind: 'markdown', text: '# Fever\nசளி' },
    {
      ...document,
      templateId: 'eka_emr_template',
      kind: 'emr',
      text: '{}',
      emr: { prescription: { symptoms: [{ name: 'Fever' }] } },
    },
    {
      ...document,
      templateId: 'transcript_template',
      kind: 'transcript',
      status: 'failure',
      errors: ['nothing heard'],
    },
  ],
});
const sound = {
  name: 'recording.wav',
  seconds: 1.5,
  missing: [],
  async *read() {
    yield Buffer.from('RIFF');
    yield Buffer.from('rest');
  },
};
const whole = (more: Partial<WholeVisit> = {}) =>
  wholeVisit({
    visit: visit(now, 0, 'ready', { patient: { name: 'Asha Rao', recordNumber: 'U-1' } }),
    note: note(),
    desk: { decisions: [], marks: [] },
    sound: [sound],
    damaged: false,
    now,
    ...more,
  });
const text = (bytes: Uint8Array | undefined) => new TextDecoder().decode(bytes);

test('each kind of document has the ending by which a computer opens it', async () => {
  const { documents, ...rest } = note();
  const kinds = ['markdown', 'transcript', 'text'] as const;
  const all = kinds.map((kind) => ({ ...documents[0]!, templateId: kind, kind, text: 'Words' }));
  const files = unzipSync(
    await collect(whole({ note: { ...rest, documents: all }, sound: [] }).bytes),
  );
  expect(Object.keys(files).filter((name) => name.startsWith('documents/'))).toEqual([
    'documents/01-markdown.md',
    'documents/02-transcript.txt',
    'documents/03-text.txt',
  ]);
});

test('the zip holds the sound, each document in its own form, and an index of both', async () => {
  const files = unzipSync(await collect(whole().bytes));
  expect(Object.keys(files)).toEqual([
    'index.json',
    'documents/01-clinical_notes_template.md',
    'documents/02-eka_emr_template.json',
    'sound/recording.wav',
  ]);
  expect(text(files['sound/recording.wav'])).toBe('RIFFrest');
  expect(text(files['documents/01-clinical_notes_template.md'])).toBe('# Fever\nசளி');
  expect(JSON.parse(text(files['documents/02-eka_emr_template.json']))).toEqual({
    prescription: { symptoms: [{ name: 'Fever' }] },
  });
  const index = JSON.parse(text(files['index.json']));
  expect(index.visit.patient).toEqual({ name: 'Asha Rao', recordNumber: 'U-1' });
  expect(index.sound).toEqual({
    damaged: false,
    files: [{ file: 'sound/recording.wav', seconds: 1.5, silentBecauseUnreadable: [] }],
  });
  expect(
    index.documents.map((one: { file?: string; status: string; errors: string[] }) => [
      one.file,
      one.status,
      one.errors,
    ]),
  ).toEqual([
    ['documents/01-clinical_notes_template.md', 'success', []],
    ['documents/02-eka_emr_template.json', 'success', []],
    [undefined, 'failure', ['nothing heard']],
  ]);
});

test('what a doctor made of the note is there too: the version in hand, and each signed one as it was signed', async () => {
  const info = { author: 'doctor' as const, at: now, who: 'clinic-17', kept: true };
  const branch = (head: number): NoteBranch => ({
    id: 'b',
    purpose: 'note',
    document: 0,
    templateId: '../t',
    name: '',
    kind: 'markdown',
    language: 'en-IN',
    editable: true,
    rev: 1,
    head,
    versions: [
      { ...info, number: 1, author: 'machine', made: 'platform' },
      { ...info, number: 2, made: 'edit' },
    ],
    sections: [
      { id: '0', title: 'Plan', text: 'Rest\nசளி' },
      { id: '1', key: 'advices', title: '', text: 'Walk' },
    ],
    digest: '',
  });
  const signed = (id: string, name: string): Signed => ({
    id,
    visitId: 'x',
    branch: 'b',
    version: 2,
    at: now,
    who: 'clinic-17',
    sha256: 'ab',
    looked: [],
    practice: false,
    note: neutralNote.parse({ id, patient: { name }, practitioner: {}, date: '2026-11-21' }),
  });
  const files = unzipSync(
    await collect(
      whole({
        branches: [branch(2), branch(1)],
        signed: [signed('s2', 'Asha Rao'), signed('s1', 'Asha')],
      }).bytes,
    ),
  );
  expect(Object.keys(files).filter((name) => /^(edited|signed)/.test(name))).toEqual([
    'edited/01-__t-v2.txt',
    'signed/01.json',
    'signed/02.json',
  ]);
  expect(text(files['edited/01-__t-v2.txt'])).toBe('Plan\nRest\nசளி\n\nadvices\nWalk\n');
  expect(JSON.parse(text(files['signed/01.json'])).patient.name).toBe('Asha');
  const index = JSON.parse(text(files['index.json']));
  expect([index.edited, index.signed.map((one: { id: string }) => one.id)]).toEqual([
    [
      {
        file: 'edited/01-__t-v2.txt',
        template: '../t',
        language: 'en-IN',
        version: 2,
        document: 'documents/01-clinical_notes_template.md',
      },
    ],
    ['s1', 's2'],
  ]);
});

test('a heading that is empty and has no key leaves no line', async () => {
  const branch = {
    templateId: 't',
    language: 'en',
    head: 1,
    versions: [{ number: 1, made: 'edit' }],
    sections: [
      { id: '0', title: '', text: 'Words' },
      { id: '1', title: 'Plan', text: '' },
    ],
  } as unknown as NoteBranch;
  const files = unzipSync(await collect(whole({ branches: [branch] }).bytes));
  expect(text(files['edited/01-t-v1.txt'])).toBe('Words\n\nPlan\n');
});

test('the index and the decisions have every member as it was', async () => {
  const at = Date.UTC(2026, 10, 21, 10, 20, 30);
  const entity = { id: 'e', text: 'Fever', kind: 'symptom', status: 'present' } as never;
  const decision: Decision = {
    entityId: 'e',
    verdict: 'accepted',
    codes: [],
    at,
    who: 'w',
    seen: [],
  };
  const made = whole({
    visit: visit(now, 0, 'ready', {
      id: 'visit-1',
      transactionId: 'txn-1',
      createdAt: now,
      startedAt: at,
      consentAt: at,
      consent: { kind: 'verbal', at } as never,
      patient: { name: 'Asha Rao' },
    }),
    desk: {
      decisions: [
        { entity, decision },
        { entity, decision: { ...decision, status: 'possible' } },
      ],
      marks: [entity],
    },
    damaged: true,
    unread: true,
    sound: [{ ...sound, name: '../a b.wav', missing: [[1, 2]] }],
  });
  const files = unzipSync(await collect(made.bytes));
  expect(Object.keys(files)).toContain('sound/__a_b.wav');
  const lines = ['index.json', 'decisions.json'].map((name) => text(files[name]));
  await expect(lines.join('')).toMatchFileSnapshot(
    path.join(import.meta.dirname, '../../../../fixtures/exports/whole-visit.txt'),
  );
  const bare = unzipSync(await collect(whole({ note: undefined, sound: [] }).bytes));
  expect(JSON.parse(text(bare['index.json']))).toMatchObject({
    form: 'scriba-visit',
    practice: false,
    documents: [],
    edited: [],
    editedUnreadable: false,
    signed: [],
  });
  for (const given of [
    { decisions: [{ entity, decision }], marks: [] },
    { decisions: [], marks: [entity] },
  ])
    expect(Object.keys(unzipSync(await collect(whole({ desk: given }).bytes)))).toContain(
      'decisions.json',
    );
  expect(Object.keys(bare)).toEqual(['index.json']);
});

test('the name tells the time and nothing of the patient; practice is said', () => {
  expect(whole().name).toMatch(/^visit-\d{4}-\d\d-\d\d-\d{4}\.zip$/);
  expect(whole().contentType).toBe('application/zip');
  expect(whole({ note: { ...note(), practice: true } }).name).toMatch(/^practice-visit-/);
});

test('a template with a hostile name leads out of no folder', async () => {
  for (const hostile of [
    '../../../etc/passwd',
    '..\\..\\x',
    '/root/x',
    'C:\\x',
    '\0',
    '....//',
    'a'.repeat(5000),
  ]) {
    const names = Object.keys(unzipSync(await collect(whole({ note: note(hostile) }).bytes)));
    expect(names[1]).toMatch(/^documents\/01-[\w.-]{1,60}\.md$/);
    expect(names[1]).not.toContain('/..');
  }
});

test.each([
  ['a / b', 'a_b'],
  ['...hidden', '_hidden'],
  ['சளி', '_'],
  ['', '_'],
  ['v1.2-x_y', 'v1.2-x_y'],
  ['a'.repeat(61), 'a'.repeat(60)],
])('a template called %j is a file called %s', async (templateId, name) => {
  const names = Object.keys(unzipSync(await collect(whole({ note: note(templateId) }).bytes)));
  expect(names[1]).toBe(`documents/01-${name}.md`);
});

test('without a note there is the sound, without sound the note', async () => {
  expect(Object.keys(unzipSync(await collect(whole({ note: undefined }).bytes)))).toEqual([
    'index.json',
    'sound/recording.wav',
  ]);
  expect(Object.keys(unzipSync(await collect(whole({ sound: [] }).bytes)))).toHaveLength(3);
});

/** Somebody else's reader of zips. */
const python = spawnSync('python3', ['--version']).status === 0;

test.skipIf(!python)('any unzip opens it, whatever the clock says', async () => {
  for (const at of [0, now, Date.UTC(2200, 0, 1)]) {
    const file = path.join(mkdtempSync(path.join(tmpdir(), 'scriba-zip-')), 'a.zip');
    writeFileSync(
      file,
      await collect(
        zipOf(
          [
            {
              name: 'sound/a.wav',
              async *read() {
                yield Buffer.alloc(3_000_000, 7);
              },
            },
          ],
          at,
        ),
      ),
    );
    const opened = execFileSync('python3', [
      '-c',
      'import sys,zipfile; z=zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None; print(len(z.read("sound/a.wav")))',
      file,
    ]).toString();
    expect(opened.trim()).toBe('3000000');
    expect(readFileSync(file).length).toBeGreaterThan(3_000_000);
  }
});

test('sound that breaks off in the middle breaks the zip off too: nobody takes it for whole', async () => {
  const broken = {
    ...sound,
    async *read() {
      yield Buffer.from('RIFF');
      throw new Error('unplugged');
    },
  };
  await expect(collect(whole({ sound: [broken] }).bytes)).rejects.toThrow('unplugged');
});
