/**
 * Which families of calls this profile sends in the envelope: a small setting, neither secret nor
 * about a patient.
 */
import {
  type EnvelopeFamily,
  envelopeFamilies,
} from '../../../../shared/model/account/envelope.ts';

const PLACE = 'envelope.families';
type Values = { get(key: string): string | undefined; set(key: string, value: string): void };

export type EnvelopeChoice = {
  get(): readonly EnvelopeFamily[];
  set(families: readonly EnvelopeFamily[]): void;
};

/**
 * What cannot be read counts as all of them: a call that cannot be sealed is refused in words, and
 * one that went plain against a setting could not be taken back.
 */
export function createEnvelopeChoice(values: Values): EnvelopeChoice {
  return {
    get() {
      const text = values.get(PLACE);
      if (text === undefined) return [];
      const words = text.split(' ').filter((word) => word !== '');
      return words.every((word) => (envelopeFamilies as readonly string[]).includes(word))
        ? (words as EnvelopeFamily[])
        : envelopeFamilies;
    },
    set: (families) =>
      values.set(PLACE, envelopeFamilies.filter((family) => families.includes(family)).join(' ')),
  };
}
