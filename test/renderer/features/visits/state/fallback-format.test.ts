import { expect, test } from 'vitest';
import {
  canAskForDraft,
  fallbackBy,
  fallbackWord,
  hasDraftAlone,
} from '../../../../../renderer/features/visits/state/fallback-format.ts';
import { visit } from '../../../../support/fakes/fake-visits.ts';

const one = (...[state, more]: [Parameters<typeof visit>[2], Parameters<typeof visit>[3]?]) =>
  visit(1_760_000_000_000, 0, state, more);

test('a draft is offered where the visit waits for its platform, and for nothing else', () => {
  expect(fallbackWord(one('uploading', { hold: 'offline' }))).toBe('offered');
  expect(fallbackWord(one('processing', { hold: 'sign-in' }))).toBe('offered');
  const refused = { code: 'request-refused', message: '' };
  expect(fallbackWord(one('attention', { trouble: refused }))).toBe('offered');
  expect(fallbackWord(one('uploading', { hold: undefined, trouble: refused }))).toBe('offered');

  expect(fallbackWord(one('uploading', { hold: undefined }))).toBeUndefined();
  expect(fallbackWord(one('uploading', { hold: 'disk' }))).toBeUndefined();
  expect(fallbackWord(one('uploading', { hold: 'offline', worksHere: true }))).toBeUndefined();
  expect(fallbackWord(one('uploading', { hold: 'offline', locked: true }))).toBeUndefined();
  const damaged = { code: 'recording-damaged', message: '' };
  expect(fallbackWord(one('attention', { trouble: damaged }))).toBeUndefined();
  for (const state of ['ready', 'discarded', 'recording', 'sealed'] as const)
    expect(fallbackWord(one(state, { hold: 'offline' }))).toBeUndefined();
});

test('it is said how the draft stands, until the note of the platform is here', () => {
  for (const state of ['asked', 'made', 'failed'] as const)
    expect(fallbackWord(one('uploading', { hold: 'offline', fallback: { state } }))).toBe(state);
  // It goes on its way again: what is there is still said.
  const made = { hold: undefined, fallback: { state: 'made' } } as const;
  expect(fallbackWord(one('processing', made))).toBe('made');
  expect(hasDraftAlone(one('processing', made))).toBe(true);
  expect(fallbackWord(one('ready', made))).toBeUndefined();
  expect(hasDraftAlone(one('ready', made))).toBe(false);
  expect(hasDraftAlone(one('discarded', made))).toBe(false);
  expect(hasDraftAlone(one('processing', { fallback: { state: 'asked' } }))).toBe(false);
});

test('it can be asked for where it is offered, and anew where it failed', () => {
  const waiting = { hold: 'offline' } as const;
  expect(canAskForDraft(one('uploading', waiting))).toBe(true);
  expect(canAskForDraft(one('uploading', { ...waiting, fallback: { state: 'failed' } }))).toBe(
    true,
  );
  for (const state of ['asked', 'made'] as const)
    expect(canAskForDraft(one('uploading', { ...waiting, fallback: { state } }))).toBe(false);
  expect(canAskForDraft(one('ready'))).toBe(false);
});

test('where the sound goes is said of the engine that hears: a model before a server, a server before our own', () => {
  const unset = { address: '', hasToken: false, model: '' };
  const server = { ...unset, address: 'https://speech.example' };
  const speechModel = '0123456789abcdef';
  expect(fallbackBy({ speech: unset, speechModel: '' })).toBe('byEngine');
  expect(fallbackBy({ speech: server, speechModel: '' })).toBe('byServer');
  expect(fallbackBy({ speech: server, speechModel })).toBe('byModel');
  expect(fallbackBy({ speech: unset, speechModel })).toBe('byModel');
});
