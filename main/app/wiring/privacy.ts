/** Wires the vault's day: what opens and locks it, and what ends by time while it is open. */
import { type AutoLock, startAutoLock } from '../../infrastructure/privacy/auto-lock.ts';
import { startRetention } from '../../infrastructure/privacy/retention.ts';
import { expireOld } from '../expiry.ts';
import { crashNotices } from '../health.ts';
import type { Lifecycle } from '../lifecycle.ts';
import { createVaultSession } from '../vault-session.ts';
import type { ClinicParts } from './clinic.ts';
import type { Core } from './core.ts';
import type { wireDay } from './day.ts';
import type { PlatformParts } from './platform.ts';
import type { RecordingParts } from './recordings.ts';

export function wirePrivacy(
  core: Core,
  lifecycle: Lifecycle,
  { platform }: PlatformParts,
  { recordings }: RecordingParts,
  { documents, day }: Pick<ClinicParts, 'documents'> & ReturnType<typeof wireDay>,
) {
  const { ports, store, log, health } = core;
  const { clock, power, crashes } = ports;
  const session = createVaultSession({ ...core, lifecycle });
  const autoLock = createAutoLock(core, () => session.lock('scriba'));
  const retention = createRestart(() =>
    startRetention({
      clock,
      values: store.values,
      offset: platform.offset,
      expire: (now) => expireOld({ ...core, recordings, documents, day }, now),
    }),
  );
  const lockOn = (event: 'lock' | 'suspend') => {
    log.note('power', { power: event });
    session.lock('scriba');
  };
  const hostEvents = [
    power?.on('lock', () => lockOn('lock')),
    power?.on('suspend', () => {
      // First, for the computer gives little time: what was recorded is on the disk before it
      // sleeps.
      recordings.sleepMarks()?.fallAsleep();
      lockOn('suspend');
    }),
    power?.on('resume', () => {
      log.note('power', { power: 'resume' });
      recordings.sleepMarks()?.wake();
    }),
    crashes?.on((crash) => health.set(`${crash}-crashed`, crashNotices[crash])),
  ];
  const powerLock = {
    stop() {
      for (const off of hostEvents) off?.();
    },
  };
  return { session, autoLock, retention, powerLock };
}

/** Without a page nobody could tell of its use: a headless Scriba does not lock by itself. */
function createAutoLock({ ports: { host, clock }, store }: Core, lock: () => void) {
  let running: AutoLock | undefined;
  return {
    start() {
      running?.stop();
      if (host === 'headless') return;
      running = startAutoLock({
        clock,
        minutes: () => store.settings.get().privacy.lockAfterMinutes,
        lock,
      });
    },
    /** A person is there, or the settings have changed. */
    awake: () => running?.awake(),
    stop: () => running?.stop(),
  };
}

/** Starts anew at each opening of the vault. */
function createRestart(begin: () => { stop(): void }) {
  let running: { stop(): void } | undefined;
  return {
    start() {
      running?.stop();
      running = begin();
    },
    stop: () => running?.stop(),
  };
}
