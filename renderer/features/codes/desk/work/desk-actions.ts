/**
 * The doctor's actions at the code desk. Each is announced in one line, and a decision moves the
 * focus to the next undecided entity.
 */
import { Failure } from '../../../../../shared/failure.ts';
import type { ChosenCode, Decision, Desk } from '../../../../../shared/model/coding/desk.ts';
import { equalityKey } from '../../../../../shared/model/coding/desk-rows.ts';
import type { Status } from '../../../../../shared/model/coding/entities.ts';
import type { Words } from '../../../../ui/useLocale.ts';
import { allLinked, type Picks, shownOf, verdictOf } from '../../columns.ts';
import { changedIn, isDecidedAs, nextUndecided, type Section } from '../../desk-format.ts';
import {
  type DecisionInput,
  decide,
  isBusy,
  pick,
  setStatus,
  undo,
  whenFree,
} from '../../desk-store.ts';
import { hasNothingToChoose, type Item, type Items, settledIn } from './desk-items.ts';

/** `status` is a menu, `reject` a field in the entity; the others are dialogs. */
export type FormKind = 'reject' | 'change' | 'status' | 'mark';
export type OpenForm = {
  readonly kind: FormKind;
  readonly id: string;
  /** As it was when the form opened; none where words are marked and no entity is there. */
  readonly item?: Item | undefined;
};

/** State of the desk at one render, and the setters that actions call. */
export type DeskSession = {
  readonly words: Pick<Words, 't' | 'failure'>;
  readonly desk: Desk | undefined;
  readonly looking: boolean;
  readonly picks: Readonly<Record<string, Picks>>;
  readonly items: Items;
  readonly sections: readonly Section[];
  readonly order: readonly string[];
  readonly current: string | undefined;
  readonly column: number;
  readonly chosenColumn: number | undefined;
  readonly form: OpenForm | undefined;
  readonly setForm: (form: OpenForm | undefined) => void;
  readonly moveTo: (id: string | undefined, column?: number, inside?: boolean) => void;
  readonly announce: (text: string, bad?: boolean) => void;
  /** False until the choice on the screen could be read; see useSettled. */
  readonly isSettled: () => boolean;
  /** The same for all that is accepted at once. */
  readonly isAllSettled: () => boolean;
  readonly expectMove: () => void;
};

/**
 * The item that the open form is about. The note may be read anew under the form: then it is an
 * equal one, and if there is none, the item as it was.
 */
export function formItem({ form, items }: Pick<DeskSession, 'form' | 'items'>): Item | undefined {
  if (!form?.item) return undefined;
  return items.get(form.id) ?? equalOf(form.item, items) ?? form.item;
}

function equalOf(shown: Item, items: Items): Item | undefined {
  const key = equalityKey(shown.entity, shown.status);
  return [...items.values()].find(({ entity, status }) => equalityKey(entity, status) === key);
}

export const currentItem = ({ current, items }: Pick<DeskSession, 'current' | 'items'>) =>
  current === undefined ? undefined : items.get(current);

/** Sends decisions, announces the result, and moves the focus on from `from`. */
async function sendDecisions(
  session: DeskSession,
  decisions: readonly DecisionInput[],
  message: string,
  from: string,
): Promise<void> {
  const { words, order, announce, moveTo } = session;
  const isFromForm = session.form !== undefined;
  // The form closes and takes the focus with it: until the answer comes the focus stays on the
  // entity.
  if (isFromForm) leaveForm(session, from);
  try {
    // What was chosen in a form waits for its turn; a key is told, and pressed again.
    if (isFromForm && !(await whenFree())) return;
    if (isBusy()) return announce(words.t('desk.told.busy'), true);
    const desk = await decide(decisions);
    if (!desk) return;
    const settled = settledAfter(session, desk);
    const next = nextUndecided(order, settled, from);
    const isComplete = next === undefined || order.every((id) => settled.has(id));
    announce(isComplete ? `${message} ${words.t('desk.allDecided')}` : message);
    session.expectMove();
    moveTo(next ?? from);
  } catch (error) {
    announce(words.failure(error), true);
    moveTo(from);
  }
}

/** The page renders the new desk later: decided by it, or waiting for nobody as it is. */
function settledAfter({ items }: DeskSession, desk: Desk): ReadonlySet<string> {
  const withoutCode = [...items.values()].filter(({ noCode }) => noCode !== undefined);
  return new Set([
    ...withoutCode.map(({ entity }) => entity.id),
    ...desk.decisions.map(({ entityId }) => entityId),
  ]);
}

/** The status is sent only if it differs from the one read in the note. */
const statusPart = ({ entity, status, decision }: Item) =>
  status !== entity.status || decision?.status !== undefined ? { status } : {};

