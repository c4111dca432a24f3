/** SNOMED CT: what the words found, and what kind of thing each concept is; a code here says nothing by its digits. */
import { type Answer, APART, corrects, detailText, EXACT, MANY, type Opened } from './answer.ts';

/** What a doctor writes of a patient comes before substances, organisms and scales that share its name. */
const CLINICAL =
  /^(?:finding|disorder|procedure|regime\/therapy|situation|event|morphologic abnormality)$/;
const USUAL = /^(?:finding|disorder|procedure|regime\/therapy|)$/;
const LESS = 0.02;

export function linkConcepts(
  { linker, more, whole }: Opened,
  query: string,
  top: number,
): Answer[] {
  const found = linker.link(query, MANY).map((one) => {
    const tag = detailText(more.detail(one.code)?.semantic_tag);
    return {
      ...one,
      tag,
      final: one.score - (USUAL.test(tag) ? 0 : CLINICAL.test(tag) ? LESS / 2 : LESS),
    };
  });
  const [best] = [...found].sort((a, b) => b.final - a.final || (a.code < b.code ? -1 : 1));
  if (!best) return [];
  // A heart is no finding: nothing but what a patient can have, or have done, is promised.
  // The linker's promise was of its own first; it counts where that is still the first and no other clinical concept is as near.
  const rivals = found.filter(
    (one) =>
      one !== best &&
      one.score > best.score - APART &&
      (CLINICAL.test(one.tag) || one.tag === '' || !CLINICAL.test(best.tag)),
  );
  const promised =
    found.find(({ isLinked }) => isLinked)?.code === best.code &&
    rivals.length === 0 &&
    (CLINICAL.test(best.tag) || best.tag === '') &&
    (whole || (best.score >= EXACT && !corrects(best.why)));
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
