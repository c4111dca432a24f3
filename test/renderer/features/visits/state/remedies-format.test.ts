/** Each reason for which a visit needs a person has its words and its remedy. */
import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  knownTroubles,
  remediesFor,
} from '../../../../../renderer/features/visits/state/remedies-format.ts';
import { en } from '../../../../../renderer/locales/en/index.ts';
import type { Visit } from '../../../../../shared/model/visit.ts';
import { visit } from '../../../../support/fakes/fake-visits.ts';

const now = Date.UTC(2026, 10, 21, 10, 0);
const make = (state: Visit['state'], more: Partial<Visit> = {}) =>
  visit(now, 3_600_000, state, more);
const needing = (code: string) =>
  remediesFor(make('attention', { trouble: { code, message: '' } }));

test('each trouble of the catalogue has its remedies, and each remedy its words', () => {
  expect(Object.keys(en.trouble).filter((code) => !knownTroubles.includes(code))).toEqual([]);
  const words: Record<string, string> = { ...en.failure, ...en.trouble };
  expect(knownTroubles.filter((code) => !(code in words))).toEqual([]);
  for (const code of knownTroubles)
    for (const remedy of needing(code)) expect(en.remedy).toHaveProperty(remedy);
});

test('what the outbox parks for a person by a name of its own is in the table', () => {
  const source = globSync('main/features/outbox/*.ts')
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');
  const parked = [...source.matchAll(/(?:needsAttention\(\s*at,\s*|code: )'([a-z-]+)'/g)].map(
    ([, code]) => code!,
  );
  expect(parked).toContain('conflict');
  expect([...new Set(parked)].filter((code) => !knownTroubles.includes(code))).toEqual([]);
});

test('what nobody foresaw can be asked again and saved', () =>
  expect(needing('http-418')).toEqual(['retry', 'save']));

test('what an engine of this computer was set wrongly for leads to its settings first', () => {
  for (const code of [
    'no-speech-engine',
    'engine-language',
    'speech-model-unlisted',
    'engine-token',
    'engine-unknown',
  ])
    expect(needing(code)[0], code).toBe('engines');
  // It may be back a moment later.
  expect(needing('engine-unreachable')[0]).toBe('retry');
});

test('damaged files are not read again in vain, but what is left can be saved', () => {
  expect(needing('recording-damaged')).toEqual(['save', 'help']);
  expect(needing('nothing-recorded')).toEqual([]);
});

test('a visit that waits for a sign-in leads to the account, one without its key to the key', () => {
  expect(remediesFor(make('uploading', { hold: 'sign-in' }))[0]).toBe('account');
  expect(remediesFor(make('ready', { locked: true }))).toEqual(['key']);
  expect(remediesFor(make('uploading', { hold: 'offline' }))).toEqual(['retry']);
  expect(remediesFor(make('processing'))).toEqual([]);
});
