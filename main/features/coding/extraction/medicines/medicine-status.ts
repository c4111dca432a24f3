/**
 * Whether a medicine that a text names is one that the patient takes or is given. The words of acts
 * (shared/model/export/acts) say so, the same that keep a stopped medicine out of the orders.
 */
import type { Span, Status } from '../../../../../shared/model/coding/entities.ts';
import { isConditional } from '../../../../../shared/model/export/acts/act-doubts.ts';
import { type ActStatus, actAt } from '../../../../../shared/model/export/acts/act-status.ts';
import {
  AS_NEEDED,
  AT_ONCE,
  FREQUENCY,
  UNIT,
} from '../../../../../shared/model/export/acts/dose-words.ts';

/** A text without any of these is not read again. */
const HINT =
  /(?<![\p{L}\p{M}])(?:stop|ceas|quit|discontinu|d\/?c|h[eo]ld|withh|w\/h|off|paus|suspend|skip|omit|abeyance|avoid|contra|not?|never|neither|nor|nil|without|declin|refus|defer|postpon|cancel|scrap|ditch|halt|abandon|terminat|deprescrib|break|holiday|struck|cross|le[fa][tv]|replac|substitut|switch|chang|convert|swap|shift|instead|rather|place|remov|delet|no longer|had been|was|were|used to|threw|thrown|gave up|given up|ran out|run out|unable|mat|na|nahi|nahin|nai|mana|band|bandh|chh?od|rok|hata|बंद|बन्द|रोक|छोड|छोड़|नहीं|नही|मत|न|ना|मना|हटा)|n['’]t(?!\p{L})|[→>]/iu;

/** Given up without a word that the acts have. */
const GIVEN_UP =
  /(?<![\p{L}])(?:threw|thrown|throws|gave|given|gives) (?:away|up)(?: on)?(?: (?:the|his|her|my|all))* $|(?<![\p{L}])(?:ran|run|running) out of(?: (?:the|his|her|my|all))* $/iu;
/** "Not given aspirin", "has never been started on statins". */
const NOT_GIVEN =
  /(?<![\p{L}])(?:not|never)(?: (?:yet|been|being|currently|so far)){0,2} (?:given|started|put|prescribed|offered|receiv(?:ed|ing)|commenced|initiated)(?: (?:on|with|any|the|his|her|oral|iv|tabs?\.?|inj\.?)){0,3} $/iu;
/** "Clarithromycin 500 mg (hold simvastatin)": the stop is of what stands in the brackets with it. */
const STOP_OPENS =
  /\(\s*(?:stop|hold|withhold|skip|omit|pause|discontinue|avoid)(?: (?:the|his|her|t\.?|tabs?\.?|caps?\.?))* $/iu;
const STOP_CLOSES = /^[^(,;]{0,30}\)/u;
/** "Had been on prednisolone", "used to take": of another time. */
const PAST =
  /(?<![\p{L}])(?:had(?: previously| once)? been(?: put| kept)? on|used to (?:take|be on|use)|was(?: previously| once)? on)(?: (?:the|an?|his|her|some|oral|long[- ]term|low[- ]dose))* $/iu;
/** Not to be taken, directly before the name; other words of that kind are about its dose, or another. */
const FORBIDDEN_BEFORE =
  /(?<![\p{L}])(?:avoid(?:s|ed|ing)?|(?:do|does|did|has|have|can|could|will|would|should)(?:n['’]t| ?not) (?:be )?(?:take|taken|use|used|give|given|start|started|want|tolerate|afford|fill|filled)|unable to (?:take|tolerate|afford)|refus(?:e|es|ed|ing)|declin(?:e|es|ed|ing)|contra-?indicated ?:|(?:advised|told|asked) not to (?:take|use))(?: (?:to (?:take|start|have)|taking|starting|using|the|any|all|his|her|tabs?\.?|oral)){0,3} (?:(?!start|continu|take|give|use)[\p{L}-]+(?:,| and| or|\/) ){0,3}$/iu;
const FORBIDDEN_BEHIND =
  /^(?: (?!(?:but|and|or|par|lekin)(?![\p{L}]))[\p{L}\p{M}\d.]+){0,4}? (?:(?:is|are|was|strictly|to be|should be) ){0,2}(?:contra-?indicated|avoided|nahi|nahin|nai|mat|नहीं|नही|मत)(?![\p{L}\p{M}])/iu;
/** "A week before the surgery", "if vomiting": the stop is to come. */
const LATER = /^(?: [\p{L}\d]+){0,4} (?:before|prior to|if|when|unless|in case)(?![\p{L}])/iu;

/** Words that give a medicine, or change its dose. Gerunds may go on with a denial: "denies smoking, taking drugs". */
const ACTS =
  '(?:re)?start(?:s|ed)?|took|takes|gave|given|put on|advised|prescribed|continue[sd]?|continuing|receive[sd]|add(?:ed)?|commenced?|initiated?|resumed?|(?:up|down)?titrated?|(?:in|de)creased?|reduced?|doubled?|changed?|switch(?:ed)?|convert(?:ed)?|replaced?|substituted?';
/** Behind an act, up to the name: a form, and other names with their doses. */
const TO_NAME = String.raw`(?:\s+(?:on|with|the|an?|his|her|same|usual|regular|oral|iv|tabs?\.?|caps?\.?|inj\.?|syp\.?))*\s+(?:\p{L}[\p{L}-]+(?:\s+\d[\d.]*\s*(?:mg|mcg|g|ml)?)?\s*(?:,|and|or|to|with|by|\/|\+)\s*){0,3}$`;
/**
 * "No breathlessness, started paracetamol": behind a comma an act begins, which no denial before it
 * reaches; an act of change stops one medicine and gives another.
 */
const GIVEN_ANEW = new RegExp(
  String.raw`[,;]\s+(?:(?:so|now|also|then|was|is|he|she|they|we)\s+)*(?:on|${ACTS})${TO_NAME}`,
  'iu',
);
/**
 * The same by a noun: "no breathlessness, start of paracetamol". Behind "denies" it may be one of what
 * is denied.
 */
const BEGUN = new RegExp(String.raw`[,;]\s+start(?:ing)?\s+of${TO_NAME}`, 'iu');
const DENIES = /(?<![\p{L}])den(?:y|ies|ied|ying)(?![\p{L}])/iu;
/**
 * "No breathlessness started paracetamol", as a recogniser writes it that hears no pause: the denial
 * has its finding, and the act stands directly behind it. "Started with" gives a medicine where notes
 * are written in India.
 */
const GIVEN_BEHIND = new RegExp(
  String.raw`^\s+(?:(?:and|so|now|then|was|is|he|she|they|we)\s+)*(?:${ACTS})${TO_NAME}`,
  'iu',
);
/** "Reduced with meals" is of the finding, unless a form or a dose says that it was given. */
const CHANGED_WITH =
  /^\s+(?:(?:and|so|now|then|was|is)\s+)*(?:(?:in|de)creased?|reduced?)\s+with(?!\p{L})/iu;
const WITH_NAME = /(?<!\p{L})with\s+(?:(?:the|his|her|oral|iv)\s+)*$/iu;
const FORM_BEFORE = /(?<!\p{L})(?:t|tabs?|tablets?|caps?|inj|syp|syrup)\.?\s+(?:\p{L}+\s+)?$/iu;
const DOSED = new RegExp(
  String.raw`^(?:tab|cap|inj|syp|t\.)|^[^.,;\n]{0,50}?(?<![\p{L}])(?:\d[\d.]*\s*${UNIT}|${FREQUENCY}|${AS_NEEDED}|${AT_ONCE})`,
  'iu',
);
/** "Starting of aspirin not advised". */
const NOT_BEGUN =
  /^[^.,;\n]{0,60}?(?<!\p{L})(?:not|never|nahi|nahin|defer\p{L}*|held|on hold|with-?held|withhold\p{L}*|postpon\p{L}*|delay\p{L}*|declin\p{L}*|refus\p{L}*|avoid\p{L}*|contra-?indicat\p{L}*|cancel\p{L}*|pending|await\p{L}*|later|discuss\p{L}*|consider\p{L}*)(?!\p{L})/iu;

/** Directly before the name: it is to be begun, which a condition behind it leaves open. */
const BEGIN =
  /(?<![\p{L}])(?:(?:re-?)?start|add|begin|initiate|commence|introduce)(?: (?:on|with|him|her|the|an?|low|dose|oral|iv|t\.?|tabs?\.?|caps?\.?|inj\.?|syp\.?))* $/iu;
/** "Consider adding aspirin"; not "consider stopping" it. */
const CONSIDERED =
  /(?<![\p{L}])consider(?:ing)?(?: (?:adding|starting|initiating|commencing|introducing|an?|trial|of|the|low|dose|oral|iv|tabs?\.?|caps?\.?|inj\.?))* $/iu;
/** A text without any of these has none of the two. */
const TO_COME =
  /(?<![\p{L}])(?:if|once|when|unless|provided|consider\p{L}*|depending|subject to)(?![\p{L}])/iu;

export type Named = {
  /** All medicines of the text. */
  readonly medicines: readonly string[];
  /** Where each finding of the text ends. */
  readonly findingEnds: readonly number[];
};

/** "No imaging, naproxen 250 mg BD": an item with a frequency of its own is none of what is denied. */
function isDosedItem(before: string, behind: string, medicines: readonly string[]): boolean {
  if (!NEW_ITEM.test(before) || !SCHEDULED.test(behind) || NOT_NOUN.test(before)) return false;
  if (CLASSES.test(before)) return false;
  return !medicines.some((name) => before.includes(name));
}
/** "No NSAIDs, ibuprofen 400 mg TDS": it may be one of them. */
const CLASSES =
  /(?<![\p{L}])(?:anti(?!body|bodies)\p{L}+|nsaids?|pain ?killers?|analgesics?|opi(?:oid|ate)s?|steroids?|statins?|\p{L}*cillins?|\p{L}*sporins?|\p{L}*quinolones?|macrolides?|sul(?:f|ph)a\p{L}*|\p{L}*diazep\p{L}+|sedatives?|hypnotics?|diuretics?|nitrates?|laxatives?|inhalers?|insulin|\p{L}*blockers?|inhibitors?|ace-?i|arbs?|ppis?|s[sn]ris?|maois?|tricyclics?|triptans?|\p{L}*toxic\p{L}*|thinners?|supplements?|contracepti\p{L}+|chemo\p{L}*|drugs?|medic\p{L}+|meds|tablets?|pills?|injections?|treatment|therapy|prophylaxis)(?![\p{L}])/iu;
const NEW_ITEM = /[,;]\s+(?:(?:so|now|also)\s+)*$/iu;
/** "Not on", "denies": a list of medicines may follow. */
const NOT_NOUN = /(?<![\p{L}])(?:den(?:y|ies|ied|ying)|not|never|nor|allerg\p{L}*)(?![\p{L}])/iu;
const SCHEDULED = new RegExp(
  String.raw`^[^,;\n]{0,50}?(?<![\p{L}])(?:${FREQUENCY}|${AS_NEEDED})`,
  'iu',
);

/** Returns whether an act of its own gives the medicine at `start`, whatever is denied before it. */
export const isGivenAnew = (text: string, start: number, named: Named): boolean =>
  actAnew(text, start, named) >= 0;

/** The place of that act; below 0 where there is none. */
function actAnew(text: string, start: number, { findingEnds, medicines }: Named): number {
  const before = text.slice(Math.max(0, start - FAR_GIVEN), start);
  const sentence = before.split(/[.\n]\s/).at(-1) ?? '';
  const from = start - sentence.length;
  const at = sentence.search(GIVEN_ANEW);
  if (at >= 0) return from + at;
  if (isDosedItem(sentence, text.slice(start), medicines)) return start;
  const isBegun = !DENIES.test(sentence) && !NOT_BEGUN.test(text.slice(start, start + 100));
  const begun = isBegun ? sentence.search(BEGUN) : -1;
  if (begun >= 0) return from + begun;
  const behind = findingEnds.findLast(
    (end) => end > from && end < start && GIVEN_BEHIND.test(text.slice(end, start)),
  );
  if (behind === undefined) return -1;
  const act = text.slice(behind, start);
  const isGiven = !CHANGED_WITH.test(act) || FORM_BEFORE.test(act) || DOSED.test(text.slice(start));
  return isGiven ? behind : -1;
}

/** "No nausea reduced with ondansetron": it may be taken, whatever is denied. */
export const mayBeTaken = (text: string, start: number, { findingEnds }: Named): boolean =>
  findingEnds.some((end) => {
    const act = end < start && end > start - FAR_GIVEN ? text.slice(end, start) : '';
    return CHANGED_WITH.test(act) && WITH_NAME.test(act) && !/[.;\n]/.test(act);
  });
/** What is denied before such an act is another thing. */
const DENIED = /(?<![\p{L}])(?:no|not|nor|nil|without|never|den(?:y|ies|ied))(?![\p{L}])/iu;
/** Letters before a name in which its act stands. */
const FAR_GIVEN = 120;

const statusOf: Readonly<Partial<Record<ActStatus, Status>>> = {
  stopped: 'absent',
  'on-hold': 'absent',
  'not-taken': 'absent',
};

/** Letters around a name that are looked at. */
const [FAR_BEFORE, FAR_BEHIND] = [400, 300];

/** Undefined: nothing says that it is not taken. */
export function medicineStatus(text: string, place: Span, named: Named): Status | undefined {
  const far = Math.max(0, place.start - FAR_BEFORE);
  const act = actAnew(text, place.start, named);
  const from = DENIED.test(text.slice(far, Math.max(far, act))) ? act : far;
  const around = text.slice(from, place.end + FAR_BEHIND);
  if (!HINT.test(around) && !TO_COME.test(around)) return undefined;
  const { status, before, behind } = actAt(
    around,
    [place.start - from, place.end - from],
    named.medicines,
  );
  if (GIVEN_UP.test(before) || NOT_GIVEN.test(before)) return 'absent';
  if (STOP_OPENS.test(before) && STOP_CLOSES.test(behind)) return 'absent';
  if (PAST.test(before)) return 'historical';
  const isForbidden = FORBIDDEN_BEFORE.test(before) || FORBIDDEN_BEHIND.test(behind);
  if (isForbidden && status === 'not-ordered') return 'absent';
  if (isToCome(text.slice(place.start, place.end), before, behind, named)) return 'possible';
  return LATER.test(behind) ? undefined : statusOf[status];
}

/** "Add clopidogrel if stent": it may never be given. "Start paracetamol if fever" is as needed. */
function isToCome(name: string, before: string, behind: string, named: Named): boolean {
  if (CONSIDERED.test(before)) return true;
  if (!BEGIN.test(before)) return false;
  const line = { sentence: before + name + behind, names: named.medicines, asks: false };
  return isConditional(line, [before.length, before.length + name.length]);
}
