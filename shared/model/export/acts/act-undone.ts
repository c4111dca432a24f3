/**
 * A second look at what is said of a procedure: a year, "had" or "previous" does not say that it was
 * done where the words beside it say that it was refused, called off, advised or planned. Only the
 * item of the procedure counts: what is said of the next one is the next one's.
 */
import { z } from 'zod';
import { datesIn } from './act-date.ts';
import { dateBefore } from './act-moment.ts';
import type { ActStatus } from './act-status.ts';
import type { Role } from './act-words.ts';
import { isSiteAlone, leadsToOperation, namesOperation, operationNamedIn } from './operations.ts';
import data from './undone-words.json' with { type: 'json' };

type Range = readonly [start: number, end: number];

const list = z.array(z.string());
const words = z
  .object({
    notDone: list,
    objections: list,
    objectionsBefore: list,
    planned: list,
    plannedBefore: list,
    advised: list,
    doubts: list,
    orderDoubts: list,
    aftercare: list,
    advisedBefore: list,
    preparations: list,
    done: list,
    subjects: list,
    objectless: list,
    afterInPlan: list,
    relatives: list,
    relativesActs: list,
  })
  .parse(data);
const any = (phrases: readonly string[]) => `(?:${['(?!)', ...phrases].join('|')})`;
const START = String.raw`(?<![\p{L}\p{M}\d])`;
const END = String.raw`(?![\p{L}\p{M}\d])`;
const whole = (phrases: readonly string[]) => new RegExp(`${START}${any(phrases)}${END}`, 'iu');
/** "Refused", "advised by the surgeon", but not "declined HRT", which is about another thing. */
const ALONE = `(?=\\s*(?:$|[.!?]|${any(words.objectless)}${END}))`;

/** `behind`: in the part of the name, behind it. `beginning`: at the beginning of a later part. */
const behindWords = (certain: readonly string[], withObject: readonly string[]) => {
  const source = `(?:${any(certain)}${END}|${any(withObject)}${END}${ALONE})`;
  return {
    behind: new RegExp(`(?:${START}|(?=\\?))${source}`, 'iu'),
    beginning: new RegExp(`^\\s*(?:${any(words.subjects)}\\s+)*${source}`, 'iu'),
  };
};
const NOT_DONE = behindWords(words.notDone, words.objections);
const PLANNED = behindWords(['(?:maybe-)?to-come', 'being-done'], words.planned);
const ADVISED = behindWords(words.doubts, words.advised);
const DONE = behindWords([], words.done);

const before = {
  notDone: whole([...words.notDone, ...words.objectionsBefore]),
  planned: whole([...words.planned, ...words.plannedBefore]),
  advised: new RegExp(
    `${START}${any(words.advisedBefore)}${END}|\\?\\s*$|(?<!(?:operated|surgery|operation) )${START}for(?: (?:an?|the|his|her))*\\s*$`,
    'iu',
  ),
};
const PREPARATION = whole(words.preparations);
const ORDER_DOUBT = whole(words.orderDoubts);
/** "Colostomy closure": another procedure, or what comes after it. */
const AFTERCARE = new RegExp(`^[\\s-]*${any(words.aftercare)}${END}`, 'iu');
const SAYS_DONE = whole(words.done);
/** "To be done", "will be performed", "is being operated": not done yet, and not when it was written. */
const TO_COME = new RegExp(
  `${START}(?:(?:to|will|shall|should|must|can|could|may|might|would)(?: \\p{L}+){0,2}? (?:be|get|have|been)(?: \\p{L}+)?|being|gets?|getting) ${any(words.done)}${END}`,
  'giu',
);
/** Before a name and "done" behind it: "get CABG done" asks for it. */
export const GETS = new RegExp(
  `${START}(?:to have|will have|shall have|get|getting)(?: (?:an?|the|his|her))*\\s*$`,
  'iu',
);
const DONE_AT_ONCE = new RegExp(`^\\s*${any(words.done)}${END}`, 'iu');
/** "Was to be done", "is being done elsewhere": what became of it is not known. */
const WAS_TO_COME = /(?<!\p{L})(?:(?:was|were|had)\s+to-come|being-done)(?!\p{L})/iu;
/** "Can be done", "may be performed" orders nothing. */
const MAY_COME = /(?<!\p{L})maybe-to-come(?!\p{L})/u;
const toCome = (part: string) =>
  part.replace(TO_COME, (said) => {
    if (/^being/i.test(said)) return 'being-done';
    return /^(?:can|could|may|might|would)/i.test(said) ? 'maybe-to-come' : 'to-come';
  });
