/** Requests about the account in use. */
import type { Handlers } from '../../../shared/contract/contract.ts';
import type { Account } from '../../features/account/account.ts';
import type { Connectivity } from '../../infrastructure/platform/client/connectivity.ts';
import type { Platform } from '../../infrastructure/platform/platform.ts';

export type AccountRequests = `account.${string}` & keyof Handlers;

export type AccountHandlersDeps = {
  readonly account: Account;
  readonly platform: Pick<Platform, 'account'>;
  readonly connectivity: Pick<Connectivity, 'state' | 'look'>;
  /** A person has signed in: what waits looks again. */
  readonly wake: () => void;
};

export function createAccountHandlers({
  account,
  platform,
  connectivity,
  wake,
}: AccountHandlersDeps): Pick<Handlers, AccountRequests | 'platform.reachable'> {
  return {
    'account.state': () => account.state(),
    async 'account.signIn'({ clientSecret, sharingKey, ...address }) {
      const state = await account.signIn(address, clientSecret, sharingKey);
      wake();
      return state;
    },
    async 'account.signInWithToken'({ token, ...address }) {
      const state = await account.signInWithToken(address, token);
      wake();
      return state;
    },
    async 'account.signInWithPassword'({ userName, password, ...where }) {
      const state = await account.signInWithPassword(where, userName, password);
      wake();
      return state;
    },
    'account.beginDevice': (where) => account.beginDevice(where),
    async 'account.stepDevice'() {
      const step = await account.stepDevice();
      if (step.kind === 'signed-in') wake();
      return step;
    },
    'account.beginBrowser': ({ oidcClientId, ...where }) =>
      account.beginBrowser(where, oidcClientId),
    async 'account.stepBrowser'() {
      const step = await account.stepBrowser();
      if (step.kind === 'signed-in') wake();
      return step;
    },
    'account.stopBrowser': () => account.stopBrowser(),
    'account.setBusinessToken': ({ token }) => account.setBusinessToken(token),
    'account.signOut': () => account.signOut(),
    'account.offer': () => account.offer(),
    'account.who': () => platform.account.whoAmI(),
    // A page asks every few seconds: that is how long its word on the connection holds.
    'platform.reachable'() {
      connectivity.look();
      return connectivity.state();
    },
  };
}
