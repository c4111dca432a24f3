/**
 * A second opinion on whether a finding is there now, learned from sentences written for it
 * (decision 0283). It only chooses between "present" and "ask the doctor".
 */
import { z } from 'zod';
import type { Span } from '../../../../../shared/model/coding/entities.ts';
import { once } from '../../../../../shared/once.ts';
import data from './weights.json' with { type: 'json' };
import { featuresAround, worthOf } from './words-around.ts';

/** Written by `npm run opinion`. `weights`: one signed byte a place, times `scale`, in Base64. */
const schema = z
  .object({
    bits: z.int().min(1).max(24),
    scale: z.number().positive(),
    bias: z.number(),
    weights: z.base64(),
  })
  .refine(({ bits, weights }) => Buffer.byteLength(weights, 'base64') === 2 ** bits, {
    error: 'One weight for each place.',
  });

const learned = once(() => {
  const { weights, ...rest } = schema.parse(data);
  const bytes = Buffer.from(weights, 'base64');
  return { ...rest, weights: new Int8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength) };
});

/** Above, a finding that the rules call present is asked about. */
const DOUBTED = 0.3;
/** Below, a finding beside words that the rules do not know counts as present. */
const SURE = 0.15;

/** Sentences in other scripts were not learned. */
const OTHER_SCRIPT =
  /(?=\p{L})[^\p{Script=Latin}\p{Script=Devanagari}\p{Script=Greek}\p{Script=Common}\p{Script=Inherited}]/u;
const NEAR = 80;

/** From 0 to 1: how likely it is that the patient does not have the finding now. */
export function doubtOf(text: string, finding: Span, title: string): number {
  const { bits, weights, scale, bias } = learned();
  const features = featuresAround(text, finding, title, bits);
  const sum = features.reduce((all, place) => all + (weights[place] ?? 0), 0);
  const score = sum * scale * worthOf(features) + bias;
  return 1 / (1 + Math.exp(-score));
}

/**
 * `isUnderstood`: the rules know the words around it, and by these it is present. `title`: the
 * heading that the text stands under; `named`: the places of all that is named in the text.
 */
export function isDoubtful(
  text: string,
  finding: Span,
  { title, named, isUnderstood }: Read,
): boolean {
  const near = text.slice(Math.max(0, finding.start - NEAR), finding.end + NEAR);
  if (OTHER_SCRIPT.test(near) || isBare(text, finding, named)) return !isUnderstood;
  return doubtOf(text, finding, title) > (isUnderstood ? DOUBTED : SURE);
}
type Read = {
  readonly title: string;
  readonly named: readonly Span[];
  readonly isUnderstood: boolean;
};

/** Words of a sentence that say anything of its finding. */
const FEWEST = 4;

/** "HIV, TB", "ECG today - AF", a list of complaints: no words say anything of the finding. */
function isBare(text: string, { start, end }: Span, named: readonly Span[]): boolean {
  const before = text.slice(Math.max(0, start - NEAR), start).replace(/^.*[.?!।\n]/su, '');
  const [behind = ''] = /^[^.!।\n]*/u.exec(text.slice(end, end + NEAR)) ?? [];
  if (behind.includes('?')) return false;
  const from = start - before.length;
  const beside = named.filter((one) => one.start < end + behind.length && from < one.end);
  const words = [...text.slice(from, end + behind.length).matchAll(/\p{L}+/gu)].filter(
    ({ index }) =>
      (from + index < start || from + index >= end) &&
      !beside.some((one) => one.start <= from + index && from + index < one.end),
  );
  return words.length < FEWEST;
}
