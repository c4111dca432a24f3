/**
 * Maps SNOMED CT to ICD-10-CM by the installed release's own map: where a linker is confident of
 * the SNOMED CT concept, the map's targets become candidates among the ICD-10-CM codes. None of
 * them ever counts as linked.
 */
import type { CodeCandidate, LinkedEntity } from '../../../../shared/model/coding/codification.ts';
import type { MapRow } from '../../../infrastructure/terminology/terminology.ts';

export type MappedDeps = {
  /**
   * All rows of a concept; none where no release is installed. May throw where its file is damaged.
   */
  readonly mapOf: (code: string) => readonly MapRow[];
  /**
   * An ICD-10-CM code as the list on this computer has it; undefined: not there, or no such list.
   */
  readonly lookUp: (code: string) => CodeCandidate | undefined;
  /** Version of that list. */
  readonly version: () => string;
};

/** Label beside the code; its value is the SNOMED CT concept. */
export const MAPPED = 'mapped from SNOMED CT';
/**
 * Label for the condition of a target in the map's own words; `ICD-10 (WHO)` stands before those of
 * the WHO's map.
 */
export const MAP_RULE = 'map rule';
const MOST = 5;

/**
 * Adds the targets to the answer of the local lists, or as their answer. A target comes before
 * other candidates only where it is the only one of its concept and unconditional, and still after
 * linked candidates and the doctor's remembered choices.
 */
export function withMapped(
  answers: readonly LinkedEntity[],
  { mapOf, lookUp, version }: MappedDeps,
): readonly LinkedEntity[] {
  const concepts = answers
    .filter(({ ontology }) => ontology === 'snomed')
    .flatMap(({ candidates }) => candidates.filter(({ linked }) => linked))
    .map(({ code }) => code);
  const [concept, other] = new Set(concepts);
  const icd = answers.filter(({ ontology }) => ontology === 'icd-10-cm');
  const [firstIcd] = icd;
  // Two linkers with two different concepts are not confident.
  if (concept === undefined || other !== undefined || !firstIcd) return answers;
  const targets = targetsOf(concept, mapOf, lookUp);
  if (targets.length === 0) return answers;
  const own = icd.find(({ linker, trouble }) => linker === 'local' && trouble === undefined);
  if (own)
    return answers.map((one) =>
      one === own ? { ...own, candidates: among(own.candidates, targets) } : one,
    );
  const { id, text } = firstIcd;
  const mapped: LinkedEntity = {
    id,
    text,
    ontology: 'icd-10-cm',
    version: version(),
    linker: 'local',
    candidates: targets.map(({ candidate }) => candidate),
  };
  // Replaces a local list that had no answer.
  return [
    ...answers.filter(({ ontology, linker }) => ontology !== 'icd-10-cm' || linker !== 'local'),
    mapped,
  ];
}

type Target = { readonly candidate: CodeCandidate; readonly unconditional: boolean };

function targetsOf(
  concept: string,
  mapOf: MappedDeps['mapOf'],
  lookUp: MappedDeps['lookUp'],
): Target[] {
  const rows = rowsOf(concept, mapOf);
  const american = rows.filter(({ system }) => system === 'icd-10-cm');
  const found = new Map<string, Target>();
  for (const row of american.length > 0 ? american : rows) {
    // The WHO's codes look the same: only codes of the list here count.
    const known = row.target === '' || found.has(row.target) ? undefined : lookUp(row.target);
    if (!known) continue;
    const rule =
      row.system === 'icd-10'
        ? ['ICD-10 (WHO)', ruleOf(row)].filter(Boolean).join(': ')
        : ruleOf(row);
    const about: CodeCandidate['about'] = [
      [MAPPED, concept],
      ...(rule === '' ? [] : [[MAP_RULE, rule] as const]),
    ];
    found.set(row.target, {
      unconditional: row.unconditional && row.system === 'icd-10-cm',
      candidate: { ...known, score: null, linked: false, about },
    });
  }
  return [...found.values()].slice(0, MOST);
}

function rowsOf(concept: string, mapOf: MappedDeps['mapOf']): readonly MapRow[] {
  try {
    return mapOf(concept);
  } catch {
    // The SNOMED CT answer itself reports what is wrong with its file.
    return [];
  }
}

function among(candidates: readonly CodeCandidate[], targets: readonly Target[]): CodeCandidate[] {
  const explained = candidates.map((one) => {
    const target = targets.find(({ candidate }) => candidate.code === one.code);
    return target ? { ...one, about: [...one.about, ...target.candidate.about] } : one;
  });
  const added = targets.filter(
    ({ candidate }) => !candidates.some(({ code }) => code === candidate.code),
  );
  const [only, another] = targets;
  const sole = only?.unconditional && !another ? only.candidate.code : undefined;
  const all = [...explained, ...added.map(({ candidate }) => candidate)];
  return all.sort((a, b) => rankOf(a, sole) - rankOf(b, sole));
}

function rankOf(one: CodeCandidate, sole: string | undefined): number {
  if (one.chosenBefore !== undefined) return 0;
  if (one.linked) return 1;
  return one.code === sole ? 2 : 3;
}

/**
 * "IFA 248152002 | Female (finding) |" with "ALWAYS K37" is "if Female (finding)"; empty where
 * there is no condition.
 */
function ruleOf({ rule, advice }: MapRow): string {
  const advised = advice
    .split('|')
    .map((part) => part.trim())
    .filter(
      (part) =>
        part !== '' &&
        !/^(?:ALWAYS\b|MAP OF SOURCE CONCEPT IS CONTEXT DEPENDENT|MAPPED (?:FOLLOWING|WITH)\b|DESCENDANTS NOT\b)/.test(
          part,
        ),
    );
  const conditions = [...rule.matchAll(/IFA \d+ \| ([^|]+?) \|\s*([<>=]+ [\d.]+ \w+)?/g)].map(
    ([, what, bound]) => [what, bound].filter(Boolean).join(' '),
  );
  const isAdvised = advised.some((part) => part.startsWith('IF '));
  return [
    ...(isAdvised ? [] : conditionOf(conditions, rule)),
    ...advised.map((part) => part.replace(/ CHOOSE \S+$/, '').toLowerCase()),
  ].join('; ');
}

function conditionOf(conditions: readonly string[], rule: string): string[] {
  if (conditions.length > 0) return [`if ${conditions.join(' and ')}`];
  return /OTHERWISE/.test(rule) ? ['otherwise'] : [];
}
