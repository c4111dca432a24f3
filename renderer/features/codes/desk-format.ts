/** What the code desk shows and does, as pure rules: columns of candidates, what stands selected, who is next, what belongs together. */
import type { CodeCandidate, Linker, Ontology } from '../../../shared/model/coding/codification.ts';
import type {
  ChosenCode,
  Decision,
  Desk,
  DeskAnswer,
  Verdict,
} from '../../../shared/model/coding/desk.ts';
import {
  type NoteEntity,
  ontologiesOf,
  type Status,
} from '../../../shared/model/coding/entities.ts';

/** A candidate with all who name it; `given`: it came with the note. */
export type Offered = CodeCandidate & { readonly by: readonly Linker[]; readonly given: boolean };

/** What there is of one list of codes for one entity. */
export type Column = {
  readonly ontology: Ontology;
  readonly candidates: readonly Offered[];
  readonly sources: readonly { readonly linker: Linker; readonly version: string }[];
  /** The one code that all who answered are sure of. */
  readonly sure?: string | undefined;
  /** Two linkers were asked: whether their first choices are one code. */
  readonly compared?: 'agree' | 'disagree' | undefined;
  /** Codes that stood first in somebody's list. */
  readonly firsts: readonly string[];
  readonly trouble?: { readonly code: string; readonly detail?: string | undefined } | undefined;
};

/** What the doctor chose by hand: a code, or none (`null`); what is left out stands as it was offered. */
export type Picks = Partial<Record<Ontology, ChosenCode | null>>;

export type Section = {
  readonly key: string;
  readonly document: number;
  readonly section: string;
  readonly entities: readonly NoteEntity[];
};

/** So many are shown, and chosen by a digit; the rest is found by changing. */
export const MOST_SHOWN = 5;
/** As they are numbered: the first few, and behind them what somebody else put first. */
export const shownOf = ({
  candidates,
  firsts,
}: Pick<Column, 'candidates' | 'firsts'>): readonly Offered[] =>
  candidates.filter(({ code }, at) => at < MOST_SHOWN || firsts.includes(code)).slice(0, 9);

/** Those that can have a code at all; advice and appointments have none. */
export const codable = ({ kind, given }: Pick<NoteEntity, 'kind' | 'given'>) =>
  ontologiesOf[kind].length > 0 || given.length > 0;

export function columnsOf(entity: NoteEntity, answer: DeskAnswer | undefined): Column[] {
  const answers = answer?.answers ?? [];
  const names = [
    ...new Set([
      ...ontologiesOf[entity.kind],
      ...entity.given.map(({ ontology }) => ontology),
      ...answers.map(({ ontology }) => ontology),
    ]),
  ];
  return names.map((ontology) => {
    const mine = answers.filter((one) => one.ontology === ontology);
    const given = entity.given.filter((one) => one.ontology === ontology);
    const offered = new Map<string, Offered>();
    for (const { linker, candidates } of mine) {
      for (const one of candidates) {
        const before = offered.get(one.code);
        offered.set(
          one.code,
          before
            ? {
                ...before,
                linked: before.linked && one.linked,
                chosenBefore: before.chosenBefore ?? one.chosenBefore,
                by: [...new Set([...before.by, linker])],
              }
            : { ...one, by: [linker], given: false },
        );
      }
    }
    for (const { code, name } of given) {
      const before = offered.get(code);
      offered.set(
        code,
        before
          ? { ...before, given: true }
          : {
              code,
              term: name === '' ? code : name,
              synonyms: [],
              score: null,
              linked: false,
              about: [],
              by: [],
              given: true,
            },
      );
    }
    // A doctor's own choices first, then what came with the note; else as the linkers put it.
    // Whoever answers later moves nothing that stood there already.
    const earliest = mine.find(({ candidates: some }) => some.length > 0)?.linker;
    const rank = ({ chosenBefore = 0, given: came, by }: Offered) =>
      chosenBefore > 0 ? 0 : came && by[0] !== earliest ? 1 : 2;
    const candidates = [...offered.values()].sort((a, b) => rank(a) - rank(b));
    const compared = answer?.disagree.includes(ontology)
      ? ('disagree' as const)
      : answer?.agree.includes(ontology)
        ? ('agree' as const)
        : undefined;
    const said = mine
      .filter(({ candidates: some }) => some.length > 0)
      .map(({ suggested }) => suggested);
    const sure =
      compared !== 'disagree' &&
      said.length > 0 &&
      said.every((code) => code !== undefined && code === said[0])
        ? said[0]
        : undefined;
    return {
      ontology,
      candidates,
      sure,
      compared,
      sources: mine
        .filter(({ trouble }) => !trouble)
        .map(({ linker, version }) => ({ linker, version })),
      firsts: [
        ...new Set([candidates[0]?.code, ...mine.map(({ candidates: some }) => some[0]?.code)]),
      ].filter((code) => code !== undefined),
      trouble: mine.find(({ trouble }) => trouble)?.trouble,
    };
  });
}

const chosen = ({ ontology }: Column, { code, term }: Offered): ChosenCode => ({
  ontology,
  code,
  name: term,
});

