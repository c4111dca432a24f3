/**
 * One medicine given up for another in a sentence of a note: "change ramipril to losartan",
 * "substitute losartan for ramipril", "losartan instead of ramipril", "ramipril → losartan". What
 * is given up must never leave as an order, and what goes on must not leave as stopped: where the
 * words leave a doubt, neither is said.
 */
import { z } from 'zod';
import data from './exchange-words.json' with { type: 'json' };
import { any } from './patterns.ts';

type Range = readonly [start: number, end: number];

/**
 * `given-up`: another comes in its place. `perhaps-given-up`: considered, declined, conditional, or
 * not said whole. `replaces`: it comes in another's place; `slice` is what is said of it.
 * `perhaps-replaces`: nothing was changed yet.
 */
export type Exchanged =
  | { readonly is: 'given-up' | 'perhaps-given-up' | 'perhaps-replaces' }
  | { readonly is: 'replaces'; readonly slice: Range };

type Found = {
  /** What is given up. */
  readonly out?: Range | undefined;
  /** What comes in its place. */
  readonly in?: Range | undefined;
  readonly is: 'done' | 'open' | 'unclear';
};

const list = z.array(z.string());
const words = z
  .object({
    active: list,
    transitive: list,
    passive: list,
    inPlaceOf: list,
    inPlaceBefore: list,
    givenUpBefore: list,
    arrows: list,
    hedges: list,
    hedgesBehind: list,
    conditions: list,
    othersActs: list,
    ends: list,
    forms: list,
    doses: list,
    aspects: list,
    lacks: list,
    deniedFindings: list,
  })
  .parse(data);
const START = String.raw`(?<![\p{L}\p{M}\d])`;
const END = String.raw`(?![\p{L}\p{M}\d])`;
const whole = (phrases: readonly string[], flags = 'iu') =>
  new RegExp(`${START}${any(phrases)}${END}`, flags);

const ACTIVE = whole(words.active, 'giu');
const TRANSITIVE = new RegExp(`^${any(words.transitive)}$`, 'iu');
const PASSIVE = whole(words.passive, 'giu');
const IN_PLACE = whole(words.inPlaceOf, 'giu');
/** "In ramipril's place", "as ramipril replacement": what is given up stands inside. */
const IN_PLACE_AROUND = new RegExp(
  `${START}(?<lead>(?:in|as) (?:an? |the )?)(?<out>[^,;:]+?) ?${any(words.inPlaceBefore)}${END}`,
  'giu',
);
const GIVEN_UP_BEFORE = whole(words.givenUpBefore, 'giu');
const ARROW = new RegExp(any(words.arrows), 'gu');
const HEDGE = whole(words.hedges);
const HEDGE_BEHIND = new RegExp(`^[\\s,(–—-]*${any(words.hedgesBehind)}${END}`, 'iu');
const HEDGE_WITHIN = whole(words.hedgesBehind);
const CONDITION = new RegExp(`^\\s*${any(words.conditions)}${END}`, 'iu');
const OTHER_ACT = whole(words.othersActs, 'giu');
const BREAK = new RegExp(`[;:()]|\\s[-–—]\\s|${START}${any(words.ends)}${END}`, 'giu');
const FORM = new RegExp(`^${any(words.forms)}${END}\\s*`, 'iu');
const DOSE = new RegExp(`^(?:$|[\\d.,;:)(½¼]|${any(words.doses)}${END})`, 'iu');
const ASPECT = whole(words.aspects);
const LACK = new RegExp(`^\\s*(?:the |his |her )?${any(words.lacks)}${END}`, 'iu');
const LACK_OR = new RegExp(`${LACK.source} (?:or|and) `, 'iu');

/** Words before the name itself: a route or a form, an article. */
function withoutForm(text: string): string {
  let rest = text.trimStart();
  for (let form = FORM.exec(rest); form; form = FORM.exec(rest)) rest = rest.slice(form[0].length);
  return rest;
}

/** "Changed to 1 g" changes the dose of what stands before it: nothing stops. */
const isChangeOfDose = (after: string): boolean => DOSE.test(withoutForm(after));

