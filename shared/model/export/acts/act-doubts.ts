/**
 * A second look at what the cues of a sentence say. A line of a plan orders a medicine only where
 * a word, a dose or a form orders it and no condition, mark or comparison makes it uncertain; a
 * medicine is stopped only where the stop is its own, and of today.
 */
import { z } from 'zod';
import { ENDS_AFTER_DAYS, endsLater, endsPlainly, hasEnd } from './act-end.ts';
import { AS_NEEDED, AT_ONCE, FREQUENCY, LATIN_FREQUENCY, UNIT } from './dose-words.ts';
import data from './doubt-words.json' with { type: 'json' };
import { placesOf } from './places.ts';

type Range = readonly [start: number, end: number];
/** `asks`: a question mark ends it. */
export type Line = {
  readonly sentence: string;
  readonly names: readonly string[];
  readonly asks: boolean;
};

/** Whether it is one of the line's medicines. */
export const isMedicine = ({ sentence, names }: Line, [from, to]: Range): boolean => {
  const own = sentence.slice(from, to).toLowerCase();
  return names.some((name) => name.toLowerCase() === own);
};

const list = z.array(z.string());
const words = z
  .object({
    conditions: list,
    starts: list,
    reliefs: list,
    tests: list,
    lasting: list,
    goesOn: list,
    orders: list,
  })
  .parse(data);
const whole = (phrases: readonly string[]) =>
  new RegExp(`(?<![\\p{L}\\p{M}])(?:${phrases.join('|')})(?![\\p{L}\\p{M}])`, 'iu');
const WHEN = whole(words.conditions);
const START = whole(words.starts);
const RELIEF = whole(words.reliefs);
const TEST = whole(words.tests);
const LASTING = whole(words.lasting);
const GOES_ON = whole(words.goesOn);
const ORDERS = whole([...words.orders, FREQUENCY, AS_NEEDED, AT_ONCE]);

const DOSE_OR_STATE = new RegExp(
  String.raw`^\s*(?:[\d.]+\s*(?:${UNIT})?\s*)?(?:(?:${LATIN_FREQUENCY}|(?:is|was|are|were|has been|to be|can be|should be))\s*)*[-–(:]?\s*$`,
  'iu',
);
/** "Query ramipril", "?ramipril". */
const DOUBT_BEFORE = /^\W*(?:\?|query\b)|(?:\?|(?<![\p{L}])query) ?(?:(?:re-?)?start |add )?$/iu;
const CROSSED_OUT = /^[^,;]*(?:\?|✗|✘|❌|~~|×\s*$|(?<![\p{L}\d])X\s*$)/u;
const CROSSED_BEFORE = /(?:✗|✘|❌|~~) ?\S*\s*$/u;
const CHOICE =
  /(?<![\p{L}])(?:vs\.?|versus|either|reserved?|(?:second|2nd|third|3rd)[- ]line)(?![\p{L}])/iu;
const COMPARISON = /[<>≥≤]/u;
/** Of a stop: when it is to come. */
const LATER =
  /^[^;.]*?(?<![\p{L}])(?:if|when(?:ever)?|unless|once(?! (?:an?|daily|in|every|weekly|at)(?![a-z]))|for [\p{L} ]{0,8}[<>]|on (?:\d|sat|sun|mon|tue|wed|thu|fri)[\p{L}]*|sat|sun|immediately and|and report|& report)(?![\p{L}])/iu;
/** Before a stop: it is asked, wished for, or conditional. */
const NOT_YET =
  /^\W*\?\s*$|^\s*(?:if|when(?:ever)?|once|unless)(?![\p{L}])|(?<![\p{L}])(?:keen|wish(?:es)?|wants?|asks?|asked|likes?|hopes?|planning) to\s*$/iu;
/** Only so much of it. */
const ONE_DOSE = /(?<![\p{L}])(?:dose|tablet)s?(?![\p{L}])/iu;
const AGAIN = /(?<![\p{L}])(?:re-?start(?:ed)?|resumed?)(?![\p{L}])/iu;

/** "Surgery explained, patient not willing": of what is said to be refused nothing else is named. */
const UNWILLING =
  /(?<![\p{L}])(?:not (?:willing|keen|ready|interested|agreeable)|unwilling|refus(?:es|ed|ing)|declin(?:es|ed|ing))\s*$/iu;
/** "…, smoking cessation not interested": another thing, named right before the refusal. */
const ANOTHER_THING =
  /(?:[,;]|(?<![\p{L}])(?:and|but))\s*(?:(?:also|however|the|his|her|for|of|to)\s+)*(?:[\p{L}-]+\s+){0,2}(?:cessation|smoking|tobacco|diet|exercise|physio\p{L}*|rehab\p{L}*|psychotherapy|surgery|operation|scans?|mri|ct|x-?ray|biopsy|endoscopy|colonoscopy|gastroscopy|admission|referral|tests?|bloods?|ecg|echo\p{L}*|tkr|thr|cabg|follow-?up)\s+(?:(?:is|was|still|currently|at present)\s+)*$/iu;
