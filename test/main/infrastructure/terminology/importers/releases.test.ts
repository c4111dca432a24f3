import { existsSync, globSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { zipSync } from 'fflate';
import { expect, test } from 'vitest';
import {
  filesIn,
  isZip,
  unzipped,
} from '../../../../../main/infrastructure/terminology/importers/files/zip.ts';
import { importRelease } from '../../../../../main/infrastructure/terminology/importers/import.ts';
import { createTerminology } from '../../../../../main/infrastructure/terminology/terminology.ts';
import { failure, failureWith } from '../../../../support/failure.ts';
import {
  aFolder,
  build,
  fixture,
  smallTerminology,
} from '../../../../support/terminology/small-terminology.ts';

/** A release as it is handed out: one file, with folders in it. */
function zipped(name: string, extra: Record<string, Uint8Array> = {}): string {
  const files = Object.fromEntries(
    globSync('**/*.*', { cwd: fixture(name) })
      .sort()
      .map((file) => [
        `Release_20240301/${file}`,
        new Uint8Array(readFileSync(path.join(fixture(name), file))),
      ]),
  );
  const zip = path.join(aFolder(), `${name}.zip`);
  writeFileSync(zip, zipSync({ ...files, ...extra }, { mtime: '2024-03-01' }));
  return zip;
}

test('a zip is taken as it is, and makes the same index as its files', () => {
  for (const name of ['snomed', 'loinc', 'rxnorm']) {
    const [one, other] = [
      build(aFolder(), name, [fixture(name)]),
      build(aFolder(), name, [
        zipped(name, { 'Release_20240301/readme.pdf': new Uint8Array([37, 80, 68, 70]) }),
      ]),
    ];
    const [a, b] = [smallTerminology(name), smallTerminology(name, [zipped(name)])];
    expect(b.status()[0]).toMatchObject({
      codes: a.status()[0]!.codes,
      terms: a.status()[0]!.terms,
    });
    // RxNorm tells its version by the name of its folder.
    if (name !== 'rxnorm') expect(readFileSync(other).equals(readFileSync(one)), name).toBe(true);
  }
});

test('the smaller copy of RxNorm within its own zip is passed over', () => {
  const conso = readFileSync(path.join(fixture('rxnorm'), 'RXNCONSO.RRF'), 'utf8');
  const fewer = new TextEncoder().encode(conso.replaceAll('metformin', 'another name'));
  const terminology = smallTerminology('rxnorm', [
    zipped('rxnorm', { 'prescribe/rrf/RXNCONSO.RRF': fewer }),
  ]);
  expect(terminology.link('medication', 'another name')).toEqual([]);
});

test('whatever was packed comes out, piece by piece; whatever was changed on the way is found out', () => {
  const folder = aFolder();
  const file = path.join(folder, 'a.zip');
  fc.assert(
    fc.property(
      fc.array(fc.uint8Array({ maxLength: 3000 }), { minLength: 1, maxLength: 3 }),
      fc.constantFrom(0, 6),
      (contents, level) => {
        writeFileSync(
          file,
          zipSync(Object.fromEntries(contents.map((bytes, at) => [`f/${at}`, bytes])), {
            level: level as 0 | 6,
          }),
        );
        expect(isZip(file)).toBe(true);
        expect(
          filesIn(file).map((one) =>
            Buffer.concat([...unzipped(file, one)]).equals(
              Buffer.from(contents[Number(one.name.slice(2))]!),
            ),
          ),
        ).toEqual(contents.map(() => true));
      },
    ),
    { numRuns: 40 },
  );
  const whole = readFileSync(zipped('snomed'));
  const damaged = failure('invalid', 'terminology-file');
  for (const [at, change] of [
    [2000, 0xff],
    [whole.length - 6, 0xff],
  ] as const) {
    const bytes = Buffer.from(whole);
    bytes[at] = bytes[at]! ^ change;
    writeFileSync(file, bytes);
    expect(() => build(aFolder(), 'snomed', [file]), String(at)).toThrow(damaged);
  }
  // Not packed, so that nothing but the sum tells.
  const plain = Buffer.from(
    zipSync(
      { 'Loinc.csv': new Uint8Array(readFileSync(path.join(fixture('loinc'), 'Loinc.csv'))) },
      { level: 0 },
    ),
  );
  const place = plain.indexOf('Arterial blood');
  plain.write('Venous', place);
  writeFileSync(file, plain);
  expect(() => build(aFolder(), 'loinc', [file])).toThrow(damaged);
  for (const cut of [30, 1000, whole.length - 5]) {
    writeFileSync(file, whole.subarray(0, cut));
    expect(() => build(aFolder(), 'snomed', [file]), String(cut)).toThrow(damaged);
  }
});

test('importers by their names, in a thread: progress, an earlier release replaced whole, a failed one that changes nothing', async () => {
  const folder = aFolder();
  const terminology = createTerminology({ folder });
  const stages = new Set<string>();
  await terminology.import('snomed', [zipped('snomed')], {
    progress: ({ stage, share }) => {
      expect(share).toBeLessThanOrEqual(1);
      stages.add(stage);
    },
  });
  expect(stages).toEqual(new Set(['reading', 'writing']));
  expect(terminology.link('snomed', 'diarrhoea')[0]?.name).toBe('Diarrhea');
  await terminology.import('snomed', [fixture('snomed')], { preferences: { dialect: 'gb' } });
  expect(terminology.link('snomed', 'diarrhea')[0]?.name).toBe('Diarrhoea');
  const file = path.join(folder, 'snomed.sqlite');
  const before = readFileSync(file);
  const spoilt = path.join(folder, 'spoilt');
  mkdirSync(spoilt);
  for (const part of globSync(path.join(fixture('snomed'), '**/*.txt')))
    writeFileSync(
      path.join(spoilt, path.basename(part)),
      readFileSync(part, 'utf8')
        .replace('80146002\tCT', '')
        .replace('\t80146002\ten', '\t80146003\ten'),
    );
  await expect(terminology.import('snomed', [spoilt])).rejects.toMatchObject({
    code: 'invalid',
    detail: 'terminology-file',
    message: expect.stringMatching(/Line \d+: 80146003/) as string,
  });
  const stop = new AbortController();
  stop.abort();
  await expect(
    terminology.import('snomed', [fixture('snomed')], { cancel: stop.signal }),
  ).rejects.toThrow(failureWith('cancelled'));
  expect(readFileSync(file).equals(before)).toBe(true);
  expect(existsSync(`${file}.new`) ? statSync(`${file}.new`).size : 0).toBe(0);
  // The open release stays open and is still searched.
  expect(terminology.link('snomed', 'diarrhea')[0]?.name).toBe('Diarrhoea');
  terminology.close();
});

test('two imports at once are refused, also of different releases', async () => {
  const folder = aFolder();
  const first = importRelease(folder, 'snomed', [fixture('snomed')]);
  await expect(importRelease(folder, 'loinc', [fixture('loinc')])).rejects.toThrow(
    failure('busy', 'importing'),
  );
  await first;
});

test.each(['snomed', 'loinc', 'rxnorm'])(
  '%s: a folder without it, an empty one, and none at all say so at once',
  (name) => {
    const failing = (files: string[]) => () => build(aFolder(), name, files);
    const says = (sentence: string) =>
      expect.objectContaining({
        code: 'invalid',
        detail: 'terminology-file',
        message: expect.stringContaining(sentence) as string,
      }) as Error;
    expect(failing([aFolder()])).toThrow(says('The folder is empty. Looked for'));
    expect(failing([import.meta.dirname])).toThrow(
      says('None of these files can be read. Looked for'),
    );
    expect(failing([import.meta.filename])).toThrow(says('is not one of these'));
    expect(failing([path.join(aFolder(), 'nowhere')])).toThrow(failure('missing', 'no-file'));
  },
);