type Names = readonly string[];
function beginsWithName(text: string, names: Names): boolean {
  const rest = withoutForm(text).toLowerCase();
  return names.some((given) => {
    const name = withoutForm(given).toLowerCase();
    return (
      name !== '' && rest.startsWith(name) && !/^[\p{L}\p{M}\d]/u.test(rest.slice(name.length))
    );
  });
}

/** The end of what a verb reaches: a break, or another act ("…, continue aspirin"). */
function reachOf(sentence: string, from: number): number {
  const rest = sentence.slice(from);
  const ends = [BREAK, OTHER_ACT].map((pattern) => rest.matchAll(pattern).next().value?.index);
  return from + Math.min(...ends.map((at) => at ?? rest.length));
}
/** Up to the first comma too: what comes in another's place is one item. */
function itemEnd(sentence: string, from: number): number {
  const comma = sentence.indexOf(',', from);
  return Math.min(reachOf(sentence, from), comma < 0 ? sentence.length : comma);
}
const lastMatch = (pattern: RegExp, text: string): number =>
  Math.max(0, ...[...text.matchAll(pattern)].map(({ 0: said, index }) => index + said.length));

/** Start of the clause that ends at `to`; a comma directly before it is no boundary. */
function clauseStart(sentence: string, to: number): number {
  const text = sentence.slice(0, to).replace(/[\s,:–-]+$/, '');
  return Math.max(lastMatch(BREAK, text), text.lastIndexOf(',') + 1);
}

/** "Continue aspirin and ramipril changed to …": of the two only the last is given up. */
function givenUpBefore(sentence: string, to: number): Range {
  const from = clauseStart(sentence, to);
  const clause = sentence.slice(from, to);
  const act = lastMatch(OTHER_ACT, clause);
  if (act === 0) return [from, to];
  return [from + Math.max(act, lastMatch(/ and /giu, clause)), to];
}

const JOINED = /(?:^|[,;:.(]|(?<![\p{L}])(?:and|but|then|so|hence|thus|therefore)(?![\p{L}]))/giu;

/**
 * "No cough, change …": what is denied is a finding, and the change is no part of it. "No relief,
 * change …" may be a condition.
 */
const DENIED_FINDING = new RegExp(
  `^\\s*(?:no|nil|denies|without)(?: (?:any|more|further|new|significant|much|pedal|other))* ${any(words.deniedFindings)}(?: (?:or|and|nor) ${any(words.deniedFindings)})*(?: (?:now|today|at present|so far|yet|reported|noted))?\\s*[,:]\\s*$`,
  'iu',
);

/** "Cefixime not tolerated, change to …": the reason of the change. With a time it may be a condition. */
const REASON =
  /(?<!\p{L})(?:not (?:been )?(?:tolerat\p{L}+|suit\p{L}*|work\p{L}+|effective|help\p{L}+|controlled|responding|available|affordable)|(?:cannot|can['’]t|could(?:n['’]t| not)|unable to|not able to|do(?:es)?(?:n['’]t| not)|did(?:n['’]t| not)) (?:tolerate|afford|suit|work|help))(?!\p{L})[^,;:\d]{0,30}[,:]\s*$/iu;

/** Whether the words before, within or behind an exchange leave it undone. */
function isOpen(sentence: string, [from, to]: Range, verb: number): boolean {
  const before = sentence.slice(0, verb);
  const clause = before.slice(lastMatch(JOINED, before.replace(/[\s,:]+$/, '')));
  const isHedged = HEDGE.test(clause.replace(REASON, ' ')) && !DENIED_FINDING.test(clause);
  if (isHedged || HEDGE_WITHIN.test(sentence.slice(from, to))) return true;
  const conditions = before.split(/[,;]/).some((part) => CONDITION.test(part));
  return conditions || HEDGE_BEHIND.test(sentence.slice(to));
}

