import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import {
  type CodeListsDeps,
  createCodeLists,
} from '../../../../../main/features/coding/code-lists/code-lists.ts';
import { safeName } from '../../../../../main/features/coding/code-lists/receive-files.ts';
import { createServerChoice } from '../../../../../main/features/coding/code-lists/server-choice.ts';
import {
  nodeClock,
  nodeDisk,
  nodeRandom,
  undiciNet,
} from '../../../../../main/hosts/node/node-ports.ts';
import { readUrl } from '../../../../../main/infrastructure/platform/client/address.ts';
import { createTerminology } from '../../../../../main/infrastructure/terminology/terminology.ts';
import {
  LARGEST_RELEASE,
  type TerminologyState,
} from '../../../../../shared/model/coding/terminology.ts';
import { makeZip } from '../../../../support/terminology/make-zip.ts';
import {
  codesCsv,
  indexCsv,
  indexXml,
  orderFile,
  tabularXml,
} from '../../../../support/terminology/small-release.ts';

function lists(deps: Partial<CodeListsDeps> = {}) {
  const folder =
    deps.folder ?? path.join(mkdtempSync(path.join(tmpdir(), 'scriba-lists-')), 'terminology');
  const told: TerminologyState[] = [];
  const values = new Map<string, string>();
  const secrets = new Map<string, string>();
  const choice = createServerChoice({
    readAddress: readUrl,
    values: { get: (key) => values.get(key), set: (key, value) => void values.set(key, value) },
    secrets: {
      get: async (name) => secrets.get(name),
      set: async (name, value) => void secrets.set(name, value),
      remove: async (name) => void secrets.delete(name),
    },
  });
  const terminology = createTerminology({ folder, starter: [] });
  const part = createCodeLists({
    disk: nodeDisk,
    random: nodeRandom,
    clock: nodeClock,
    net: undiciNet(),
    folder,
    terminology,
    choice,
    changed: (state) => told.push(state),
    terminologyServer: {
      test: async () => ({
        software: 'x',
        ontologies: [
          { ontology: 'snomed', answer: 'ready' },
          { ontology: 'loinc', answer: 'no-filter' },
        ],
      }),
      forget: () => {},
    },
    ...deps,
  });
  return {
    part,
    told,
    folder,
    choice,
    values,
    secrets,
    taken: () =>
      existsSync(path.join(folder, 'taken'))
        ? readdirSync(path.join(folder, 'taken'), { recursive: true })
        : [],
  };
}
type Lists = ReturnType<typeof lists>;

/** As a page does it: all pieces of all files, in pieces of `size` bytes. */
function hand(
  { part }: Lists,
  files: Readonly<Record<string, string | Buffer>>,
  { size = 700, finish = true, release = 'icd10cm' as const } = {},
) {
  const all = Object.entries(files).map(([name, text]) => ({
    name,
    bytes: Buffer.from(text as string),
  }));
  const { takingId } = part.begin(
    release,
    all.map(({ name, bytes }) => ({ name, size: bytes.length })),
  );
  for (const [file, { bytes }] of all.entries())
    for (let at = 0; at < bytes.length; )
      at = part.append(takingId, file, at, bytes.subarray(at, at + size)).received;
  if (finish) part.finish(takingId);
  return takingId;
}

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
    expect.objectContaining({ detail: 'file-empty' }) as Error,
  );
  expect(() =>
    one.part.begin('snomed', [
      { name: 'x', size: LARGEST_RELEASE },
      { name: 'y', size: 1 },
    ]),
  ).toThrow(expect.objectContaining({ code: 'invalid', detail: 'release-too-large' }) as Error);
  const { takingId } = one.part.begin('icd10cm', [{ name: 'a.csv', size: 10 }]);
  expect(existsSync(path.join(one.folder, 'taken'))).toBe(false);
  expect(() => one.part.begin('icd10cm', [{ name: 'a.csv', size: 10 }])).toThrow(
    expect.objectContaining({ code: 'busy', detail: 'importing' }) as Error,
  );
  expect(() => one.part.download('icd10cm')).toThrow(
    expect.objectContaining({ detail: 'importing' }) as Error,
  );
  const append = (offset: number, text: string, file = 0, id = takingId) =>
    one.part.append(id, file, offset, Buffer.from(text)).received;
  expect([append(0, 'abcd'), append(0, 'abcd'), append(2, 'cdef')]).toEqual([4, 4, 6]);
  expect(() => append(7, 'x')).toThrow(
    expect.objectContaining({ detail: 'piece-missing' }) as Error,
  );
  expect(() => append(6, 'ghijk')).toThrow(
    expect.objectContaining({ detail: 'file-changed' }) as Error,
  );
  expect(() => append(0, 'x', 1)).toThrow(
    expect.objectContaining({ detail: 'piece-missing' }) as Error,
  );
  expect(() => append(6, 'x', 0, nodeRandom.uuid())).toThrow(
    expect.objectContaining({ detail: 'no-import' }) as Error,
  );
  expect(() => one.part.finish(takingId)).toThrow(
    expect.objectContaining({ detail: 'pieces-missing' }) as Error,
  );
  expect(one.part.state().running).toEqual({
    release: 'icd10cm',
    stage: 'taking',
    share: 0.6,
    bytes: 6,
  });
  one.part.pageLost();
  expect([one.part.state().running, one.taken()]).toEqual([undefined, []]);
  expect(() => append(6, 'ghij')).toThrow(
    expect.objectContaining({ detail: 'no-import' }) as Error,
  );
  await one.part.close();
});

