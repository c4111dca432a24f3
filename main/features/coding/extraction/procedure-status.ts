/**
 * Whether an operation or a test that a text names is only spoken of: refused, avoided, considered,
 * or to come. The words of acts (shared/model/export/acts) say so, the same that keep it out of the
 * orders, so what leaves the app stays as it was.
 */
import type { Span } from '../../../../shared/model/coding/entities.ts';
import { actOfPlace } from '../../../../shared/model/export/acts/act-status.ts';

/** Letters of a text whose acts are read: each place reads all of it. */
const LONGEST = 20_000;
/** Places of a text. */
const MOST = 40;
/** A text without any of these is not read again. */
const HINT =
  /(?<![\p{L}\p{M}])(?:declin|refus|decid|not?(?![\p{L}])|nil|never|against|avoid|unwilling|reluctant|keen|wish|want|consider|discuss|offer|may|might|could|would|will|if|unless|once|need|list|wait|plan|post(?:ed|pon)|book|schedul|await|pending|defer|cancel|tomorrow|next|later|to be|for|mana|nahi|na|taiyar|मना|नहीं|तैयार)|n['’]t(?!\p{L})/iu;

/**
 * Words of a patient who will not have it, in the sentence of a test: "I want to order an MRI" is no
 * order by the words of acts, and the test is meant all the same.
 */
const REFUSED_BEFORE =
  /(?<![\p{L}])(?:declin\p{L}*|refus\p{L}*|not (?:willing|agreeable|ready|keen|prepared)|unwilling|reluctant|against|(?:does|do|did|would|will|could)(?:n['’]?t| not) (?:want|wish|like|have|hear|agree|consent))(?: (?!(?:but|and|so|then)(?![\p{L}]))\p{L}+){0,4} $/iu;
const REFUSED_BEHIND =
  /^,?(?: (?!(?:but|and|so|then)(?![\p{L}]))\p{L}+,?){0,4} (?:declined|refused|not consented|not agreed|not willing)(?![\p{L}])/iu;
const NEAR = 60;

function isRefused(text: string, { start, end }: Span): boolean {
  const before = text.slice(Math.max(0, start - NEAR), start);
  return REFUSED_BEFORE.test(before) || REFUSED_BEHIND.test(text.slice(end, end + NEAR));
}

type Act = Span & { readonly kind: 'procedure' | 'order' };

/** Tells place by place, and no more than some places of one text. */
export function createIsOnlySpokenOf(text: string, title: string): (act: Act) => boolean {
  let left = text.length <= LONGEST && HINT.test(text) ? MOST : 0;
  return (act) => {
    if (left === 0 || (act.kind === 'order' && !isRefused(text, act))) return false;
    left -= 1;
    return actOfPlace({ title, text }, [act.start, act.end]).status === 'not-ordered';
  };
}
