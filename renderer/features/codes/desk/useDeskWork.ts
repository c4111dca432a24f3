/** What a doctor does at the code desk: one entity has the focus, a deed is told in place, and the focus goes on to the next. */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { ChosenCode, Decision } from '../../../../shared/model/coding/desk.ts';
import type { NoteEntity, Status } from '../../../../shared/model/coding/entities.ts';
import { useWords } from '../../../ui/useWords.ts';
import {
  alike,
  allLinked,
  type Column,
  changedIn,
  codable,
  columnsOf,
  decisionOf,
  firstColumn,
  nextUndecided,
  type Section,
  sectionsIn,
  shownOf,
  standing,
  stands,
  statusOf,
  verdictOf,
} from '../desk-format.ts';
import { type Decided, decide, pick, sayStatus, undo, useDeskOf } from '../desk-store.ts';
import { useSettled } from './useSettled.ts';

/** One entity with all that is known of it. */
export type Item = {
  readonly entity: NoteEntity;
  readonly status: Status;
  readonly decision: Decision | undefined;
  readonly columns: readonly Column[];
  readonly standing: readonly ChosenCode[];
  readonly alike: readonly NoteEntity[];
};
export type Asking = {
  readonly what: 'reject' | 'change' | 'status' | 'mark';
  readonly id: string;
};
type Place = {
  readonly id?: string | undefined /** Where the doctor moved to it. */;
  readonly column?: number | undefined;
  readonly inside: boolean;
};

/** What can have no code needs no reason to be rejected. */
export const outright = ({ status, columns }: Pick<Item, 'status' | 'columns'>, looking: boolean) =>
  status === 'absent' ||
  (!looking && columns.every(({ candidates, trouble }) => candidates.length === 0 && !trouble));

export const rowId = (id: string) => `entity ${id}`.replace(/\s+/g, '-');

