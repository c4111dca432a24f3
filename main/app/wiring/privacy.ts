/** Wires the vault's day: what opens and locks it, and what ends by time while it is open. */
import { type AutoLock, startAutoLock } from '../../infrastructure/privacy/auto-lock.ts';
import { startRetention } from '../../infrastructure/privacy/retention.ts';
import { expireOld } from '../expiry.ts';
import type { Lifecycle } from '../lifecycle.ts';
import { createVaultSession } from '../vault-session.ts';
import type { ClinicParts } from './clinic.ts';
import type { Core } from './core.ts';
import type { PlatformParts } from './platform.ts';
import type { RecordingParts } from './recordings.ts';

export function wirePrivacy(
  core: Core,
  lifecycle: Lifecycle,
  { platform }: PlatformParts,
  { recordings }: RecordingParts,
  { documents }: ClinicParts,
) {
  const { ports, store } = core;
  const { clock, power } = ports;
  const session = createVaultSession({ ...core, lifecycle });
  const autoLock = createAutoLock(core, () => session.lock('scriba'));
  const retention = createRestart(() =>
    startRetention({
      clock,
      values: store.values,
      offset: platform.offset,
      expire: (now) => expireOld({ ...core, recordings, documents }, now),
    }),
  );
  const powerEvents = [
    power?.on('lock', () => void session.lock('scriba')),
    power?.on('suspend', () => void session.lock('scriba')),
  ];
  const powerLock = {
    stop() {
      for (const off of powerEvents) off?.();
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
