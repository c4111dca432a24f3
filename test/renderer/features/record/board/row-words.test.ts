import { expect, test } from 'vitest';
import { rowAction, rowWords } from '../../../../../renderer/features/record/board/row-words.ts';
import { rowAfter } from '../../../../../renderer/features/record/board/useRowKeys.ts';
import { visit } from '../../../../support/fakes/fake-visits.ts';

const now = 1_760_000_000_000;
const one = (...[state, more]: [Parameters<typeof visit>[2], Parameters<typeof visit>[3]?]) =>
  visit(now, 0, state, more);
const keys = (...given: Parameters<typeof rowWords>) => rowWords(...given).map(({ key }) => key);
const standing = { id: '', codesLeft: 9, differences: 1, sent: false };

test('a note to review says what is left in it, where that is known', () => {
  expect(rowWords(one('ready'), standing)).toEqual([
    { key: 'state.ready' },
    { key: 'board.differences', values: { count: 1 } },
    { key: 'board.codes', values: { count: 9 } },
  ]);
  expect(keys(one('ready'))).toEqual(['state.ready']);
  expect(keys(one('ready'), { ...standing, codesLeft: 0, differences: undefined })).toEqual([
    'state.ready',
  ]);
});

test('a signed note says when, and whether the EMR has it', () => {
  const signed = one('purged', { signedAt: now, readyAt: now });
  expect(rowWords(signed, standing)).toEqual([{ key: 'board.signed', values: { at: now } }]);
  expect(keys(signed, { ...standing, sent: true })).toEqual(['board.signed', 'board.sent']);
});

test('a visit on its way is safe to close, and says what it waits for', () => {
  expect(rowWords(one('uploading', { hold: undefined, parts: { sent: 2, of: 5 } }))).toEqual([
    { key: 'state.uploading', values: { percent: 40 } },
    { key: 'board.safe' },
  ]);
  expect(keys(one('sealed', { hold: 'offline' }))).toEqual([
    'state.sealed',
    'board.hold.offline',
    'board.safe',
  ]);
  expect(keys(one('attention'))).toEqual(['state.attention']);
});

test('each row has one action, which says what is to be done', () => {
  expect(rowAction(one('ready'))).toBe('board.review');
  expect(rowAction(one('ready', { signedAt: now }))).toBe('visit.read');
  expect(rowAction(one('uploading'))).toBe('visit.open');
});

test('the arrows move over the rows and stop at both ends', () => {
  const ids = ['a', 'b', 'c'];
  expect(rowAfter('ArrowDown', ids, 'a')).toBe('b');
  expect(rowAfter('ArrowDown', ids, 'c')).toBe('c');
  expect(rowAfter('ArrowUp', ids, 'a')).toBe('a');
  expect(rowAfter('End', ids, undefined)).toBe('c');
  expect(rowAfter('Home', ids, 'c')).toBe('a');
  expect(rowAfter('Enter', ids, 'a')).toBeUndefined();
  expect(rowAfter('ArrowDown', [], undefined)).toBeUndefined();
});

test('a visit that waits with a draft of this computer says both, and its action reads the draft', () => {
  const waiting = one('uploading', { hold: 'offline', fallback: { state: 'made' } });
  expect(keys(waiting)).toEqual([
    'state.sealed',
    'board.hold.offline',
    'board.draft.made',
    'board.safe',
  ]);
  expect(rowAction(waiting)).toBe('board.readDraft');
  const asked = one('attention', { fallback: { state: 'asked' } });
  expect(keys(asked)).toEqual(['state.attention', 'board.draft.asked']);
  expect(rowAction(asked)).toBe('visit.open');
  // The platform's note is what counts as soon as it is here.
  expect(keys(one('ready', { fallback: { state: 'made' } }))).toEqual(['state.ready']);
});