const AFTER_IN_PLAN = new RegExp(`${START}${any(words.afterInPlan)}[\\s-]*$`, 'iu');

/** "Mother had a", "her sister's"; "in his father" behind the name. */
const OF_RELATIVE = new RegExp(
  `${START}${any(words.relatives)}(?:(?:['’]s?|:| (?:also )?${any(words.relativesActs)})(?: [\\p{L}]+){0,2})?\\s*$`,
  'iu',
);
const IN_RELATIVE = new RegExp(
  `^[\\s(–-]*(?:in|of)(?: (?:an?|the|his|her|one|both))* ${any(words.relatives)}${END}`,
  'iu',
);

const PART = /[,;:()]|\s[-–—]+\s|(?<![\p{L}])(?:and|but|then|while|though|although)(?![\p{L}])/giu;

/** What stands beside the name up to the next procedure, in parts as its marks divide it. */
type Item = {
  /** Of the name's own part. */
  readonly before: string;
  readonly behind: string;
  /** The parts behind that one. */
  readonly later: readonly string[];
  /** Before the first procedure of a row: "refused" of "refused CABG, TKR 2015". */
  readonly ofRow: string;
  /** All that stands before it in the sentence, other procedures too. */
  readonly lead: string;
};

/** "Could not walk after CABG": what was not is another thing. */
const SINCE = /^.*(?<![\p{L}])(?=(?:after|following|since|s\/p|status[- ]post)(?![\p{L}]))/isu;

const AND = /(?<![\p{L}])(?:and|or|nor)\s*$/iu;

function itemAround(sentence: string, [start, end]: Range, next: string): Item {
  const lead = sentence.slice(0, start);
  const marks = [0, ...[...lead.matchAll(PART)].map(({ 0: mark, index }) => index + mark.length)];
  const ahead = marks.map((from, at) => lead.slice(from, marks[at + 1] ?? start));
  const own = ahead.pop() ?? '';
  const ofRow = rowOf(lead);
  const [first = '', ...later] = toCome(sentence.slice(end)).split(PART);
  const behind = GETS.test(lead) ? first.replace(DONE_AT_ONCE, ' to-come') : first;
  const stop = later.findIndex(namesOperation);
  const parts = stop < 0 ? [...later, ...aboutIt(next)] : later.slice(0, stop);
  const led = /[\p{L}\d]/u.test(own) ? own : ledBy(ahead, ofRow);
  return { before: led.replace(SINCE, ''), ofRow, behind, later: parts, lead };
}

/** The next sentence where it says nothing but what came of it: "Patient refused.", "Not done." */
function aboutIt(next: string): string[] {
  const isAlone = [NOT_DONE, PLANNED, ADVISED, DONE].some((marks) => {
    const [said] = marks.beginning.exec(next) ?? [];
    const rest = next.slice(said?.length ?? 0);
    return said !== undefined && (NOTHING_ELSE.test(rest) || (marks === DONE && WHEN.test(rest)));
  });
  return isAlone && !LOST_SINCE.test(next) ? [next] : [];
}
/** Behind a refusal: why, or the operation itself: "not fit for surgery", "unable to proceed". */
const OF_OPERATION = String.raw`(?:(?:(?:for|on|of|with|before|to) )?(?:(?:the|this|his|her|any) )?(?:surgery|operation|procedure|theatre|an(?:a)?esthesia|undergo|proceed|go ahead|attend|be operated)|done|performed|operated|happened|underwent|undergone|took place)(?!\p{L})`;
const CAUSE = String.raw`(?:by|because|due|owing|as)(?!\p{L})`;
const NOTHING_ELSE = new RegExp(
  `^\\s*(?:$|[.!]|${CAUSE}|${OF_OPERATION}|in (?:(?:19|20)\\d\\d|the end))`,
  'iu',
);
/** Behind "done": when that was. */
const WHEN =
  /^\s*(?:yesterday|today|this|last|earlier|already|here|elsewhere|recently|on|in|at|\d)(?!\p{L})/iu;