export function useDeskWork(visit: string) {
  const { t, failure } = useWords();
  const { desk, answers, picks, said, looking } = useDeskOf(visit);
  const [place, setPlace] = useState<Place>({ inside: false });
  const [asking, setAsking] = useState<Asking | undefined>();
  const [told, setTold] = useState<{ readonly text: string; readonly bad: boolean }>({
    text: '',
    bad: false,
  });
  const [together, setTogether] = useState(false);
  /** Counts up whenever the focus is to go to where `place` says. */
  const [call, setCall] = useState(0);
  const started = useRef(false);

  const items = useMemo(
    () =>
      new Map(
        (desk?.entities ?? []).filter(codable).map((entity): [string, Item] => {
          const decision = decisionOf(desk!, entity.id);
          const status = statusOf(entity, decision, said[entity.id]);
          const columns = columnsOf(entity, answers[entity.id]);
          const statusNow = (one: NoteEntity) =>
            statusOf(one, decisionOf(desk!, one.id), said[one.id]);
          return [
            entity.id,
            {
              entity,
              status,
              decision,
              columns,
              standing: standing(columns, picks[entity.id], status, decision),
              alike: alike(entity, desk!.entities, statusNow),
            },
          ];
        }),
      ),
    [desk, answers, picks, said],
  );
  const sections = useMemo(() => sectionsIn(desk?.entities ?? []), [desk]);
  const order = useMemo(
    () => sections.flatMap(({ entities }) => entities.map(({ id }) => id)),
    [sections],
  );
  const current = place.id !== undefined && items.has(place.id) ? place.id : order[0];

  const at = current === undefined ? undefined : items.get(current);
  const column = place.column ?? (at ? firstColumn(at.columns, at.standing) : 0);
  const { byItself, settled } = useSettled(
    current,
    at
      ? [
          ...at.columns.map((one) =>
            shownOf(one)
              .map(({ code }) => code)
              .join(),
          ),
          standing(at.columns, {}, at.status, at.decision)
            .map(({ code }) => code)
            .join(),
        ].join(' ')
      : '',
  );

  const moveTo = useCallback((id: string | undefined, to?: number, inside = false) => {
    if (id === undefined) return;
    setPlace((before) => {
      if (before.id !== id) setTogether(false);
      return { id, column: to, inside };
    });
    setCall((count) => count + 1);
  }, []);
  useEffect(() => {
    if (call === 0 || current === undefined) return;
    const row = document.getElementById(rowId(current));
    const goal =
      (place.inside ? row?.querySelectorAll<HTMLElement>('.desk-column')[column] : undefined) ??
      row;
    goal?.focus();
    goal?.scrollIntoView({ block: 'nearest' });
    // Only when somebody asked for it, not whenever the place is another.
  }, [call]);
  // Arrived: straight to the first that waits for a decision.
  useEffect(() => {
    if (started.current || order.length === 0 || !desk) return;
    started.current = true;
    moveTo(
      nextUndecided(order, new Set(desk.decisions.map(({ entityId }) => entityId))) ?? order[0],
    );
  }, [order, desk, moveTo]);

  const tell = (text: string, bad = false) => setTold({ text, bad });
  const codesOf = (codes: readonly ChosenCode[]) => codes.map(({ code }) => code).join(', ');

  /** Decides, says what came of it, and goes on behind `from`. */
  const run = async (decisions: readonly Decided[], words: string, from: string) => {
    // What was asked goes, and the focus in it: until the deed is done it stays with the entity.
    if (asking) {
      setAsking(undefined);
      moveTo(from);
    }
    try {
      const next = await decide(decisions);
      if (!next) return;
      const decided = new Set(next.decisions.map(({ entityId }) => entityId));
      const goal = nextUndecided(order, decided, from);
      tell(
        goal === undefined || order.every((id) => decided.has(id))
          ? `${words} ${t('desk.allDecided')}`
          : words,
      );
      byItself();
      moveTo(goal ?? from);
    } catch (error) {
      tell(failure(error), true);
      moveTo(from);
    }
  };
  const statusPart = ({ entity, status, decision }: Item) =>
    status !== entity.status || decision?.status !== undefined ? { status } : {};
  /** The others with the same words, where the doctor wants one decision for all. */
  const withAlike = (item: Item) => [
    item,
    ...(together
      ? item.alike
          .filter(({ id }) => !items.get(id)?.decision)
          .flatMap(({ id }) => items.get(id) ?? [])
      : []),
  ];

  const next = () => {
    const goal = nextUndecided(
      order,
      new Set(desk?.decisions.map(({ entityId }) => entityId)),
      current,
    );
    tell(goal === undefined ? t('desk.allDecided') : '');
    moveTo(goal);
  };
  const accept = (codes?: readonly ChosenCode[]) => {
    const item = current === undefined ? undefined : items.get(current);
    if (!item) return;
    const { entity, status, columns } = item;
    // Named in a dialog it was read there.
    if (!codes && !settled()) return tell(t('desk.told.justCame'), true);
    const chosen = codes ?? item.standing;
    if (status === 'absent') return tell(t('desk.told.absent', { text: entity.text }), true);
    if (chosen.length === 0)
      return tell(
        t(
          columns.some(({ candidates }) => candidates.length > 0)
            ? 'desk.told.chooseFirst'
            : 'desk.told.noneToChoose',
        ),
        true,
      );
    const all = withAlike(item);
    if (all.length === 1 && stands(item.decision, chosen)) return next();
    void run(
      all.map((one) => ({
        entityId: one.entity.id,
        verdict: verdictOf(one.columns, chosen),
        codes: [...chosen],
        ...statusPart(one),
      })),
      t('desk.told.accepted', { text: entity.text, codes: codesOf(chosen), count: all.length }),
      entity.id,
    );
  };
  const reject = (reason = '') => {
    const item = current === undefined ? undefined : items.get(current);
    if (!item) return;
    const all = withAlike(item);
    void run(
      all.map((one) => ({
        entityId: one.entity.id,
        verdict: 'rejected',
        codes: [],
        ...(reason.trim() && { reason: reason.trim() }),
        ...statusPart(one),
      })),
      t(item.status === 'absent' ? 'desk.told.keptOut' : 'desk.told.rejected', {
        text: item.entity.text,
        count: all.length,
      }),
      item.entity.id,
    );
  };

  return {
    desk,
    items,
    sections,
    order,
    current,
    column,
    inside: place.inside,
    asking,
    told,
    together,
    moveTo,
    tell,
    accept,
    reject,
    setTogether: (on: boolean) => {
      setTogether(on);
      tell(t(on ? 'desk.told.together' : 'desk.told.alone'));
    },
    ask: (what: Asking['what']) => {
      const item = current === undefined ? undefined : items.get(current);
      if (what === 'reject' && item && outright(item, looking)) return reject();
      if (what === 'change' && item?.status === 'absent')
        return tell(t('desk.told.absent', { text: item.entity.text }), true);
      if (what === 'mark' || item) setAsking({ what, id: current ?? '' });
    },
    /** Back to the entity. */
    stopAsking: () => {
      setAsking(undefined);
      moveTo(current, place.column);
    },
    step: (by: 1 | -1) => {
      tell('');
      moveTo(current === undefined ? order[0] : order[order.indexOf(current) + by]);
    },
    stepColumn: (by: 1 | -1) => {
      const item = current === undefined ? undefined : items.get(current);
      if (item && item.columns.length > 0)
        moveTo(current, Math.max(0, Math.min(item.columns.length - 1, column + by)), true);
    },
    next,
    /** Takes or gives back a candidate of the column; the digit is its place. */
    choose: (digit: number, from = column) => {
      const item = current === undefined ? undefined : items.get(current);
      const list = item?.columns[from];
      const one = list && shownOf(list)[digit - 1];
      if (!item || !list || !one) return;
      if (!settled()) return tell(t('desk.told.justCame'), true);
      const stood = item.standing.some(
        ({ ontology, code }) => ontology === list.ontology && code === one.code,
      );
      pick(
        item.entity.id,
        list.ontology,
        stood ? null : { ontology: list.ontology, code: one.code, name: one.term },
      );
      tell(
        t(stood ? 'desk.told.givenBack' : 'desk.told.chosen', { name: one.term, code: one.code }),
      );
    },
    changeStatus: (status: Status) => {
      const item = current === undefined ? undefined : items.get(current);
      if (!item) return;
      const { entity, decision } = item;
      setAsking(undefined);
      if (decision) {
        // What is not there has no code.
        const out = status === 'absent' || decision.codes.length === 0;
        return void run(
          [
            {
              entityId: entity.id,
              verdict: out ? 'rejected' : decision.verdict,
              codes: out ? [] : [...decision.codes],
              ...(decision.reason !== undefined && { reason: decision.reason }),
              status,
            },
          ],
          t('desk.told.status', { text: entity.text, status: t(`desk.status.${status}`) }),
          entity.id,
        );
      }
      sayStatus(entity.id, status);
      tell(t('desk.told.status', { text: entity.text, status: t(`desk.status.${status}`) }));
      moveTo(entity.id, place.column);
    },
    undo: async () => {
      if (!desk) return;
      if (desk.undo === undefined) return tell(t('desk.told.nothingToUndo'), true);
      try {
        const after = await undo();
        if (!after) return;
        const changed = changedIn(desk, after);
        const [first] = changed;
        tell(
          t('desk.told.undone', {
            text: desk.entities.find(({ id }) => id === first)?.text ?? '',
            count: changed.length,
          }),
        );
        moveTo(first ?? current);
      } catch (error) {
        tell(failure(error), true);
      }
    },
    /** Those of the section, or of all, that can be decided at once. */
    linkedIn: ({ entities }: Section) =>
      entities.flatMap(({ id }): Decided[] => {
        const item = items.get(id);
        const codes =
          item && !item.decision && Object.keys(picks[id] ?? {}).length === 0
            ? allLinked(item.columns, item.status)
            : undefined;
        return item && codes
          ? [{ entityId: id, verdict: verdictOf(item.columns, codes), codes, ...statusPart(item) }]
          : [];
      }),
    absent: () =>
      [...items.values()]
        .filter(({ status, decision }) => status === 'absent' && !decision)
        .map(
          (item): Decided => ({
            entityId: item.entity.id,
            verdict: 'rejected',
            codes: [],
            ...statusPart(item),
          }),
        ),
    acceptLinked: (decisions: readonly Decided[]) =>
      decisions.length === 0
        ? tell(t('desk.told.noneLinked'), true)
        : void run(
            decisions,
            t('desk.told.acceptedLinked', { count: decisions.length }),
            decisions.at(-1)!.entityId,
          ),
    keepOut: (decisions: readonly Decided[]) =>
      decisions.length > 0
        ? void run(
            decisions,
            t('desk.told.keptOutAll', { count: decisions.length }),
            current ?? decisions.at(-1)!.entityId,
          )
        : tell(t('desk.told.noneAbsent')),
  };
}

export type DeskWork = ReturnType<typeof useDeskWork>;
