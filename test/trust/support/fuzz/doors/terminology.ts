/** Files of terminologies, and what somebody takes for one: imported by the real thread. */
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { zipSync } from 'fflate';
import { readableFile } from '../../../../../main/cli/readable-file.ts';
import { createTerminology } from '../../../../../main/infrastructure/terminology/terminology.ts';
import { LARGEST_OWN_LIST } from '../../../../../shared/model/coding/own-list.ts';
import {
  codesCsv,
  indexCsv,
  indexXml,
  orderFile,
  tabularXml,
} from '../../../../support/terminology/small-release.ts';
import { fixture } from '../../../../support/terminology/small-terminology.ts';
import type { Dice } from '../dice.ts';
import { bytesOf, type Door, type OpenDoor, type Outcome, type Parts } from '../door.ts';
import { makeFifo } from '../foreign-files.ts';
import { mutateBytes } from '../mutate-bytes.ts';
import { mutateTable } from '../mutate-table.ts';

type File = { readonly name: string; readonly bytes: Parts };
type Release = {
  /** `own`: the clinic's own list. */
  readonly importer: string;
  readonly files: readonly File[];
  /** Named one by one, in a folder, or in a zip that is mutated itself. */
  readonly as: 'files' | 'folder' | 'zip';
  /** Mutation of the zip's own bytes: place and byte, one after another. */
  readonly zip: readonly (readonly [number, number])[];
  /** Files of others that lie in the folder, or are named in place of one. */
  readonly foreign: readonly Foreign[];
};
type Foreign = 'fifo' | 'loop' | 'dangling' | 'device' | 'upwards' | 'empty' | 'deep';
const foreigns: readonly Foreign[] = [
  'fifo',
  'loop',
  'dangling',
  'device',
  'upwards',
  'empty',
  'deep',
];