/** Who was lost to follow-up had the operation before, unless it says that it was not. */
const LOST_SINCE = /^\W*lost to follow[- ]?up\s*(?:[.!]|$)/iu;

/** What stands before the first procedure of a row that ends here: "refused" of "refused CABG, TKR". */
function rowOf(lead: string): string {
  const first = operationNamedIn(lead);
  return first
    ? (lead
        .slice(0, first[0])
        .split(/[,;:(]/)
        .at(-1) ?? '')
    : '';
}

/** A part without words goes with the one before it: "Advised (2019): CABG", "refused CABG and TKR". */
function ledBy(ahead: readonly string[], ofRow: string): string {
  const last = ahead.findLast((part) => /\p{L}/u.test(part)) ?? '';
  if (namesOperation(last)) return AND.test(last) ? ofRow : '';
  return [NOT_DONE, PLANNED, ADVISED].some(({ beginning }) => beginning.test(last)) ? last : '';
}

/** Where it is said last, as a number that grows from part to part; -1: nowhere. */
function lastSaid(marks: typeof NOT_DONE, item: Item): number {
  const own = ownSide(item);
  const at = item.later.findLastIndex((part, place) => {
    const [said] = marks.beginning.exec(part) ?? [];
    if (said === undefined || isOtherSide(part, own)) return false;
    if (marks !== NOT_DONE) return true;
    return isOfIt(part.slice(said.length)) && !OFFERED_ELSE.test(item.later[place - 1] ?? '');
  });
  return at >= 0 ? (at + 1) * LONGEST_PART : item.behind.search(marks.behind);
}
/** "Deferred discharge", "not done laparoscopically", "unable to kneel" tell of another thing. */
const OF_IT = new RegExp(
  `^\\s*(?:$|[^\\p{L}\\s]|${CAUSE}|${OF_OPERATION}|(?:in|on|at|yet|till|until|so|for|after|then|today|here|with|he|she|they|patient|pt|family|wife|husband)(?!\\p{L}))`,
  'iu',
);
const isOfIt = (rest: string) => OF_IT.test(rest);
/** "Was offered HRT but declined": that is what was declined. */
const OFFERED_ELSE =
  /(?<!\p{L})(?:offered|advised|suggested|recommended|prescribed) (?!(?:it|the|this|that|surgery|operation|procedure|same)(?!\p{L}))\p{L}/iu;
/**
 * What stands behind the name from the word on that says it was done in the end: the date of a plan
 * or a refusal before it is another ("2019 postponed, then done 2020").
 */
export function doneAtLast(behind: string): string {
  const read = toCome(behind);
  const done = [...read.matchAll(new RegExp(SAYS_DONE.source, 'giu'))].at(-1);
  if (!done) return behind;
  const before = read.slice(0, done.index);
  if (namesOperation(before)) return behind;
  const isOther = [NOT_DONE, PLANNED, ADVISED].some((marks) => marks.behind.test(before));
  return isOther ? read.slice(done.index) : behind;
}
const LONGEST_PART = 10_000;
const isSaid = (marks: typeof NOT_DONE, item: Item) => lastSaid(marks, item) >= 0;

/** Whether the words of the item say anything but the name: a date, a lead, what was done. */
const isBare = ({ before: own, behind, later }: Item) =>
  !/[\p{L}\d]/u.test(own.replace(/(?<![\p{L}])(?:and|or|then|with)(?![\p{L}])/giu, '')) &&
  !/[\p{L}\d]/u.test([behind, ...later].join(''));

const WAS: readonly ActStatus[] = ['done', 'completed', 'past', 'unclear', 'advised', 'taken'];

/** `next`: the sentence behind this one, on the same line. `asks`: a question mark ends it. */
type Said = {
  readonly sentence: string;
  readonly role: Role;
  readonly next: string;
  readonly asks: boolean;
};

/** "TKR counselling done" may be one item's name: the words behind the operation are beside it. */
function nameIn(sentence: string, [start, end]: Range): Range {
  const named = operationNamedIn(sentence.slice(start, end));
  return named ? [start + named[0], start + named[1]] : [start, end];
}

/** What the words beside the procedure leave of a status that was read of it. */
export function procedureStatus(said: Said, place: Range, status: ActStatus): ActStatus {
  const { sentence, role, next } = said;
  const item = itemAround(sentence, nameIn(sentence, place), next);
  if (status === 'ordered') return orderedStatus(item, sentence.slice(...place));
  if (!WAS.includes(status)) return status;
  if (OF_RELATIVE.test(item.before) || IN_RELATIVE.test(item.behind)) return 'family';
  const done = lastSaid(DONE, item);
  const isNegated = NEGATES.test(`${item.behind} ${item.later}`);
  const notDone = lastSaid(NOT_DONE, item);
  const isUndone = notDone >= 0 && (isNegated || notDone >= done);
  if (isUndone || before.notDone.test(item.before))
    return done >= 0 && !isNegated ? 'advised' : 'not-ordered';
  if (said.asks || PREPARATION.test(`${item.before} ${item.behind}`)) return 'advised';
  // "Planned in 2018, done in 2019", but not "left done 2018, right planned".
  if (lastSaid(PLANNED, item) > done || (done < 0 && before.planned.test(item.before)))
    return role === 'plan' || status === 'advised' || done >= 0 ? 'advised' : 'not-ordered';
  if (lastSaid(ADVISED, item) > done || (done < 0 && before.advised.test(item.before)))
    return 'advised';
  if (done < 0 && Object.values(before).some((mark) => mark.test(item.ofRow))) return 'advised';
  if (status === 'advised') return done >= 0 && role !== 'plan' ? 'completed' : status;
  return ownStatus(item, said, status);
}
const NEGATES = /(?<![\p{L}])(?:not|\p{L}+n['’]t|never|nil)(?![\p{L}])/iu;

/** "Cataract surgery left eye. Right eye done in 2020": the other one was. */
const SIDE =
  /(?<![\p{L}])(?:(left|lt|le|os|l)|(right|rt|re|od|r)|other|second|opposite)(?![\p{L}])/iu;
type SideSaid = 'left' | 'right' | 'other' | undefined;
function sideIn(text: string): SideSaid {
  const [whole, left, right] = SIDE.exec(text) ?? [];
  if (whole === undefined) return undefined;
  if (left) return 'left';
  return right ? 'right' : 'other';
}
/** Beside the name, or right behind it: "cataract surgery 2019, right eye". */
const ownSide = ({ before: own, behind, later: [next = ''] }: Item): SideSaid =>
  sideIn(`${own} ${behind}`) ?? (isSiteAlone(next) ? sideIn(next) : undefined);
const isOtherSide = (part: string, own: SideSaid) =>
  own !== undefined && (sideIn(part) ?? own) !== own;

/** "Completed by 5 pm": that it shall be. */
const BY_HOUR = /(?<![\p{L}])by \d{1,2}(?:[:.]\d\d)?\s*(?:am|pm|h)/iu;
/** Of an order: a side that the order does not name is another one. */
function isOrderDone(item: Item): boolean {
  const own = ownSide(item);
  const isOwn = (part: string) => (sideIn(part) ?? own) === own && !BY_HOUR.test(part);
  return isSaid(DONE, { ...item, later: item.later.filter(isOwn) });
}

/** "POD 2 laparoscopic cholecystectomy": the days are counted from it. */
const DAY_AFTER =
  /(?<![\p{L}])(?:pod|p\.o\.d\.?|post[- ]?op(?:erative)?(?:ly)? day) ?#?\d+(?: (?:of|after|following))?/giu;
const RECOVERS =
  /(?<![\p{L}])recover(?:s|ed|ing|y)(?: \p{L}+)? (?:from|after)(?: (?:the|his|her))*\s*$/iu;
/** Behind the name: how it went. */
const WENT =
  /^[\s–-]*(?:(?:has|had|have|was|were|itself) )*(?:(?:went|gone) (?:well|smoothly|uneventfully)|uneventful|uncomplicated|successful|complicated by)(?![\p{L}])/iu;
function isOver({ before: own, behind, lead }: Item): boolean {
  const day = [...lead.matchAll(DAY_AFTER)].at(-1);
  const isCounted = day && leadsToOperation(lead.slice(day.index + day[0].length));
  return Boolean(isCounted) || RECOVERS.test(own) || WENT.test(behind);
}

/** "Refer to surgeon for cholecystectomy": another doctor is asked about it. */
const REFERS =
  /(?<![\p{L}])refer(?:s|red|ral|ring)?(?: [\p{L}.]+){0,5}? (?:for|re|regarding|about|with a view to|to consider)(?: (?:an?|the|his|her|possible|consideration of|urgent|early|elective|emergency))*\s*$/iu;
/** What a referral itself asks for. */
const ON_REFERRAL =
  /(?:scop(?:y|ies)|graph(?:y|ies)|grams?|biops(?:y|ies)|therapy|dialysis|tests?|scans?)$/iu;
const isReferred = (own: string, name: string) =>
  REFERS.test(own) && namesOperation(name) && !ON_REFERRAL.test(name);

/** What the plan orders, unless it says that it was done, or that it will not be. */
function orderedStatus(item: Item, name: string): ActStatus {
  if (isOver(item)) return 'done';
  if (isReferred(item.before, name)) return 'not-ordered';
  if (WAS_TO_COME.test(item.behind)) return 'advised';
  if (MAY_COME.test(item.behind)) return 'not-ordered';
  const isDone = isOrderDone(item);
  if (isSaid(NOT_DONE, item)) return isDone ? 'advised' : 'not-ordered';
  const isAnother = ORDER_DOUBT.test(item.before) || AFTERCARE.test(item.behind);
  if (!isDone) return isAnother ? 'advised' : 'ordered';
  const mayCome = isSaid(PLANNED, item) || isSaid(ADVISED, item);
  const isOther =
    PREPARATION.test(`${item.before} ${item.behind}`) ||
    /(?<![\p{L}])repeat(?![\p{L}])/iu.test(item.lead);
  return mayCome || isOther ? 'advised' : 'done';
}

/** "Done" of another procedure, "under LA" and "physiotherapy post TKR" of a plan do not say it. */
function ownStatus(item: Item, { role, sentence }: Said, status: ActStatus): ActStatus {
  const open: ActStatus = role === 'past' ? 'past' : 'advised';
  const behind = [item.behind, ...item.later].join(' ');
  if (role === 'plan') {
    if (AFTER_IN_PLAN.test(item.before) && datesIn(behind).length === 0) return 'advised';
    if (status === 'done' && !SAYS_DONE.test(sentence)) return 'advised';
  }
  // "2010: hysterectomy" of a history says when, and so that it was.
  else if (status === 'unclear' && isSiteAlone(item.behind) && dateBefore(item.lead) !== undefined)
    return 'completed';
  if (!isBare(item)) return status;
  if (status === 'done' && SAYS_DONE.test(item.lead.split(PART).at(-2) ?? '')) return open;
  const isDoubted = [NOT_DONE, PLANNED, ADVISED].some((one) => one.behind.test(sentence));
  return isDoubted ? 'advised' : status;
}
