/** How versions are called, and when the platform's layout may stand for the words in hand. */
import { expect, test } from 'vitest';
import {
  dictionaryIn,
  madeWord,
  saysAsItCame,
  signedHow,
} from '../../../../../renderer/features/visits/note/versions-format.ts';
import { en } from '../../../../../renderer/locales/en/index.ts';
import {
  makings,
  type NoteBranch,
  type VersionInfo,
} from '../../../../../shared/model/note/note-versions.ts';

const branch = (...made: VersionInfo['made'][]): NoteBranch => ({
  id: 'b',
  purpose: 'note',
  templateId: 't',
  name: '',
  kind: 'emr',
  language: 'en',
  editable: true,
  rev: 1,
  head: made.length,
  sections: [],
  digest: '',
  versions: made.map((one, at) => ({
    number: at + 1,
    made: one,
    author: one === 'platform' || one === 'dictionary' ? 'machine' : 'doctor',
    at: 0,
    who: '',
    kept: true,
    ...(at > 0 && { basedOn: at }),
  })),
});

test('each way of being made has its words', () => {
  for (const made of makings) {
    const key = madeWord({
      made,
      author: made === 'platform' || made === 'dictionary' ? 'machine' : 'doctor',
    } as VersionInfo);
    expect(
      key
        .split('.')
        .reduce(
          (at: unknown, part) => (at as Record<string, unknown> | undefined)?.[part],
          en.versions.made,
        ),
      key,
    ).toBeTypeOf('string');
  }
});

test('the layout of the platform stands only for words that are its own', () => {
  expect(saysAsItCame(branch('platform'))).toBe(true);
  expect(saysAsItCame(branch('platform', 'details'))).toBe(true);
  for (const made of [
    ['platform', 'dictionary'],
    ['platform', 'dictionary', 'details'],
    ['platform', 'edit'],
    ['platform', 'restore'],
    ['platform', 'edit', 'platform'],
  ] as const)
    expect(saysAsItCame(branch(...made)), made.join()).toBe(false);
});

test('the dictionary is offered to be taken back while its version is in hand', () => {
  expect(dictionaryIn(branch('platform', 'dictionary'))).toEqual({ number: 2, before: 1 });
  expect(dictionaryIn(branch('platform', 'dictionary', 'edit'))).toBeUndefined();
});

test('a signature is one while the note says what was signed', () => {
  expect(
    [undefined, { changedSince: false }, { changedSince: true }].map((signed) =>
      signedHow({ signed } as never),
    ),
  ).toEqual(['not', 'is', 'was']);
});
