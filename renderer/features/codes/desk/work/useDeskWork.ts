/** Binds the state of one code desk to the doctor's actions (desk-actions.ts). */
import { useMemo, useState } from 'react';
import type { ChosenCode } from '../../../../../shared/model/coding/desk.ts';
import type { Status } from '../../../../../shared/model/coding/entities.ts';
import { useLocale } from '../../../../ui/useLocale.ts';
import type { Section } from '../../desk-format.ts';
import { useDeskOf } from '../../desk-store.ts';
import * as actions from './desk-actions.ts';
import { acceptableText, type Item, itemsOf } from './desk-items.ts';
import { useDeskFocus } from './useDeskFocus.ts';
import { useAllSettled, useSettled } from './useSettled.ts';

export function useDeskWork(visit: string) {
  const words = useLocale();
  const { desk, answers, picks, statuses, looking } = useDeskOf(visit);
  const [form, setForm] = useState<actions.OpenForm | undefined>();
  const [message, setMessage] = useState({ text: '', bad: false });
  const items = useMemo(
    () => itemsOf({ desk, answers, picks, statuses }),
    [desk, answers, picks, statuses],
  );
  const focus = useDeskFocus(items);
  const item = actions.currentItem({ current: focus.current, items });
  const settled = useSettled(focus.current, item ? acceptableText(item) : '');
  const isAllSettled = useAllSettled(actions.linkedTexts({ items, picks }));
  const session: actions.DeskSession = {
    words,
    desk,
    looking,
    picks,
    items,
    ...focus,
    form,
    setForm,
    announce: (text, bad = false) => setMessage({ text, bad }),
    ...settled,
    isAllSettled,
  };
  return { ...session, message, ...bind(session) };
}

const bind = (session: actions.DeskSession) => ({
  accept: (codes?: readonly ChosenCode[], id?: string) => actions.accept(session, codes, id),
  reject: (reason?: string) => actions.reject(session, reason),
  moveToNext: () => actions.moveToNext(session),
  step: (by: 1 | -1) => actions.step(session, by),
  stepColumn: (by: 1 | -1) => actions.stepColumn(session, by),
  choose: (digit: number, column?: number) => actions.choose(session, digit, column),
  openForm: (kind: actions.FormKind) => actions.openForm(session, kind),
  closeForm: () => actions.closeForm(session),
  changeStatus: (status: Status) => actions.changeStatus(session, status),
  undo: () => actions.undoLast(session),
  linkedIn: (section: Section) => actions.linkedIn(session, section),
  linked: () => actions.linkedInNote(session),
  acceptLinked: (rows: readonly Item[]) => actions.acceptLinked(session, rows),
});

export type DeskWork = ReturnType<typeof useDeskWork>;
