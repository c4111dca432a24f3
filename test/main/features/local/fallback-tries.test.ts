/** A draft that nobody asked for and that fails: tried again, or dropped without a word. */
import { expect, test } from 'vitest';
import {
  FIRST_RETRY,
  LONGEST_RETRY,
  OUT_OF_REACH_FOR,
} from '../../../../main/features/local/fallback.ts';
import { Failure } from '../../../../shared/failure.ts';
import { type FallbackRig, fallbackRig, saidIn } from '../../../support/rigs/fallback-rig.ts';
import { quiet, secondsEngine } from '../../../support/rigs/hearing-rig.ts';
import { putState } from '../../../support/rows.ts';

async function done({ fallback }: FallbackRig): Promise<void> {
  await quiet();
  await fallback.idle();
  await quiet();
}

/** It fails so until that is taken away. */
function failingEngine(failing: { failure: Failure | undefined }) {
  return async () => {
    if (failing.failure) throw failing.failure;
    return { name: 'seconds', engine: secondsEngine() };
  };
}

test('a draft by the setting whose engine is out of reach is tried again with a growing wait, and shows no failure', async () => {
  const failing: { failure: Failure | undefined } = {
    failure: new Failure('offline', 'Away.', { detail: 'engine-unreachable' }),
  };
  let asked = 0;
  const open = failingEngine(failing);
  const rig = fallbackRig({
    usual: true,
    speech: () => {
      asked += 1;
      return open();
    },
  });
  rig.wait('a');
  rig.fallback.start();
  rig.clock.advance(OUT_OF_REACH_FOR);
  await done(rig);
  expect(asked).toBe(1);
  let wait = FIRST_RETRY;
  for (let times = 2; times < 12; times += 1) {
    expect(rig.store.fallbackDrafts.stage('a')).toBe('due');
    rig.clock.advance(wait - 1);
    // What else happens to it meanwhile is no reason to try again.
    rig.fallback.look('a');
    await done(rig);
    expect(asked).toBe(times - 1);
    rig.clock.advance(1);
    await done(rig);
    expect(asked).toBe(times);
    wait = Math.min(2 * wait, LONGEST_RETRY);
  }
  failing.failure = undefined;
  rig.clock.advance(wait);
  await done(rig);
  expect(rig.said('a')).toEqual(saidIn(4));
});

test('it is tried again no more once its visit goes on its way, and at once when the engines change', async () => {
  const failing: { failure: Failure | undefined } = { failure: new Failure('busy', 'Busy.') };
  const rig = fallbackRig({ usual: true, speech: failingEngine(failing) });
  rig.wait('a');
  rig.wait('b');
  rig.fallback.start();
  rig.clock.advance(OUT_OF_REACH_FOR);
  await done(rig);
  expect(['a', 'b'].map(rig.store.fallbackDrafts.stage)).toEqual(['due', 'due']);
  putState(rig.store, 'a', { hold: undefined });
  rig.fallback.look('a');
  rig.clock.advance(FIRST_RETRY);
  await done(rig);
  expect(['a', 'b'].map(rig.store.fallbackDrafts.stage)).toEqual([undefined, 'due']);
  failing.failure = undefined;
  rig.fallback.lookAtAll();
  await done(rig);
  expect(rig.said('b')).toEqual(saidIn(4));
});

test('where no engine hears the language nothing is shown of a draft that nobody asked for, until the engines change', async () => {
  for (const detail of ['engine-language', 'no-speech-engine']) {
    const failing: { failure: Failure | undefined } = {
      failure: new Failure('missing', 'Not heard.', { detail }),
    };
    const rig = fallbackRig({ usual: true, speech: failingEngine(failing) });
    rig.wait('a');
    rig.fallback.start();
    rig.clock.advance(OUT_OF_REACH_FOR);
    await done(rig);
    rig.fallback.look('a');
    rig.clock.advance(OUT_OF_REACH_FOR * 100);
    await done(rig);
    expect(rig.store.fallbackDrafts.stage('a')).toBeUndefined();
    failing.failure = undefined;
    rig.fallback.lookAtAll();
    rig.clock.advance(OUT_OF_REACH_FOR);
    await done(rig);
    expect(rig.said('a')).toEqual(saidIn(4));
  }
});

test('any other failure is shown, also of a draft that nobody asked for', async () => {
  const rig = fallbackRig({
    usual: true,
    speech: failingEngine({ failure: new Failure('refused', 'No.', { detail: 'engine-token' }) }),
  });
  rig.wait('a');
  rig.fallback.start();
  rig.clock.advance(OUT_OF_REACH_FOR);
  await done(rig);
  expect(rig.store.fallbackDrafts.trouble('a')?.code).toBe('engine-token');
});
