/**
 * Makes candidates of the expansion of a terminology server: one a code, best first, and at most
 * one that is promised.
 */
import type { z } from 'zod';
import type { CodeCandidate, Ontology } from '../../../../shared/model/coding/codification.ts';
import { systemOf } from '../../../../shared/model/coding/fhir-systems.ts';
import type { Contained, expandedAnswer } from '../../../../shared/wire/fhir-terminology.ts';

/**
 * Functions of the terminologies on this computer: `key` is the same for two wordings of one
 * meaning; `doubtful`: "? UTI", "no fever".
 */
export type Words = { key(text: string): string; doubtful(text: string): boolean };

type Expanded = z.infer<typeof expandedAnswer>;
export type Found = {
  readonly code: string;
  readonly term: string;
  readonly names: readonly string[];
};

const MOST_SYNONYMS = 20;

/**
 * Active, selectable codes of this ontology alone, in the server's order; one that was found under
 * several names once.
 */
export function foundIn({ expansion }: Expanded, ontology: Ontology): Found[] {
  const found = new Map<string, { term: string; names: Set<string> }>();
  const walk = (list: readonly Contained[]) => {
    for (const {
      system,
      code,
      display,
      inactive,
      abstract,
      designation = [],
      contains = [],
    } of list) {
      if (system === systemOf[ontology] && code && inactive !== true && abstract !== true) {
        const term = display?.trim() || designation[0]?.value.trim() || code;
        const one = found.get(code) ?? { term, names: new Set<string>() };
        for (const name of [display, ...designation.map(({ value }) => value)])
          if (name?.trim()) one.names.add(name.trim());
        found.set(code, one);
      }
      walk(contains);
    }
  };
  walk(expansion.contains);
  return [...found].map(([code, { term, names }]) => ({ code, term, names: [...names] }));
}

/** The version of the code system that was used, as far as the server tells it. */
export function versionIn({ expansion }: Expanded, ontology: Ontology): string {
  const uri = (expansion.parameter ?? [])
    .filter(({ name }) => name === 'used-codesystem' || name === 'version')
    .map(({ valueUri, valueString }) => valueUri ?? valueString ?? '')
    .find((value) => value.startsWith(`${systemOf[ontology]}|`));
  const first = (list: readonly Contained[]): string | undefined =>
    list
      .map(
        ({ system, version, contains = [] }) =>
          (system === systemOf[ontology] ? version : undefined) ?? first(contains),
      )
      .find((version) => version !== undefined);
  const version =
    uri?.slice(systemOf[ontology].length + 1) || first(expansion.contains) || 'unknown';
  // SNOMED CT's long names are cut to the edition and the day: `900000000000207008/20260701`.
  const [, edition, day] =
    /^http:\/\/snomed\.info\/x?sct\/(\d+)(?:\/version\/(\d+))?/.exec(version) ?? [];
  const short = [edition, day].filter((part) => part !== undefined).join('/');
  return (short || version).slice(0, 100);
}

/** Cuts the kind of concept off SNOMED CT's fully specified names. */
const bare = (name: string, ontology: Ontology) =>
  ontology === 'snomed' ? name.replace(/\s+\([^()]+\)$/, '') : name;

/**
 * Candidates of exactly the name that was asked come first; else the server's order stays. `linked`
 * only where exactly one has the name, the question has no doubt, and no other of that name can
 * have been cut off: the answer is whole, or the server itself put this one first. A unit,
 * specimen, form or strength that the question names cannot be checked here, so it is never
 * promised then.
 */
export function candidatesOf(
  expanded: Expanded,
  asked: {
    readonly ontology: Ontology;
    readonly text: string;
    readonly hints?: Readonly<Record<string, string>> | undefined;
    readonly count: number;
  },
  words: Words,
): CodeCandidate[] {
  const { ontology, text, hints = {}, count } = asked;
  const found = foundIn(expanded, ontology);
  const key = words.key(text);
  const said = text.trim().toLowerCase();
  /** The name that was asked for, preferably letter by letter. */
  const nameOf = (names: readonly string[]) =>
    names.find((name) => name.toLowerCase() === said) ??
    names.find((name) => words.key(name) === key || words.key(bare(name, ontology)) === key);
  const named = new Map(
    found.map(({ code, names }) => [code, key === '' ? undefined : nameOf(names)]),
  );
  const equal = found.filter(({ code }) => named.get(code) !== undefined);
  const whole =
    expanded.expansion.total === undefined
      ? found.length < count
      : expanded.expansion.total <= expanded.expansion.contains.length;
  const unchecked =
    (ontology === 'loinc' || ontology === 'medication') &&
    Object.values(hints).some((value) => value.trim() !== '');
  const [only, ...others] = equal;
  const isConfident = others.length === 0 && !words.doubtful(text) && !unchecked;
  const linked =
    only && isConfident && (whole || found[0]?.code === only.code) ? only.code : undefined;
  return [...equal, ...found.filter((one) => !equal.includes(one))].map(({ code, term, names }) => {
    const matched = named.get(code);
    return {
      code,
      term,
      synonyms: names.filter((name) => name !== term).slice(0, MOST_SYNONYMS),
      score: null,
      linked: code === linked,
      about: [],
      ...(matched !== undefined && {
        why: {
          term: matched,
          kind: matched === term ? ('preferred' as const) : ('synonym' as const),
        },
      }),
    };
  });
}