/** What was explained, or who refuses: it is the medicine that is refused. */
const SAME_THING =
  /(?<![\p{L}])(?:explain\p{L}*|discuss\p{L}*|counsel\p{L}*|risks?|benefits?|side[- ]effects?|due to|because|after|despite|who|patient|pts?|he|she|they|wife|husband|mother|father|sons?|daughters?|family|parents?|attend[ae]n?[tr]s?|relatives?|guardians?)(?![\p{L}])/iu;
/** "Hold if BSL < 70" behind a dose. */
const STOP_IF = /[(–-]\s*(?:hold|skip|omit|stop|withhold)(?![\p{L}]).*$/isu;
/** Whose stop it is; `later`: its own, and to come on a day that is said. */
type Stop = 'own' | 'another' | 'unsure' | 'later';
/** "Aspirin stopped yesterday, …", "stopped due to bleeding, …": the words behind the stop are its own. */
const NEXT_ITEM =
  /^\s*(?:(?:\([^)]*\))?\s*(?:[)]|[-–] |and |but )|(?:\([^)]*\))?(?:\s+(?!(?:and|or|also|with|both|plus|along)(?![\p{L}]))[\p{L}\d./%-]+){0,7}\s*[,;])/iu;
const FORM_BEFORE = /(?<![\p{L}])(?:tab|cap|inj|syp|t)\.?\s*$/iu;
/**
 * Beside the name itself. Only words that are no cue: "continue" and "start" are cues, nearer to the
 * name than the stop is.
 */
