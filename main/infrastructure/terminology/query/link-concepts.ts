/**
 * Links SNOMED CT: by the words, and by the kind of thing that each concept is; the digits of a
 * code say nothing here.
 */
import { type Answer, corrects, detailText, type Hints, type Opened } from './answer.ts';
import { fits } from './semantic-tags.ts';
import { EXACT_THRESHOLD, MIN_SCORE_GAP, TOO_FAR_IN_PART, TOP_CANDIDATES } from './thresholds.ts';

/**
 * Kinds that a doctor writes of a patient come before substances, organisms and scales of the same
 * name.
 */
const CLINICAL =
  /^(?:finding|disorder|procedure|regime\/therapy|situation|event|morphologic abnormality)$/;
const USUAL = /^(?:finding|disorder|procedure|regime\/therapy|)$/;
const OTHER_KIND_COSTS = 0.02;

/** A part of the list has few tests and operations, and their names share words with any other. */
const isOrdered = (kind: string | undefined) => kind === 'order' || kind === 'procedure';

function costOf(tag: string): number {
  if (USUAL.test(tag)) return 0;
  return CLINICAL.test(tag) ? OTHER_KIND_COSTS / 2 : OTHER_KIND_COSTS;
}

export function linkConcepts(
  { linker, metadata, whole }: Opened,
  query: string,
  top: number,
  { kind }: Hints = {},
): Answer[] {
  const found = linker
    .link(query, TOP_CANDIDATES)
    .map((one) => ({ ...one, tag: detailText(metadata.detail(one.code)?.semantic_tag) }))
    .filter(({ tag }) => fits(tag, kind))
    .map((one) => ({ ...one, final: one.score - costOf(one.tag) }));
  const [best] = [...found].sort((a, b) => b.final - a.final || (a.code < b.code ? -1 : 1));
  if (!best || (!whole && isOrdered(kind) && best.score < TOO_FAR_IN_PART)) return [];
  // A promise is of a thing that a patient can have, or have done.
  // The linker promised its own first; the promise stands where that is still the first and no
  // other clinical concept is as near.
  const rivals = found.filter(
    (one) =>
      one !== best &&
      one.score > best.score - MIN_SCORE_GAP &&
      (CLINICAL.test(one.tag) || one.tag === '' || !CLINICAL.test(best.tag)),
  );
  const promised =
    found.find(({ isLinked }) => isLinked)?.code === best.code &&
    rivals.length === 0 &&
    (CLINICAL.test(best.tag) || best.tag === '') &&
    (whole || (best.score >= EXACT_THRESHOLD && !corrects(best.why)));
  return found
    .sort((a, b) => b.final - a.final || (a.code < b.code ? -1 : 1))
    .slice(0, top)
    .map(({ code, name, score, why, tag }) => ({
      code,
      name,
      score,
      isLinked: promised && code === best.code,
      why,
      ...(tag === '' ? {} : { about: [['semantic_tag', tag] as const] }),
    }));
}
