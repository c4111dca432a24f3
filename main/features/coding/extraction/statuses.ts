/** The status of each mention of a text, and what one says of the mention beside it. */
import type { Span, Status } from '../../../../shared/model/coding/entities.ts';
import type { EntityKind } from '../../../../shared/model/export/export.ts';
import { isChronic } from './chronic.ts';
import { isPlainlyAsked } from './context/answers.ts';
import type { Context, Judged } from './context/context.ts';
import { isPlainlyHad } from './context/plainly-had.ts';
import { priorOf } from './context/priors.ts';
import { isAllergy } from './kinds.ts';
import {
  isGivenAnew,
  mayBeTaken,
  medicineStatus,
  type Named,
} from './medicines/medicine-status.ts';
import type { Mention } from './mentions.ts';
import type { Pattern } from './patterns.ts';
import { createIsOnlySpokenOf } from './procedure-status.ts';
import { isDoubtful } from './second-opinion/second-opinion.ts';
import { createIsTestedFor } from './tested-for.ts';

/**
 * Between two findings of a list: "fever, cough not there" denies both in languages where the
 * negation stands behind.
 */
const JOINED =
  /^[\s,\u200b-\u200d]*(?:(?:and|or|aur|ya|और|या|மற்றும்|அல்லது|మరియు|లేదా|এবং|ও|আর|বা|અને|કે|ಮತ್ತು|ಅಥವಾ|അല്ലെങ്കിൽ|ਅਤੇ|ਤੇ|ਜਾਂ|ଓ|ଏବଂ|କିମ୍ବା)[\s\u200b-\u200d]+)?$/iu;

/** Each medicine may be what another comes in the place of, and each finding what is denied. */
const namedIn = (all: readonly (Mention | Pattern)[], text: string): Named => ({
  medicines: all
    .filter(({ kind }) => kind === 'medication')
    .map(({ start, end }) => text.slice(start, end)),
  findingEnds: all
    .filter(({ kind }) => kind === 'symptom' || kind === 'diagnosis')
    .map(({ end }) => end),
});

/** `title`: the heading of the text. `named`: all that is named in the text. */
type Whole = {
  readonly text: string;
  readonly title: string;
  readonly named: readonly (Mention | Pattern)[];
};

