/**
 * A recorder over a real folder with a clock that stands still, for tests that tell a story step by
 * step.
 */
import { readdirSync } from 'node:fs';
import { onTestFinished } from 'vitest';
import { PIECE_SAMPLES } from '../../../shared/model/recording.ts';
import { heldClock } from '../ports/clocks.ts';
import { temporaryFolder } from '../rows.ts';
import { numberedSound } from '../sound/sound.ts';
import { openRecorder, type Recorder } from './recorder.ts';

/** Closed when the test ends. */
export async function heldRecorder(folder = temporaryFolder()) {
  const clock = heldClock();
  const core = await openRecorder(folder, clock);
  onTestFinished(() => core.close());
  return {
    ...core,
    clock,
    folder,
    /** Numbered sound, as a page sends it. */
    feed(id: string, from: number, to: number) {
      for (let at = from; at < to; at += PIECE_SAMPLES) {
        core.recordings.append(id, at, numberedSound(at, Math.min(to, at + PIECE_SAMPLES)));
        clock.advance(250);
      }
    },
    /** As after `kill -9`: nothing is closed but what the operating system closes. */
    async again() {
      core.store.close();
      const next = await openRecorder(folder, clock);
      onTestFinished(() => next.close());
      next.recordings.recover();
      return next;
    },
  };
}

/** Names of the vault's files of one kind: `.seg`, `.up`. */
export const vaultFiles = (core: Recorder, ending: string): string[] =>
  readdirSync(core.vault.keys().folder).filter((name) => name.endsWith(ending));
