/**
 * Keeps the computer from falling asleep by itself while sound is recorded. The screen may go dark.
 */
import type { DesktopParts } from './types.ts';

export type SleepBlocker = { follow(recording: boolean): void };

export function createSleepBlocker(blocker: DesktopParts['powerSaveBlocker']): SleepBlocker {
  let held: number | undefined;
  return {
    follow(recording) {
      if (recording === (held !== undefined)) return;
      if (held === undefined) held = blocker.start('prevent-app-suspension');
      else {
        blocker.stop(held);
        held = undefined;
      }
    },
  };
}