/** What stands selected before anybody pressed a key: the doctor's own choice of last time, else what the linkers are sure of. Never a header, and nothing where two differ. */
function offeredIn(column: Column): ChosenCode | undefined {
  if (column.compared === 'disagree') return undefined;
  const [first] = column.candidates;
  const one =
    first && (first.chosenBefore ?? 0) > 0
      ? first
      : column.candidates.find(({ code }) => code === column.sure);
  return one && one.header !== true ? chosen(column, one) : undefined;
}

/** The codes that `A` accepts, at most one a column. What is absent is never offered as if it were there. */
export function standing(
  columns: readonly Column[],
  picks: Picks = {},
  status: Status = 'present',
  decision?: Decision,
): ChosenCode[] {
  const own = columns.flatMap((column) => {
    const picked = picks[column.ontology];
    if (picked !== undefined) return picked === null ? [] : [picked];
    if (decision) return decision.codes.filter(({ ontology }) => ontology === column.ontology);
    const offered = status === 'absent' ? undefined : offeredIn(column);
    return offered ? [offered] : [];
  });
  const others = Object.values(picks).flatMap((one) =>
    one && !columns.some(({ ontology }) => ontology === one.ontology) ? [one] : [],
  );
  return [...own, ...others];
}

/** The list that digits choose from when nobody moved to another: one that still wants a choice, else one that has something to choose from. */
export function firstColumn(columns: readonly Column[], codes: readonly ChosenCode[]): number {
  const waiting = columns.findIndex(
    ({ ontology, candidates }) =>
      candidates.length > 0 && !codes.some((one) => one.ontology === ontology),
  );
  return waiting >= 0
    ? waiting
    : Math.max(
        0,
        columns.findIndex(({ candidates }) => candidates.length > 0),
      );
}

/** `accepted` where each code stood first in its list; anything else is the doctor's change. */
export const verdictOf = (columns: readonly Column[], codes: readonly ChosenCode[]): Verdict =>
  codes.every(({ ontology, code }) =>
    columns.find((column) => column.ontology === ontology)?.firsts.includes(code),
  )
    ? 'accepted'
    : 'changed';

/** Whether it may be accepted along with its section: present, and each list that has candidates is sure of one that can be signed. */
export function allLinked(columns: readonly Column[], status: Status): ChosenCode[] | undefined {
  if (status !== 'present') return undefined;
  const answered = columns.filter(({ candidates }) => candidates.length > 0);
  const codes = answered.flatMap((column) => {
    const one = column.candidates.find(({ code }) => code === column.sure);
    return one && one.header !== true ? [chosen(column, one)] : [];
  });
  return codes.length > 0 && codes.length === answered.length ? codes : undefined;
}

/** Whether a decision is what stands selected now. */
export const stands = (decision: Decision | undefined, codes: readonly ChosenCode[]): boolean =>
  decision !== undefined &&
  decision.verdict !== 'rejected' &&
  decision.codes.length === codes.length &&
  codes.every(({ ontology, code }) =>
    decision.codes.some((one) => one.ontology === ontology && one.code === code),
  );

export const decisionOf = ({ decisions }: Pick<Desk, 'decisions'>, id: string) =>
  decisions.find(({ entityId }) => entityId === id);
export const statusOf = (
  entity: NoteEntity,
  decision: Decision | undefined,
  said?: Status,
): Status => said ?? decision?.status ?? entity.status;

/** Of those that can have a code. */
export function progressOf(desk: Pick<Desk, 'entities' | 'decisions'>) {
  const entities = desk.entities.filter(codable);
  return { decided: entities.filter(({ id }) => decisionOf(desk, id)).length, of: entities.length };
}

/** In the order of the note. */
export function sectionsIn(entities: readonly NoteEntity[]): Section[] {
  const sections = new Map<string, NoteEntity[]>();
  for (const one of entities.filter(codable)) {
    const key = `${one.document} ${one.section}`;
    const list = sections.get(key);
    if (list) list.push(one);
    else sections.set(key, [one]);
  }
  return [...sections].map(([key, list]) => ({
    key,
    document: list[0]!.document,
    section: list[0]!.section,
    entities: list,
  }));
}

/** The next one behind `from` that is not decided, from the beginning again after the last, itself at the very end; undefined: none is left. */
export function nextUndecided(
  order: readonly string[],
  decided: ReadonlySet<string>,
  from?: string,
): string | undefined {
  const start = from === undefined ? 0 : order.indexOf(from) + 1;
  return [...order.slice(start), ...order.slice(0, start)].find((id) => !decided.has(id));
}

const fold = (text: string) => text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();

/** The same words for the same thing elsewhere in the note, with the same status, and nothing beside the words (a strength, a unit) that differs. */
export const alike = (
  entity: NoteEntity,
  entities: readonly NoteEntity[],
  status: (one: NoteEntity) => Status,
): NoteEntity[] =>
  entities.filter(
    (one) =>
      one.id !== entity.id &&
      fold(one.text) === fold(entity.text) &&
      status(one) === status(entity) &&
      ontologiesOf[one.kind].join() === ontologiesOf[entity.kind].join() &&
      beside(one) === beside(entity),
  );
const beside = ({ hints }: NoteEntity) => JSON.stringify(Object.entries(hints ?? {}).sort());

/** Whose decision another desk has otherwise; in the order of the note. */
export const changedIn = (before: Desk, after: Desk): string[] =>
  after.entities
    .map(({ id }) => id)
    .filter(
      (id) => JSON.stringify(decisionOf(before, id)) !== JSON.stringify(decisionOf(after, id)),
    );