/** `mentions` in the order of the text. */
export function withStatus(
  context: Context,
  mentions: readonly Mention[],
  { text, title, named }: Whole,
): (readonly [Mention, Status])[] {
  const around = namedIn(named, text);
  const isOnlySpokenOf = createIsOnlySpokenOf(text, title);
  const isTestedFor = createIsTestedFor(text, title, named);
  const judged: (readonly [Mention, Status])[] = [];
  for (const mention of [...mentions].reverse()) {
    const [behind, status] = judged[0] ?? [];
    const said = statusOf(context, mention, { text, title }, around);
    const { start, end, kind } = mention;
    const isAct = kind === 'procedure' || kind === 'order';
    const isSpokenOf = said === 'present' && isAct && isOnlySpokenOf({ start, end, kind });
    const isTested = said === 'present' && kind === 'diagnosis' && isTestedFor(mention);
    const isAsked = said === 'present' && kind === 'diagnosis' && isAskedOfTheLast(text, start);
    const ofAct = isSpokenOf || isAsked ? 'possible' : said;
    const own = isTested ? 'hypothetical' : ofAct;
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

/** "Chest pain? angina": a small letter behind the mark, so that it asks of what follows. */
function isAskedOfTheLast(text: string, start: number): boolean {
  if (!/\p{Ll}/u.test(text[start] ?? '')) return false;
  const asked = /(?:^|[.;:,\n?])([^.;:,\n?]{2,60}\?)\s+$/u.exec(
    text.slice(Math.max(0, start - 80), start),
  );
  return asked?.[1] !== undefined && !isPlainlyAsked({ text: asked[1] });
}

/** Of a medicine or a measure that has the form of one. */
export function statusOfPattern(
  context: Context,
  { start, end, kind }: Pattern,
  { text, title, named }: Whole,
): Status {
  if (kind === 'vital') return 'present';
  if (kind !== 'medication') return context.judge(start, end).status;
  const said = statusOfAct(context, { start, end }, title);
  const around = namedIn(named, text);
  if (!isTakenAsGiven(said, text, { start, end }, around))
    return unlessTaken(said, text, start, around);
  return medicineStatus(text, { start, end }, around) ?? 'present';
}

const ACTS: readonly EntityKind[] = ['medication', 'order', 'procedure'];
const ADVICE =
  /^[\s*#\d.)]*(?:advices?|advice given|follow ?-?up[a-z ]*|(?:discharge )?instructions?)[\s:*]*$/iu;

/**
 * "Advice: paracetamol 500 mg TDS": the heading makes a finding hypothetical, and orders a medicine.
 * Risks, precautions, counselling order nothing.
 */
function statusOfAct(context: Context, { start, end }: Span, title: string, stays = false): Status {
  const { by, status } = context.judge(start, end, stays);
  if (by !== 'heading' || status !== 'hypothetical') return status;
  const { label = '' } = context.sentences.find((one) => start < one.end) ?? {};
  return ADVICE.test(priorOf(label) ? label : title) ? 'present' : status;
}

function statusOf(
  context: Context,
  mention: Mention,
  { text, title }: Pick<Whole, 'text' | 'title'>,
  named: Named,
): Status {
  const { start, end, icd } = mention;
  const isAct = ACTS.includes(mention.kind);
  const read = context.judge(start, end, isChronic(icd));
  const judged = isAct
    ? { ...read, status: statusOfAct(context, mention, title, isChronic(icd)) }
    : read;
  if (
    mention.kind === 'medication' &&
    isTakenAsGiven(judged.status, text, mention, named) &&
    !isAllergy(text, mention)
  )
    return medicineStatus(text, mention, named) ?? 'present';
  if (mention.kind === 'medication') return unlessTaken(judged.status, text, start, named);
  const isOpen = judged.status === 'hypothetical' || judged.status === 'possible';
  if (isOpen && mention.kind === 'order' && isAskedFor(text, mention)) return 'present';
  const isOther = judged.status === 'absent' && mention.kind === 'order';
  if (isOther && ASKED_ANEW.test(text.slice(Math.max(0, start - 60), start))) return 'present';
  // "Old MI" has a code of its own, and names the past itself.
  if (
    judged.status === 'present' &&
    /^(?:old|healed|previous|past|childhood)\b/i.test(text.slice(start, end))
  )
    return 'historical';
  return staysPresent(judged, icd) ? 'present' : judged.status;
}

/** "Troponin negative, repeat ECG": what was negative is another. */
const ASKED_ANEW =
  /[,;]\s+(?:(?:so|now|then|please|to)\s+)*(?:repeat|re-?check|send|order|arrange|get)(?: (?:an?|the|urgent|one|serial))* $/iu;

/** "Test for stool antigen", "mammogram for breast cancer screening": the test itself is meant. */
const isAskedFor = (text: string, { start, end }: Span): boolean =>
  TESTS_FOR.test(text.slice(Math.max(0, start - 60), start)) ||
  SCREENS_OR_TO_BE_SENT.test(text.slice(end, end + 80));
const SCREENS_OR_TO_BE_SENT =
  /^ (?:(?:for|to|as)(?![\p{L}])[^,;.\n]{0,50}screen|(?:is |are )?to be (?:sent|ordered|requested)(?![\p{L}]))/iu;
const TESTS_FOR =
  /(?<![\p{L}])(?:(?:tests?|check|screen|send|sent|swab|sample|bloods?) for (?:an? |the )?|screening(?: for [^.;\n:]{2,40}[:-])? |screen(?:ing)? for [^.;\n:]{2,40} (?:with|by) (?:an? )?)$/iu;

const isTakenAsGiven = (said: Status, text: string, place: Span, named: Named) =>
  said === 'present' ||
  (said === 'absent' && isGivenAnew(text, place.start, named)) ||
  (said === 'hypothetical' && isAsNeeded(text, place)) ||
  (said === 'historical' && OF_NOW.test(text.slice(Math.max(0, place.start - 40), place.start)));
/** "Earlier took amoxicillin, now cefixime". */
const OF_NOW = /[,;.]\s*(?:ab|now)(?:\s+(?:start(?:ed)?|on|to|give|oral|tab|cap)\.?)*\s+$/iu;

/** "Salbutamol 2 puffs PRN", "a course of amoxicillin" is prescribed, or taken; a condition before the name still is one. */
function isAsNeeded(text: string, { start, end }: Span): boolean {
  const before = text.slice(Math.max(0, start - 200), start).replace(/^.*[.;\n]/s, '');
  const isSaid =
    PRN_BEHIND.test(text.slice(end, end + 80)) ||
    PRN_BEFORE.test(before) ||
    COURSE_BEFORE.test(before) ||
    ((PROPHYLAXIS_BEFORE.test(before) || PROPHYLAXIS_BEHIND.test(text.slice(end, end + 80))) &&
      !DENIED_BEFORE.test(before));
  return isSaid && !CONDITION.test(before);
}
const PRN_BEHIND =
  /^[^.;\n]{0,60}?(?<![\p{L}])(?:p\.?r\.?n|(?:aane|hone|lagne|badhne) (?:par|pe)|(?:ho|aaye|lage|rahe|badhe|hua|hui) toh?)(?![\p{L}])/iu;
/** Not the course of an illness. */
const COURSE_BEFORE = /(?<![\p{L}])course of(?: (?:oral|iv|tabs?|caps?|inj)\.?)* $/iu;
/** "Migraine prophylaxis: propranolol 40 mg BD". */
const PROPHYLAXIS_BEFORE =
  /(?<![\p{L}])prophyla(?:xis|ctic)(?:\s*[:–-]|\s+(?:with|by|using))?\s+(?:(?:tabs?|caps?|inj|t|start|give|started on)\.? )*$/iu;
/** "Enoxaparin 40 mg OD for DVT prophylaxis"; not what is only considered for it. */
const PROPHYLAXIS_BEHIND =
  /^(?:(?!(?:if|not?|consider|discuss|offer|option|suggest|plan|may|might|could|whether|decid|stop|defer|later|declin|refus)\p{L}*)[^,;.\n]){0,40}? for (?:[\p{L}]+ ){0,3}prophylaxis(?![\p{L}])/iu;
const DENIED_BEFORE =
  /(?<![\p{L}])(?:no|not|never|without|declin\p{L}*|refus\p{L}*|stop\p{L}*|previous\p{L}*|past)(?![\p{L}])/iu;
const PRN_BEFORE = /^[\s*•–-]*(?:\d{1,2}[.)]\s*)?prn\s+$/iu;
const CONDITION =
  /(?<![\p{L}])(?:if|in case|should|unless|when|whenever|consider(?:ed|ing)?|may|might|could|would|return|agar|yadi)(?![\p{L}])|(?<![\p{L}])(?:no|nil|never|without) *$/iu;

const unlessTaken = (said: Status, text: string, start: number, named: Named) =>
  said === 'absent' && mayBeTaken(text, start, named) ? 'possible' : said;

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
  whole: Whole,
): boolean =>
  status === 'present' &&
  (mention.kind === 'symptom' || mention.kind === 'diagnosis') &&
  !/allerg|anaphyla/i.test(whole.text.slice(mention.start, mention.end)) &&
  (isWhatAnotherIsFor(mention, whole.text, whole.named) || isLeftOpenBy(context, mention, whole));

/** Words that the rules do not know leave open what a second opinion is not sure of. */
function isLeftOpenBy(context: Context, mention: Mention, { text, title, named }: Whole): boolean {
  const { words, isOnlyUnknown } = context.wordsLeftOpen(mention, named);
  if (!isOnlyUnknown) return true;
  const isUnderstood = words.length === 0;
  if (isPlainlyHad(text, mention)) return false;
  if (!isDoubtful(text, mention, { title, named, isUnderstood })) return false;
  // What a trigger says, or a yes to the question, is understood.
  const { start, end, icd } = mention;
  return !(isUnderstood && context.judge(start, end, isChronic(icd)).isTold);
}

const FOR =
  /^[^.;\n]{0,40}?(?<![\p{L}])(?:for(?:\s+(?:an?|the|any|her|his|mild|severe|bad)){0,2}|after (?:each|every))\s+$/iu;
/** Somebody takes it, so what it is for is there. */
const TAKES =
  /(?<![\p{L}])(?:tak(?:e[sn]?|ing)|took|on|us(?:e[sd]?|ing)|giv(?:en|ing)|gave|receiv(?:es|ed|ing)|start(?:ed|ing)?|needs?|needed|requires?|had|has|tried|trying|treated|with|continues?)(?![\p{L}])[^.;\n]*$/iu;

/** "Paracetamol for fever above 101", "mammogram for breast cancer": it need not be there. */
function isWhatAnotherIsFor(
  { start, kind }: Mention,
  text: string,
  named: readonly (Mention | Pattern)[],
): boolean {
  const means = kind === 'symptom' ? 'medication' : 'order';
  const medicine =
    named.findLast((one) => one.kind === means && one.end <= start) ??
    placeOf(kind === 'symptom' ? REMEDY : TEST, text, start);
  if (!medicine || !FOR.test(text.slice(medicine.end, start))) return false;
  return !TAKES.test(text.slice(Math.max(0, medicine.start - 60), medicine.start));
}

const REMEDY =
  /(?<![\p{L}])(?:inhalers?|puffers?|sprays?|drops|creams?|ointments?|gel|lotion|tablets?|pills?|syrup|medicines?|painkillers?)(?![\p{L}])/giu;
const TEST =
  /(?<![\p{L}])(?:mammogra\p{L}+|colonoscopy|pap(?: smear)?|dexa|psa|tmt|stress test|angiogra\p{L}+|eeg|fundoscopy|hba1c|ogtt|serology|blood tests?|bloods|x-?rays?|scans?|mri|ultrasound|echo)(?![\p{L}])/giu;

/** The last of these words before `start`, near it. */
function placeOf(words: RegExp, text: string, start: number): Span | undefined {
  const from = Math.max(0, start - 80);
  const last = [...text.slice(from, start).matchAll(words)].at(-1);
  return last && { start: from + last.index, end: from + last.index + last[0].length };
}
