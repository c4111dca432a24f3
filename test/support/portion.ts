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

/** Cases of a list that are run today; all of them where it runs whole. */
export const casesOfToday = <T>(all: readonly T[]): readonly T[] => {
  const today = Math.floor(Date.now() / DAY) % share;
  return all.filter((_case, index) => index % share === today);
};

/** Proofs that take turns at a desk: one a day; all of them where they run whole. */
export const turnOfToday = <T>(all: readonly T[]): readonly T[] =>
  share === 1 ? all : [all[Math.floor(Date.now() / DAY) % all.length] as T];
