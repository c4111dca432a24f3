/** Which words of its sentence govern a name, and whether their stop is its own and of today. */
import { type Cue, cueAfter, cueBefore, FORBIDS, isStopOfIt } from './act-cues.ts';
import { comesInstead, type Line, saysOrder, stopBefore, stopBehind } from './act-doubts.ts';
import { ENDS_AFTER_DAYS } from './act-end.ts';
import { placesOf } from './places.ts';

type Range = readonly [start: number, end: number];

/**
 * What governs the name at this place; `isDoubtful`: it may be about another, or of another day;
 * `goesOn`: it ends on a later day, and no dose of the line orders it.
 */
export type Governed = {
  readonly before: Cue | undefined;
  readonly after: (Cue & { readonly list: boolean }) | undefined;
  readonly isDoubtful: boolean;
  readonly goesOn?: boolean;
};

export const isForbidden = (cue: Cue | undefined): cue is Cue =>
  cue !== undefined && FORBIDS.includes(cue.cue);

/** Of a list the last is meant by "it"; where nothing else is named, what the line begins with. */
function ofIt({ sentence, names }: Line, end: number, after: Governed['after']): Governed['after'] {
  if (!after?.list || !isStopOfIt(sentence, after)) return after;
  const gap = sentence.slice(end, after.start);
  return names.some((name) => placesOf(gap, name).length > 0) ? after : { ...after, list: false };
}

export function governing(said: Line, all: readonly Cue[], place: Range): Governed {
  const before = cueBefore(said.sentence, all, place[0]);
  const after = ofIt(said, place[1], cueAfter(said.sentence, all, place[1]));
  const isOrdered = before?.cue === 'ordered';
  if (isForbidden(before)) {
    const stop = stopOf(said, place, before);
    const own = stop === 'another' || stop === 'later' ? undefined : before;
    return { before: own, after, isDoubtful: stop === 'unsure', goesOn: stop === 'later' };
  }
  if (!isForbidden(after)) return { before, after, isDoubtful: false };
  const stop = stopBehind(said, place, [after.start, after.end]);
  const isAnothers = stop === 'another';
  if (!isAnothers && (stop === 'own' || after.cue === 'not-ordered'))
    return { before, after, isDoubtful: false };
  // "Metoprolol 25 mg BD, skip if pulse below 55" is given all the same.
  const own = said.sentence.slice(place[0], after.start).replace(ENDS_AFTER_DAYS, '');
  const item = own.slice(place[1] - place[0]);
  const hasDose = /\d/.test(own) || (stop === 'later' && saysOrder(item));
  if (isAnothers || hasDose) return { before, after: undefined, isDoubtful: false };
  // "Clopidogrel to stop after 12 months" is taken; "budesonide, stop after 3 days" may be an order.
  if (stop === 'later' && (isOrdered || !item.includes(',')))
    return { before, after: undefined, isDoubtful: false, goesOn: true };
  return { before, after, isDoubtful: true };
}

function stopOf(said: Line, place: Range, { cue, start, end }: Cue) {
  const instead = comesInstead(said, place, [start, end]);
  if (instead) return instead;
  return cue === 'not-ordered' ? 'own' : stopBefore(said, place, [start, end]);
}
