/** Keeps watch while a recording runs: turns levels and the clock into troubles and marks. */
import type { MarkKind } from '../../../shared/model/recording.ts';
import type { Level } from '../frames/level.ts';
import type { PageClock } from './ports.ts';
import type { Troubles } from './troubles.ts';
import { beginWatch, type Finding, type WatchEvent, watch } from './watchdog.ts';

export type CaptureMonitorDeps = {
  readonly clock: PageClock;
  readonly troubles: Troubles;
  mark(kind: MarkKind, text?: string): void;
  /** The device is open and gives nothing. */
  driedUp(): void;
};

export type CaptureMonitor = {
  begin(): void;
  end(): void;
  /** Takes one block; outside of a watch it changes nothing. Answers what the screen shows. */
  hear(level: Level, samples: number): { clipping: boolean; silentFor: number };
};

const TICK = 500;
const SLEEP_SHOWN = 60_000;

export function createCaptureMonitor({
  clock,
  troubles,
  mark,
  driedUp,
}: CaptureMonitorDeps): CaptureMonitor {
  let state = beginWatch();
  let watching = false;
  let cancelTick = () => {};

  function step(event: WatchEvent) {
    const next = watch(state, event);
    state = next.state;
    for (const finding of next.findings) act(finding);
  }

  function act(finding: Finding) {
    switch (finding.type) {
      case 'silence':
        mark('silence');
        return troubles.add('silence');
      case 'sound-again':
        return troubles.remove('silence');
      case 'slept':
        mark('sleep', `${Math.round(finding.ms / 1000)} s`);
        mark('wake');
        troubles.add('sleep');
        return void clock.after(SLEEP_SHOWN, () => troubles.remove('sleep'));
      case 'dried-up':
        return driedUp();
    }
  }

  function tick() {
    cancelTick = clock.after(TICK, () => {
      step({ type: 'tick', monotonic: clock.monotonic(), wall: clock.now() });
      if (watching) tick();
    });
  }

  return {
    begin() {
      cancelTick();
      state = beginWatch();
      watching = true;
      tick();
    },
    end() {
      cancelTick();
      state = beginWatch();
      watching = false;
      troubles.remove('silence', 'sleep');
    },
    hear(level, samples) {
      if (watching) step({ type: 'heard', level, samples });
      return { clipping: state.clippedFor > 0, silentFor: state.silentFor };
    },
  };
}
