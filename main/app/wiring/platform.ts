/** Wires the platform: connectivity, its API, the account in use, and the platform profile. */
import type { Skew } from '../../../shared/model/health.ts';
import { type Account, createAccount } from '../../features/account/account.ts';
import {
  createPlatformProfile,
  type PlatformProfiles,
} from '../../features/account/platform-profile.ts';
import { givePracticeKey } from '../../features/account/practice-key.ts';
import { createConnectivity } from '../../infrastructure/platform/client/connectivity.ts';
import { createEnvelopeChoice } from '../../infrastructure/platform/envelope/envelope-choice.ts';
import { createPlatform, type Platform } from '../../infrastructure/platform/platform.ts';
import { clockNotice, plainAnswerNotice } from '../health.ts';
import { createSignIn } from '../sign-in.ts';
import type { Core } from './core.ts';
import { sessionsUsed } from './sessions-used.ts';

export type PlatformParts = ReturnType<typeof wirePlatform>;

/** `wake`: what waits looks again, for somebody has signed in. */
export function wirePlatform(core: Core, wake: () => void) {
  const { ports, vault, store, log, notify } = core;
  const { profile, clock, random, practice } = ports;
  const rule = profile === 'clinic' ? ports.policy?.platform : undefined;
  const connectivity = createConnectivity({
    net: ports.net,
    clock,
    question: () =>
      account.state().state === 'signed-in' ? platform.discovery.question() : undefined,
    changed(reached) {
      notify('platform.reachable', reached);
      log.note(reached.reachable ? 'platform-reached' : 'platform-lost');
    },
  });
  const sealedFamilies = createEnvelopeChoice(store.values);
  // Platform, account and profile refer to one another, each only when it is called.
  const platform: Platform = createPlatform({
    net: connectivity.net,
    soundLine: ports.soundLine,
    clock,
    random,
    address: () => account.address(),
    secrets: vault.secrets,
    profile: () => ({ paths: platformProfile.paths(), transport: platformProfile.transport() }),
    sessionsUsed: sessionsUsed(store.values),
    tokensChanged: (state) => account.tokensChanged(state),
    sealedFamilies: sealedFamilies.get,
    browser: browserOf(ports),
    ...platformReports(core),
  });
  const account: Account = createAccount({
    profile,
    values: store.values,
    platform: () => platform,
    practice,
    rule,
    accepted: (address, oidcClientId) => platformProfile.remember(address, oidcClientId),
    async opened() {
      if (profile === 'practice') await givePracticeKey(await practice, platform.envelopeKeys);
    },
    changed(state) {
      notify('account.changed', state);
      if (state.state === 'signed-in') wake();
    },
  });
  const platformProfile: PlatformProfiles = createPlatformProfile({
    profile,
    values: store.values,
    settings: store.settings.get,
    account: () => account.state(),
    rule,
    changeSettings: (change) => notify('settings.changed', store.settings.change(change)),
  });
  const signIn = createSignIn({ ports, account, connectivity, vault });
  return { connectivity, sealedFamilies, platform, account, platformProfile, signIn };
}

/** The sign-in server is no platform: whether it answers says nothing about that one. */
const browserOf = ({ net, loopback, openLink }: Core['ports']) =>
  loopback && { net, loopback, openLink };

/** Reports from the platform's answers: health conditions and lines of the log. */
const platformReports = ({ health, log }: Core) => ({
  clockChanged(skew: Skew) {
    health.set('clock-wrong', clockNotice(skew));
    log.note(skew === 0 ? 'clock-right' : 'clock-wrong');
  },
  plainAnswers: (plain: boolean) => health.set('answer-not-sealed', plainAnswerNotice(plain)),
  oddLength: (member: 'iv' | 'tag', bytes: number) =>
    log.note(member === 'iv' ? 'envelope-odd-iv' : 'envelope-odd-tag', { count: bytes }),
});
