/**
 * Reads a policy file section by section. A section that is wrong is replaced by its strictest rule
 * and named, so that a mistake never loosens what the organisation meant. Retention is the
 * exception: erasing too early cannot be undone, so nothing is erased by a guess.
 */
import type { z } from 'zod';
import { asFailure } from '../../../shared/failure.ts';
import { exportForms } from '../../../shared/model/export/export-forms.ts';
import {
  type ExportWord,
  exportWords,
  organisationName,
  type Policy,
  type PolicyProblem,
  type PolicySection,
  policySections,
} from '../../../shared/model/policy.ts';
import { readJsonWithin } from '../../../shared/strict-json.ts';
import { checkAddress, readUrl } from '../../infrastructure/platform/client/address.ts';

/** Bytes; a policy is a page of text. */
export const LARGEST_POLICY = 64 * 1024;

type Rules = Omit<Policy, 'file' | 'organisation' | 'problems'>;
type Found = { readonly rules: Rules; readonly problems: readonly PolicyProblem[] };

/** Rules in force in place of a section that cannot be read, and the same in words. */
const strictest: {
  readonly [S in PolicySection]: { readonly rule: Rules; readonly words: string };
} = {
  platform: {
    rule: { platform: 'unclear' },
    words: 'nobody can sign in and nothing is sent; recording goes on, and recordings wait',
  },
  retention: {
    rule: {},
    words: 'the days that the person has set are in force, so that nothing is erased by a guess',
  },
  lock: { rule: { lock: { afterMinutes: 1 } }, words: 'Scriba locks after 1 minute without use' },
  updates: { rule: { updates: {} }, words: 'Scriba does not look for updates' },
  exports: {
    rule: { exports: { allowed: [] } },
    words: 'no note can be copied, saved or sent from here',
  },
  practice: { rule: { practice: { allowed: false } }, words: 'practice is not offered' },
};
const sectionNames = Object.keys(policySections) as PolicySection[];

/**
 * The policy in these bytes. Never throws: what cannot be read is strict, and named in `problems`.
 */
export function readPolicy(bytes: Uint8Array, file: string): Policy {
  let value: unknown;
  try {
    value = readJsonWithin(withoutByteOrderMark(bytes), {
      size: LARGEST_POLICY,
      depth: 8,
      twice: 'refused',
    });
  } catch (error) {
    return unreadablePolicy(file, jsonProblems[asFailure(error).detail ?? ''] ?? NOT_JSON);
  }
  if (!isObject(value)) return unreadablePolicy(file, 'It must hold one JSON object { … }.');
  const sections = sectionNames
    .filter((name) => Object.hasOwn(value, name))
    .map((name) => readSection(name, value[name]));
  const organisation = readOrganisation(value);
  return {
    file,
    ...organisation.rules,
    ...Object.assign({}, ...sections.map(({ rules }) => rules)),
    problems: [
      ...unknownNames(value, ['organisation', ...sectionNames], ''),
      ...organisation.problems,
      ...sections.flatMap(({ problems }) => problems),
    ],
  };
}

/**
 * There is a policy, and no rule of it can be read: everything is as strict as it can be. `why`:
 * one or more sentences.
 */
export function unreadablePolicy(file: string, why: string): Policy {
  const words = sectionNames.map((name) => strictest[name].words).join('; ');
  return {
    file,
    ...Object.assign({}, ...sectionNames.map((name) => strictest[name].rule)),
    problems: [{ place: '', kind: 'wrong', message: `${why} Until it is corrected: ${words}.` }],
  };
}

const NOT_JSON =
  'It is not JSON in UTF-8: a comma, a bracket or a quotation mark may be missing or too many.';
const jsonProblems: Readonly<Record<string, string>> = {
  'json-too-large': 'It is larger than 64 KiB.',
  'json-too-deep': 'Its brackets are nested too deep.',
  'json-too-many': 'It has too many values.',
  'json-twice': 'A name stands twice in the same brackets.',
};

function readOrganisation(value: Readonly<Record<string, unknown>>) {
  if (!Object.hasOwn(value, 'organisation')) return { rules: {}, problems: [] };
  const read = organisationName.safeParse(value.organisation);
  if (read.success) return { rules: { organisation: read.data }, problems: [] };
  return {
    rules: {},
    problems: [
      wrong('organisation', 'must be a name of 1 to 200 letters; until then no name is shown'),
    ],
  };
}

