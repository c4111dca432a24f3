/**
 * The size of a proof: a build machine and `npm run trust` run it whole, somebody at a desk a part
 * of it. SCRIBA_SHARE=6, which `npm test` sets, is a sixth; each day another one where the cases
 * are a list.
 */
import { DAY } from '../../shared/time.ts';

/** A mutant must meet the case that catches it. */
const share = process.env.SCRIBA_MUTANT ? 1 : Number(process.env.SCRIBA_SHARE || 1);

export const isWhole = share === 1;

/** Runs of a property, or the length of a proof: never fewer than `least`. */
export const portion = (whole: number, least = 1): number =>
  Math.max(least, Math.ceil(whole / share));

/**
 * Cases of a list that are run today; all of them where it runs whole. `parts` divides a day's share
 * of a long list once more.
 */
export const casesOfToday = <T>(all: readonly T[], parts = 1): readonly T[] => {
  const days = share === 1 ? 1 : share * parts;
  const today = Math.floor(Date.now() / DAY) % days;
  return all.filter((_case, index) => index % days === today);
};

/** Steps of a series that run today: from `first` on each `step`th; each one where it runs whole. */
export const stepsOfToday = { first: 1 + (Math.floor(Date.now() / DAY) % share), step: share };

/** Proofs that take turns at a desk: one a day; all of them where they run whole. */
export const turnOfToday = <T>(all: readonly T[]): readonly T[] =>
  share === 1 ? all : [all[Math.floor(Date.now() / DAY) % all.length] as T];

/** Files that wait on a day: over `turns` days each runs once. */
export const waitingOn = (
  day: number,
  files: readonly string[],
  turns: number,
): readonly string[] => files.filter((_file, index) => (day + index) % turns !== 0);

/**
 * Files that the whole suite at a desk leaves for another day. None where it runs whole, or where
 * files are named.
 */
export const waitingToday = (files: readonly string[], turns: number): readonly string[] =>
  share === 1 || process.env.SCRIBA_TURNS === undefined
    ? []
    : waitingOn(Math.floor(Date.now() / DAY), files, turns);
