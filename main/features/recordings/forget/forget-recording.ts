/** Forgets in a recording that runs, between two of its files, or in one that is held back. */
import { Failure } from '../../../../shared/failure.ts';
import { failures } from '../../../../shared/failures.ts';
import type { SegmentRow, VisitRow } from '../../../infrastructure/store/rows.ts';
import { type RecordingsDeps, rowOf } from '../deps.ts';
import type { SegmentMeta } from '../segments/segment-content.ts';
import type { RecordingSession } from '../session/recording-session.ts';
import { type Forgotten, forgetSound } from './forget-sound.ts';

/** Position in the recording at which a session begins. */
export type Beginning = Pick<SegmentMeta, 'part' | 'firstSample' | 'previous'>;

/** `last`: the newest file so far. */
export const beginningAfter = (last: SegmentRow | undefined, samples: number): Beginning => ({
  part: (last?.ordinal ?? 0) + 1,
  firstSample: samples,
  ...(last && { previous: { fileId: last.fileId, lastTag: last.lastTag, verdict: last.status } }),
});

type Recorder = {
  readonly live: { readonly id: string; readonly session: RecordingSession } | undefined;
  readonly isPreparing: boolean;
  /** Ends the running session. */
  letGo(): void;
  begin(row: VisitRow, beginning: Beginning): void;
};

/** Throws as `Recordings.forget` says. */
export function forgetRecording(
  deps: RecordingsDeps,
  id: string,
  stretch: Forgotten,
  recorder: Recorder,
): VisitRow {
  const { live, isPreparing } = recorder;
  const { store, changed } = deps;
  if (live?.id === id) forgetInLive(deps, live.session, stretch, { id, recorder });
  else {
    const { state, details } = rowOf(store, id);
    if (state !== 'sealed' || details.imported || isPreparing) throw tooLate();
    forgetSound(deps, id, stretch);
  }
  changed(id);
  return rowOf(store, id);
}

/** The recording goes on afterwards, whatever came of it. */
function forgetInLive(
  deps: RecordingsDeps,
  session: RecordingSession,
  stretch: Forgotten,
  { id, recorder }: { readonly id: string; readonly recorder: Recorder },
): void {
  const { store, vault } = deps;
  if (stretch.to > session.kept().written) throw failures.piecesMissing();
  // Throws while nothing is changed where the vault is locked.
  vault.keys();
  store.segments.put(session.end('rotated'));
  const { written } = session.kept();
  recorder.letGo();
  try {
    forgetSound(deps, id, stretch);
  } finally {
    recorder.begin(rowOf(store, id), beginningAfter(store.segments.list(id).at(-1), written));
  }
}

const tooLate = () =>
  new Failure(
    'refused',
    'This recording is on its way to the platform already. It stays as it is; nothing was changed.',
    { detail: 'too-late' },
  );
