/** Wires recordings: made here, imported, played, rearranged. */
import { MINUTE } from '../../../shared/time.ts';
import type { RecordingsDeps } from '../../features/recordings/deps.ts';
import { createImports } from '../../features/recordings/import/imports.ts';
import { createListening } from '../../features/recordings/playback/playback.ts';
import { createRearranging } from '../../features/recordings/rearrange/rearrange.ts';
import { createRecordings } from '../../features/recordings/recordings.ts';
import {
  type SessionMark,
  writeSessionMark,
} from '../../features/recordings/recovery/session-marks.ts';
import type { Core } from './core.ts';

export type RecordingParts = ReturnType<typeof wireRecordings>;

export function wireRecordings({ ports, vault, store, log, notify, visits, auditor }: Core) {
  const { disk, clock, random } = ports;
  const deps: RecordingsDeps = {
    disk,
    clock,
    random,
    vault,
    store,
    changed: visits.changed,
    withdrawn(id) {
      auditor.add('consent-withdrawn', id);
      notify('visits.gone', { id });
    },
    holdBack: () => store.settings.get().holdBackMinutes * MINUTE,
    trouble(id, code, message) {
      notify('recordings.trouble', { id, code, message });
      log.note('recording-trouble', { detail: code });
    },
  };
  const recordings = createRecordings(deps);
  const rearranging = createRearranging(deps);
  const listening = createListening({
    disk,
    store,
    vault,
    isRecording: () => recordings.live() !== undefined,
  });
  const imports = createImports({ clock, random, importFile: recordings.importFile });
  const writeMark = (id: string, mark: SessionMark) => writeSessionMark(deps, id, mark);
  return { recordings, rearranging, listening, imports, writeSessionMark: writeMark };
}
