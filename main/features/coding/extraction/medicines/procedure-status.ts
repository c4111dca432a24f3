/**
 * Whether an operation or a test that a text names is only spoken of: refused, avoided, considered,
 * or to come. The words of acts (shared/model/export/acts) say so, the same that keep it out of the
 * orders, so what leaves the app stays as it was.
 */
import type { Span } from '../../../../../shared/model/coding/entities.ts';
import { actOfPlace } from '../../../../../shared/model/export/acts/act-status.ts';

/** Letters of a text whose acts are read: each place reads all of it. */
const LONGEST = 20_000;
/** Places of a text. */
const MOST = 40;
/** A text without any of these is not read again. */
const HINT =
  /(?<![\p{L}\p{M}])(?:declin|refus|decid|not?(?![\p{L}])|nil|never|against|avoid|unwilling|reluctant|keen|wish|want|consider|discuss|offer|may|might|could|would|will|if|unless|once|need|list|wait|plan|post(?:ed|pon)|book|schedul|await|pending|defer|cancel|tomorrow|next|later|to be|for|mana|nahi|na|taiyar|मना|नहीं|तैयार)|n['’]t(?!\p{L})/iu;

/** Tells place by place, and no more than some places of one text. */
export function createIsOnlySpokenOf(text: string, title: string): (place: Span) => boolean {
  let left = text.length <= LONGEST && HINT.test(text) ? MOST : 0;
  return ({ start, end }) => {
    if (left === 0) return false;
    left -= 1;
    return actOfPlace({ title, text }, [start, end]).status === 'not-ordered';
  };
}
