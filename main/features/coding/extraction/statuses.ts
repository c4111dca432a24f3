/** The status of each mention of a text, and what one says of the mention beside it. */
import type { Span, Status } from '../../../../shared/model/coding/entities.ts';
import { isChronic } from './chronic.ts';
import type { Context, Judged } from './context/context.ts';
import type { Mention } from './mentions.ts';

/**
 * Between two findings of a list: "fever, cough not there" denies both in languages where the
 * negation stands behind.
 */
const JOINED =
  /^[\s,\u200b-\u200d]*(?:(?:and|or|aur|ya|और|या|மற்றும்|அல்லது|మరియు|లేదా|এবং|ও|আর|বা|અને|કે|ಮತ್ತು|ಅಥವಾ|അല്ലെങ്കിൽ|ਅਤੇ|ਤੇ|ਜਾਂ|ଓ|ଏବଂ|କିମ୍ବା)[\s\u200b-\u200d]+)?$/iu;

/** `mentions` in the order of the text. */
export function withStatus(
  context: Context,
  mentions: readonly Mention[],
  text: string,
): (readonly [Mention, Status])[] {
  const judged: (readonly [Mention, Status])[] = [];
  for (const mention of [...mentions].reverse()) {
    const [behind, status] = judged[0] ?? [];
    const own = statusOf(context, mention, text);
    const isDenied =
      own === 'present' &&
      status === 'absent' &&
      mention.foreign &&
      behind?.foreign &&
      JOINED.test(text.slice(mention.end, behind.start));
    judged.unshift([mention, isDenied ? 'absent' : own]);
  }
  return judged;
}

function statusOf(context: Context, { start, end, icd }: Mention, text: string): Status {
  const judged = context.judge(start, end);
  // "Old MI" has a code of its own, and names the past itself.
  if (
    judged.status === 'present' &&
    /^(?:old|healed|previous|past|childhood)\b/i.test(text.slice(start, end))
  )
    return 'historical';
  return staysPresent(judged, icd) ? 'present' : judged.status;
}

/** A chronic illness does not become historical by standing under "medical history". */
export const staysPresent = ({ status, by }: Judged, icd: string | undefined) =>
  status === 'historical' && by === 'heading' && isChronic(icd);

/**
 * Present is earned: a finding counts as present only where the words around it are understood.
 * Medicines, tests and measures are not judged so, and an allergy is never lowered. `named`: all that
 * is named in the text.
 */
export const isLeftOpen = (
  context: Context,
  mention: Mention,
  status: Status,
  { text, named }: { readonly text: string; readonly named: readonly Span[] },
): boolean =>
  status === 'present' &&
  (mention.kind === 'symptom' || mention.kind === 'diagnosis') &&
  !/allerg|anaphyla/i.test(text.slice(mention.start, mention.end)) &&
  context.wordsLeftOpen(mention, named).length > 0;
