/** Requests of the day's board. */
import type { Handlers } from '../../../shared/contract/contract.ts';
import type { Day } from '../../features/day/day.ts';
import { type StandingDeps, standingsOf } from '../standing.ts';

type DayRequests = `day.${string}` & keyof Handlers;

export const createDayHandlers = (
  day: Day,
  standing: StandingDeps,
): Pick<Handlers, DayRequests> => ({
  'day.list': () => day.list(),
  'day.preview': ({ text }) => day.preview(text),
  'day.take': ({ text, how }) => day.take(text, how),
  'day.clear': () => day.clear(),
  'day.standing': ({ ids }) => standingsOf(standing, ids),
});
