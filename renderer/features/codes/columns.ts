/**
 * The candidates of an entity as the code desk shows them: one column for each code list, and the
 * code that is selected in it before a key is pressed.
 */
import type { CodeCandidate, Linker, Ontology } from '../../../shared/model/coding/codification.ts';
import type {
  ChosenCode,
  Decision,
  DeskAnswer,
  Verdict,
} from '../../../shared/model/coding/desk.ts';
import {
  type NoteEntity,
  ontologiesOf,
  type Status,
} from '../../../shared/model/coding/entities.ts';

/** A candidate with every linker that proposed it; `given`: the code came with the note. */
export type OfferedCandidate = CodeCandidate & {
  readonly by: readonly Linker[];
  readonly given: boolean;
};

/** The candidates of one entity in one code list. */
export type Column = {
  readonly ontology: Ontology;
  readonly candidates: readonly OfferedCandidate[];
  readonly sources: readonly { readonly linker: Linker; readonly version: string }[];
  /** The one code that every linker with candidates suggests, or the clinic's own list. */
  readonly confident?: string | undefined;
  /** With two linkers: whether their first candidates are the same code. */
  readonly compared?: 'agree' | 'disagree' | undefined;
  /** Codes that stand first in this column or in the list of a linker. */
  readonly firsts: readonly string[];
  readonly trouble?: { readonly code: string; readonly detail?: string | undefined } | undefined;
};

/**
 * Choices that the doctor made by hand: a code, or none (`null`). A list without an entry keeps its
 * preselected code.
 */
export type Picks = Partial<Record<Ontology, ChosenCode | null>>;

/** Candidates shown in each column and chosen by a digit; the dialog "Change" finds the others. */
const MAX_SHOWN = 5;
/** One digit of the keyboard chooses each. */
const MAX_DIGIT = 9;

/**
 * Candidates in the order of their digits: the first of the list, then those that a linker put
 * first.
 */
export const shownOf = ({
  candidates,
  firsts,
}: Pick<Column, 'candidates' | 'firsts'>): readonly OfferedCandidate[] =>
  candidates
    .filter(({ code }, index) => index < MAX_SHOWN || firsts.includes(code))
    .slice(0, MAX_DIGIT);

type Answers = DeskAnswer['answers'];
type GivenCodes = NoteEntity['given'];

export function columnsOf(entity: NoteEntity, answer: DeskAnswer | undefined): Column[] {
  const answers = answer?.answers ?? [];
  const lists = new Set([
    ...ontologiesOf[entity.kind],
    ...entity.given.map(({ ontology }) => ontology),
    ...answers.map(({ ontology }) => ontology),
  ]);
  return [...lists].map((ontology) =>
    columnOf(
      ontology,
      answers.filter((one) => one.ontology === ontology),
      entity.given.filter((one) => one.ontology === ontology),
      comparedIn(answer, ontology),
    ),
  );
}

function columnOf(
  ontology: Ontology,
  answers: Answers,
  given: GivenCodes,
  compared: Column['compared'],
): Column {
  const answered = answers.filter(({ candidates }) => candidates.length > 0);
  const candidates = ranked(mergedCandidates(answers, given), answered[0]?.linker);
  return {
    ontology,
    candidates,
    confident: compared === 'disagree' ? undefined : commonSuggestion(answered),
    compared,
    sources: answers
      .filter(({ trouble }) => !trouble)
      .map(({ linker, version }) => ({ linker, version })),
    firsts: [
      ...new Set([candidates[0]?.code, ...answers.map((one) => one.candidates[0]?.code)]),
    ].filter((code) => code !== undefined),
    trouble: answers.find(({ trouble }) => trouble)?.trouble,
  };
}

function comparedIn(answer: DeskAnswer | undefined, ontology: Ontology): Column['compared'] {
  if (answer?.disagree.includes(ontology)) return 'disagree';
  return answer?.agree.includes(ontology) ? 'agree' : undefined;
}

/**
 * Each code once, with all its linkers. It counts as linked only if every linker that names it
 * links it, or the clinic's own list does.
 */
function mergedCandidates(answers: Answers, given: GivenCodes): OfferedCandidate[] {
  const merged = new Map<string, OfferedCandidate>();
  for (const { linker, candidates } of answers) {
    for (const candidate of candidates) {
      const known = merged.get(candidate.code);
      merged.set(
        candidate.code,
        known
          ? {
              ...known,
              linked: known.linked && (candidate.linked || known.why?.own === true),
              chosenBefore: known.chosenBefore ?? candidate.chosenBefore,
              by: [...new Set([...known.by, linker])],
            }
          : { ...candidate, by: [linker], given: false },
      );
    }
  }
  for (const { code, name } of given) {
    const known = merged.get(code);
    merged.set(code, known ? { ...known, given: true } : givenCandidate(code, name));
  }
  return [...merged.values()];
}

