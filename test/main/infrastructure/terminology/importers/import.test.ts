import { spawn, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { detectReleaseFiles } from '../../../../../main/infrastructure/terminology/importers/detect-release-files.ts';
import { icd10cm } from '../../../../../main/infrastructure/terminology/importers/icd10cm/icd10cm.ts';
import { importRelease } from '../../../../../main/infrastructure/terminology/importers/import.ts';
import { createTerminology } from '../../../../../main/infrastructure/terminology/terminology.ts';
import { inventRf2 } from '../../../../../scripts/bench/lib/invented-rf2.ts';
import { failure } from '../../../../support/failure.ts';
import {
  codesCsv,
  indexCsv,
  releaseFolder,
} from '../../../../support/terminology/small-release.ts';

const aFolder = () => mkdtempSync(path.join(tmpdir(), 'scriba-terminology-'));
const { paths: small } = releaseFolder({
  'codes_2025.csv': codesCsv(),
  'index_2025.csv': indexCsv(),
});
/** Long enough to be stopped on the way. */
const { paths: large } = releaseFolder({
  'codes_2026.csv': `Code,Description\n${Array.from({ length: 30_000 }, (_, at) => `${'ABCDEFGHIJ'[Math.floor(at / 3000)]}${String(at % 100).padStart(2, '0')}.${Math.floor((at % 3000) / 100)},Invented finding number ${at} of a test`).join('\n')}\n`,
});
const file = (folder: string) => path.join(folder, 'icd-10-cm.sqlite');

test('a release is imported, told and asked; a second one replaces it whole', async () => {
  const folder = aFolder();
  const terminology = createTerminology({ starter: [], folder });
  expect(terminology.status()).toEqual([]);
  expect(() => terminology.link('icd-10-cm', 'fever')).toThrow(
    failure('missing', 'no-terminology'),
  );
  const stages: string[] = [];
  await terminology.import('icd10cm', small, {
    progress: ({ stage, share }) => {
      expect(share).toBeLessThanOrEqual(1);
      stages.push(stage);
    },
  });
  expect(new Set(stages)).toEqual(new Set(['reading', 'writing']));
  expect(terminology.status()).toMatchObject([
    { ontology: 'icd-10-cm', version: '2025', codes: 40 },
  ]);
  expect(terminology.link('icd-10-cm', 'mumps')[0]).toMatchObject({
    code: 'B26.9',
    isLinked: true,
  });
  expect(terminology.search('icd-10-cm', 'mum').length).toBeGreaterThan(0);
  // Open while it is replaced.
  const { paths } = releaseFolder({
    'codes_2027.csv': codesCsv().replace('Mumps without complication', 'Mumps renamed'),
  });
  await terminology.import('icd10cm', paths);
  expect(terminology.status()).toMatchObject([{ version: '2027' }]);
  expect(terminology.link('icd-10-cm', 'mumps renamed')[0]?.name).toBe('Mumps renamed');
  terminology.close();
});

test('the same files in any order make the same index, and the same answers to the last digit', async () => {
  const [one, other] = [aFolder(), aFolder()];
  await importRelease(one, 'icd10cm', small);
  await importRelease(other, 'icd10cm', [...small].reverse());
  expect(readFileSync(file(one)).equals(readFileSync(file(other)))).toBe(true);
  const [a, b] = [
    createTerminology({ starter: [], folder: one }),
    createTerminology({ starter: [], folder: other }),
  ];
  const ask = (terminology: typeof a) =>
    ['fever', 'diabtes', 'RA', 'pain in knee', 'hepatitis'].map((query) =>
      terminology.link('icd-10-cm', query, 10),
    );
  expect([ask(a), ask(a), ask(b)]).toEqual([ask(b), ask(b), ask(a)]);
  a.close();
  b.close();
});

test('what fails, or is cancelled, leaves what was installed as it is', async () => {
  const folder = aFolder();
  await importRelease(folder, 'icd10cm', small);
  const before = readFileSync(file(folder));
  const unchanged = () => expect(readFileSync(file(folder)).equals(before)).toBe(true);
  const wrong = path.join(folder, 'letter.txt');
  writeFileSync(wrong, 'Dear colleague');
  await expect(importRelease(folder, 'icd10cm', [wrong])).rejects.toThrow(
    failure('invalid', 'terminology-file'),
  );
  unchanged();
  const stop = new AbortController();
  await expect(
    importRelease(folder, 'icd10cm', large, { cancel: stop.signal, progress: () => stop.abort() }),
  ).rejects.toThrow(failure('refused', 'cancelled'));
  unchanged();
  // At most an empty file is left, which the next import uses.
  const fresh = `${file(folder)}.new`;
  expect(existsSync(fresh) ? statSync(fresh).size : 0).toBe(0);
  await importRelease(folder, 'icd10cm', small);
  unchanged();
});

test.skipIf(process.platform === 'win32')(
  'what is no ordinary file is refused at once: nobody writes into a pipe, and a device has no end',
  async () => {
    const at = aFolder();
    const pipe = path.join(at, 'codes_2025.csv');
    spawnSync('mkfifo', [pipe]);
    const link = (name: string, target: string) => {
      symlinkSync(target, path.join(at, name));
      return path.join(at, name);
    };
    for (const [odd, code, detail] of [
      [pipe, 'invalid', 'terminology-file'],
      [link('device.csv', '/dev/zero'), 'invalid', 'terminology-file'],
      [link('loop.csv', path.join(at, 'loop.csv')), 'missing', 'no-file'],
      [link('gone.csv', path.join(at, 'nothing')), 'missing', 'no-file'],
      [path.join(small[0] ?? '', 'below'), 'missing', 'no-file'],
    ] as const)
      await expect(importRelease(aFolder(), 'icd10cm', [odd]), odd).rejects.toMatchObject({
        code,
        detail,
      });
  },
);

test.skipIf(process.platform === 'win32')(
  'a folder is read without the links in it: one that leads upwards would lead through the whole disk',
  async () => {
    const release = path.dirname(small[0] ?? '');
    const inner = path.join(aFolder(), 'release');
    cpSync(release, inner, { recursive: true });
    // Were it followed, the files of the other folder would be a second release.
    const { paths } = releaseFolder({ 'codes_2031.csv': codesCsv() });
    symlinkSync(path.dirname(paths[0] ?? ''), path.join(inner, 'elsewhere'));
    symlinkSync('..', path.join(inner, 'upwards'));
    expect(detectReleaseFiles(icd10cm, [inner]).map(({ name }) => name)).toEqual([
      'codes_2025.csv',
      'index_2025.csv',
    ]);
  },
);

test('a second import at the same time is asked to wait', async () => {
  const folder = aFolder();
  const first = importRelease(folder, 'icd10cm', small);
  await expect(importRelease(folder, 'icd10cm', small)).rejects.toThrow(
    failure('busy', 'importing'),
  );
  await first;
});

/** A process that imports, and is killed when it tells this stage. */
async function killedWhile(
  stage: string,
  folder: string,
  name: string,
  files: readonly string[],
): Promise<void> {
  const child = spawn(
    process.execPath,
    [
      path.resolve(import.meta.dirname, '../../../../support/children/import-child.ts'),
      folder,
      name,
      ...files,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  let told = '';
  await new Promise<void>((resolve) => {
    child.stdout.on('data', (piece) => {
      told += String(piece);
      if (told.includes(stage)) child.kill('SIGKILL');
    });
    child.once('close', () => resolve());
  });
  expect(told).toContain(stage);
  expect(told).not.toContain('done');
}

test.each(['reading', 'writing'])(
  'killed while %s: the old index still answers, and the next import goes through',
  async (stage) => {
    const folder = aFolder();
    await importRelease(folder, 'icd10cm', small);
    await killedWhile(stage, folder, 'icd10cm', large);
    const terminology = createTerminology({ starter: [], folder });
    expect(terminology.status()).toMatchObject([{ version: '2025' }]);
    expect(terminology.link('icd-10-cm', 'mumps')[0]?.code).toBe('B26.9');
    await terminology.import('icd10cm', small);
    terminology.close();
  },
);

test('SNOMED CT killed or cancelled in the middle: the release before still answers, and the next import goes through', async () => {
  const invented = aFolder();
  inventRf2(invented, 30_000);
  const folder = aFolder();
  const release = path.resolve(import.meta.dirname, '../../../../fixtures/terminologies/snomed');
  await importRelease(folder, 'snomed', [release]);
  const snomed = path.join(folder, 'snomed.sqlite');
  const before = readFileSync(snomed);
  const stands = () => expect(readFileSync(snomed).equals(before)).toBe(true);
  for (const stage of ['reading', 'writing'] as const) {
    await killedWhile(stage, folder, 'snomed', [invented]);
    stands();
    const stop = new AbortController();
    const progress = (told: { readonly stage: string; readonly share: number }) =>
      told.stage === stage && told.share < 1 && stop.abort();
    await expect(
      importRelease(folder, 'snomed', [invented], { cancel: stop.signal, progress }),
    ).rejects.toThrow(failure('refused', 'cancelled'));
    stands();
    expect(existsSync(`${snomed}.new`) ? statSync(`${snomed}.new`).size : 0).toBe(0);
  }
  const terminology = createTerminology({ starter: [], folder });
  expect(terminology.link('snomed', 'diarrhoea')[0]?.name).toBe('Diarrhea');
  await terminology.import('snomed', [release]);
  terminology.close();
});

test('a damaged index says so, and an older one asks to be imported again', async () => {
  const folder = aFolder();
  writeFileSync(file(folder), Buffer.alloc(8192, 7));
  expect(() => createTerminology({ starter: [], folder }).link('icd-10-cm', 'fever')).toThrow(
    failure('broken', 'terminology-damaged'),
  );
});
