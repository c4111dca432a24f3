/**
 * Codes from the platform for many entities at once: sorts the questions into those that may be asked together (contract 2.3: one
 * ontology, one version, the same hints, five at a time), asks, remembers, and hands the answers back in the order of the entities.
 */

import { asFailure, Failure } from '../../../../shared/failure.ts';
import type {
  EntityQuery,
  LinkedEntity,
  Ontology,
  OntologyListing,
} from '../../../../shared/model/coding/codification.ts';
import { LONGEST_TERMS, MOST_QUERIES, MOST_TERMS } from '../../../../shared/wire/codification.ts';
import {
  type Codification,
  type Linked,
  type LinkQuestion,
  legacyQuery,
} from '../../../infrastructure/platform/api/codification.ts';
import type { CodeLinker } from './linker.ts';

export type PlatformLinkerDeps = {
  readonly platform: Codification;
  /** Whose answers these are: they are never given to another account. */
  readonly account: () => string;
  /** SNOMED CT by the older call (contract 2.4). */
  readonly legacy: () => boolean;
  /** Whether somebody is signed in, and the platform was not found silent just now. */
  readonly ready: () => boolean;
};

export type PlatformLinker = CodeLinker & {
  registry(): Promise<readonly OntologyListing[]>;
  /** `most` candidates for each, 1 to 10. Where some questions fail, their entities say so; where all do, throws the first Failure. */
  link(entities: readonly EntityQuery[], most?: number): Promise<LinkedEntity[]>;
  /** What was asked and answered is forgotten: it may be words of a patient. */
  forget(): void;
};

type Question = LinkQuestion & { readonly linker: LinkedEntity['linker'] };
type Asked = Question & { readonly id: string; readonly text: string };

const MOST = 5;
const MOST_REMEMBERED = 1000;
const unreachable: readonly string[] = ['offline', 'signed-out'];
/** The words that each ontology looks at; what it would not look at must not part questions that go together. */
const hintsOf: Readonly<Record<Ontology, readonly string[]>> = {
  snomed: [],
  'icd-10-cm': [],
  loinc: [
    'unit',
    'specimen',
    'value',
    'range',
    'specimen_text',
    'panel_name',
    'extended_test_name',
  ],
  medication: ['form', 'generic_name', 'dose_unit', 'dose_custom'],
};

export function createPlatformLinker({
  platform,
  account,
  legacy,
  ready,
}: PlatformLinkerDeps): PlatformLinker {
  const known = new Map<string, Linked>();
  /** Grows when all is forgotten: what was asked before then is not remembered after. */
  let era = 0;
  const key = ({ linker, ontology, version, text, hints, most }: Asked) =>
    JSON.stringify([account(), linker, ontology, version, text, hints, most]);

  async function questionOf(
    { id, text, ontology, version, hints = {} }: EntityQuery,
    most: number,
  ): Promise<Asked> {
    const words = Object.fromEntries(
      hintsOf[ontology].flatMap((name): [string, string][] =>
        hints[name]?.trim() ? [[name, hints[name].trim()]] : [],
      ),
    );
    const base = { id, text: text.trim(), ontology, hints: words, most };
    if (ontology === 'snomed' && legacy())
      return { ...base, version: 'legacy', linker: 'platform-legacy' };
    return { ...base, version: version ?? (await firstVersion(ontology)), linker: 'platform' };
  }

  async function firstVersion(ontology: Ontology): Promise<string> {
    const listed = (await platform.registry()).find((one) => one.ontology === ontology)
      ?.versions[0];
    if (listed === undefined)
      throw new Failure('refused', 'The platform does not have this list of codes.', {
        detail: 'ontology-unlisted',
      });
    return listed;
  }

  /** Those of one question; every text once. */
  async function ask(
    question: Question,
    texts: readonly string[],
  ): Promise<(Linked | undefined)[]> {
    if (question.linker === 'platform-legacy') {
      const found = await platform.legacy(texts);
      return texts.map((text) => found.get(text) ?? nothing);
    }
    const [only, second] = texts;
    return only !== undefined && second === undefined
      ? [await platform.link(only, question)]
      : platform.batch(texts, question);
  }

  return {
    name: 'platform',
    ready,
    registry: () => platform.registry(),

    async link(entities, most = MOST) {
      const failures = new Map<string, Failure>();
      const failed = (ids: readonly string[], error: unknown) =>
        ids.forEach((id) => failures.set(id, asFailure(error)));
      const asked = (
        await Promise.all(
          entities.map((entity) =>
            questionOf(entity, most).catch((error: unknown) => void failed([entity.id], error)),
          ),
        )
      ).filter((one) => one !== undefined);
      // Of this question: what is remembered may be forgotten, and the account may change, while it is asked.
      const answers = new Map<Asked, Linked>();
      for (const one of asked) {
        const before = known.get(key(one));
        if (before) answers.set(one, before);
      }
      const of = era;
      const missing = asked.filter((one) => !answers.has(one));
      const whose = new Map(missing.map((one) => [one, key(one)]));
      let gone: Failure | undefined;
      // One after the other: a platform that is asked for twenty groups at once answers 429.
      for (const group of groupsOf(missing)) {
        const [question] = group;
        const texts = [...new Set(group.map(({ text }) => text))];
        for (const some of cut(question.linker, texts)) {
          const members = group.filter(({ text }) => some.includes(text));
          try {
            if (gone) throw gone;
            const found = await ask(question, some);
            if (known.size > MOST_REMEMBERED) known.clear();
            for (const one of members) {
              const linked = found[some.indexOf(one.text)] ?? nothing;
              answers.set(one, linked);
              if (of === era && key(one) === whose.get(one)) known.set(key(one), linked);
            }
          } catch (error) {
            // Each further group would wait as long to find out the same.
            if (unreachable.includes(asFailure(error).code)) gone = asFailure(error);
            failed(
              members.map(({ id }) => id),
              error,
            );
          }
        }
      }
      const [first] = failures.values();
      if (first && failures.size === new Set(entities.map(({ id }) => id)).size) throw first;
      return entities.map(({ id, text, ontology }) => {
        const one = asked.find((other) => other.id === id);
        const found = one && answers.get(one);
        const failure = failures.get(id);
        return {
          id,
          text,
          ontology,
          version: one?.version ?? '',
          linker: one?.linker ?? 'platform',
          candidates: found?.candidates ?? [],
          suggested: found?.suggested,
          ...(failure && { trouble: { code: failure.code, detail: failure.detail } }),
        };
      });
    },

    forget() {
      era += 1;
      known.clear();
    },
  };
}

const nothing: Linked = { candidates: [], suggested: undefined };

/** Those with the same ontology, version and hints, in the order in which each first came. */
function groupsOf(asked: readonly Asked[]): [Asked, ...Asked[]][] {
  const groups = new Map<string, [Asked, ...Asked[]]>();
  for (const one of asked) {
    const id = JSON.stringify([one.linker, one.ontology, one.version, one.hints]);
    const group = groups.get(id);
    if (group) group.push(one);
    else groups.set(id, [one]);
  }
  return [...groups.values()];
}

/** Fives; for the older call as many as fit into its query. */
function cut(linker: Asked['linker'], texts: readonly string[]): string[][] {
  const parts: string[][] = [];
  for (const text of texts) {
    const last = parts.at(-1);
    const fits =
      last &&
      (linker === 'platform'
        ? last.length < MOST_QUERIES
        : last.length < MOST_TERMS && legacyQuery([...last, text]).length <= LONGEST_TERMS);
    if (fits) last.push(text);
    else parts.push([text]);
  }
  return parts;
}
