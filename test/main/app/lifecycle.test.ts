/** The registry of parts: its phases by themselves, and that every part of the app is in it. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { createLifecycle, type Lifecycle, type Part } from '../../../main/app/lifecycle.ts';
import { registerParts } from '../../../main/app/wiring/lifecycle.ts';
import { type AppParts, wireParts } from '../../../main/app/wiring/parts.ts';
import { nodeClock, nodeDisk, nodeRandom } from '../../../main/hosts/node/node-ports.ts';
import { openKeyStore } from '../../../main/infrastructure/vault/keystores/keystore.ts';
import { Failure } from '../../../shared/failure.ts';
import { failureWith } from '../../support/failure.ts';

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

function lifecycleOf(...parts: Part[]) {
  const logged: unknown[] = [];
  const lifecycle = createLifecycle({ note: (word, fields) => logged.push([word, fields]) });
  for (const part of parts) lifecycle.add(part);
  lifecycle.complete();
  return { lifecycle, logged };
}

/** Parts that write down what is asked of them. */
function recorder() {
  const calls: string[] = [];
  const part = (name: string, rest: Partial<Part> = {}): Part => ({
    name,
    start: () => void calls.push(`start ${name}`),
    lock: () => void calls.push(`lock ${name}`),
    stop: () => void calls.push(`stop ${name}`),
    ...rest,
  });
  const fails = () => {
    throw new Failure('broken', 'The disk is failing.', { detail: 'disk-failing' });
  };
  return { calls, part, fails };
}

test('a part that fails to start is told, and the others start', async () => {
  const { calls, part, fails } = recorder();
  const { lifecycle, logged } = lifecycleOf(
    part('first'),
    part('second', { start: fails }),
    part('third', { start: async () => fails() }),
    part('fourth'),
  );
  await lifecycle.start();
  expect(calls).toEqual(['start first', 'start fourth']);
  expect(logged).toEqual([
    ['part-failed', { detail: 'disk-failing' }],
    ['part-failed', { detail: 'disk-failing' }],
  ]);
});

test('a vital part that fails is told to whoever opened the vault, after the others have started', async () => {
  const { calls, part, fails } = recorder();
  const { lifecycle } = lifecycleOf(
    part('recovery', { start: fails, vital: true }),
    part('sends', { requires: ['recovery'] }),
    part('sends after it', { requires: ['sends'] }),
    part('locks'),
  );
  await expect(lifecycle.start()).rejects.toThrow(failureWith('disk-failing'));
  expect(calls).toEqual(['start locks']);
});

test('a part that fails to lock does not keep the keys from being overwritten', () => {
  const { calls, part, fails } = recorder();
  const { lifecycle, logged } = lifecycleOf(
    part('remembers', { lock: fails }),
    part('vault', { lock: () => void calls.push('overwritten') }),
  );
  lifecycle.lock();
  expect(calls).toEqual(['overwritten']);
  expect(logged).toHaveLength(1);
});

test('all parts stop though one fails, which is told in the end', async () => {
  const { calls, part, fails } = recorder();
  const { lifecycle } = lifecycleOf(
    part('first', { stop: fails }),
    part('second', { stop: async () => fails() }),
    part('store'),
  );
  await expect(lifecycle.stop()).rejects.toThrow(failureWith('disk-failing'));
  expect(calls).toEqual(['stop store']);
});

test('a part stops when the one before has stopped, unless it stops beside it', async () => {
  const { calls, part } = recorder();
  const slow = (name: string, rest: Partial<Part> = {}) =>
    part(name, {
      stop: async () => {
        calls.push(`stop ${name}`);
        await new Promise((resolve) => setTimeout(resolve, 5));
        calls.push(`stopped ${name}`);
      },
      ...rest,
    });
  const { lifecycle } = lifecycleOf(
    slow('imports'),
    slow('lists', { stopsBesidePrevious: true }),
    part('store'),
  );
  await lifecycle.stop();
  expect(calls).toEqual([
    'stop imports',
    'stop lists',
    'stopped imports',
    'stopped lists',
    'stop store',
  ]);
});

test('a name that is taken, and a place after no part, are refused', () => {
  const { part } = recorder();
  expect(() => lifecycleOf(part('one'), part('one'))).toThrow('one');
  expect(() => lifecycleOf(part('one', { after: { stop: 'none' } }))).toThrow('none');
  expect(() => lifecycleOf(part('one', { requires: ['none'] }))).toThrow('none');
});

function wiredApp(): { parts: AppParts; lifecycle: Lifecycle } {
  const folder = mkdtempSync(path.join(tmpdir(), 'scriba-lifecycle-'));
  ends.push(() => rmSync(folder, { recursive: true, force: true }));
  const wired = wireParts({
    host: 'headless',
    version: '0',
    profile: 'practice',
    folder,
    clock: nodeClock,
    random: nodeRandom,
    disk: nodeDisk,
    net: () => Promise.reject(new Failure('offline', 'No network.', { detail: 'not-sent' })),
    soundLine: () => Promise.reject(new Failure('offline', 'No network.', { detail: 'not-sent' })),
    openKeyStore: openKeyStore({ disk: nodeDisk, random: nodeRandom }),
  });
  ends.push(() => wired.lifecycle.stop());
  registerParts(wired.lifecycle, wired.parts);
  return wired;
}

