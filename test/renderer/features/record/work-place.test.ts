/** Before a recording on this computer, the languages are told that nothing there recognises. */
import { expect, test } from 'vitest';
import { notRecognised } from '../../../../renderer/features/record/work-place.ts';

const unset = { address: '', hasToken: false, model: '' };
const builtIn = { speech: unset, speechModel: '' };
const server = {
  speechModel: '',
  speech: { address: 'http://127.0.0.1:8000', hasToken: false, model: 'whisper' },
};

test('the engine that comes with Scriba recognises English alone', () => {
  expect(notRecognised(builtIn, ['en-IN'])).toEqual([]);
  expect(notRecognised(builtIn, ['hi', 'en-IN'])).toEqual(['hi']);
  expect(notRecognised(builtIn, ['hi', 'ta'])).toEqual(['hi', 'ta']);
});

test('a server is asked for any language, and what is not known yet is no reason to warn', () => {
  expect(notRecognised(server, ['hi', 'ta'])).toEqual([]);
  expect(notRecognised(undefined, ['hi'])).toEqual([]);
});

test('a model of one’s own recognises what it tells, in place of the engine that comes with Scriba', () => {
  const model = { ...builtIn, speechModel: '0123456789abcdef' };
  const german = { ...model, modelLanguages: ['de', 'hi'] };
  expect(notRecognised(german, ['de-DE', 'hi'])).toEqual([]);
  expect(notRecognised(german, ['en-IN'])).toEqual(['en-IN']);
  expect(notRecognised(german, ['hi', 'ta', 'en'])).toEqual(['ta', 'en']);
  // It comes before a server that is kept beside it.
  expect(notRecognised({ ...german, speech: server.speech }, ['ta'])).toEqual(['ta']);
});

test('a model that is not in the list any more recognises nothing, and no other engine takes its place', () => {
  const gone = { ...server, speechModel: '0123456789abcdef', modelUnlisted: true } as const;
  expect(notRecognised(gone, ['en-IN', 'hi'])).toEqual(['en-IN', 'hi']);
});

test('a model that does not tell what it recognises is no reason to warn', () => {
  const model = { ...builtIn, speechModel: '0123456789abcdef' };
  expect(notRecognised(model, ['hi'])).toEqual([]);
  expect(notRecognised({ ...model, modelLanguages: [] }, ['hi'])).toEqual([]);
});
