/** What is to be forgotten: asked for, and not yet confirmed; and the mark that it may begin at. */
import { SAMPLE_RATE } from '../../../../shared/model/recording.ts';
import type { Visit } from '../../../../shared/model/visit.ts';
import { SECOND } from '../../../../shared/time.ts';
import { createStore } from '../../../common/store-registry.ts';
import { request } from '../../../common/stores/core.ts';
import { forgetInRecording, useRecorder } from './recorder-store.ts';

type Asked = {
  readonly visitId: string;
  /** The end of the stretch: where the recording was when it was asked for. */
  readonly to: number;
  /** It runs; else it is finished and held back. */
  readonly live: boolean;
};
type Forgetting = {
  readonly asked?: Asked | undefined;
  readonly mark?: { readonly visitId: string; readonly sample: number } | undefined;
};

export const useForgetting = createStore<Forgetting>(
  'forgetting',
  {},
  { reset: () => useForgetting.setState({ asked: undefined, mark: undefined }) },
);

export type Beginning = 'half' | 'minute' | 'mark';

/** Asks about the recording that runs; nothing happens where there is none. */
export function askToForget(): void {
  const { visit, samples, status } = useRecorder.getState();
  if (visit && ['recording', 'paused'].includes(status) && samples > 0)
    useForgetting.setState({ asked: { visitId: visit.id, to: samples, live: true } });
}
export const askToForgetHeld = ({ id, samples }: Visit) =>
  useForgetting.setState({ asked: { visitId: id, to: samples, live: false } });
export const keepAll = () => useForgetting.setState({ asked: undefined });
/** Remembers the place, and lets the recording go on. */
export function markHere(): void {
  const { asked } = useForgetting.getState();
  if (asked)
    useForgetting.setState({
      mark: { visitId: asked.visitId, sample: asked.to },
      asked: undefined,
    });
}

/** The mark in this visit, where it lies before the end of the stretch. */
export function markIn({ asked, mark }: Forgetting): number | undefined {
  return asked && mark?.visitId === asked.visitId && mark.sample < asked.to
    ? mark.sample
    : undefined;
}

/** The stretch in samples; undefined while nothing is asked. */
export function stretchOf(
  state: Forgetting,
  beginning: Beginning,
): { readonly from: number; readonly to: number } | undefined {
  const { asked } = state;
  if (!asked) return undefined;
  const seconds = beginning === 'half' ? 30 : 60;
  const from = beginning === 'mark' ? markIn(state) : undefined;
  return { from: from ?? Math.max(0, asked.to - seconds * SAMPLE_RATE), to: asked.to };
}

/** Resolves when its keys are destroyed. Throws the Failures of `recordings.forget`. */
export async function forgetNow(beginning: Beginning): Promise<void> {
  const { asked } = useForgetting.getState();
  const stretch = stretchOf(useForgetting.getState(), beginning);
  if (!asked || !stretch) return;
  if (asked.live) await forgetInRecording(stretch);
  else await request('recordings.forget', { id: asked.visitId, ...stretch });
  useForgetting.setState({ asked: undefined, mark: undefined });
}

/** Milliseconds, for the clock face of a place in a recording. */
export const timeOf = (samples: number): number => (samples / SAMPLE_RATE) * SECOND;
