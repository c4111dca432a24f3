/**
 * Names of drugs that are never put in for others, and for which none is put in: generics that the
 * starter's medicines do not have (`other-drugs.json`), and brands. A word that is one of them was
 * heard right, or at least as a drug; what sounds like one of them may be that one.
 */
import { brandRows } from '../../terminology/tables/brands/brands.ts';
import { wordSet } from '../../terminology/text/word-list.ts';
import otherDrugs from './other-drugs.json' with { type: 'json' };

export type OtherDrug = {
  /** In lower case, one word. */
  readonly name: string;
  /** Names by which the same drug is meant; for a brand its ingredients. */
  readonly of: readonly string[];
};

/** Letters; shorter words of a brand ("Pan", "D") are ordinary ones, or parts of them. */
const SHORTEST = 4;
const WORD = /\p{L}+/gu;

/** A word of several brands is there once for each. */
export const otherDrugNames = (): OtherDrug[] => [
  ...[...wordSet(otherDrugs.names)].map((name) => ({ name, of: [] })),
  ...brandRows.flatMap(({ names, of }) => [
    ...wordsIn(of).map((name) => ({ name, of: [] })),
    ...wordsIn(names).map((name) => ({ name, of })),
  ]),
];

const wordsIn = (names: readonly string[]) =>
  names
    .flatMap((name) => name.toLowerCase().match(WORD) ?? [])
    .filter(({ length }) => length >= SHORTEST);
