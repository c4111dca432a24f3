/** Requests about recordings, made here or taken in as a file. */
import type { Handlers } from '../../../shared/contract/contract.ts';
import { placedVisit } from '../../../shared/model/work-here.ts';
import type { Imports } from '../../features/recordings/import/imports.ts';
import type { Recordings } from '../../features/recordings/recordings.ts';
import type { Vault } from '../../infrastructure/vault/vault.ts';
import type { Visits } from '../visits.ts';
import type { VisitRows } from './rows.ts';

export type RecordingRequests =
  | 'recordings.start'
  | 'recordings.append'
  | 'recordings.mark'
  | 'recordings.finish'
  | 'recordings.discard'
  | 'recordings.undoDiscard'
  | 'recordings.unfinished'
  | 'recordings.goOn'
  | 'recordings.finishUnfinished'
  | 'recordings.forget'
  | (`imports.${string}` & keyof Handlers);

export type RecordingHandlersDeps = {
  readonly recordings: Recordings;
  readonly imports: Imports;
  readonly rows: VisitRows;
  readonly visits: Pick<Visits, 'show'>;
  readonly vault: Pick<Vault, 'isOpen'>;
  /** New visits are worked on here unless it is said otherwise. */
  readonly usuallyHere: () => boolean;
};

export function createRecordingHandlers({
  recordings,
  imports,
  rows,
  visits,
  vault,
  usuallyHere,
}: RecordingHandlersDeps): Pick<Handlers, RecordingRequests> {
  return {
    'recordings.start': (asked) => rows.toPage(recordings.start(placedVisit(asked, usuallyHere()))),
    'recordings.append': ({ id, firstSample, audio }) => recordings.append(id, firstSample, audio),
    'recordings.mark': ({ id, kind, sample, text }) => recordings.mark(id, { kind, sample, text }),
    'recordings.finish': ({ id, samples }) =>
      !vault.isOpen() && recordings.finishLocked(id, samples)
        ? visits.show(id)
        : rows.send(recordings.finish(id, samples)),
    'recordings.discard': ({ id }) => rows.toPage(recordings.discard(id)),
    'recordings.undoDiscard': ({ id }) => rows.send(recordings.undoDiscard(id)),
    'recordings.unfinished': () => recordings.unfinished(),
    'recordings.goOn'({ id }) {
      const { row, samples } = recordings.goOn(id);
      return { visit: rows.toPage(row), samples };
    },
    'recordings.finishUnfinished': ({ id }) => rows.send(recordings.finishUnfinished(id)),

    'recordings.forget': ({ id, from, to }) => rows.toPage(recordings.forget(id, { from, to })),

    'imports.begin': ({ setup, name, size }) =>
      imports.begin(placedVisit(setup, usuallyHere()), { name, size }),
    'imports.append': ({ importId, offset, bytes }) => imports.append(importId, offset, bytes),
    'imports.finish': async ({ importId }) => rows.send(await imports.finish(importId)),
    'imports.cancel': ({ importId }) => imports.cancel(importId),
  };
}
