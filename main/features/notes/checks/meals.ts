/** Whether a medicine is taken before food, or with it and after it. */
import type { Found, Reading } from './compare.ts';
import { sameName } from './drugs.ts';
import type { Place } from './quantity.ts';
import { anyNukta } from './script.ts';
import data from './vocabulary/meals.json' with { type: 'json' };

type Name = Place & { readonly name: string };
export type Meal = Place & {
  readonly when: 'fasting' | 'fed';
  /** The medicines that it is said of. */
  readonly names: readonly string[];
};

const START = '(?<![\\p{L}\\p{M}\\p{N}])';
const END = '(?![\\p{L}\\p{M}\\p{N}])';
const any = (words: readonly string[]) => `(?:${anyNukta(words.join('|'))})`;
const pattern = (words: readonly string[]) => new RegExp(`${START}${any(words)}${END}`, 'giu');
const spoken = { fasting: pattern(data.fasting), fed: pattern(data.fed) };
const written = {
  fasting: pattern([...data.fasting, ...data.written.fasting]),
  fed: pattern([...data.fed, ...data.written.fed]),
};

const MEAL = new RegExp(`${START}${any([...data.fasting, ...data.fed])}${END}`, 'iu');

/** "Burning after food", "the sugar after food": no time of a medicine. */
const OF_ANOTHER = new RegExp(
  `${START}${any(data.no.before)}(\\s+(?:[\\p{L}\\p{M}]+\\s+){0,5})$`,
  'iu',
);
const OF_WHAT_FOLLOWS = new RegExp(`^[\\s,:]*(?:the |my |your )?${any(data.no.behind)}`, 'iu');
/** "Before or after food"; "two hours after food" is an empty stomach to some. */
const OPEN =
  /(?<!\p{L})(?:(?:before|with|after)\s+(?:or|and)|(?:\d|one|two|three|four|few) ?(?:hours?|hrs?|h))\s*$/iu;