/** Names under which something of the app ends, or begins what has to end; all take no argument. */
const ENDS = /^(start|stop|lock|forget|close|cancelAll|pageLost|idle)$/;

/**
 * Objects below `value` that have such a function, by the path to them. What is inside a registered
 * part is ended by it.
 */
function endables(
  value: unknown,
  at: string,
  registered: ReadonlySet<unknown>,
  seen = new Set<unknown>(),
): [string, object][] {
  if (typeof value !== 'object' || value === null || seen.has(value)) return [];
  seen.add(value);
  const entries = Object.entries(value);
  const own = entries.some(
    ([name, member]) => typeof member === 'function' && ENDS.test(name) && member.length === 0,
  );
  const here: [string, object][] = own ? [[at, value]] : [];
  if (registered.has(value)) return here;
  return [
    ...here,
    ...entries.flatMap(([name, member]) => endables(member, `${at}.${name}`, registered, seen)),
  ];
}

test('every part that the app makes and that can be started or ended is registered', () => {
  const { parts, lifecycle } = wiredApp();
  const { ports: _outside, ...core } = parts.core;
  const registered = new Set<unknown>(lifecycle.parts.flatMap(({ of = [] }) => of));
  const found = endables({ ...parts, core }, 'parts', registered);
  expect(found.length).toBeGreaterThan(20);
  expect(found.filter(([, part]) => !registered.has(part)).map(([at]) => at)).toEqual([]);
});

test('every part that can be ended is ended by its registration, or says why not', () => {
  const { lifecycle } = wiredApp();
  for (const { name, of, lock, stop, endsNothing } of lifecycle.parts)
    if (of) expect(lock ?? stop ?? endsNothing, name).toBeDefined();
});

/**
 * Made in the wiring and no parts: the registry itself, functions that keep nothing, and what a part
 * makes anew at each start.
 */
const NO_PARTS = [
  'createDoubtKinds',
  'createLifecycle',
  'createRecovery',
  'createWriteNote',
  'openStore',
  'startAutoLock',
  'startRetention',
];

test('every part that the wiring makes is among the parts that the test above has looked at', () => {
  const { parts } = wiredApp();
  const names = new Set(Object.values(parts).flatMap((group) => Object.keys(group)));
  const folder = path.join(import.meta.dirname, '../../../main/app/wiring');
  const calls = readdirSync(folder).flatMap((file) =>
    readFileSync(path.join(folder, file), 'utf8')
      .split('\n')
      .filter((line) => !/^\s*(import|export|function)\b/.test(line))
      .map((line) => /^(.*?)\b((?:create|open|start)[A-Z]\w*)\(/.exec(line))
      .filter((match) => match !== null),
  );
  const unnamed = calls.filter(([, before = '', factory = '']) => {
    const name = /const (\w+)(?:: \w+)? = $/.exec(before)?.[1] ?? '';
    return !names.has(name) && !NO_PARTS.includes(factory);
  });
  expect(calls.length).toBeGreaterThan(30);
  expect(unnamed.map(([line]) => line.trim())).toEqual([]);
});

/** Names of the parts in the order in which a phase runs them. */
async function orderOf(phase: 'start' | 'lock' | 'stop') {
  const { lifecycle } = wiredApp();
  const calls: string[] = [];
  const copy = createLifecycle({ note: () => {} });
  for (const { name, after, stopsBesidePrevious, ...part } of lifecycle.parts)
    copy.add({
      name,
      ...(after && { after }),
      ...(stopsBesidePrevious && { stopsBesidePrevious }),
      ...(part[phase] && { [phase]: () => void calls.push(name) }),
    });
  await copy[phase]();
  return calls;
}

test('what was recovered comes before what sends, and the sign-in last', async () => {
  expect(await orderOf('start')).toEqual([
    'recordings',
    'set-aside',
    'audit-log',
    'outbox',
    'hearing',
    'fallback',
    'auto-lock',
    'retention',
    'webhooks',
    'additional-documents',
    'documents',
    'delivery',
    'day',
    'search',
    'damaged-rows',
    'desktop',
    'account',
    'folder-mark',
    'newer-on-platform',
  ]);
});

test('a lock ends the timers first and overwrites the keys last', async () => {
  expect(await orderOf('lock')).toEqual([
    'sign-in-retry',
    'auto-lock',
    'retention',
    'outbox',
    'sound-streams',
    'hearing',
    'fallback',
    'engines',
    'additional-documents',
    'imports',
    'webhooks',
    'codify',
    'desk',
    'spelling',
    'terminology',
    'symptoms',
    'documents',
    'delivery',
    'search',
    'damaged-rows',
    'desktop',
    'account',
    'folder-mark',
    'newer-on-platform',
    'vault',
  ]);
});

test('an end stops what takes in before what sends, then the keys, and closes the store after all who write to it', async () => {
  expect(await orderOf('stop')).toEqual([
    'sign-in-retry',
    'auto-lock',
    'retention',
    'power',
    'recordings',
    'imports',
    'code-lists',
    'terminology',
    'additional-documents',
    'documents',
    'delivery',
    'outbox',
    'webhooks',
    'sound-streams',
    'hearing',
    'fallback',
    'engines',
    'search',
    'damaged-rows',
    'desktop',
    'account',
    'folder-mark',
    'newer-on-platform',
    'vault',
    'store',
    'notices',
  ]);
});