const read = (folder: string): File[] =>
  readdirSync(fixture(folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => ({
      name: entry.name,
      bytes: [readFileSync(path.join(entry.parentPath, entry.name), 'latin1')],
    }));
const icd = (files: Readonly<Record<string, string>>): File[] =>
  Object.entries(files).map(([name, text]) => ({
    name,
    bytes: [Buffer.from(text).toString('latin1')],
  }));
const samples: readonly (readonly [importer: string, files: readonly File[]])[] = [
  ['icd10cm', icd({ 'codes_2025.csv': codesCsv(), 'index_2025.csv': indexCsv() })],
  ['icd10cm', icd({ 'tabular.xml': tabularXml(), 'index.xml': indexXml() })],
  ['icd10cm', icd({ 'icd10cm_order_2025.txt': orderFile() })],
  ['snomed', read('snomed')],
  ['loinc', read('loinc')],
  ['rxnorm', read('rxnorm')],
  ['own', icd({ 'own.csv': ownCsv() })],
  ['own', icd({ 'own.csv': ownCsv() })],
];

/** Codes of the LOINC release that is installed, a brand, and words in quotes. */
function ownCsv(): string {
  return [
    'words,code,system,name,generic,strength',
    'our kalium,2823-3,LOINC,Potassium,,',
    '"kalium, blood +",6298-4,http://loinc.org,,,',
    'Zorbix-AM,,,,telmisartan + amlodipine,40 mg + 5 mg',
    '',
  ].join('\n');
}

function make(dice: Dice): Release {
  const [importer, files] = dice.of(samples);
  const at = dice.below(files.length);
  const as = dice.of(['files', 'folder', 'zip'] as const);
  const isZipped = as === 'zip' && dice.once(2);
  return {
    importer,
    as,
    files: isZipped ? files : files.with(at, mutated(files[at] as File, dice)),
    zip: isZipped
      ? Array.from({ length: 1 + dice.below(4) }, () => [dice.below(1e6), dice.below(256)] as const)
      : [],
    foreign: dice.once(3) ? [dice.of(foreigns)] : [],
  };
}

function mutated({ name, bytes: [text] }: File, dice: Dice): File {
  const sample = typeof text === 'string' ? text : '';
  return {
    name: dice.once(10) ? dice.of(['x', 'Loinc.csv', `${'n'.repeat(200)}.csv`]) : name,
    bytes: dice.once(3) ? mutateBytes(sample, dice) : mutateTable(sample, dice),
  };
}

async function open(folder: string): Promise<OpenDoor<Release>> {
  const lists = path.join(folder, 'lists');
  const from = path.join(folder, 'from');
  const terminology = createTerminology({ folder: lists, starter: [] });
  // Something is installed, so that a refused release could harm it.
  mkdirSync(from);
  await terminology.import('loinc', place(from, { ...empty, files: read('loinc') }));

  /** As the command reads a file: its size first. */
  async function takeOwn(named: readonly string[]): Promise<Outcome> {
    const [file = ''] = named;
    const size = await readableFile(file);
    const { taken, refused } = await terminology.own.take(
      size > LARGEST_OWN_LIST ? new Uint8Array(LARGEST_OWN_LIST + 1) : readFileSync(file),
    );
    for (const { words, code, ontology } of terminology.own.rows()) {
      const [first] = code === undefined ? [] : terminology.link(ontology, words, 1);
      if (first?.why.own && first.code !== code)
        throw new Error('a code was answered that the list does not have');
    }
    if (taken === 0 && refused.length === 0) throw new Error('no row was told of');
    return { kind: taken > 0 ? 'taken' : 'refused', detail: 'no-row' };
  }

  async function run(one: Release): Promise<Outcome> {
    rmSync(from, { recursive: true, force: true });
    mkdirSync(from);
    const named = place(from, one);
    if (one.importer === 'own') return takeOwn(named);
    const { codes } = await terminology.import(one.importer, named);
    if (codes === 0) throw new Error('a release without a code was installed');
    for (const { ontology } of terminology.status()) terminology.link(ontology, 'fever', 3);
    return { kind: 'taken' };
  }
  return {
    run,
    state: () =>
      JSON.stringify(terminology.status()) +
      JSON.stringify(terminology.own.list()) +
      readdirSync(lists)
        .filter((name) => !name.endsWith('.new') && !name.endsWith('.lock'))
        .sort()
        .map((name) => `${name} ${readFileSync(path.join(lists, name)).length}`)
        .join(' '),
    close: async () => terminology.close(),
  };
}
const empty = { importer: 'loinc', as: 'files', zip: [], foreign: [] } as const;

/** Puts the files on the disk; returns what a person would name. */
function place(folder: string, { files, as, zip, foreign }: Release): string[] {
  const odd = foreign.map((kind, at) => placeForeign(kind, path.join(folder, `odd-${at}.csv`)));
  if (as === 'zip') {
    const file = path.join(folder, 'release.zip');
    const packed = Buffer.from(
      zipSync(Object.fromEntries(files.map(({ name, bytes }) => [name, bytesOf(bytes)]))),
    );
    for (const [at, byte] of zip) packed[zipPlace(at, packed.length)] = byte;
    writeFileSync(file, packed);
    return [file, ...odd];
  }
  const named = files.map(({ name, bytes }) => {
    const file = path.join(folder, name);
    writeFileSync(file, bytesOf(bytes));
    return file;
  });
  return as === 'folder' ? [folder] : [...named, ...odd];
}

/** The list at the end of a zip is where its numbers are: it is met more often than the contents. */
const zipPlace = (at: number, length: number) =>
  at % 3 === 0 ? at % length : length - 1 - (at % Math.min(length, 400));

function placeForeign(kind: Foreign, file: string): string {
  if (kind === 'fifo') makeFifo(file);
  else if (kind === 'loop') symlinkSync(file, file);
  else if (kind === 'dangling') symlinkSync(`${file}.gone`, file);
  else if (kind === 'device') symlinkSync('/dev/zero', file);
  else if (kind === 'upwards') symlinkSync('..', file);
  else if (kind === 'deep') mkdirSync(path.join(file, ...Array(60).fill('d')), { recursive: true });
  else writeFileSync(file, '');
  return file;
}

export const door: Door<Release> = { make, open };
