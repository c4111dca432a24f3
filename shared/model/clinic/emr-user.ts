/** The own profile in the EMR (contract 7), and what may be changed of it. */

import { isDate } from '../../calendar-day.ts';
import { checkExtras, extrasMessages } from '../note/extras.ts';
import { isEmail, isObject } from './user-rules.ts';
import { genders } from './users.ts';

export const bloodGroups = ['A+', 'A-', 'B+', 'B-', 'AB+', 'AB-', 'O+', 'O-'] as const;
/**
 * The members that are text; `fln` is the full name, which the platform splits into `fn`, `mn`,
 * `ln`.
 */
export const emrTexts = [
  'mobile',
  'email',
  'gen',
  'dob',
  'fn',
  'mn',
  'ln',
  'fln',
  'bg',
  's',
] as const;
export type EmrText = (typeof emrTexts)[number];

export type EmrUser = {
  readonly oid: string;
  readonly extras?: Readonly<Record<string, unknown>> | undefined;
} & { readonly [name in EmrText]?: string | undefined };
export type EmrChange = { readonly [name in EmrText]?: string | undefined } & {
  readonly extras?: unknown;
};

/** Error and its place: the name of a member, or a path inside `extras`. */
export type EmrProblem = {
  readonly at: string;
  readonly code: EmrProblemCode;
  readonly message: string;
};
type EmrProblemCode =
  | 'text'
  | 'mobile'
  | 'email'
  | 'choice'
  | 'date'
  | 'extras'
  | 'nothing'
  | 'object'
  | 'other';
export type EmrOutcome =
  | { readonly kind: 'done' }
  | { readonly kind: 'refused'; readonly problems: readonly EmrProblem[] };

const wrong = (at: string, code: EmrProblemCode, message: string): EmrProblem => ({
  at,
  code,
  message,
});
const looks: { readonly [name in EmrText]?: (value: string) => EmrProblemCode | undefined } = {
  mobile: (value) => (/^\+[1-9][0-9]{6,14}$/.test(value) ? undefined : 'mobile'),
  email: (value) => (isEmail(value) ? undefined : 'email'),
  gen: (value) => ((genders as readonly string[]).includes(value) ? undefined : 'choice'),
  dob: (value) => (isDate(value) ? undefined : 'date'),
  bg: (value) => ((bloodGroups as readonly string[]).includes(value) ? undefined : 'choice'),
};
const words: Partial<Record<EmrProblemCode, string>> = {
  mobile: 'must be a number with its country, like +919000000001',
  email: 'must be an email address',
  choice: 'is not one of the values that are allowed',
  date: 'must be YYYY-MM-DD',
};

/**
 * Every problem of a change, and the change as it may be sent: without members that are unknown,
 * and without the keys of `extras` that are dropped in silence (contract 7, rule 5). Where there
 * are problems nothing is to be sent.
 */
export function checkEmrChange(given: unknown): {
  readonly change: EmrChange;
  readonly problems: readonly EmrProblem[];
} {
  if (!isObject(given))
    return { change: {}, problems: [wrong('', 'object', 'expected a JSON object')] };
  const problems: EmrProblem[] = [];
  const change: Record<string, unknown> = {};
  for (const name of emrTexts) {
    const value = Object.hasOwn(given, name) ? given[name] : undefined;
    if (value === undefined) continue;
    if (typeof value !== 'string') {
      problems.push(wrong(name, 'text', `${name} must be text`));
      continue;
    }
    const code = looks[name]?.(value);
    if (code !== undefined) problems.push(wrong(name, code, `${name} ${words[code]}`));
    change[name] = value;
  }
  if (Object.hasOwn(given, 'extras') && given.extras !== undefined) {
    const { extras, breaches } = checkExtras(given.extras);
    const messages = extrasMessages(breaches);
    problems.push(
      ...breaches.map(({ path }, index) => wrong(path, 'extras', messages[index] ?? path)),
    );
    change.extras = extras;
  }
  if (Object.keys(change).length === 0 && problems.length === 0)
    problems.push(wrong('', 'nothing', 'nothing to change'));
  return { change, problems };
}
