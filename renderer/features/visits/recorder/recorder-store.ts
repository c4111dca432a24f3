/**
 * The recording that is under way, as the screens see it; what can be done with it are the
 * functions below.
 */

import type { Bridge } from '../../../../shared/contract/contract.ts';
import { Failure } from '../../../../shared/failure.ts';
import { isDeclined } from '../../../../shared/model/consent.ts';
import type { Visit, VisitRequest } from '../../../../shared/model/visit.ts';
import { openCapture } from '../../../capture/frames/capture.ts';
import { listMicrophones } from '../../../capture/frames/microphone.ts';
import { pageClock } from '../../../capture/recorder/ports.ts';
import { createRecorder, type RecorderActions } from '../../../capture/recorder/recorder.ts';
import { atRest, type RecorderState } from '../../../capture/recorder/recorder-state.ts';
import { createStore } from '../../../common/store-registry.ts';
import { showFinished } from '../../../common/stores/navigation.ts';

export const useRecorder = createStore<RecorderState>(
  'recorder',
  { ...atRest, devices: [] },
  { connect: connectRecorder, reset: forgetPatient },
);

const useActions = createStore<{ readonly actions?: RecorderActions }>(
  'recorder-actions',
  {},
  { reset: 'holds no patient data' },
);

/** Joins the recorder to the core; once, before anything below is called. */
export function connectRecorder(bridge: Bridge): void {
  const actions = createRecorder({
    bridge,
    clock: pageClock,
    openCapture: openCapture(pageClock),
    listMicrophones,
    show: useRecorder.setState,
    isDictation: () => isDeclined(useRecorder.getState().visit ?? {}),
  });
  useActions.setState({ actions });
  navigator.mediaDevices?.addEventListener('devicechange', () => void actions.refreshDevices());
}

function recorder(): RecorderActions {
  const { actions } = useActions.getState();
  if (!actions)
    throw new Failure('broken', 'The recorder is not connected to the core yet.', {
      detail: 'not-connected',
    });
  return actions;
}

/** The answer for consent can change while it is recorded. */
export function followConsent({ id, consent }: Pick<Visit, 'id' | 'consent'>): void {
  useRecorder.setState(({ visit }) => (visit?.id === id ? { visit: { ...visit, consent } } : {}));
}

/** From the first sample until it is sealed. */
export const isRecording = () =>
  ['recording', 'paused', 'finishing'].includes(useRecorder.getState().status);

/**
 * Takes the patient out of what the screens know; the list of visits has the name when the vault is
 * open again.
 */
function forgetPatient(): void {
  useRecorder.setState(({ visit }) =>
    visit ? { visit: { ...visit, patient: { name: '' } } } : {},
  );
}

/**
 * Opens the microphone, then the recording. Throws the Failures of `openMicrophone` and
 * `recordings.start`; then nothing was started.
 */
export async function startRecording(setup: VisitRequest): Promise<void> {
  await recorder().start(setup);
  showFinished(undefined);
}
/** Goes on with an unfinished recording. */
export const goOnWith = async (id: string) => recorder().goOn(id);
/** The device stays open; resolves when everything heard until now is on its way. */
export const pauseRecording = async () => recorder().pause();
/**
 * Goes on; with a device that was lost it looks for the one chosen in the settings, or the
 * system's.
 */
export const resumeRecording = async () => recorder().resume();
/**
 * Resolves with the sealed visit; `sealed` hears of it just before the recorder goes, so that all
 * of it is drawn at once. When it throws, the sound is still here and it can be called again.
 */
export const finishRecording = async (sealed?: (visit: Visit) => void): Promise<Visit> =>
  recorder().finish((visit) => {
    sealed?.(visit);
    showFinished(visit.id);
  });
/** Destroys samples [from, to) of it; throws the Failures of `recordings.forget`. */
export const forgetInRecording = async (stretch: { from: number; to: number }) =>
  recorder().forget(stretch);
export const discardRecording = async () => recorder().discard();
/** Erases it for good; returns the receipt. */
export const withdrawRecording = async () => recorder().withdraw();
export const refreshDevices = async () => recorder().refreshDevices();
/** Remembers the choice; while recording it goes on with that device. */
export const chooseDevice = async (id: string) => recorder().chooseDevice(id);
/** Shows the live level without recording, until `stopTest` or a recording begins. */
export const testMicrophone = async () => recorder().testMicrophone();
/** Listens for two seconds; undefined when a visit began meanwhile. */
export const checkRoom = async () => recorder().checkRoom();
export const stopTest = async () => recorder().stopTest();