const givenCandidate = (code: string, name: string): OfferedCandidate => ({
  code,
  term: name === '' ? code : name,
  synonyms: [],
  score: null,
  linked: false,
  about: [],
  by: [],
  given: true,
});

/**
 * The doctor's earlier choices first, then the codes that came with the note, then the order of the
 * linkers. An answer that comes later moves nothing that is already shown.
 */
function ranked(
  candidates: readonly OfferedCandidate[],
  earliest: Linker | undefined,
): OfferedCandidate[] {
  const rank = ({ chosenBefore = 0, given, by }: OfferedCandidate) => {
    if (chosenBefore > 0) return 0;
    return given && by[0] !== earliest ? 1 : 2;
  };
  return [...candidates].sort((one, other) => rank(one) - rank(other));
}

function commonSuggestion(answered: Answers): string | undefined {
  const [first] = answered;
  const suggestion = first?.suggested;
  // The clinic has decided: what others say beside it is no doubt about it.
  if (
    suggestion !== undefined &&
    first?.candidates.some((one) => one.code === suggestion && one.why?.own)
  )
    return suggestion;
  return answered.every(({ suggested }) => suggested !== undefined && suggested === suggestion)
    ? suggestion
    : undefined;
}

const chosenCode = ({ ontology }: Column, { code, term }: OfferedCandidate): ChosenCode => ({
  ontology,
  code,
  name: term,
});

/**
 * The code selected before a key is pressed: the doctor's choice of last time, else the one that
 * the linkers are confident of. Never a header, and none where two linkers disagree.
 */
function preselectedIn(column: Column): ChosenCode | undefined {
  if (column.compared === 'disagree') return undefined;
  const [first] = column.candidates;
  const candidate =
    first && (first.chosenBefore ?? 0) > 0
      ? first
      : column.candidates.find(({ code }) => code === column.confident);
  return candidate && candidate.header !== true ? chosenCode(column, candidate) : undefined;
}

/**
 * The codes that the key A accepts, at most one for each column. An absent finding has none
 * preselected.
 */
export function selectedCodes(
  columns: readonly Column[],
  picks: Picks = {},
  status: Status = 'present',
  decision?: Decision,
): ChosenCode[] {
  const inColumns = columns.flatMap((column) => {
    const picked = picks[column.ontology];
    if (picked !== undefined) return picked === null ? [] : [picked];
    if (decision) return decision.codes.filter(({ ontology }) => ontology === column.ontology);
    const preselected = status === 'absent' ? undefined : preselectedIn(column);
    return preselected ? [preselected] : [];
  });
  const beside = Object.values(picks).flatMap((picked) =>
    picked && !columns.some(({ ontology }) => ontology === picked.ontology) ? [picked] : [],
  );
  return [...inColumns, ...beside];
}

/**
 * The column that digits choose from until the doctor moves to another: the first with candidates
 * and no selected code, else the first with candidates.
 */
export function firstColumn(columns: readonly Column[], codes: readonly ChosenCode[]): number {
  const open = columns.findIndex(
    ({ ontology, candidates }) =>
      candidates.length > 0 && !codes.some((one) => one.ontology === ontology),
  );
  if (open >= 0) return open;
  return Math.max(
    0,
    columns.findIndex(({ candidates }) => candidates.length > 0),
  );
}

/** `accepted` if each code stood first in a list; anything else is the doctor's change. */
export const verdictOf = (columns: readonly Column[], codes: readonly ChosenCode[]): Verdict =>
  codes.every(({ ontology, code }) =>
    columns.find((column) => column.ontology === ontology)?.firsts.includes(code),
  )
    ? 'accepted'
    : 'changed';

/**
 * The codes of an entity that may be accepted together with its section: it is present, and each
 * column with candidates has a confident code that can be signed.
 */
export function allLinked(columns: readonly Column[], status: Status): ChosenCode[] | undefined {
  if (status !== 'present') return undefined;
  const answered = columns.filter(({ candidates }) => candidates.length > 0);
  const codes = answered.flatMap((column) => {
    const candidate = column.candidates.find(({ code }) => code === column.confident);
    return candidate && candidate.header !== true ? [chosenCode(column, candidate)] : [];
  });
  return codes.length > 0 && codes.length === answered.length ? codes : undefined;
}
