/**
 * Joins the page to what is outside of it: tells the recorder's state, and carries out what was
 * asked for there as the page's own buttons do.
 */
import type { Bridge } from '../../shared/contract/contract.ts';
import type {
  DesktopCommand,
  DesktopRecorder,
  ProposedPatient,
} from '../../shared/model/desktop.ts';
import { SECOND } from '../../shared/time.ts';
import { failureWords } from '../common/failure-format.ts';
import { PATIENT_FIELD, START_BUTTON } from '../common/field-ids.ts';
import { drawNow } from '../common/pieces.ts';
import { request } from '../common/stores/core.ts';
import { hasDesktop, useDesktop } from '../common/stores/desktop.ts';
import { isLocked } from '../common/stores/locked.ts';
import { say } from '../common/stores/messages.ts';
import { askToFinish, go, useScreen } from '../common/stores/navigation.ts';
import { useSession } from '../common/stores/session.ts';
import { propose } from '../features/record/proposal-store.ts';
import { initialsOf } from '../features/visits/initials.ts';
import {
  pauseRecording,
  resumeRecording,
  useRecorder,
} from '../features/visits/recorder/recorder-store.ts';
import { useVisits } from '../features/visits/visits-store.ts';

const SILENT_AFTER = 10 * SECOND;
/** The recorder measures sixteen levels a second; the small window draws eight. */
const LEVELS_PER_BAR = 2;

/** Once, when the stores are connected. Where the host has no desktop it only listens. */
export function joinDesktop(bridge: Bridge): void {
  bridge.on('desktop.command', carryOut);
  const teller = createTeller();
  useRecorder.subscribe((recorder, before) => {
    teller.tell();
    if (recorder.signal !== before.signal) teller.tellLevel(recorder.signal.level);
  });
  // A visit was renamed, or its name is back after a lock.
  useVisits.subscribe(teller.tell);
  // Another core may be there now, which has heard nothing yet; or the vault is open, and a link
  // that came while it was locked waits for that.
  useSession.subscribe(({ info, vault }, before) => {
    const isOpened = vault?.state === 'open' && before.vault?.state !== 'open';
    if (info !== before.info || isOpened) teller.tellAnew();
  });
  useDesktop.subscribe(({ state }, before) => {
    const { place } = useScreen.getState();
    // Its own section says it in its place.
    const isShown = place.name === 'settings' && place.section === 'desktop';
    if (state?.hotkey === 'taken' && before.state?.hotkey !== 'taken' && !isShown)
      say(({ t }) => t('desktop.hotkeyTaken'), { tone: 'trouble' });
  });
}

function createTeller() {
  let told = '';
  let loudest = 0;
  let levels = 0;
  const tell = () => {
    if (!hasDesktop() || !useSession.getState().info?.profile) return;
    const recorder = recorderNow();
    const key = JSON.stringify({ ...recorder, elapsed: Math.floor(recorder.elapsed / SECOND) });
    if (key === told) return;
    told = key;
    // A core that does not hear it shows an older state for a second.
    request('desktop.recorder', recorder).catch(() => {});
  };
  return {
    tell,
    tellAnew() {
      told = '';
      tell();
    },
    tellLevel(level: number) {
      if (useDesktop.getState().state?.miniWindow !== true) return;
      loudest = Math.max(loudest, level);
      levels++;
      if (levels < LEVELS_PER_BAR) return;
      request('desktop.level', { level: Math.min(1, loudest) }).catch(() => {});
      loudest = 0;
      levels = 0;
    },
  };
}

function recorderNow(): DesktopRecorder {
  const { status, visit, elapsed, signal } = useRecorder.getState();
  const known = useVisits.getState().list.find(({ id }) => id === visit?.id) ?? visit;
  return {
    status,
    initials: initialsOf(known?.patient.name ?? ''),
    elapsed: Math.max(0, Math.floor(elapsed)),
    silent: status === 'recording' && signal.silentFor >= SILENT_AFTER,
  };
}

/** Each as the page's own button does it; what does not fit the present state does nothing. */
function carryOut(asked: DesktopCommand): void {
  const { status } = useRecorder.getState();
  switch (asked.command) {
    case 'start':
      if (status === 'idle') showForm();
      else go({ name: 'record' });
      break;
    case 'pause':
      if (status === 'recording') attempt(pauseRecording);
      break;
    case 'resume':
      if (status === 'paused') attempt(resumeRecording);
      break;
    case 'finish':
      // While the vault is locked, its screen has the button.
      if ((status === 'recording' || status === 'paused') && !isLocked()) askToFinish(true);
      break;
    case 'open':
      go(asked.place.name === 'note' ? { ...asked.place, from: 'record' } : asked.place);
      break;
    case 'propose':
      takeProposal(asked.patient, status === 'idle');
      break;
  }
}

/**
 * Brings the form up, with the focus where the doctor goes on; the recording is started there and
 * nowhere else.
 */
function showForm(): void {
  go({ name: 'record' });
  // The screen may have to be drawn first.
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      drawNow();
      const field = document.getElementById(PATIENT_FIELD) as HTMLInputElement | null;
      const next = field?.value.trim() ? document.getElementById(START_BUTTON) : field;
      next?.focus();
    }),
  );
}

/** A recording under way keeps its patient: a proposal in the midst of it is told and dropped. */
function takeProposal(patient: ProposedPatient, free: boolean): void {
  if (isLocked()) return;
  if (!free) {
    say(({ t }) => t('proposal.busy'), { tone: 'trouble' });
    return;
  }
  go({ name: 'record' });
  propose(patient);
}

function attempt(run: () => Promise<unknown>): void {
  run().catch((error: unknown) => say((words) => failureWords(words, error), { tone: 'trouble' }));
}
