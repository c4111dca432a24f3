/**
 * Frames: whole turns of speech around a finding whose words decide nothing one by one, and that say
 * together that it need not be there (`frames.json`; decision 0271). A finding in one is never
 * called present.
 */
import { z } from 'zod';
import type { Span } from '../../../../../shared/model/coding/entities.ts';
import { once } from '../../../../../shared/once.ts';
import { unifyScripts } from '../../../../infrastructure/terminology/text/scripts.ts';
import data from './frames.json' with { type: 'json' };
import { lowerCase } from './lower-case.ts';
import { withShortSets } from './short-sets.ts';

const table = z
  .object({
    parts: z.record(z.string(), z.string()),
    frames: z.array(
      z.object({
        class: z.string(),
        why: z.string(),
        /** Only for findings with these words. */
        finding: z.string().optional(),
        phrases: z.array(z.string()),
      }),
    ),
  })
  .parse(data);

/** Stands for the finding, in a phrase and in what is read. */
const FINDING = '§';
/** Between the finding's sentence and the next one. */
const NEXT = '¦';
/** Letters that are read on each side. */
const BEFORE = 160;
const BEHIND = 120;
const AFTER = 60;

function withParts(phrase: string): string {
  return phrase.replace(/<([A-Z]+)>/g, (whole, name: string) => {
    const part = table.parts[name];
    return part === undefined ? whole : withParts(part);
  });
}

/** For a text in lower case. */
const asPattern = (phrases: readonly string[]) =>
  new RegExp(
    withShortSets(
      `(?<![\\p{L}\\p{M}\\p{N}])(?:${phrases
        .map(withParts)
        .map(unifyScripts)
        .join('|')
        .replaceAll(' ?', '\\s*')
        .replaceAll(' ', '\\s+')})(?![\\p{L}\\p{M}\\p{N}])`,
    ),
    'u',
  );

type Frame = { readonly name: string; readonly finding?: RegExp; readonly pattern: RegExp };
const frames = once((): readonly Frame[] =>
  table.frames.map(({ class: name, finding, phrases }) => ({
    name,
    pattern: asPattern(phrases),
    ...(finding !== undefined && { finding: asPattern([finding]) }),
  })),
);

/**
 * Names of the frames that the finding stands in. `next`: the sentence behind this one. `read`: what
 * was found of the same words before, in the same text; a phrase that is repeated is read once.
 */
export function framesAround(
  sentence: string,
  { start, end }: Span,
  next = '',
  read: Map<string, readonly string[]> = new Map(),
): string[] {
  const finding = sentence.slice(start, end);
  const free = (text: string) => text.replaceAll(FINDING, ' ').replaceAll(NEXT, ' ');
  const around = [
    free(sentence.slice(Math.max(0, start - BEFORE), start)),
    FINDING,
    free(sentence.slice(end, end + BEHIND)),
    ...(sentence.length - end <= BEHIND ? [NEXT, free(next.slice(0, AFTER))] : []),
  ].join('');
  const key = `${finding}${NEXT}${around}`;
  const found = read.get(key) ?? namesOf(lowerCase(around), lowerCase(finding));
  read.set(key, found);
  return [
    ...found,
    ...(deniedElsewhere(sentence, { start, end }) ? ['denied in the same sentence'] : []),
  ];
}

const namesOf = (around: string, finding: string): readonly string[] =>
  frames()
    .filter(({ pattern, finding: only }) => pattern.test(around) && (only?.test(finding) ?? true))
    .map(({ name }) => name);

/** "Fever, sorry, no fever": the same words, denied elsewhere in the sentence. */
function deniedElsewhere(sentence: string, { start, end }: Span): boolean {
  const words = lowerCase(sentence.slice(start, end));
  const from = Math.max(0, start - NEAR - CUE);
  const lower = lowerCase(sentence.slice(from, end + NEAR + CUE));
  const own = start - from;
  let at = lower.indexOf(words, Math.max(0, own - NEAR));
  for (; at >= 0 && at <= own + NEAR; at = lower.indexOf(words, at + 1)) {
    const behind = lower.slice(at + words.length, at + words.length + CUE);
    if (at === own || ELSEWHERE.test(behind)) continue;
    if (DENIED_BEFORE.test(lower.slice(Math.max(0, at - CUE), at)) || DENIED_BEHIND.test(behind))
      return true;
  }
  return false;
}
/** Letters between the two. */
const NEAR = 60;
/** Letters beside the words in which it is denied. */
const CUE = 24;
/** "No tenderness at the elbow" denies it there alone. */
const ELSEWHERE = /^\s*(?:at|of|to|over|in|on|with|around|along|when|while|if)(?!\p{L})/u;
const DENIED_BEFORE =
  /(?<!\p{L})(?:no|not|without|denies|denied|never|bina|nor|बिना)\s+(?:any\s+|a\s+|more\s+)?$/u;
const DENIED_BEHIND =
  /^\s*[:,-]?\s*(?:to\s+|bilkul\s+|तो\s+)?(?:nahi|nahin|नहीं|नही|no|nil|absent)(?![\p{L}\p{M}])/u;
