/** Hears a recording while it runs, with an engine that can be stopped, starved and broken. */
import { createHearWhileRecording } from '../../../main/features/local/hear-while-recording.ts';
import type { Disk, OpenKeyStore } from '../../../main/infrastructure/ports.ts';
import { SPEECH_RATE, type SpeechEngine } from '../../../main/infrastructure/speech/speech.ts';
import { type HeldClock, heldClock } from '../ports/clocks.ts';
import { numberedSound } from '../sound/sound.ts';
import { openRecorder, visit } from './recorder.ts';
import { memoryKeyStore } from './vault.ts';

/**
 * Says for each whole second of sound which sample it began with: `-32768`, say. So a test sees
 * that each second was heard once, in its place. What is less than a second is never said.
 */
export function secondsEngine(closed: () => void = () => {}): SpeechEngine {
  return {
    async *transcribe(sound) {
      let rest: number[] = [];
      let said = 0;
      for await (const piece of sound) {
        rest = [...rest, ...piece];
        for (; rest.length >= SPEECH_RATE; rest = rest.slice(SPEECH_RATE)) {
          const text = wordOf(rest[0] ?? 0);
          yield { text, from: said, to: said + 1, words: [] };
          said += 1;
        }
      }
    },
    async close() {
      closed();
    },
  };
}

const wordOf = (sample: number) => `w${Math.round(sample * 32_768)}`;

/** What the engine says of the second that begins here. */
export const wordAt = (second: number): string =>
  `w${numberedSound(second * SPEECH_RATE, second * SPEECH_RATE + 1).readInt16LE(0)}`;

export async function hearingRig(
  folder: string,
  {
    clock = heldClock(),
    disk,
    open = memoryKeyStore().open,
    engine = () => ({ name: 'seconds', engine: secondsEngine() }),
    each = (part) => part,
  }: {
    clock?: HeldClock;
    disk?: Disk;
    open?: OpenKeyStore;
    engine?: Parameters<typeof createHearWhileRecording>[0]['engine'];
    /** Around what it stores. */
    each?: <T extends object>(part: T) => T;
  } = {},
) {
  const core = await openRecorder(folder, clock, { ...(disk && { disk }), open });
  const told: string[] = [];
  const hearing = createHearWhileRecording({
    store: { ...core.store, spoken: each(core.store.spoken) },
    clock,
    recordings: core.recordings,
    engine,
    heard: (id) => void told.push(id),
  });
  return {
    core,
    hearing,
    clock,
    told,
    start: () => core.recordings.start(visit({ worksHere: true })).id,
    /** Seconds [from, to) of sound, in pieces of a quarter of a second as a page sends them. */
    feed(id: string, from: number, to: number) {
      for (let at = from * SPEECH_RATE; at < to * SPEECH_RATE; at += SPEECH_RATE / 4)
        core.recordings.append(id, at, numberedSound(at, at + SPEECH_RATE / 4));
    },
    /** Lets it hear all that it can, as time goes on. */
    async listen(turns = 4) {
      for (let turn = 0; turn < turns; turn += 1) {
        await quiet();
        clock.advance(2000);
      }
      await quiet();
    },
    words: (id: string) => core.store.spoken.ahead(id).map(({ stretch }) => stretch.text),
    close() {
      hearing.stop();
      core.close();
    },
  };
}

/** All that waits for no clock has been done. */
export async function quiet(): Promise<void> {
  for (let turn = 0; turn < 60; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}
