/**
 * Which clauses Scriba understands. A finding is called present only in these; a word that may bear
 * on whether it is there, when it was or whose it is, or a word that no list has in a place where it
 * may do so, leaves it open (decision 0258). Triggers are read before.
 */
import { z } from 'zod';
import type { Span } from '../../../../../shared/model/coding/entities.ts';
import { unifyScripts } from '../../../../infrastructure/terminology/text/scripts.ts';
import { clauseAround, type Word, wordsWithin } from './clauses.ts';
import data from './understood.json' with { type: 'json' };

const families = z.array(
  z.object({ family: z.string(), words: z.string(), own: z.boolean().optional() }),
);
const table = z
  .object({
    phrases: z.array(z.string()),
    shapes: z.object({ endings: z.array(z.string()), notThese: z.string() }),
    linking: z.string(),
    having: z.string(),
    known: families,
    bearing: families,
    bearingPhrases: z.array(z.string()),
    pastPhrases: z.array(z.string()),
    pastUnless: z.string(),
    complaining: z.string(),
    subjects: z.string(),
    subordinate: z.string(),
    leading: z.string(),
    auxiliaries: z.string(),
    endings: z.array(z.string()),
  })
  .parse(data);

const setOf = (words: string) => new Set(unifyScripts(words).split(' '));
const wordsOf = (all: z.infer<typeof families>) => setOf(all.map(({ words }) => words).join(' '));
const known = wordsOf(table.known);
const bearing = wordsOf(table.bearing);
/** What may still be said before a finding that is taken for granted. */
const bearsOnOwn = wordsOf(table.bearing.filter(({ own }) => own));
const linking = setOf(table.linking);
const having = setOf(table.having);
const auxiliaries = setOf(table.auxiliaries);
/** Right behind a finding: what became of it, by words that decide nothing elsewhere. */
const endings = new RegExp(
  `^(?:\\s+(?:\\p{L}+\\s+)?(?:of|in|on)\\s+(?:\\p{L}+\\s+){1,2}|\\s+)(?:${table.endings.join('|').replaceAll(' ', '\\s+')})(?!\\p{L})`,
  'iu',
);
const ARTICLE = /^(?:an?|the|some|this|that|his|her|my|your|of)$/;
const unlikeTheirShape = setOf(table.shapes.notThese);
/** Adjectives and names of diseases, which medicine makes without end. */
const medicalShape = new RegExp(`^[a-z]{4,}(?:${table.shapes.endings.join('|')})$`);
const together = (all: readonly string[]) =>
  new RegExp(`(?<!\\p{L})(?:${all.join('|').replaceAll(' ', '\\s+')})(?!\\p{L})`, 'giu');