/** `verb`: where it stands. Without a known name in its place nothing is known to be given up. */
function exchange(
  sentence: string,
  verb: number,
  out: Range | undefined,
  coming: Range,
  names: Names,
): Found {
  const starts = [coming[0], out?.[0] ?? coming[0]];
  const outer: Range = [Math.min(...starts), Math.max(out?.[1] ?? 0, coming[1])];
  if (isOpen(sentence, outer, verb)) return { out, in: coming, is: 'open' };
  if (!beginsWithName(sentence.slice(...coming), names)) return { out, is: 'unclear' };
  return { out, in: coming, is: 'done' };
}

const PREPOSITION =
  /^(?<skip>(?: (?:over|back|across|him|her|them|it|the patient|patient|pt))* (?:to|onto|into|with|by) )/iu;
const FROM_TO =
  /^ (?:him |her |them |the patient |patient |pt )?(?:from|off) (?<out>.+?)(?: over| back)? (?:to|onto|into) /iu;
const THING_TO = /^(?: of)? (?<out>.+?)(?: over| back)? (?:to|onto|into|with|by|for) /iu;

/** "Change A to B", "switch from A to B", "switch to B from A"; without the whole, "change A". */
function readActive(sentence: string, verb: string, [at, end]: Range, names: Names): Found[] {
  const stop = reachOf(sentence, end);
  const text = sentence.slice(end, stop);
  const toward = PREPOSITION.exec(text)?.[0];
  if (toward) return readToward(sentence, at, [end + toward.length, stop], names);
  const found = FROM_TO.exec(text) ?? THING_TO.exec(text);
  const out = found?.groups?.out ?? '';
  const isFor = found?.[0].trimEnd().endsWith(' for') ?? false;
  if (ASPECT.test(found ? out : text) || (LACK.test(text) && /^replac/i.test(verb))) return [];
  if (!found || (isFor && !/^(?:swap|exchang|trad)/i.test(verb))) {
    const item: Range = [end, itemEnd(sentence, end)];
    return TRANSITIVE.test(verb) ? [{ out: item, is: 'unclear' }] : [];
  }
  const start = end + found[0].length;
  const coming: Range = [start, itemEnd(sentence, start)];
  if (isChangeOfDose(sentence.slice(...coming))) return [];
  const from = end + found[0].indexOf(out);
  const one = exchange(sentence, at, [from, from + out.length], coming, names);
  const isDoubtful = out.includes(',') || /^step.*up$/i.test(verb);
  return [isDoubtful && one.is === 'done' ? { ...one, is: 'unclear' } : one];
}

function readToward(sentence: string, verb: number, [from, stop]: Range, names: Names): Found[] {
  const text = sentence.slice(from, stop);
  const at = text.search(/ (?:from|in place of|instead of) /iu);
  if (at < 0) {
    const coming: Range = [from, itemEnd(sentence, from)];
    const one = exchange(sentence, verb, undefined, coming, names);
    return one.is === 'open' ? [one] : [];
  }
  const out: Range = [
    from + at + 1 + (/^\S+(?: of)? /.exec(text.slice(at + 1))?.[0].length ?? 0),
    stop,
  ];
  const given: Range = [out[0], itemEnd(sentence, out[0])];
  if (!beginsWithName(sentence.slice(...given), names)) return [];
  return [exchange(sentence, verb, given, [from, from + at], names)];
}

/** "Substitute B for A". */
function readSubstitute(sentence: string, names: Names): Found[] {
  const pattern = new RegExp(`${START}substitut(?:e|ed|ing)(?= )`, 'giu');
  return [...sentence.matchAll(pattern)].flatMap(({ 0: verb, index }) => {
    const end = index + verb.length;
    const stop = reachOf(sentence, end);
    const found = /^ (?!for )(?<b>.+?) (?<by>for|with|by) /iu.exec(sentence.slice(end, stop));
    if (!found?.groups?.b) return [];
    const first: Range = [end + 1, end + 1 + found.groups.b.length];
    const start = end + found[0].length;
    const second: Range = [start, itemEnd(sentence, start)];
    return found.groups.by === 'for'
      ? [exchange(sentence, index, second, first, names)]
      : [exchange(sentence, index, first, second, names)];
  });
}