test('a disk without room is told before anything is taken, and one that fills up on the way', async () => {
  const small = lists({ disk: { ...nodeDisk, free: () => 1_000 } });
  expect(() => small.part.begin('icd10cm', [{ name: 'a.csv', size: 10 }])).toThrow(
    expect.objectContaining({ code: 'refused', detail: 'disk-full' }) as Error,
  );
  const full = lists({
    disk: {
      ...nodeDisk,
      write: () => {
        throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
      },
    },
  });
  expect(() => hand(full, { 'codes.csv': codesCsv() })).toThrow(
    expect.objectContaining({ detail: 'disk-full' }) as Error,
  );
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

const published = makeZip({ 'icd10cm-order-2027.txt': orderFile(), 'readme.pdf': '%PDF' });
const books = makeZip({
  'Table and Index/icd10cm-tabular-2027.xml': tabularXml().replace('2025', '2027'),
  'Table and Index/icd10cm-index-2027.xml': indexXml().replace('2025', '2027'),
});
let way: 'right' | 'moved' | 'gone' | 'busy' | 'cut' | 'slow' | 'page' = 'right';
const publisher = createServer((request, response) => {
  const body = request.url?.includes('index') ? books : published;
  if (way === 'moved')
    return response.writeHead(302, { location: 'https://elsewhere.example/x.zip' }).end();
  if (way === 'gone') return response.writeHead(404).end('not here');
  if (way === 'busy') return response.writeHead(503).end();
  if (way === 'page') return response.writeHead(200).end('<html>Sign in to the Wi-Fi</html>');
  response.writeHead(200, { 'content-length': String(body.length) });
  if (way === 'cut') return response.write(body.subarray(0, 500), () => response.destroy());
  if (way === 'slow') return response.write(body.subarray(0, 500));
  return response.end(body);
});
await new Promise<void>((resolve) => publisher.listen(0, '127.0.0.1', resolve));
afterAll(() => (publisher.closeAllConnections(), publisher.close()));
const official = {
  icd10cm: {
    folder: `http://127.0.0.1:${(publisher.address() as AddressInfo).port}/ICD10CM/2027/`,
    files: ['icd10cm-code-descriptions-2027.zip', 'icd10cm-table-and-index-2027.zip'],
  },
};

test('the public-domain release is fetched, with size and sum of each file, unpacked and imported', async () => {
  way = 'right';
  const one = lists({ official });
  expect(one.part.download('icd10cm').running).toMatchObject({ stage: 'fetching' });
  await one.part.idle();
  const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
  expect(one.part.state()).toMatchObject({
    installed: [{ ontology: 'icd-10-cm', codes: 40, version: '2027' }],
    last: {
      release: 'icd10cm',
      fetched: [
        {
          address: `${official.icd10cm.folder}icd10cm-code-descriptions-2027.zip`,
          bytes: published.length,
          sha256: sha256(published),
        },
        { bytes: books.length, sha256: sha256(books) },
      ],
    },
  });
  expect(one.part.state().last).not.toHaveProperty('trouble');
  expect(
    one.told.some(({ running }) => running?.stage === 'fetching' && (running.bytes ?? 0) > 0),
  ).toBe(true);
  expect(one.taken()).toEqual([]);
  expect(() => one.part.download('snomed')).toThrow(
    expect.objectContaining({ detail: 'no-download' }) as Error,
  );
  await one.part.close();
});

test.each([
  ['moved', 'refused', 'download-moved'],
  ['gone', 'refused', 'download-moved'],
  ['busy', 'busy', 'download-busy'],
  ['cut', 'offline', 'download-unreachable'],
  ['page', 'invalid', 'terminology-file'],
] as const)('a publisher that is %s is told as %s, %s', async (how, code, detail) => {
  way = how;
  const one = lists({ official });
  one.part.download('icd10cm');
  await one.part.idle();
  expect(one.part.state()).toMatchObject({ installed: [], last: { trouble: { code, detail } } });
  expect(one.taken()).toEqual([]);
});

test('fetching is cancelled in the middle', async () => {
  way = 'slow';
  const here = Promise.withResolvers<void>();
  const one = lists({
    official,
    changed: ({ running }) => (running?.bytes ?? 0) > 0 && here.resolve(),
  });
  one.part.download('icd10cm');
  await here.promise;
  expect((await one.part.cancel()).last?.trouble).toMatchObject({
    code: 'refused',
    detail: 'cancelled',
  });
  expect(one.taken()).toEqual([]);
});

test('a token is kept for the server that it was entered for, told to nobody, and gone with its address', async () => {
  const { part, choice, values, secrets } = lists();
  await expect(part.server.set('http://192.168.1.9/fhir', undefined)).rejects.toMatchObject({
    code: 'invalid',
    detail: 'address-insecure',
  });
  await expect(part.server.set('https://tx.example/fhir?x=1', undefined)).rejects.toMatchObject({
    detail: 'address-invalid',
  });
  await expect(part.server.set('https://tx.example/fhir', 'two words')).rejects.toMatchObject({
    detail: 'token-invalid',
  });
  await expect(choice.address()).rejects.toMatchObject({
    code: 'missing',
    detail: 'no-terminology-server',
  });
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
