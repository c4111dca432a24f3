/**
 * Says in words of the command line what is wrong with an input: where it was given, and what is
 * allowed there. Values are repeated only where they are one word of a list.
 */
import { z } from 'zod';
import { type RequestName, requests } from '../../shared/contract/contract.ts';
import { usage } from './options.ts';

/** Places by the path inside a request; `#` is the number of an entry, counted from one. */
const places: readonly (readonly [path: RegExp, place: string])[] = [
  [/^entities\.(\d+)\.ontology$/, '--ontology'],
  [/^entities\.(\d+)\.version$/, '--release'],
  [/^entities\.(\d+)\.(?:text|hints.*)$/, 'Standard input, question #'],
  [/^events\.(\d+)$/, '--event, entry #'],
  [/^events$/, '--event'],
  [/^endpoint$/, 'URL'],
  [/^subscriptionId$/, 'ID'],
  [/^(?:id|oid|transactionId|documentId)$/, 'ID'],
  [/^admissionId$/, "Standard input, the admission's number"],
  [/^rxId$/, '--rx'],
  [/^task$/, '--task'],
  [/^most$|^count$/, '--top'],
  [/^kind$/, '--kind'],
  [/^context$/, 'CONTEXT'],
  [/^kid$/, 'NAME of the key'],
  [/^families\.(\d+)$/, 'FAMILY, entry #'],
  [/^ids\.(\d+)$/, 'ID, entry #'],
  [/^text$/, 'Standard input'],
  [/^token$/, 'Standard input, the token'],
  [/^passphrase$/, 'The passphrase'],
  [/^clientSecret$/, 'Standard input, the client secret'],
  [/^baseUrl$/, '--base'],
  [/^brand$/, '--brand'],
  [/^clientId$/, '--client-id'],
  [/^patient\.name$/, '--patient'],
  [/^templates(?:\.(\d+))?$/, '--template'],
  [/^inputLanguages(?:\.(\d+))?$/, '--language'],
  [/^outputLanguage$/, '--note-language'],
  [/^practiceCase$/, '--case'],
  [/^name$/, 'The name of the file'],
  [/^size$/, 'The size of the file'],
  [/^(?:patientName|patientId)$/, 'Standard input, "$&"'],
  [/^(?:user|change)$/, 'Standard input'],
  [/^(?:user|change)\.(.+)$/, 'Standard input, "$1"'],
];

const MOST_TOLD = 5;
const types: Readonly<Record<string, string>> = {
  string: 'text in quotes',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list in brackets',
  object: 'an object in braces',
  record: 'an object in braces',
};

/** Throws Failure `invalid` / `usage` with one sentence for each thing that is wrong. */
export function readInput(name: RequestName, input: unknown): unknown {
  return readAs(requests[name].input, input);
}

/** The same for any schema. */
export function readAs<T>(schema: { parse(value: unknown): T }, input: unknown): T {
  try {
    return schema.parse(input);
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error;
    const told = error.issues.slice(0, MOST_TOLD).map((issue) => sentenceFor(issue, input));
    throw usage([...new Set(told)].join('\n'));
  }
}

function sentenceFor(issue: z.core.$ZodIssue, input: unknown): string {
  const value = issue.path.reduce<unknown>(
    (inner, key) => (inner as Record<PropertyKey, unknown> | undefined)?.[key],
    input,
  );
  return `${placeOf(issue.path.join('.'))}: ${ruleOf(issue, value)}.`;
}

function placeOf(path: string): string {
  const found = places.find(([pattern]) => pattern.test(path));
  if (!found) return path === '' ? 'Standard input' : path;
  const [pattern, place] = found;
  const number = Number(pattern.exec(path)?.[1]) + 1;
  return path.replace(pattern, place).replace('#', String(number));
}

function ruleOf(issue: z.core.$ZodIssue, value: unknown): string {
  if (value === undefined || value === '' || value === null) return 'this is missing';
  switch (issue.code) {
    case 'invalid_value': {
      const given = typeof value === 'string' && value.length <= 60 ? `"${value}"` : 'this';
      return `${given} is not known; allowed are ${issue.values.join(', ')}`;
    }
    case 'invalid_type':
      return `must be ${types[issue.expected] ?? issue.expected}`;
    case 'too_small':
      return `must have at least ${issue.minimum}${unitOf(issue.origin)}`;
    case 'too_big':
      return `must have at most ${issue.maximum}${unitOf(issue.origin)}`;
    case 'invalid_format':
      return formOf(issue);
    default:
      return issue.message;
  }
}

/** The words of the schema where it has some of its own; those of the library name a pattern. */
function formOf({ format, message, path }: z.core.$ZodIssueInvalidStringFormat): string {
  if (!message.startsWith('Invalid')) return message;
  if (format === 'uuid' || placeOf(path.join('.')) === 'ID')
    return 'this is not an ID as the list shows it';
  return format === 'regex'
    ? 'this has signs that cannot stand here'
    : `this does not have the form of ${format}`;
}

function unitOf(origin: string): string {
  if (origin === 'string') return ' letters';
  return origin === 'array' ? ' entries' : '';
}
