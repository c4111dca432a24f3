/**
 * From SNOMED CT to ICD-10-CM by the installed release's own map: where a linker is sure of the SNOMED CT concept, the map's targets
 * are choices among the ICD-10-CM codes. None of them is ever a linker's promise.
 */
import type { CodeCandidate, LinkedEntity } from '../../../../shared/model/coding/codification.ts';
import type { MapRow } from '../../../infrastructure/terminology/terminology.ts';

export type MappedDeps = {
  /** All rows of a concept; none where no release is installed. May throw where its file is damaged. */
  readonly mapOf: (code: string) => readonly MapRow[];
  /** An ICD-10-CM code as the list on this computer has it; undefined: not there, or no such list. */
  readonly lookUp: (code: string) => CodeCandidate | undefined;
  /** Of that list. */
  readonly version: () => string;
};

/** The word for it beside the code; its value is the SNOMED CT concept. */
export const MAPPED = 'mapped from SNOMED CT';
/** When the map means this target, in its own words; `ICD-10 (WHO)` stands before those of the WHO's map. */
export const MAP_RULE = 'map rule';
const MOST = 5;

/**
 * Adds them to what this computer answered, or as its answer. A target comes before the other candidates only where it is the only
 * one of its concept and holds unconditionally, and still behind what a linker promises or the doctor chose before.
 */
export function withMapped(
  answers: readonly LinkedEntity[],
  { mapOf, lookUp, version }: MappedDeps,
): readonly LinkedEntity[] {
  const [concept, other] = [
    ...new Set(
      answers.flatMap(({ ontology, candidates }) =>
        ontology === 'snomed'
          ? candidates.filter(({ linked }) => linked).map(({ code }) => code)
          : [],
      ),
    ),
  ];
  const icd = answers.filter(({ ontology }) => ontology === 'icd-10-cm');
  // Two linkers that are sure of two concepts are not sure.
  if (concept === undefined || other !== undefined || icd.length === 0) return answers;
  const targets = targetsOf(concept, mapOf, lookUp);
  if (targets.length === 0) return answers;
  const own = icd.find(({ linker, trouble }) => linker === 'local' && trouble === undefined);
  if (own)
    return answers.map((one) =>
      one === own ? { ...own, candidates: among(own.candidates, targets) } : one,
    );
  const { id, text } = icd[0]!;
  const said: LinkedEntity = {
    id,
    text,
    ontology: 'icd-10-cm',
    version: version(),
    linker: 'local',
    candidates: targets.map(({ candidate }) => candidate),
  };
  // In the place of a local list that had no answer.
  return [
    ...answers.filter(({ ontology, linker }) => ontology !== 'icd-10-cm' || linker !== 'local'),
    said,
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
    // What the list here does not know is no code of it: the WHO's codes look the same.
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
    // The SNOMED CT answer itself says what is wrong with its file.
    return [];
  }
}

function among(candidates: readonly CodeCandidate[], targets: readonly Target[]): CodeCandidate[] {
  const told = candidates.map((one) => {
    const target = targets.find(({ candidate }) => candidate.code === one.code);
    return target ? { ...one, about: [...one.about, ...target.candidate.about] } : one;
  });
  const added = targets.filter(
    ({ candidate }) => !candidates.some(({ code }) => code === candidate.code),
  );
  const sole =
    targets.length === 1 && targets[0]!.unconditional ? targets[0]!.candidate.code : undefined;
  const all = [...told, ...added.map(({ candidate }) => candidate)];
  const place = (one: CodeCandidate) =>
    one.chosenBefore !== undefined ? 0 : one.linked ? 1 : one.code === sole ? 2 : 3;
  return all.sort((a, b) => place(a) - place(b));
}

/** "IFA 248152002 | Female (finding) |" with "ALWAYS K37" is "if Female (finding)"; empty where there is no condition. */
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
  const first = advised.some((part) => part.startsWith('IF '))
    ? []
    : conditions.length > 0
      ? [`if ${conditions.join(' and ')}`]
      : /OTHERWISE/.test(rule)
        ? ['otherwise']
        : [];
  return [...first, ...advised.map((part) => part.replace(/ CHOOSE \S+$/, '').toLowerCase())].join(
    '; ',
  );
}