/** "Losartan as ramipril replacement". */
function readAround(sentence: string, names: Names): Found[] {
  return [...sentence.matchAll(IN_PLACE_AROUND)].flatMap(({ groups = {}, 0: said, index }) => {
    const { lead = '', out: around = '' } = groups;
    // "As potassium or ramipril replacement": what is lacking is not given up.
    const lacking = LACK_OR.exec(around)?.[0].length ?? 0;
    const out = around.slice(lacking);
    if (!beginsWithName(out, names)) return [];
    const at = index + lead.length + lacking;
    const given: Range = [at, at + out.length];
    const coming: Range = [clauseStart(sentence, index), index];
    const isHedged = isOpen(sentence, [coming[0], index + said.length], index);
    return [{ out: given, in: coming, is: isHedged ? ('open' as const) : ('done' as const) }];
  });
}

/** "No change in ramipril". */
const NO_CHANGE = /(?<![\p{L}])no (?:dose )?$/iu;

/** Each exchange that a sentence tells. */
function exchangesIn(sentence: string, names: Names): Found[] {
  const each = (pattern: RegExp, read: (words: string, range: Range) => Found[]) =>
    [...sentence.matchAll(pattern)].flatMap(({ 0: words, index }) =>
      read(words, [index, index + words.length]),
    );
  const isName = (range: Range) => beginsWithName(sentence.slice(...range), names);
  return [
    ...readSubstitute(sentence, names),
    ...readAround(sentence, names),
    ...each(PASSIVE, (_, [at, end]) => {
      const coming: Range = [end, itemEnd(sentence, end)];
      if (isChangeOfDose(sentence.slice(...coming))) return [];
      return [exchange(sentence, at, givenUpBefore(sentence, at), coming, names)];
    }),
    ...each(IN_PLACE, (_, [at, end]) => {
      const out: Range = [end, itemEnd(sentence, end)];
      const coming: Range = [clauseStart(sentence, at), at];
      if (!isName(out)) return [];
      return [{ out, in: coming, is: isOpen(sentence, [coming[0], out[1]], at) ? 'open' : 'done' }];
    }),
    ...each(GIVEN_UP_BEFORE, (_, [at, end]) => {
      const coming: Range = [end, itemEnd(sentence, end)];
      const out = givenUpBefore(sentence, at);
      return isName(coming) ? [exchange(sentence, at, out, coming, names)] : [];
    }),
    ...each(ACTIVE, (verb, range) =>
      NO_CHANGE.test(sentence.slice(0, range[0])) ? [] : readActive(sentence, verb, range, names),
    ),
    ...each(ARROW, (_, [at, end]) => {
      const coming: Range = [end, itemEnd(sentence, end)];
      const before = sentence.slice(...givenUpBefore(sentence, at)).toLowerCase();
      if (!isName(coming) || !names.some((name) => before.includes(name.toLowerCase()))) return [];
      // An arrow alone may mean that both are given, one after the other.
      return [{ out: givenUpBefore(sentence, at), in: coming, is: 'unclear' }];
    }),
  ];
}

/**
 * What the sentence says of the name at this place, if it is exchanged there. `names`: the
 * medicines of the note; without a known name in its place nothing is said to be given up.
 */
export function exchangedIn(
  sentence: string,
  [start, end]: Range,
  names: Names,
): Exchanged | undefined {
  const isIn = (range: Range | undefined) =>
    range !== undefined && range[0] <= start && start < range[1];
  const all = exchangesIn(sentence, [...names, sentence.slice(start, end)]);
  const out = all.find((one) => isIn(one.out));
  if (out) return { is: out.is === 'done' ? 'given-up' : 'perhaps-given-up' };
  const found = all.find((one) => isIn(one.in));
  if (!found?.in) return undefined;
  return found.is === 'open'
    ? { is: 'perhaps-replaces' }
    : { is: 'replaces', slice: [Math.min(found.in[0], start), Math.max(found.in[1], end)] };
}
