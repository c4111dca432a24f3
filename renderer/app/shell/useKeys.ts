/**
 * The keys that work on every screen. Single letters are never taken, so typing is never a command.
 */
import { useLayoutEffect } from 'react';
import { focusSoon, PATIENT_FIELD, SEARCH_FIELD } from '../../common/field-ids.ts';
import { noteKeys } from '../../common/note-keys.ts';
import { drawBeforeKey } from '../../common/pieces.ts';
import { say } from '../../common/stores/messages.ts';
import { askToFinish, go, openNote, showKeys, useScreen } from '../../common/stores/navigation.ts';
import { lockVault } from '../../common/stores/session.ts';
import { hearKey } from '../../common/typing.ts';
import { closeSide, focusCodes } from '../../features/visits/note/workplace-store.ts';
import { askToForget } from '../../features/visits/recorder/forget-store.ts';
import { isRecording, useRecorder } from '../../features/visits/recorder/recorder-store.ts';
import { hasNote } from '../../features/visits/state/visit-format.ts';
import { useVisits } from '../../features/visits/visits-store.ts';
import { forgetKeysInTime, keepKey, takeKeptKeys } from './early-keys.ts';
import { focusRegion } from './regions.ts';

let isFrameThere = false;

/** Listens from the first moment of the page; called once. */
export function listenToKeys(): void {
  // On the way down: a focused button takes Enter for itself and lets nothing of it rise.
  window.addEventListener('keydown', onKeyDown, true);
  forgetKeysInTime();
}

function onKeyDown(event: KeyboardEvent): void {
  if (!isFrameThere) {
    keepKey(event);
    return;
  }
  doKeptKeys();
  if (drawBeforeKey(event)) return;
  hearKey(event);
  if (event.isComposing || event.altKey) return;
  const run = actionOf(event);
  if (!run) return;
  event.preventDefault();
  event.stopPropagation();
  run();
}

/** For the frame around the screens: the keys work while it is there. */
export function useKeys(): void {
  useLayoutEffect(() => {
    isFrameThere = true;
    const soon = setTimeout(doKeptKeys);
    return () => {
      isFrameThere = false;
      clearTimeout(soon);
    };
  }, []);
}

function doKeptKeys(): void {
  for (const event of takeKeptKeys()) actionOf(event)?.();
}

type Action = (() => void) | undefined;

function actionOf(event: KeyboardEvent): Action {
  if (event.key === 'F1') return () => showKeys(true);
  if (event.key === 'F6') return wayByF6(event.shiftKey ? -1 : 1);
  return event.ctrlKey || event.metaKey ? commandOf(event) : undefined;
}

/** With Ctrl, or Command on a Mac. */
function commandOf({ key, shiftKey }: KeyboardEvent): Action {
  if (shiftKey) return key.toLowerCase() === 'x' ? forgetting() : noteKeys().export?.(key);
  switch (key.toLowerCase()) {
    case 'n':
      return newVisit();
    case ',':
      return () => go({ name: 'settings', section: 'general' });
    case 'f':
      return () => {
        if (useScreen.getState().place.name !== 'history') go({ name: 'history' });
        focusSoon(SEARCH_FIELD);
      };
    case 'k':
      return toDesk();
    // The page itself is never printed: the note is, as a PDF of its own.
    case 'p':
      return noteKeys().export?.('p');
    case 'o':
      return toUnsigned();
    case 'e':
      return onNote() ? noteKeys().edit?.() : undefined;
    case 'l':
      return () => void (noteKeys().lock ?? lockVault)().catch(() => {});
    case 'enter':
      return finishOrSign();
    default:
      return undefined;
  }
}

/** While a recording runs there is no form: the way to the next visit is to finish this one. */
function newVisit(): Action {
  if (isRecording())
    return () => {
      if (canFinish() && !isDialogOpen()) askToFinish(true, true);
    };
  return () => {
    go({ name: 'record' });
    focusSoon(PATIENT_FIELD);
  };
}

function finishOrSign(): Action {
  if (!canFinish()) return onNote() ? (noteKeys().sign?.() ?? saySigned()) : undefined;
  // In the dialog itself the same keys say yes; see FinishDialog.
  return useScreen.getState().finishing ? undefined : () => askToFinish(true);
}

/** Else the button that has the focus would hear the key. */
const saySigned = (): Action =>
  noteKeys().isSigned?.() && !isDialogOpen() ? () => say(({ t }) => t('keys.signed')) : undefined;

/** Asks first, so that a slip of the hand destroys nothing. */
const forgetting = (): Action => (canFinish() && !isDialogOpen() ? askToForget : undefined);

/** From a note to its codes, and back. */
function toDesk(): Action {
  const { place } = useScreen.getState();
  if (place.name !== 'note' || isDialogOpen()) return undefined;
  if (document.activeElement?.closest('.workplace-side'))
    return () => {
      closeSide();
      document.querySelector<HTMLElement>('.workplace-note')?.focus();
    };
  const visit = useVisits.getState().list.find(({ id }) => id === place.id);
  return visit && !visit.locked && hasNote(visit) ? focusCodes : undefined;
}

/**
 * To the visit that was just finished, if its note is here, else to the newest visit with an
 * unsigned note.
 */
function toUnsigned(): Action {
  if (isDialogOpen()) return undefined;
  if (!useVisits.getState().loaded) return () => whenVisitsCome(() => toUnsigned()?.());
  const waiting = useVisits
    .getState()
    .list.filter((visit) => !visit.locked && hasNote(visit) && visit.signedAt === undefined);
  const found = waiting.find(({ id }) => id === useScreen.getState().finished) ?? waiting[0];
  return found && (() => openNote(found.id));
}

/**
 * Not any more when another place came into view meanwhile; a lock brings one too. Nor where the
 * visits take longer than a person waits: whoever types by then is not taken away.
 */
function whenVisitsCome(run: () => void): void {
  const { place } = useScreen.getState();
  const off = useVisits.subscribe(({ loaded }) => {
    if (!loaded) return;
    clearTimeout(soon);
    off();
    if (useScreen.getState().place === place) run();
  });
  const soon = setTimeout(off, WAITED);
}
const WAITED = 10_000;

/** The page behind an open dialog takes no keys. */
const isDialogOpen = () => document.querySelector('[role=dialog], [role=alertdialog]') !== null;
const onNote = () => useScreen.getState().place.name === 'note' && !isDialogOpen();
const canFinish = () => ['recording', 'paused'].includes(useRecorder.getState().status);

/**
 * To the first button of the newest message, "Undo" where there is one; without a message, or from
 * it, to the next part of the window.
 */
function wayByF6(step: 1 | -1): () => void {
  const message = document.querySelector<HTMLElement>('.message:last-child');
  const button = message?.querySelector('button');
  if (!button || step < 0 || message?.contains(document.activeElement))
    return () => focusRegion(step);
  return () => button.focus();
}