const phrases = together(table.phrases);
const bearingPhrases = together(table.bearingPhrases);
/** Times of another part of a life, and words by which the illness only began then. */
const pastPhrases = together(table.pastPhrases);
const isBeginning = new RegExp(`(?<!\\p{L})(?:${table.pastUnless.replaceAll(' ', '\\s+')})`, 'iu');
/** Verbs whose subject has the finding. */
const complaining = setOf(table.complaining);
/** Behind these no other subject follows: "the street was dark and he has …". */
const subjects = setOf(table.subjects);
const subordinate = setOf(table.subordinate);
/** Right behind these an unknown word is of a place, a time or a thing. */
const leading = setOf(table.leading);
/** Names behind a title: "Mr. Rao". */
const NAMES = /(?<!\p{L})(?:mr|mrs|ms|dr|shri|smt)\.?\s+\p{Lu}\p{L}+/giu;
/** Words of languages for which there is no list yet are left to the triggers. */
const HAS_LIST = /^[\p{Script=Latin}\p{Script=Devanagari}'\p{M}]+$/u;
/** "Her diabetes", "your chest pain": the words take it for granted. */
const OWN = /(?<!\p{L})(?:his|her|your|my|their|our)\s+(?:\p{L}+\s+)?$/iu;
const SIGN = /^[,()/+&:]$/;
/** What stands before one of these was said for itself: "Hot swollen toe: gout". */
const PARTED = /^[,:]$/;
const VERBAL = /(?:ed|en|own|ew|ought)$/;

/** Words that are looked at: talk without full stops has clauses of any length. */
const FAR_BEFORE = 12;
const FAR_BEHIND = 8;
/** Letters in which they stand. */
const FAR = 600;
/** Letters in which a possessive and an adjective stand. */
const NEAR = 60;

type Meaning = 'known' | 'unknown' | 'bears';
function meaningOf(word: string): Meaning {
  if (SIGN.test(word)) return 'known';
  if (bearing.has(word)) return 'bears';
  const isKnown =
    known.has(word) ||
    !HAS_LIST.test(word) ||
    /^\p{L}$/u.test(word) ||
    (medicalShape.test(word) && !unlikeTheirShape.has(word));
  return isKnown ? 'known' : 'unknown';
}

/** Places of phrases and names of people that decide nothing, whatever their words do elsewhere. */
export const harmlessPlaces = (sentence: string): Span[] =>
  [...sentence.matchAll(phrases), ...sentence.matchAll(NAMES)].map(({ index, 0: words }) => ({
    start: index,
    end: index + words.length,
  }));

export type LeftOpen = {
  readonly words: readonly string[];
  /** No list has them; none is known to bear on whether it is there, when it was or whose it is. */
  readonly isOnlyUnknown: boolean;
};

/**
 * Words that leave open whether the finding is there. `read`: places that are read otherwise, as
 * names of findings, as triggers or as harmless; `words`: all of the sentence. All positions are
 * within the sentence.
 */
export function wordsThatLeaveOpen(
  sentence: string,
  finding: Span,
  read: readonly Span[],
  { cuts, words }: { readonly cuts: readonly Span[]; readonly words: readonly Word[] },
): LeftOpen {
  const clause = clauseAround(sentence, finding, cuts);
  const isOwn = OWN.test(
    sentence.slice(Math.max(clause.start, finding.start - NEAR), finding.start),
  );
  const from = Math.max(clause.start, finding.start - FAR);
  const to = Math.min(clause.end, finding.end + FAR);
  const before = wordsWithin(words, from, finding.start).slice(-FAR_BEFORE);
  const behind = wordsWithin(words, finding.end, to).slice(0, FAR_BEHIND);
  const beside = read.filter(({ start, end }) => start < to && from < end);
  const isRead = ({ start, end }: Span) => beside.some((one) => start < one.end && one.start < end);
  // Figures at the end are no words: "… in 2016".
  const isCut = behind.length === FAR_BEHIND;
  const around = sentence.slice(before[0]?.start ?? finding.start, isCut ? behind.at(-1)?.end : to);
  const open = [
    ...openBefore(before, (one) =>
      isRead(one) || (isOwn && !bearsOnOwn.has(one.word)) ? 'known' : meaningOf(one.word),
    ),
    ...openBehind(behind, (one) => (isRead(one) ? 'known' : meaningOf(one.word))),
  ];
  const known = [
    ...(around.match(bearingPhrases) ?? []),
    ...((!isBeginning.test(around) && around.match(pastPhrases)) || []),
    ...(endings.exec(sentence.slice(finding.end, clause.end)) ?? []),
  ];
  return {
    words: [...known, ...open],
    isOnlyUnknown: known.length === 0 && !open.some((word) => bearing.has(word)),
  };
}

/** Behind these an auxiliary verb is of something else. */
const PARTS = /^(?:and|who|which|that|,|&|where|because|while|when)$/;
const ADVERB = /^(?:since|now|already|all|also|then|long|just|finally|fully|\p{L}+ly)$/u;

type Meanings = (word: Word) => Meaning;

/**
 * An unknown word is harmless where a comma or a verb of having stands between it and the finding,
 * and right before the finding where such a verb, an article or a pronoun introduces it; not as the
 * subject of a verb of having or complaining, for it may be somebody else ("the glorp has fever").
 */
function openBefore(words: readonly Word[], meaning: Meanings): string[] {
  const parted = words.findLastIndex(({ word }) => PARTED.test(word) || having.has(word));
  const verb = words.findLastIndex(({ word }) => complaining.has(word));
  const subject = words
    .slice(0, Math.max(verb, 0))
    .findLastIndex(({ word }) => PARTED.test(word) || subjects.has(word));
  return words.flatMap((one, at) => {
    const means = meaning(one);
    const lead = words[at - 1]?.word ?? '';
    const isBefore = at >= words.length - 2 && !linking.has(words.at(-1)?.word ?? '');
    const isIntroduced = isBefore && (having.has(lead) || ARTICLE.test(lead));
    const isSubject = at > subject && at < verb;
    const isHarmless = means === 'unknown' && !isSubject && (at < parted || isIntroduced);
    return means === 'known' || isHarmless ? [] : [one.word];
  });
}

/**
 * An unknown word is harmless right behind a preposition, a comma or an article (an adjective may
 * stand between), if it is no verb, not of a clause of its own ("while posted at …"), nor what an
 * auxiliary verb says of the finding: "anaemia of pregnancy has since yolked".
 */
function openBehind(words: readonly Word[], meaning: Meanings): string[] {
  const linked = words.findIndex(({ word }) => word === ',' || linking.has(word));
  const parted = words.findIndex(({ word }) => PARTS.test(word));
  const own = words.findIndex(({ word }) => subordinate.has(word));
  const isSaidOfIt = (at: number) =>
    (parted < 0 || at < parted) &&
    (auxiliaries.has(words[at - 1]?.word ?? '') ||
      (ADVERB.test(words[at - 1]?.word ?? '') && auxiliaries.has(words[at - 2]?.word ?? '')));
  return words.flatMap((one, at) => {
    const means = meaning(one);
    const lead = words[at - 1]?.word ?? '';
    const isLed = leading.has(lead) || ARTICLE.test(words[at - 2]?.word ?? '');
    const isVerb = VERBAL.test(one.word) && !ARTICLE.test(lead);
    const isPredicate = isVerb || (own >= 0 && at > own) || isSaidOfIt(at);
    const isHarmless = means === 'unknown' && linked >= 0 && at > linked && isLed && !isPredicate;
    return means === 'known' || isHarmless ? [] : [one.word];
  });
}
