/**
 * A hospital's terminology server among the linkers: its answers in their places, its failures told
 * where they belong.
 */
import { expect, test } from 'vitest';
import {
  createServerLinker,
  type ServerTerms,
} from '../../../../../main/features/coding/linkers/server-linker.ts';
import { Failure } from '../../../../../shared/failure.ts';
import { failureWith } from '../../../../support/failure.ts';

const linkerOf = (link: ServerTerms['link']) =>
  createServerLinker({
    terms: { link, search: () => Promise.reject(new Error('not asked')) },
    address: () => 'https://terms.example',
    clock: { monotonic: () => 0 },
  });
const asked = ['fever', 'cough', 'rash'].map((text, at) => ({
  id: String(at),
  text,
  ontology: 'snomed' as const,
}));
const candidate = (text: string, linked: boolean) => ({
  code: `code of ${text}`,
  term: text,
  synonyms: [],
  score: null,
  linked,
  about: [],
});

test('answers stand in the order of the questions, and the one linked code is suggested', async () => {
  const linker = linkerOf(async ({ text }) => ({
    version: 'v1',
    candidates: [candidate(text, text !== 'cough')],
  }));
  const answers = await linker.link(asked, 5);
  expect(
    answers.map(({ id, linker: who, version, suggested }) => [id, who, version, suggested]),
  ).toEqual([
    ['0', 'server', 'v1', 'code of fever'],
    ['1', 'server', 'v1', undefined],
    ['2', 'server', 'v1', 'code of rash'],
  ]);
});

test('one question that fails does not lose the others', async () => {
  const linker = linkerOf(async ({ text }) => {
    if (text === 'cough') throw new Failure('busy', 'Too costly.', { detail: 'server-too-costly' });
    return { version: 'v1', candidates: [candidate(text, true)] };
  });
  expect((await linker.link(asked, 5)).map(({ trouble }) => trouble?.detail)).toEqual([
    undefined,
    'server-too-costly',
    undefined,
  ]);
});

test('where nobody is there the first failure is thrown, and the rest is not asked', async () => {
  let calls = 0;
  const linker = linkerOf(() => {
    calls += 1;
    return Promise.reject(new Failure('offline', 'Not there.', { detail: 'server-unreachable' }));
  });
  await expect(linker.link([...asked, ...asked, ...asked], 5)).rejects.toThrow(
    failureWith('server-unreachable'),
  );
  expect(calls).toBe(4);
  expect(linker.ready()).toBe(false);
});
