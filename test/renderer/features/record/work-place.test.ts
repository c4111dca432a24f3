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
  // The model itself tells it, when the visit is worked on.
  expect(notRecognised({ ...builtIn, speechModel: '0123456789abcdef' }, ['hi'])).toEqual([]);
  expect(notRecognised(undefined, ['hi'])).toEqual([]);
});