/** "Never on an empty stomach"; "do not forget it before food" is no denial. */
const NOT =
  /(?<!\p{L})(?:not|never|don['’]?t|avoid)\s+(?!(?:\p{L}+\s+)?(?:forget|miss|skip)(?!\p{L}))(?:\p{L}+\s+){0,5}$/iu;
const NOT_BEHIND = /^\s*(?:\p{L}+\s+)?(?:mat|nahin?|मत|नहीं)(?![\p{L}\p{M}])/iu;
/** "Take it", "lijiye": of a medicine that an earlier sentence names. */
const TAKEN =
  /(?<![\p{L}\p{M}])(?:take|taken|taking|give|given|swallow|it|them|this|one|tablets?|capsules?|len[aie]|lijiye|lo|goli|लेना|लेनी|लीजिए)(?![\p{L}\p{M}])/iu;
const IT = /(?<!\p{L})(?:it|them|this|that|isko|ise)(?!\p{L})/iu;
/** Words before the meal in a sentence that is only about when: "Half an hour before food". */
const FEW = 4;
/** Letters between a medicine and a later sentence about it. */
const NEAR = 140;
const SENTENCE_END = /[;?!\n।]|(?<!(?<!\p{L})(?:\p{L}|tab|cap|inj|syp|[ap]\.c))\.(?!\d)/giu;
/** Letters around a meal that tell what it is said of. */
const AROUND = 200;
/** "Do you take it after food? - Yes." */
const YES =
  /^[\s"'-]*(?:\[?\p{L}+\]?\s*:)?\s*(?:yes|yeah|yep|ya|haan?|ji|right|correct|exactly|हाँ|हां|जी)(?![\p{L}\p{M}])(?![^.;?!\n]{0,40}(?<!\p{L})(?:but|no|not|before|after|with|empty)(?!\p{L}))/iu;
const TAG = /(?:okay|ok|right|alright|theek hai)\s*$/iu;
/** Between two medicines that are taken in the same way; each may have its dose. */
const AND =
  /^\s*(?:[\d.]+\s*(?:mg|mcg|µg|g|ml|iu|units?|milligrams?|micrograms?|grams?|tablets?|capsules?)\s*)?(?:,|and|aur|&|\+|और|,\s*and)\s*(?:the\s+)?(?:(?:tab|cap)(?:let|sule)?\.?\s+)?$/iu;
/** "Both after food": of all the medicines of the sentence before it. */
const ALL =
  /(?<![\p{L}\p{M}])(?:both|all(?: of them)?|all three|dono(?:n|ṅ)?|sab|दोनों|सब)[\s,]+(?:(?:of\s+them|are|is|to be|taken|take|only|them|ko|को)\s+){0,3}$/iu;
const BREAK = /(?:^|[,:]|(?<!\p{L})(?:and|then))\s*$/iu;
const LEADS_ON = /^\s*(?:(?:you\s+)?(?:take|have)\s+)?(?:tab\.?\s+|cap\.?\s+)?$/iu;

/** `abbreviations`: a note writes "AC" and "PC"; in speech they are nothing. */
export function meals(
  text: string,
  names: readonly Name[],
  { abbreviations }: { readonly abbreviations: boolean },
): Meal[] {
  const patterns = abbreviations ? written : spoken;
  const ends = [...text.matchAll(SENTENCE_END)].map(({ index }) => ({ start: index }));
  return (['fasting', 'fed'] as const).flatMap((when) =>
    [...text.matchAll(patterns[when])].flatMap(({ 0: whole, index }): Meal[] => {
      const place = { start: index, end: index + whole.length };
      const sentence = sentenceAround(text, ends, place);
      const before = text.slice(Math.max(sentence.start, place.start - AROUND), place.start);
      const behind = text.slice(place.end, Math.min(sentence.end, place.end + AROUND));
      if (isOfAnother(before, place.start, names)) return [];
      if (OPEN.test(before) || OF_WHAT_FOLLOWS.test(behind)) return [];
      const isAsked = text[sentence.end] === '?' && !TAG.test(behind);
      if (isAsked && !YES.test(text.slice(sentence.end + 1, sentence.end + AROUND))) return [];
      const isDenied = NOT.test(before) || NOT_BEHIND.test(behind);
      const its = namesOf(text, names, sentence, place);
      return its.length === 0
        ? []
        : [{ ...place, when: isDenied ? opposite[when] : when, names: its }];
    }),
  );
}

/** Index of the first one that starts at a place or behind it; `all`: in the order of the text. */
function firstFrom(all: readonly { readonly start: number }[], at: number): number {
  let [low, high] = [0, all.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((all[middle]?.start ?? at) < at) low = middle + 1;
    else high = middle;
  }
  return low;
}

function sentenceAround(text: string, ends: readonly { start: number }[], place: Place): Place {
  const before = ends[firstFrom(ends, place.start) - 1];
  const behind = ends[firstFrom(ends, place.end)];
  return { start: before ? before.start + 1 : 0, end: behind?.start ?? text.length };
}

/** "For pain after food"; not "when in pain take ibuprofen after food". */
function isOfAnother(before: string, at: number, names: readonly Name[]): boolean {
  const words = OF_ANOTHER.exec(before)?.[1];
  return (
    words !== undefined &&
    !TAKEN.test(words) &&
    !names.some(({ start }) => start < at && start >= at - words.length)
  );
}

const opposite = { fasting: 'fed', fed: 'fasting' } as const;

/** The medicine before it in the sentence, else the one behind it, else that of the last one. */
function namesOf(
  text: string,
  all: readonly Name[],
  sentence: Place,
  { start, end }: Place,
): string[] {
  const from = firstFrom(all, sentence.start);
  const inside = all
    .slice(Math.max(from, firstFrom(all, start - 2 * AROUND)), firstFrom(all, end + AROUND))
    .filter((one) => one.end <= sentence.end);
  const before = text.slice(Math.max(sentence.start, start - AROUND), start);
  const next = inside.find((one) => one.start >= end);
  const isNexts =
    next !== undefined && LEADS_ON.test(text.slice(end, next.start)) && BREAK.test(before);
  const last = inside.findLast((one) => one.end <= start);
  if (last && !isNexts)
    return ALL.test(before) && text.slice(last.end, start).length <= AROUND
      ? inside.filter((one) => one.end <= start).map(({ name }) => name)
      : withJoined(text, all, last);
  if (next && !IT.test(before)) return withFollowing(text, all, next);
  const words = before.match(/[\p{L}\p{M}]+/gu) ?? [];
  if (inside.length > 0 && !IT.test(before)) return [];
  const near = before + text.slice(start, Math.min(sentence.end, end + AROUND));
  if (words.length > FEW && !TAKEN.test(near)) return [];
  const earlier = all.findLast(
    (one) => one.end <= sentence.start && one.end >= sentence.start - NEAR,
  );
  return earlier ? withJoined(text, all, earlier) : [];
}

/** "Metformin and glimepiride before food". */
function withJoined(text: string, all: readonly Name[], last: Name): string[] {
  const found = [last];
  for (let at = all.indexOf(last) - 1; at >= 0; at -= 1) {
    const one = all[at];
    const first = found[0];
    if (!one || !first || !AND.test(text.slice(one.end, first.start))) break;
    found.unshift(one);
  }
  return found.map(({ name }) => name);
}

/** "After food take metformin and glimepiride"; not where the last one has a meal of its own. */
function withFollowing(text: string, all: readonly Name[], next: Name): string[] {
  const found = [next];
  for (let at = all.indexOf(next) + 1; at < all.length; at += 1) {
    const one = all[at];
    const last = found.at(-1);
    if (!one || !last || !AND.test(text.slice(last.end, one.start))) break;
    found.push(one);
  }
  const end = found.at(-1)?.end ?? next.end;
  const rest = /^[^.;?!\n]{0,60}/u.exec(text.slice(end, end + 60))?.[0] ?? '';
  const isOwn = MEAL.test(rest);
  return isOwn ? [next.name] : found.map(({ name }) => name);
}

/** Tells of a medicine that was said to be taken the other way alone. */
export const compareMeals = (note: Reading, said: Reading): Found[] =>
  note.meals.flatMap(({ when, names, start, end }): Found[] => {
    const other = names.flatMap((mine) => {
      const spokenOf = said.meals.filter((one) => one.names.some((its) => sameName(its, mine)));
      return spokenOf.some((one) => one.when === when) ? [] : spokenOf.slice(0, 1);
    });
    const [first] = other;
    return first
      ? [{ kind: 'frequency', span: { start, end }, said: { start: first.start, end: first.end } }]
      : [];
  });