const GOES_ON_BEFORE =
  /(?:[,;&(–-]|(?<![\p{L}])(?:and|but))\s*(?:cont|ct|c\/m|keep|maintain|halve|double)(?: (?:with|the|tab\.?|cap\.?))*\s*$/iu;
const GOES_ON_BEHIND = new RegExp(
  String.raw`^(?: [\d.]+ ?(?:${UNIT})?(?: ?${LATIN_FREQUENCY})?)? (?:to (?:be )?)?(?:continued?|continues|cont|ct|cst|ctm|unchanged|same|to stay|stays|jari|chalu|shuru|wahi|जारी|चालू|शुरू)(?![\p{L}])`,
  'iu',
);

/** What is said of other medicines than the one at this place. */
function othersIn({ sentence, names }: Line, [start, end]: Range) {
  const own = sentence.slice(start, end).toLowerCase();
  const any = [...names, own];
  const others = names.filter((name) => {
    const low = name.toLowerCase();
    return !own.includes(low) && !low.includes(own);
  });
  return {
    isNamed: (text: string) => others.some((name) => placesOf(text, name).length > 0),
    endsWithName: (text: string) =>
      others.some((name) =>
        placesOf(text, name).some((at) => DOSE_OR_STATE.test(text.slice(at + name.length))),
      ),
    beginsWithAnyName: (text: string) =>
      any.some((name) =>
        placesOf(text, name).some((at) =>
          /^\s*(?:the |his |her |tab\.? |cap\.? |inj\.? |t\. )*$/i.test(text.slice(0, at)),
        ),
      ),
  };
}

/**
 * Of a stop before the name. `another`: "ramipril on hold, furosemide", "stop aspirin, continue
 * clopidogrel". `unsure`: it may be, or it is to come, or has passed.
 */
export function stopBefore(line: Line, place: Range, cue: Range): Stop {
  const { sentence } = line;
  const others = othersIn(line, place);
  const gap = sentence.slice(cue[1], place[0]);
  const behind = sentence.slice(place[1]);
  const isBracketed = /\(\s*$/.test(sentence.slice(0, cue[0])) && /^\s*\)/.test(gap);
  if (others.endsWithName(sentence.slice(0, cue[0])) && (isBracketed || !others.isNamed(gap)))
    return NEXT_ITEM.test(gap) ? 'another' : 'unsure';
  if (NOT_YET.test(sentence.slice(0, cue[0])) || line.asks) return 'unsure';
  // "Stop aspirin 5 days before surgery, CBC tomorrow": a test is no medicine of a row.
  if (!isMedicine(line, place) && gap.includes(',') && others.isNamed(gap)) return 'another';
  const ends = stopThatEnds(line, place, cue);
  if (ends) return ends;
  const item = /^[^;]*/.exec(behind)?.[0] ?? '';
  if (others.isNamed(gap)) {
    if (GOES_ON_BEFORE.test(gap) || GOES_ON_BEHIND.test(behind)) return 'another';
    if (GOES_ON.test(gap) || GOES_ON.test(item) || FORM_BEFORE.test(gap)) return 'unsure';
  }
  if (ONE_DOSE.test(gap)) return 'unsure';
  const later = LATER.exec(behind);
  if (later && !START.test(later[0]) && !GOES_ON.test(later[0])) return 'unsure';
  return AGAIN.test(behind) && !others.isNamed(behind) ? 'unsure' : 'own';
}

/**
 * "Stop enalapril, losartan 50 mg instead": what comes in its place, and what is named behind that, is
 * `another`; it is `unsure` where it only may come.
 */
export function comesInstead(
  { sentence, names }: Line,
  [start, end]: Range,
  cue: Range,
): 'another' | 'unsure' | undefined {
  const [, ...next] = sentence.slice(cue[1], start).split(/[,;]/);
  const item = /^[^,;]*/.exec(sentence.slice(end))?.[0] ?? '';
  const isNamed = (text: string) => names.some((name) => placesOf(text, name).length > 0);
  // "Diet instead, Voveran 50 BD": it is the diet that comes in its place.
  const comes =
    INSTEAD.test(`${next.at(-1) ?? ''} ${item}`) ||
    next.some((one) => INSTEAD.test(one) && isNamed(one));
  if (next.length === 0 || !comes) return undefined;
  return OPEN.test(sentence.slice(cue[1], end) + item) ? 'unsure' : 'another';
}
/** What only may come, and what another gives: "mother giving Combiflam instead". */
const OPEN =
  /(?<![\p{L}])(?:if|when(?:ever)?|unless|once|may|might|could|would|can|consider\p{L}*|discuss\p{L}*|tr(?:y|ied)|wants?|patient|pt|mother|father|he|she|next visit|tak(?:es|ing)|took|buy\p{L}*|giving|using)(?![\p{L}])/iu;

/** "Stop clopidogrel after 12 months, aspirin 75 OD": only the first ends, and on its day. */
function stopThatEnds(line: Line, place: Range, cue: Range): Stop | undefined {
  const { sentence, names } = line;
  const others = othersIn(line, place);
  const gap = sentence.slice(cue[1], place[0]);
  const own = sentence.slice(...place);
  if (!endsLater(sentence, cue, gap, names)) {
    if (!endsLater(sentence, cue, sentence.slice(cue[1]), [...names, own])) return undefined;
    return endsPlainly(sentence.slice(cue[1]), [...names, own]) ? 'later' : 'unsure';
  }
  const item = /^[^,;]*/.exec(sentence.slice(place[1]))?.[0] ?? '';
  if (hasEnd(item)) return 'unsure';
  const isOfBefore = others.isNamed(sentence.slice(0, cue[0])) && !others.isNamed(gap);
  const isNext = !isMedicine(line, place) || isOfBefore || TAKEN_AT.test(own + item);
  return JOINT.test(gap) && isNext ? 'another' : 'unsure';
}
const JOINT = /[,;]|(?<![\p{L}])(?:and|but)\s*$/iu;
const IN_ITS_PLACE = String.raw`(?:instead(?! of)|in (?:its|their|that) place|in (?:place|lieu) of (?:it|this|that|them|these|the same))(?![\p{L}])`;
const INSTEAD = new RegExp(`(?<![\\p{L}])${IN_ITS_PLACE}`, 'iu');

/**
 * Of a stop behind the name. `another`: it has an object of its own ("clarithromycin (hold
 * simvastatin)", "amlodipine 5 mg OD, atenolol stopped"). `unsure`: it is to come ("skip if pulse
 * below 55").
 */
export function stopBehind(line: Line, place: Range, cue: Range): Stop {
  const rest = line.sentence.slice(cue[1]);
  const gap = line.sentence.slice(place[1], cue[0]);
  const others = othersIn(line, place);
  if (gap.trim() !== '' && others.beginsWithAnyName(rest)) return 'another';
  const [item = '', next = ''] = /^([^,]*),(.*)$/s.exec(gap)?.slice(1) ?? [];
  if ((/\d/.test(item) || ORDERS.test(item)) && !/[\d,]/.test(next) && others.endsWithName(next))
    return 'another';
  // "Paracetamol SOS, X-ray if no better": the condition is of what stands with it.
  if (CONDITION.test(line.sentence.slice(...cue)) && TAKEN_AT.test(item) && /\p{L}/u.test(next))
    return 'another';
  if (NOT_YET.test(line.sentence.slice(0, cue[0])) || line.asks) return 'unsure';
  if (endsLater(line.sentence, cue, rest) || ENDS_AFTER_DAYS.test(gap)) return 'later';
  return LATER.test(rest) ? 'unsure' : 'own';
}

/** "BD", "syrup", "start": words that order what they stand beside. */
export const saysOrder = (words: string): boolean => ORDERS.test(words);

/** Whether another medicine is named behind this place. */
export const isNamedBehind = (line: Line, place: Range): boolean =>
  othersIn(line, place).isNamed(line.sentence.slice(place[1]));

/**
 * "Avoid alcohol, metronidazole 400 mg TDS": all that is avoided is food, a habit or a deed, and this
 * one has a frequency.
 */
export function isScheduled({ sentence }: Line, cue: Range, [start, end]: Range): boolean {
  const gap = sentence.slice(cue[1], start);
  const item = /^[^,;]*/.exec(sentence.slice(end))?.[0] ?? '';
  const isAvoided = /^(?:avoid|no need|no indication|not )/i.test(sentence.slice(...cue));
  return isAvoided && NO_MEDICINES.test(gap) && SCHEDULED.test(item);
}
/** Every word is one of these: any other may be a medicine, or a class of them. */
const NO_MEDICINES =
  /^(?:[\s,/&+]+(?:and|or|any|all|the|of|to|for|in|more|too much|excess(?:ive)?|heavy|strenuous|spicy|oily|fatty|fried|junk|outside|street|sour|cold|hot|sweet|salty|processed|red|smoking|alcohol|tobacco|gutk[ha]+|food|foods|meals?|meat|diet|spices?|sweets?|sugar|salt|tea|coffee|caffeine|drinks?|milk|dairy|fruits?|water|sun|sunlight|exposure|dust|smoke|pollution|driving|lifting|weights?|bending|squatting|exertion|exercises?|sports?|travel|stress|contact|allergens?|triggers?|late nights|fasting|surgery|operation|admission|hospitali[sz]ation|imaging|scans?|x-?rays?|mri|ct|tests?|biopsy|referral|further|now|today|(?:tab|cap|inj|syp)\.?))+[\s,:–-]*$/iu;
const SCHEDULED = new RegExp(`(?<![\\p{L}])${FREQUENCY}`, 'iu');
const TAKEN_AT = new RegExp(`(?<![\\p{L}])(?:${FREQUENCY}|${AS_NEEDED})`, 'iu');
const CONDITION = /^if(?![\p{L}])/iu;

/** "Start apixaban when INR < 2", "aspirin vs warfarin", "?ramipril", a name alone. */
export function isDoubtfulOrder(line: Line, place: Range): boolean {
  const { sentence } = line;
  const [start, end] = place;
  const before = sentence.slice(0, start);
  const behind = sentence.slice(end);
  if (line.asks || CHOICE.test(sentence) || DOUBT_BEFORE.test(before)) return true;
  if (/(?<![\p{L}])(?:before|after|until|till)\s*$/iu.test(before)) return true;
  if (CROSSED_OUT.test(behind) || CROSSED_BEFORE.test(before)) return true;
  if (isRefused(before, behind) || isConditional(line, place)) return true;
  const own = sentence.slice(start, end);
  const around = `${/[^,;]*$/.exec(before)?.[0] ?? ''} ${/^[^,;]*/.exec(behind)?.[0] ?? ''}`;
  const isBare = !/[\d½¼]/.test(around + own) && !ORDERS.test(around) && !ORDERS.test(own);
  return isBare && isMedicine(line, place);
}

/** "Continue atorvastatin, smoking cessation not interested": another thing is refused. */
function isRefused(before: string, behind: string): boolean {
  const refusal = UNWILLING.exec(behind);
  if (!refusal) return false;
  const named = behind.slice(0, refusal.index);
  return !ORDERS.test(before) || SAME_THING.test(named) || !ANOTHER_THING.test(named);
}

/** Whether what stands at this place is given only if something comes; as needed is no condition. */
export function isConditional(line: Line, [start, end]: Range): boolean {
  const before = line.sentence.slice(0, start);
  const item = (/^[^,;]*/.exec(line.sentence.slice(end))?.[0] ?? '').replace(STOP_IF, '');
  if (!othersIn(line, [start, end]).isNamed(before)) {
    if (COMPARISON.test(before)) return true;
    if (WHEN.test(before) && !RELIEF.test(line.sentence)) return true;
  }
  const when = WHEN.exec(item);
  if (!when) return false;
  if (LASTING.test(item.slice(when.index))) return true;
  if (RELIEF.test(item)) return false;
  if (!/\d/.test(line.sentence.slice(start, end) + item)) return true;
  const clause = /[^,;:()]*$/.exec(before)?.[0] ?? '';
  return START.test(clause) || START.test(item) || TEST.test(item) || COMPARISON.test(item);
}
