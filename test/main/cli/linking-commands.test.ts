/**
 * The command `entities` as a process: a line of JSON a text, and nothing made but the terminology.
 */
import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readArguments } from '../../../main/cli/arguments.ts';
import { runEntities } from '../../../main/cli/linking-commands.ts';
import { failure } from '../../support/failure.ts';
import { buildSmallIndex } from '../../support/terminology/small-index.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const data = mkdtempSync(path.join(tmpdir(), 'scriba-headless-entities-'));
const { file } = buildSmallIndex();
mkdirSync(path.join(data, 'terminology'));
cpSync(file, path.join(data, 'terminology', 'icd-10-cm.sqlite'));

async function here(lines: string[]) {
  const told: unknown[] = [];
  const code = await runEntities(data, {
    print: () => {},
    line: (value) => told.push(value),
    word: () => {},
    nextLine: () => Promise.resolve(lines.shift()),
  });
  return { code, told };
}

test('each text is a line of JSON with places, kinds, statuses and sure codes; an empty line is passed over', async () => {
  const child = spawn(process.execPath, ['main/cli/scriba.ts', '--data', data, 'entities'], {
    cwd: root,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let out = '';
  child.stdout.on('data', (piece) => (out += String(piece)));
  child.stdin.end('C/o fever, no chest pain.\n\n?DM2\n');
  const code = await new Promise((resolve) => child.once('close', resolve));
  // The starter answers for SNOMED CT beside it.
  const icd = (of: string, name: string): unknown =>
    expect.arrayContaining([{ system: 'http://hl7.org/fhir/sid/icd-10-cm', code: of, name }]);
  expect([
    code,
    out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown),
  ]).toEqual([
    0,
    [
      {
        text: 'C/o fever, no chest pain.',
        entities: [
          {
            text: 'fever',
            start: 4,
            end: 9,
            kind: 'symptom',
            status: 'present',
            codes: icd('R50.9', 'Fever, unspecified'),
          },
          {
            text: 'chest pain',
            start: 14,
            end: 24,
            kind: 'symptom',
            status: 'absent',
            codes: icd('R07.9', 'Chest pain, unspecified'),
          },
        ],
      },
      {
        text: '?DM2',
        entities: [
          {
            text: 'DM2',
            start: 1,
            end: 4,
            kind: 'diagnosis',
            status: 'possible',
            codes: icd('E11.9', 'Type 2 diabetes mellitus without complications'),
          },
        ],
      },
    ],
  ]);
  for (const none of ['open.lock', 'profile.json', 'practice', 'clinic'])
    expect(existsSync(path.join(data, none)), none).toBe(false);
});

test('a line that is no text is told by its number', async () => {
  for (const bad of ['\u0000\u0001', 'caf\ufffd', 'x'.repeat(1_000_001)])
    await expect(here(['fever', '', bad])).rejects.toMatchObject({
      code: 'invalid',
      detail: 'usage',
      message: expect.stringContaining('Line 3') as string,
    });
  expect(await here(['   ', ''])).toEqual({ code: 0, told: [] });
});

test('the arguments are read into one command', () => {
  expect(readArguments(['--data', '/d', 'entities'])).toEqual({
    data: '/d',
    passphrase: false,
    command: { name: 'entities' },
  });
  for (const wrong of [
    ['entities', 'fever'],
    ['entities', '--top', '3'],
  ])
    expect(() => readArguments(wrong), wrong.join(' ')).toThrow(failure('invalid', 'usage'));
});