/** All findings of the row of an item. */
const rowOf = ({ items }: Pick<DeskSession, 'items'>, item: Item): Item[] => [
  item,
  ...item.equals.flatMap(({ id }) => items.get(id) ?? []),
];

/**
 * `codes`: chosen in the dialog for the entity `id` that it shows, wherever the focus is meanwhile;
 * without them the selected codes of the entity in focus are accepted.
 */
export function accept(session: DeskSession, codes?: readonly ChosenCode[], id = session.current) {
  const { words, announce } = session;
  const item = currentItem({ ...session, current: id });
  if (!item) return codes && tellGone(session);
  const { entity, status, columns } = item;
  if (!codes && !session.isSettled()) return announce(words.t('desk.told.justCame'), true);
  const chosen = codes ?? item.selected;
  if (status === 'absent') {
    if (codes) keepChoice(item, codes);
    // What is told stands behind an open form.
    if (session.form) leaveForm(session, entity.id);
    return announce(words.t('desk.told.absent', { text: entity.text }), true);
  }
  if (chosen.length === 0) {
    const hasCandidates = columns.some(({ candidates }) => candidates.length > 0);
    return announce(
      words.t(hasCandidates ? 'desk.told.chooseFirst' : 'desk.told.noneToChoose'),
      true,
    );
  }
  const all = rowOf(session, item);
  if (isDecidedAs(item.decision, chosen)) {
    if (session.form) leaveForm(session, entity.id);
    return moveToNext({ ...session, current: id });
  }
  if (codes) keepChoice(item, codes);
  void sendDecisions(
    session,
    all.map((one) => ({
      entityId: one.entity.id,
      verdict: verdictOf(one.columns, chosen),
      codes: [...chosen],
      ...statusPart(one),
    })),
    words.t('desk.told.accepted', {
      text: entity.text,
      codes: chosen.map(({ code }) => code).join(', '),
      count: all.length,
    }),
    entity.id,
  );
}

/** What was chosen in the dialog stays chosen, should the core refuse it or not be asked. */
function keepChoice({ entity, columns }: Item, codes: readonly ChosenCode[]): void {
  const lists = new Set([...columns, ...codes].map(({ ontology }) => ontology));
  for (const ontology of lists)
    pick(entity.id, ontology, codes.find((one) => one.ontology === ontology) ?? null);
}

/** The note was read anew while the form was open, and what the form is about is no longer in it. */
function tellGone(session: DeskSession): void {
  const gone = new Failure('missing', 'the note was read anew', { detail: 'no-entity' });
  session.announce(session.words.failure(gone), true);
  closeForm(session);
}

export function reject(session: DeskSession, reason = '') {
  const item = currentItem(session);
  if (!item) return;
  const all = rowOf(session, item);
  const key = item.status === 'absent' ? 'desk.told.keptOut' : 'desk.told.rejected';
  void sendDecisions(
    session,
    all.map((one) => ({ ...rejection(one), ...(reason.trim() && { reason: reason.trim() }) })),
    session.words.t(key, { text: item.entity.text, count: all.length }),
    item.entity.id,
  );
}

const rejection = (item: Item): DecisionInput => ({
  entityId: item.entity.id,
  verdict: 'rejected',
  codes: [],
  ...statusPart(item),
});

export function moveToNext({ items, order, current, words, announce, moveTo }: DeskSession) {
  const next = nextUndecided(order, settledIn(items), current);
  announce(next === undefined ? words.t('desk.allDecided') : '');
  moveTo(next);
}

export function step({ current, order, announce, moveTo }: DeskSession, by: 1 | -1) {
  announce('');
  moveTo(current === undefined ? order[0] : order[order.indexOf(current) + by]);
}

export function stepColumn(session: DeskSession, by: 1 | -1) {
  const item = currentItem(session);
  if (!item || item.columns.length === 0) return;
  const column = Math.max(0, Math.min(item.columns.length - 1, session.column + by));
  session.moveTo(session.current, column, true);
}

/** Selects the candidate at this digit of the column, or clears it if it was selected. */
export function choose(session: DeskSession, digit: number, from = session.column) {
  const { words, announce } = session;
  const item = currentItem(session);
  const column = item?.columns[from];
  const candidate = column && shownOf(column)[digit - 1];
  if (!item || !column) return;
  if (!candidate) return announce(words.t('desk.told.noSuchCode', { number: digit }), true);
  if (!session.isSettled()) return announce(words.t('desk.told.justCame'), true);
  const { ontology } = column;
  const { code, term: name } = candidate;
  const wasSelected = item.selected.some((one) => one.ontology === ontology && one.code === code);
  pick(item.entity.id, ontology, wasSelected ? null : { ontology, code, name });
  announce(words.t(wasSelected ? 'desk.told.givenBack' : 'desk.told.chosen', { name, code }));
}