function readSection(name: PolicySection, value: unknown): Found {
  const read = policySections[name].safeParse(value);
  const unknown = isObject(value)
    ? unknownNames(value, Object.keys(policySections[name].shape), `${name}.`)
    : [];
  if (!read.success) return strict(name, issuesOf(name, read.error), unknown);
  try {
    const { rules, problems } = ruleOf(name, read.data);
    return { rules, problems: [...problems, ...unknown] };
  } catch (error) {
    const { message, detail = '' } = asFailure(error);
    const place = placesOfAddress[detail] ?? (name === 'updates' ? 'feed' : 'baseUrl');
    return strict(name, [`${name}.${place}: ${message}`], unknown);
  }
}

const placesOfAddress: Readonly<Record<string, string>> = {
  'brand-invalid': 'brand',
  'client-id-invalid': 'clientId',
};

function strict(name: PolicySection, issues: readonly string[], more: PolicyProblem[]): Found {
  const message = `${issues.join('; ')}. Until it is corrected, ${strictest[name].words}.`;
  return {
    rules: strictest[name].rule,
    problems: [{ place: name, kind: 'wrong', message }, ...more],
  };
}

/** Throws what `checkAddress` and `readUrl` throw. */
function ruleOf(name: PolicySection, value: unknown): Found {
  switch (name) {
    case 'platform':
      return plain({ platform: platformRule(value as never) });
    case 'updates':
      return plain({ updates: { feed: readUrl((value as { feed: string }).feed).href } });
    case 'exports':
      return exportRule((value as { allowed: string[] }).allowed);
    default:
      return plain({ [name]: value });
  }
}
const plain = (rules: Rules): Found => ({ rules, problems: [] });

function platformRule(given: z.infer<typeof policySections.platform>) {
  const { baseUrl, brand, clientId } = given;
  const checked = checkAddress({ baseUrl, brand: brand ?? 'svc', clientId: clientId ?? 'any' });
  return {
    baseUrl: checked.baseUrl,
    ...(brand !== undefined && { brand }),
    ...(clientId !== undefined && { clientId: checked.clientId }),
  };
}

/** An unknown word allows nothing: the rest of the list is in force without it. */
function exportRule(words: readonly string[]): Found {
  const allowed = exportWords.filter((word) => words.includes(word));
  const strange = words.filter((word) => !exportWords.some((known) => known === word));
  const problems = strange.map((word) =>
    wrong(
      'exports.allowed',
      `"${tidy(word)}" is none of ${exportWords.join(', ')}. It allows nothing; the other words are in force`,
    ),
  );
  const some = (list: readonly ExportWord[]) => list.some((word) => allowed.includes(word));
  if (some(['file', 'folder', 'server', 'mllp']) !== some(exportForms))
    problems.push(
      wrong(
        'exports.allowed',
        'a form (text, markdown, html, fhir, hl7, pdf) leaves only with a way (file, folder, server, mllp), and a way only with a form. As it stands, none of them can be used',
      ),
    );
  return { rules: { exports: { allowed } }, problems };
}

const wrong = (place: string, what: string): PolicyProblem => ({
  place,
  kind: 'wrong',
  message: `${place}: ${what}.`,
});

const unknownNames = (value: object, known: readonly string[], before: string): PolicyProblem[] =>
  Object.keys(value)
    .filter((name) => !known.includes(name))
    .map((name) => ({
      place: tidy(`${before}${name}`),
      kind: 'unknown',
      message: `${tidy(`${before}${name}`)} is not known to this Scriba and sets nothing. Look whether it is spelled as in the administrators' guide.`,
    }));

/** Names come from the file: what is shown of them has one line and an end. */
const tidy = (text: string) => text.replace(/[^\p{L}\p{N}\p{P}\p{S} ]/gu, '?').slice(0, 80);

const issuesOf = (name: PolicySection, { issues }: z.ZodError): string[] =>
  issues.map(({ path, message }) => `${[name, ...path].join('.')}: ${message}`);

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Editors on Windows write one. */
const withoutByteOrderMark = (bytes: Uint8Array) =>
  bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes;
