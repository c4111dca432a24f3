import fc from 'fast-check';
import { expect, test } from 'vitest';
import { likeness, soundOf } from '../../../../../main/infrastructure/speech/names/sounds-alike.ts';

const sound = fc
  .stringMatching(/^[a-z]{1,14}$/)
  .map(soundOf)
  .filter((one) => one !== '');

test('what is unlike may be told as nothing, and what is alike keeps its measure', () => {
  fc.assert(
    fc.property(sound, sound, fc.double({ min: 0, max: 1, noNaN: true }), (one, other, least) => {
      const whole = likeness(one, other);
      const told = likeness(one, other, least);
      if (whole >= least) expect(told).toBe(whole);
      else expect([0, whole]).toContain(told);
      expect(likeness(other, one)).toBeCloseTo(whole);
      expect(likeness(one, one)).toBe(1);
    }),
  );
});

test.each([
  ['perch tomal', 'paracetamol', 0.86],
  ['metform in', 'metformin', 1],
  ['fever', 'tenofovir', 0],
])('“%s” is about as near to “%s” as %d', (heard, name, expected) => {
  expect(likeness(soundOf(heard), soundOf(name))).toBeCloseTo(expected, 1);
});