export function openForm(session: DeskSession, kind: FormKind) {
  const { words, announce, setForm, current } = session;
  const item = currentItem(session);
  if (kind === 'reject' && item && hasNothingToChoose(item, session.looking))
    return reject(session);
  if (kind === 'change' && item?.status === 'absent')
    return announce(words.t('desk.told.absent', { text: item.entity.text }), true);
  if (kind === 'mark' || item) setForm({ kind, id: current ?? '', item });
}

/** The focus goes back to the entity, also where the note was read anew and it has another id. */
export function closeForm(session: DeskSession) {
  const about = formItem(session)?.entity.id;
  const isThere = about !== undefined && about !== session.current && session.items.has(about);
  if (isThere) leaveForm(session, about);
  else leaveForm(session, session.current, session.chosenColumn);
}

/** A form that closes takes the focus with it: it goes to the entity. */
function leaveForm({ setForm, moveTo }: DeskSession, id: string | undefined, column?: number) {
  setForm(undefined);
  moveTo(id, column);
}

export function changeStatus(session: DeskSession, status: Status) {
  const { words, announce, moveTo } = session;
  const item = currentItem(session);
  if (!item) return;
  const { entity } = item;
  const all = rowOf(session, item);
  const message = words.t('desk.told.status', {
    text: entity.text,
    status: words.t(`desk.status.${status}`),
  });
  session.setForm(undefined);
  const decisions = all.flatMap(({ decision }) => (decision ? [withStatus(decision, status)] : []));
  if (decisions.length > 0) return void sendDecisions(session, decisions, message, entity.id);
  for (const one of all) setStatus(one.entity.id, status);
  announce(message);
  moveTo(entity.id, session.chosenColumn);
}

/** The same decision with another status. An absent finding has no code. */
function withStatus(decision: Decision, status: Status): DecisionInput {
  const hasNoCode = status === 'absent' || decision.codes.length === 0;
  return {
    entityId: decision.entityId,
    verdict: hasNoCode ? 'rejected' : decision.verdict,
    codes: hasNoCode ? [] : [...decision.codes],
    ...(decision.reason !== undefined && { reason: decision.reason }),
    status,
  };
}

export async function undoLast(session: DeskSession): Promise<void> {
  const { desk, words, announce, moveTo, current } = session;
  if (!desk) return;
  if (desk.undo === undefined) return announce(words.t('desk.told.nothingToUndo'), true);
  try {
    const after = await undo();
    if (!after) return;
    const changed = changedIn(desk, after);
    const [first] = changed;
    const text = desk.entities.find(({ id }) => id === first)?.text ?? '';
    const rows = new Set(changed.map((id) => session.items.get(id)?.lead ?? id));
    announce(words.t('desk.told.undone', { text, count: rows.size }));
    moveTo(first ?? current);
  } catch (error) {
    announce(words.failure(error), true);
  }
}

/**
 * The rows of a section that can be accepted at once: undecided, nothing chosen by hand, and every
 * code confident.
 */
export const linkedIn = (session: Linkable, { entities }: Section): Item[] =>
  entities.flatMap(({ id }) => {
    const lead = session.items.get(id);
    return lead && linkedOf(session, lead) ? [lead] : [];
  });

type Linkable = Pick<DeskSession, 'items' | 'picks'>;

function linkedOf({ picks }: Linkable, item: Item | undefined) {
  if (!item || item.decision || Object.keys(picks[item.entity.id] ?? {}).length > 0)
    return undefined;
  return allLinked(item.columns, item.status);
}

/** Each item with its codes, as one key would accept them. */
export const linkedTexts = (session: Linkable): string[] =>
  [...session.items.values()].flatMap((item) => {
    const codes = linkedOf(session, item);
    return codes ? [`${item.entity.id} ${codes.map(({ code }) => code).join()}`] : [];
  });

/** The same for all sections of the note. */
export const linkedInNote = (session: DeskSession): Item[] =>
  session.sections.flatMap((section) => linkedIn(session, section));

export function acceptLinked(session: DeskSession, rows: readonly Item[]) {
  const { words, announce } = session;
  const last = rows.at(-1);
  if (!last) return announce(words.t('desk.told.noneLinked'), true);
  if (!session.isAllSettled()) return announce(words.t('desk.told.justCame'), true);
  const decisions = rows.flatMap((lead) => {
    const codes = linkedOf(session, lead) ?? [];
    const verdict = verdictOf(lead.columns, codes);
    return rowOf(session, lead).map((item) => ({
      entityId: item.entity.id,
      verdict,
      codes,
      ...statusPart(item),
    }));
  });
  const message = words.t('desk.told.acceptedLinked', { count: rows.length });
  void sendDecisions(session, decisions, message, last.entity.id);
}
