/** Plays the sound of a transcript on from a sentence, and knows which one sounds. */
import { useEffect, useMemo } from 'react';
import type { SpokenTranscript } from '../../../../shared/model/note/evidence.ts';
import { SAMPLE_RATE } from '../../../../shared/model/recording.ts';
import {
  forgetListening,
  hearOn,
  stopListening,
  useListening,
} from '../../visits/listen/listen-store.ts';
import { setSpeed, useWorkplace } from '../../visits/note/workplace-store.ts';

/** Times are estimates: the sound begins a little before the sentence. */
const LEAD = SAMPLE_RATE / 2;

export function useReadAlong(visit: string, { turns, samples = 0 }: SpokenTranscript) {
  const starts = useMemo(() => turns.flatMap(({ said }) => said.map(({ at }) => at ?? 0)), [turns]);
  const speed = useWorkplace((state) => state.speed);
  const isMine = useListening(
    ({ stretch, position }) => stretch?.visit === visit && position !== undefined,
  );
  const status = useListening((state) => (isMine ? state.status : 'still'));
  const sounds = status === 'opening' || status === 'playing';
  /** Of the sentence that sounds. */
  const index = useListening(({ position = 0 }) => (sounds ? indexAt(starts, position) : -1));
  useEffect(
    () => () => {
      const { stretch, position } = useListening.getState();
      if (stretch?.visit === visit && position !== undefined) forgetListening();
    },
    [visit],
  );
  /** Sentences keep this function while the speed changes. */
  const playFrom = (from: number) =>
    void hearOn(
      { visit, from: Math.max(0, Math.min(from, samples - 1)), to: samples },
      useWorkplace.getState().speed,
    );
  return {
    index,
    sounds,
    speed,
    status,
    playSentence: (at: number) => playFrom((starts[at] ?? 0) - LEAD),
    /** Goes on where it stopped. */
    toggle: () => (sounds ? stopListening() : playFrom(placeToGoOn(samples))),
    changeSpeed: (next: number) => {
      setSpeed(next);
      if (sounds) playFrom(useListening.getState().position ?? 0);
    },
  };
}

export type ReadAlong = ReturnType<typeof useReadAlong>;

function placeToGoOn(samples: number): number {
  const { position = 0, status } = useListening.getState();
  return status === 'ended' || position >= samples ? 0 : position;
}

/** The last sentence that begins before this sample; the first where none does. */
export function indexAt(starts: readonly number[], sample: number): number {
  const next = starts.findIndex((start) => start > sample);
  return next === -1 ? starts.length - 1 : Math.max(0, next - 1);
}
