/** What is to be forgotten: asked for, and not yet confirmed; and the marks that it may lie between. */
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
  /** Places in a recording, the last two. */
  readonly marks?: { readonly visitId: string; readonly places: readonly number[] } | undefined;
};

export const useForgetting = createStore<Forgetting>(
  'forgetting',
  {},
  { reset: () => useForgetting.setState({ asked: undefined, marks: undefined }) },
);

/** `mark`: from the last mark to now; `between`: from the mark before it to the last one. */
export type Which = 'half' | 'minute' | 'mark' | 'between';

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
  const { asked, marks } = useForgetting.getState();
  if (!asked) return;
  const { visitId, to } = asked;
  const before = marks?.visitId === visitId ? marks.places.slice(-1) : [];
  useForgetting.setState({ marks: { visitId, places: [...before, to] }, asked: undefined });
}

/** The marks in this visit before the place where it was asked. */
function marksIn({ asked, marks }: Forgetting): readonly number[] {
  return asked && marks?.visitId === asked.visitId
    ? marks.places.filter((place) => place < asked.to)
    : [];
}

/** What the marks allow. */
export function choicesIn(state: Forgetting): readonly Which[] {
  const marks = marksIn(state).length;
  return [
    'half',
    'minute',
    ...(marks > 0 ? (['mark'] as const) : []),
    ...(marks > 1 ? (['between'] as const) : []),
  ];
}

/** The stretch in samples; undefined while nothing is asked. */
export function stretchOf(
  state: Forgetting,
  which: Which,
): { readonly from: number; readonly to: number } | undefined {
  const { asked } = state;
  if (!asked) return undefined;
  const [last, before] = marksIn(state).toReversed();
  if (which === 'between' && last !== undefined && before !== undefined)
    return { from: before, to: last };
  const seconds = which === 'half' ? 30 : 60;
  const from = which === 'mark' ? last : undefined;
  return { from: from ?? Math.max(0, asked.to - seconds * SAMPLE_RATE), to: asked.to };
}

/** Resolves when its keys are destroyed. Throws the Failures of `recordings.forget`. */
export async function forgetNow(which: Which): Promise<void> {
  const { asked } = useForgetting.getState();
  const stretch = stretchOf(useForgetting.getState(), which);
  if (!asked || !stretch) return;
  if (asked.live) await forgetInRecording(stretch);
  else await request('recordings.forget', { id: asked.visitId, ...stretch });
  useForgetting.setState({ asked: undefined, marks: undefined });
}

/** Milliseconds, for the clock face of a place in a recording. */
export const timeOf = (samples: number): number => (samples / SAMPLE_RATE) * SECOND;
