/** Monitors a running recording: turns levels and the clock into troubles and marks. */
import type { MarkKind } from '../../../shared/model/recording.ts';
import { MINUTE, SECOND } from '../../../shared/time.ts';
import type { Level } from '../frames/level.ts';
import type { PageClock } from './ports.ts';
import type { Troubles } from './troubles.ts';
import { beginWatch, type Finding, type Watch, type WatchEvent, watch } from './watchdog.ts';

export type CaptureMonitorDeps = {
  readonly clock: PageClock;
  readonly troubles: Troubles;
  mark(kind: MarkKind, text?: string): void;
  /** The device is open and gives nothing. */
  onNoSound(): void;
};

export type CaptureMonitor = {
  start(): void;
  stop(): void;
  /**
   * Takes one block; while stopped it changes nothing. Returns the part of it that the screen
   * shows.
   */
  measure(level: Level, samples: number): { clipping: boolean; silentFor: number };
};

const TICK = SECOND / 2;
const SLEEP_SHOWN = MINUTE;

type Monitor = {
  readonly deps: CaptureMonitorDeps;
  watch: Watch;
  running: boolean;
  cancelTick: () => void;
};

export function createCaptureMonitor(deps: CaptureMonitorDeps): CaptureMonitor {
  const monitor: Monitor = { deps, watch: beginWatch(), running: false, cancelTick: () => {} };
  return {
    start() {
      reset(monitor, true);
      scheduleTick(monitor);
    },
    stop() {
      reset(monitor, false);
      deps.troubles.remove('silence', 'telephone', 'sleep', 'forgotten');
    },
    measure(level, samples) {
      if (monitor.running) step(monitor, { type: 'heard', level, samples });
      return { clipping: monitor.watch.clippedFor > 0, silentFor: monitor.watch.silentFor };
    },
  };
}

function reset(monitor: Monitor, running: boolean): void {
  monitor.cancelTick();
  monitor.watch = beginWatch();
  monitor.running = running;
}

function scheduleTick(monitor: Monitor): void {
  const { clock } = monitor.deps;
  monitor.cancelTick = clock.after(TICK, () => {
    step(monitor, { type: 'tick', monotonic: clock.monotonic(), wall: clock.now() });
    if (monitor.running) scheduleTick(monitor);
  });
}

function step(monitor: Monitor, event: WatchEvent): void {
  const { state, findings } = watch(monitor.watch, event);
  monitor.watch = state;
  for (const finding of findings) handleFinding(monitor.deps, finding);
}

function handleFinding(deps: CaptureMonitorDeps, finding: Finding): void {
  const { clock, mark, onNoSound, troubles } = deps;
  switch (finding.type) {
    case 'silence':
      mark('silence');
      troubles.add('silence');
      break;
    case 'sound-again':
      troubles.remove('silence');
      break;
    case 'telephone':
      troubles.add('telephone');
      break;
    case 'telephone-over':
      troubles.remove('telephone');
      break;
    case 'forgotten':
      troubles.add('forgotten');
      break;
    case 'forgotten-over':
      troubles.remove('forgotten');
      break;
    case 'slept':
      mark('sleep', `${Math.round(finding.ms / SECOND)} s`);
      mark('wake');
      troubles.add('sleep');
      clock.after(SLEEP_SHOWN, () => troubles.remove('sleep'));
      break;
    case 'no-sound':
      onNoSound();
      break;
    // Shown with the level, as long as the watch says so.
    case 'clipping':
    case 'clipping-over':
      break;
  }
}
