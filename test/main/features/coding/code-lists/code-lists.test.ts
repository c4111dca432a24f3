import { existsSync, mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { safeName } from '../../../../../main/features/coding/code-lists/receive-files.ts';
import { nodeClock, nodeDisk, nodeRandom } from '../../../../../main/hosts/node/node-ports.ts';
import { LARGEST_RELEASE } from '../../../../../shared/model/coding/terminology.ts';
import { failure, failureWith } from '../../../../support/failure.ts';
import { makeZip } from '../../../../support/terminology/make-zip.ts';
import {
  codesCsv,
  indexCsv,
  orderFile,
  tabularXml,
} from '../../../../support/terminology/small-release.ts';
import { hand, lists } from './support.ts';

test('files from a page, handed over piece by piece, are imported; nothing of them stays', async () => {
  const one = lists();
  hand(one, { 'codes_2026.csv': codesCsv(), 'index_2026.csv': indexCsv() });
  expect(one.part.state().running).toMatchObject({ release: 'icd10cm', stage: 'reading' });
  await one.part.idle();
  expect(one.part.state()).toEqual({
    installed: [
      {
        ontology: 'icd-10-cm',
        version: '2026',
        codes: 40,
        terms: expect.any(Number) as number,
        bytes: expect.any(Number) as number,
      },
    ],
    last: { release: 'icd10cm' },
  });
  expect(one.told.map(({ running }) => running?.stage)).toEqual(
    expect.arrayContaining(['taking', 'reading', 'writing', undefined]),
  );
  expect(one.taken()).toEqual([]);
  await one.part.close();
});

test('a folder may hold anything beside the release, a zip too; a file that was chosen by itself is meant', async () => {
  const one = lists();
  hand(one, {
    'ICD/2026/order.zip': makeZip({
      'a/icd10cm_order_2026.txt': orderFile(),
      'a/guidelines.pdf': '%PDF',
      '__MACOSX/a/icd10cm_order_2026.txt': 'rubbish',
    }),
    'ICD/readme.txt': 'Dear reader,\nthis is no list of codes.\n',
    'ICD/../../2026/icd10cm_tabular_2026.xml': tabularXml(),
  });
  await one.part.idle();
  expect(one.part.state()).toMatchObject({
    installed: [{ version: '2026', codes: 40 }],
    last: { release: 'icd10cm' },
  });
  hand(one, { 'letter.csv': 'Dear colleague,\nthank you\n' });
  await one.part.idle();
  const { last, installed } = one.part.state();
  expect(last?.trouble).toMatchObject({ code: 'invalid', detail: 'terminology-file' });
  expect(last?.trouble?.message).toContain(
    'letter.csv is not one of these. Looked for ICD-10-CM files',
  );
  expect(installed).toMatchObject([{ version: '2026' }]);
  await one.part.close();
});

test('one thing at a time; a repeated piece is not taken twice, a missing or surplus one is refused', async () => {
  const one = lists();
  expect(() => one.part.begin('icd10cm', [{ name: 'x', size: 0 }])).toThrow(
    failureWith('file-empty') as Error,
  );
  expect(() =>
    one.part.begin('snomed', [
      { name: 'x', size: LARGEST_RELEASE },
      { name: 'y', size: 1 },
    ]),
  ).toThrow(failure('invalid', 'release-too-large'));
  const { takingId } = one.part.begin('icd10cm', [{ name: 'a.csv', size: 10 }]);
  expect(existsSync(path.join(one.folder, 'taken'))).toBe(false);
  expect(() => one.part.begin('icd10cm', [{ name: 'a.csv', size: 10 }])).toThrow(
    failure('busy', 'importing'),
  );
  expect(() => one.part.download('icd10cm')).toThrow(failureWith('importing') as Error);
  const append = (offset: number, text: string, file = 0, id = takingId) =>
    one.part.append(id, file, offset, Buffer.from(text)).received;
  expect([append(0, 'abcd'), append(0, 'abcd'), append(2, 'cdef')]).toEqual([4, 4, 6]);
  expect(() => append(7, 'x')).toThrow(failureWith('piece-missing') as Error);
  expect(() => append(6, 'ghijk')).toThrow(failureWith('file-changed') as Error);
  expect(() => append(0, 'x', 1)).toThrow(failureWith('piece-missing') as Error);
  expect(() => append(6, 'x', 0, nodeRandom.uuid())).toThrow(failureWith('no-import') as Error);
  expect(() => one.part.finish(takingId)).toThrow(failureWith('pieces-missing') as Error);
  expect(one.part.state().running).toEqual({
    release: 'icd10cm',
    stage: 'taking',
    share: 0.6,
    bytes: 6,
  });
  one.part.pageLost();
  expect([one.part.state().running, one.taken()]).toEqual([undefined, []]);
  expect(() => append(6, 'ghij')).toThrow(failureWith('no-import') as Error);
  await one.part.close();
});

test('a disk without room is told before anything is taken', () => {
  const small = lists({ disk: { ...nodeDisk, free: () => 1_000 } });
  expect(() => small.part.begin('icd10cm', [{ name: 'a.csv', size: 10 }])).toThrow(
    failure('refused', 'disk-full'),
  );
});

test.each([
  [
    'with an error',
    () => {
      throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
    },
  ],
  ['without one', () => 0],
])('a disk that fills up on the way %s is told', async (_, write) => {
  const full = lists({ disk: { ...nodeDisk, write } });
  expect(() => hand(full, { 'codes.csv': codesCsv() })).toThrow(failureWith('disk-full') as Error);
  expect((await full.part.cancel()).last?.trouble?.detail).toBe('cancelled');
  expect(full.taken()).toEqual([]);
});

test('a page that sends nothing any more is given up', () => {
  let late = () => {};
  const one = lists({
    clock: {
      ...nodeClock,
      after: (_ms, run) => {
        late = run;
        return () => {};
      },
    },
  });
  hand(one, { 'codes.csv': codesCsv() }, { finish: false });
  expect(one.taken()).not.toEqual([]);
  late();
  expect([one.part.state().running, one.taken()]).toEqual([undefined, []]);
});

test('what a crash left behind is gone at the next start', () => {
  const folder = path.join(mkdtempSync(path.join(tmpdir(), 'scriba-lists-')), 'terminology');
  mkdirSync(path.join(folder, 'taken', '0'), { recursive: true });
  writeFileSync(path.join(folder, 'taken', '0', 'codes.csv'), 'left');
  writeFileSync(path.join(folder, 'icd-10-cm.sqlite.new'), '');
  lists({ folder });
  expect(readdirSync(folder)).toEqual(['icd-10-cm.sqlite.new']);
});

test('an import is cancelled in the middle; what was installed stays', async () => {
  const one = lists();
  hand(one, { 'codes_2026.csv': codesCsv() });
  await one.part.idle();
  hand(
    one,
    {
      'codes_2027.csv': `Code,Description\n${Array.from({ length: 20_000 }, (_, at) => `${'ABCDEFGHIJ'[Math.floor(at / 2000)]}${String(at % 100).padStart(2, '0')}.${Math.floor((at % 2000) / 100)},Invented finding number ${at}`).join('\n')}\n`,
    },
    { size: 1 << 20 },
  );
  const { running, installed, last } = await one.part.cancel();
  expect([running, installed[0]?.version, last?.trouble?.detail]).toEqual([
    undefined,
    '2026',
    'cancelled',
  ]);
  expect(one.taken()).toEqual([]);
  await one.part.close();
});

test.each([
  ['../../etc/passwd', 'passwd'],
  [
    'C:\\Users\\x\\sct2_Concept_Snapshot_INT_20260701.txt',
    'sct2_Concept_Snapshot_INT_20260701.txt',
  ],
  ['..', 'file_'],
  ['.', 'file_'],
  ['', 'file_'],
  ['/', 'file_'],
  ['a/..', 'file_'],
  ['.hidden', 'hidden'],
  ['nul.txt', 'file_nul.txt'],
  ['COM1', 'file_COM1'],
  ['a\u0000b.csv', 'a_b.csv'],
  ['é (1).csv', 'e_1_.csv'],
  [`${'x'.repeat(300)}.csv`, `${'x'.repeat(116)}.csv`],
  ['a:stream.txt', 'a_stream.txt'],
  ['trailing. ', 'trailing'],
])('%j becomes a name of our own making', (given, name) => expect(safeName(given)).toBe(name));

test('a token is kept for the server that it was entered for, told to nobody, and gone with its address', async () => {
  const { part, choice, values, secrets } = lists();
  await expect(part.server.set('http://192.168.1.9/fhir', undefined)).rejects.toThrow(
    failure('invalid', 'address-insecure'),
  );
  await expect(part.server.set('https://tx.example/fhir?x=1', undefined)).rejects.toThrow(
    failureWith('address-invalid'),
  );
  await expect(part.server.set('https://tx.example/fhir', 'two words')).rejects.toThrow(
    failureWith('token-invalid'),
  );
  await expect(choice.address()).rejects.toThrow(failure('missing', 'no-terminology-server'));
  const told = [await part.server.set('https://tx.example/fhir/', 'secret-token-7f3a')];
  expect(await choice.address()).toEqual({
    base: new URL('https://tx.example/fhir'),
    token: 'secret-token-7f3a',
  });
  told.push(await part.server.set('https://tx.example/fhir', undefined));
  expect(told[1]).toEqual({ address: 'https://tx.example/fhir', hasToken: true });
  expect((await choice.address()).token).toBe('secret-token-7f3a');
  expect(choice.serves('snomed')).toBeUndefined();
  await part.server.test();
  expect((['snomed', 'loinc', 'medication'] as const).map(choice.serves)).toEqual([
    true,
    false,
    false,
  ]);
  expect([part.server.ontologies(), part.state().server]).toEqual([
    ['snomed'],
    { address: 'https://tx.example/fhir', ontologies: ['snomed'] },
  ]);
  told.push(await part.server.set('https://evil.example/fhir', undefined));
  expect([await choice.address(), secrets.size, part.server.ontologies()]).toEqual([
    { base: new URL('https://evil.example/fhir') },
    0,
    [],
  ]);
  told.push(await part.server.set('', undefined));
  expect(JSON.stringify([told, [...values], part.state()])).not.toContain('7f3a');
  // Even where the address was changed behind our back.
  await part.server.set('https://tx.example/fhir', 'secret-token-7f3a');
  values.set(
    'terminology.server',
    JSON.stringify({ address: 'https://evil.example', hasToken: true }),
  );
  expect(await choice.address()).toEqual({ base: new URL('https://evil.example') });
});
