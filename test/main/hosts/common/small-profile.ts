/**
 * An opened profile that answers two requests, for the tests of the hosts: it counts what it is
 * asked.
 */
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Handlers, NoticeName } from '../../../../shared/contract/contract.ts';
import { Failure } from '../../../../shared/failure.ts';

export function smallProfile() {
  const asked: string[] = [];
  const listeners = new Set<(name: NoticeName, payload: unknown) => void>();
  let lost = 0;
  const handlers = {
    'app.info': () => {
      asked.push('app.info');
      return { version: '1.2.3', profile: undefined, practiceOffered: true, host: 'browser' };
    },
    'recordings.append': ({ audio, firstSample }: { audio: Uint8Array; firstSample: number }) => {
      asked.push('recordings.append');
      return { written: firstSample + audio.length / 2, synced: 0 };
    },
    'vault.state': () => {
      throw new Failure('locked', 'The key is not at hand.', {
        detail: 'key-missing',
        retryAfter: 5000,
      });
    },
    'outbox.sendNow': () => {
      throw Object.assign(new Error('ENOENT: /home/doctor/Asha Rao.wav'), { code: 'ENOENT' });
    },
  } as unknown as Handlers;
  return {
    asked,
    handlers,
    onNotice(listener: (name: NoticeName, payload: unknown) => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    notify(name: NoticeName, payload: unknown) {
      for (const listener of listeners) listener(name, payload);
    },
    listening: () => listeners.size,
    pageLost() {
      lost += 1;
    },
    lost: () => lost,
  };
}

/**
 * A built page of three files in a folder of its own, with a secret beside it that must never be
 * served.
 */
export function smallPage(script = 'document.title = "ours"'): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'scriba-page-'));
  const page = path.join(folder, 'renderer');
  mkdirSync(path.join(page, 'assets'), { recursive: true });
  writeFileSync(
    path.join(page, 'index.html'),
    '<!doctype html><title>page</title><script type="module" src="./assets/index.js"></script>',
  );
  writeFileSync(path.join(page, 'assets', 'index.js'), script);
  writeFileSync(path.join(page, 'assets', 'notes.unknown'), 'not served');
  writeFileSync(path.join(folder, 'secret.json'), '{"secret":true}');
  return page;
}

/** A clock that stands still until it is moved; timers run when their time is passed. */
export function heldClock(start = 0) {
  let time = start;
  let timers: { at: number; run: () => void }[] = [];
  return {
    now: () => 1_700_000_000_000 + time,
    monotonic: () => time,
    after(ms: number, run: () => void) {
      const timer = { at: time + ms, run };
      timers.push(timer);
      return () => {
        timers = timers.filter((other) => other !== timer);
      };
    },
    move(ms: number) {
      time += ms;
      const due = timers.filter((timer) => timer.at <= time);
      timers = timers.filter((timer) => timer.at > time);
      for (const timer of due) timer.run();
    },
  };
}
