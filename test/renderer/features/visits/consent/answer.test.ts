/** The record that is made of a filled-in answer is one that the core takes. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type AnswerDraft,
  consentFrom,
  draftOf,
  noAnswer,
  wordingLanguages,
} from '../../../../../renderer/features/visits/consent/answer.ts';
import { consentKinds, defaultWordings } from '../../../../../shared/model/consent.ts';
import { consentSchema } from '../../../../../shared/model/consent-schema.ts';

const wordings = { own: {}, uiLanguage: 'en' };
const said: AnswerDraft = { ...noAnswer, kind: 'verbal', at: 5 };

test('any answer that is made is one that the core takes, and opens as the same answer', () => {
  fc.assert(
    fc.property(
      fc.record({
        kind: fc.constantFrom(undefined, ...consentKinds),
        at: fc.integer({ min: 1 }),
        guardianName: fc.string({ maxLength: 200 }),
        relation: fc.string({ maxLength: 100 }),
        language: fc.constantFrom('', 'en', 'hi', 'xx'),
      }),
      (draft) => {
        const consent = consentFrom(draft, wordings);
        const named = draft.kind !== 'guardian' || draft.guardianName.trim() !== '';
        expect(consent !== undefined).toBe(draft.kind !== undefined && named);
        if (!consent) return;
        expect(consentSchema.parse(consent)).toEqual(consent);
        expect(consentFrom(draftOf(consent), wordings)).toEqual(consent);
      },
    ),
  );
});

test('the clinic’s wording stands before the default one; a language without any is asked in English', () => {
  const own = { hi: 'हमारे शब्द', ta: 'எங்கள் சொற்கள்', en: '' };
  const asked = (language: string) => consentFrom({ ...said, language }, { ...wordings, own });
  expect(asked('hi')).toMatchObject({ language: 'hi', wording: own.hi });
  expect(asked('ta')).toMatchObject({ language: 'ta', wording: own.ta });
  expect(asked('en')).toMatchObject({ language: 'en', wording: defaultWordings.en });
  expect(asked('xx')).toMatchObject({ language: 'en', wording: defaultWordings.en });
  expect(consentFrom(said, { own, uiLanguage: 'hi-IN' })).toMatchObject({ language: 'hi' });
  expect(wordingLanguages(own)).toEqual(['en', 'hi', 'ta']);
});
