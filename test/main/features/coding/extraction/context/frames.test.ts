/** A finding in a frame of something else is left open, whatever the finding is. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createContext } from '../../../../../../main/features/coding/extraction/context/context.ts';
import { framesAround } from '../../../../../../main/features/coding/extraction/context/frames.ts';

const findings = ['asthma', 'chest pain', 'malaria', 'headache', 'pneumonia', 'stroke', 'rash'];
const FRAMES = [
  '# dawa se theek ho gayi',
  'He drove a patient with # for a year',
  'Smoking can end in # at any age',
  '# is a no',
  '#: she shakes her head',
  'None of these here: cough, #, gout',
  'इनमें से कुछ नहीं: बुखार, #',
  'Seen by the # nurse',
  'Side effects were discussed, including #',
  '#/gout: 0',
  'Cough, though # was not part of it',
  'Everybody but him has #',
  '#, no sorry, gout',
  'He has #. Delete that.',
  '# in class nine',
  '# through all her student years',
  '# she has not had',
  'Echo to look into #',
  'With # in mind',
  '# or just a cold',
  '#: Y / N',
  '#: not asked',
  '☐ # ☑ gout',
  '# [ ]  gout [x]',
  'DM ✓ # ✗',
  '# and gout run through all her siblings',
  'The tenant upstairs is on treatment for #',
  '# is not our problem',
  'So much for the #',
  'Has gout; #, on the other hand, no.',
  'The # was made good with a drip',
  '# during infancy, skin clear',
  'Were # to come, she is to ring',
  '# at the back of our minds',
  '#... I mean gout',
  'Rescue pack at home for #',
  '# jaisa kuch mehsoos nahi hota',
  'Come straight back with any #',
];

test('whatever finding stands in a frame is not called present', () => {
  fc.assert(
    fc.property(fc.constantFrom(...findings), fc.constantFrom(...FRAMES), (finding, frame) => {
      const text = frame.replace('#', finding);
      const start = text.indexOf(finding);
      const span = { start, end: start + finding.length };
      const context = createContext(text);
      const isPresent =
        context.judge(span.start, span.end).status === 'present' &&
        context.wordsLeftOpen(span, []).words.length === 0;
      expect(isPresent, text).toBe(false);
    }),
    { numRuns: 400 },
  );
});

const THERE = [
  'A 45 year old man with # came in',
  '# for three days',
  '# is not relieved by rest',
  'No fever but # at night',
  '# does not radiate',
  '☑ # ☐ gout',
  '# [x]  gout [ ]',
  '#: yes',
  'The boy has # and a sore knee',
  'Admitted with #',
  '# when running in the street',
  '#, diagnosed during adolescence',
  'Contracture due to #',
  'There is # on the left',
];

test('a finding that is told as there stands in no frame', () => {
  for (const finding of findings)
    for (const frame of THERE) {
      const text = frame.replace('#', finding);
      const start = text.indexOf(finding);
      expect(framesAround(text, { start, end: start + finding.length }), text).toEqual([]);
      expect(createContext(text).judge(start, start + finding.length).status, text).toBe('present');
    }
});
