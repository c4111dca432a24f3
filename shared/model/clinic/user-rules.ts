/**
 * The rules of contract 6.1, once: the form, the client and the practice platform all ask here,
 * so that a person is told the same at once that a server would say later.
 */
import { isDate } from '../../calendar-day.ts';
import { genders, handles, listFields, type Problems, personas, seatTypes } from './users.ts';

/**
 * The platform's exact words (contract 6.1). `choice` is worded with the value, see `notAChoice`.
 */
export const said = {
  required: 'This field is required.',
  blank: 'This field may not be blank.',
  text: 'Not a valid string.',
  boolean: 'Must be a valid boolean.',
  list: 'Expected a list of strings.',
  long: 'Ensure this field has no more than 100 characters.',
  dobForm: 'Date must be YYYY-MM-DD.',
  dobFuture: 'Date may not be in the future.',
  mobile: 'Enter exactly 10 digits.',
  email: 'Enter a valid email address.',
  oneHandle: 'At least one of mobile, email or auth_userid is required.',
  oneDoctorList: 'Only one of doctor_ids and partner_doctor_ids may be provided.',
  inUse: 'Already in use.',
  object: 'Expected a JSON object.',
  nothing: 'Nothing to change.',
} as const;
export type SaidCode = keyof typeof said | 'choice';
export const notAChoice = (value: unknown) => `"${shown(value)}" is not a valid choice.`;

/** Which of our messages this is; undefined for one that only the platform knows. */
export function codeOf(message: string): SaidCode | undefined {
  const found = (Object.keys(said) as (keyof typeof said)[]).find((code) => said[code] === message);
  return found ?? (/^"[\s\S]*" is not a valid choice\.$/.test(message) ? 'choice' : undefined);
}

/** Looks at one given value; answers what is wrong with it. `today`: YYYY-MM-DD. */
type Rule = (value: unknown, today: string) => string | undefined;

const text =
  (more: (value: string, today: string) => string | undefined = () => undefined): Rule =>
  (value, today) => {
    if (typeof value !== 'string') return said.text;
    return value.trim() === '' ? said.blank : more(value, today);
  };
const choice =
  (choices: readonly string[]): Rule =>
  (value) => {
    if (typeof value === 'string' && value.trim() === '') return said.blank;
    return choices.includes(value as string) ? undefined : notAChoice(value);
  };
const name = text((value) => ([...value].length > 100 ? said.long : undefined));
const list: Rule = (value) => {
  if (!Array.isArray(value) || value.some((one) => typeof one !== 'string')) return said.list;
  return value.some((one: string) => one.trim() === '') ? said.blank : undefined;
};

const rules: Readonly<Record<string, Rule>> = {
  firstname: name,
  lastname: name,
  gender: choice(genders),
  dob: text((value, today) => {
    if (!isDate(value)) return said.dobForm;
    return value > today ? said.dobFuture : undefined;
  }),
  mobile: text((value) => (/^[0-9]{10}$/.test(value) ? undefined : said.mobile)),
  email: text((value) => (isEmail(value) ? undefined : said.email)),
  auth_userid: text(),
  is_admin: (value) => (typeof value === 'boolean' ? undefined : said.boolean),
  seat_type: choice(seatTypes),
  persona: choice(personas),
  ...Object.fromEntries(listFields.map((field) => [field, list])),
};
const required = ['firstname', 'lastname', 'gender', 'dob'] as const;

/**
 * Every problem of a person to be made, all at once; none is an empty object. Unknown members are
 * passed by.
 */
export function problemsOfNew(body: unknown, today: string): Problems {
  if (!isObject(body)) return { message: [said.object] };
  const problems = new Map<string, string[]>();
  for (const field of required) if (!isGiven(body[field])) problems.set(field, [said.required]);
  look(body, rules, today, problems);
  const across = [
    !handles.some((field) => isGiven(body[field])) && said.oneHandle,
    bothDoctorLists(body) && said.oneDoctorList,
  ].filter((one) => one !== false);
  if (across.length > 0) problems.set('message', across);
  return Object.fromEntries(problems);
}

/**
 * The same for a change: nothing is required, but what is given must be right, and something must
 * be.
 */
export function problemsOfChange(body: unknown, today: string): Problems {
  if (!isObject(body)) return { message: [said.object] };
  const problems = new Map<string, string[]>();
  const known = { ...rules, partner_id: text() };
  for (const field of Object.keys(known))
    if (Object.hasOwn(body, field) && body[field] === null) problems.set(field, [said.required]);
  look(body, known, today, problems);
  const across = [
    !Object.keys(known).some((field) => Object.hasOwn(body, field) && body[field] !== undefined) &&
      said.nothing,
    bothDoctorLists(body) && said.oneDoctorList,
  ].filter((one) => one !== false);
  if (across.length > 0) problems.set('message', across);
  return Object.fromEntries(problems);
}

function look(
  body: Readonly<Record<string, unknown>>,
  by: Readonly<Record<string, Rule>>,
  today: string,
  problems: Map<string, string[]>,
): void {
  for (const [field, rule] of Object.entries(by)) {
    const value = Object.hasOwn(body, field) ? body[field] : undefined;
    const problem = isGiven(value) ? rule(value, today) : undefined;
    if (problem !== undefined) problems.set(field, [problem]);
  }
}

/** Null and an empty list count as not given (contract 6.1). */
const isGiven = (value: unknown) =>
  value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0);
const bothDoctorLists = (body: Readonly<Record<string, unknown>>) =>
  isGiven(body.doctor_ids) && isGiven(body.partner_doctor_ids);
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * One name, one `@`, a host of at least two parts: what a person mistypes is caught, and no mail
 * server's odd but true address is.
 */
export const isEmail = (value: string): boolean =>
  value.length <= 254 &&
  /^[^\s@"(),:;<>[\\\]]{1,64}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/i.test(
    value,
  ) &&
  !/^\.|\.\.|\.@/.test(value);

function shown(value: unknown): string {
  try {
    return (typeof value === 'string' ? value : (JSON.stringify(value) ?? typeof value)).slice(
      0,
      100,
    );
  } catch {
    return typeof value;
  }
}
