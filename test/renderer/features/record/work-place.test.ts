/** Before a recording on this computer, the languages are told that nothing there recognises. */
import { expect, test } from 'vitest';
import { notRecognised } from '../../../../renderer/features/record/work-place.ts';

const unset = { address: '', hasToken: false, model: '' };
const builtIn = { speech: unset };
const server = { speech: { address: 'http://127.0.0.1:8000', hasToken: false, model: 'whisper' } };

test('the engine that comes with Scriba recognises English alone', () => {
  expect(notRecognised(builtIn, ['en-IN'])).toEqual([]);
  expect(notRecognised(builtIn, ['hi', 'en-IN'])).toEqual(['hi']);
  expect(notRecognised(builtIn, ['hi', 'ta'])).toEqual(['hi', 'ta']);
});

test('a server is asked for any language, and what is not known yet is no reason to warn', () => {
  expect(notRecognised(server, ['hi', 'ta'])).toEqual([]);
  expect(notRecognised(undefined, ['hi'])).toEqual([]);
});
