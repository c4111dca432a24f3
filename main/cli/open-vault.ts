/** Opens the vault for a command, or makes it with the first sign-in. */

import { setTimeout as sleep } from 'node:timers/promises';
import { Failure } from '../../shared/failure.ts';
import type { AccountState, SignInStep } from '../../shared/model/account/account.ts';
import { secretBytes, secretText } from '../../shared/secret-bytes.ts';
import type { OpenProfile } from '../hosts/common/profiles.ts';
import { checkAddress } from '../infrastructure/platform/client/address.ts';
import type { Command } from './arguments.ts';
import { DONE, FAILED } from './exit-codes.ts';
import { readInput } from './input-words.ts';
import { usage } from './options.ts';
import type { Terminal } from './terminal.ts';

/** Throws Failure `locked`, `missing` / `no-vault`. */
export async function unlock(core: OpenProfile, passphrase: string | undefined): Promise<void> {
  const { state, cause } = await core.handlers['vault.state'](undefined);
  if (state === 'open') return;
  if (state === 'none')
    throw new Failure(
      'missing',
      'There is no vault yet. Use "practice", "without-platform" or "sign-in" first.',
      {
        detail: 'no-vault',
      },
    );
  const opened = await core.handlers['vault.unlock']({ passphrase: bytesOf(passphrase) });
  if (opened.state === 'open') return;
  throw new Failure(
    'locked',
    'The vault is locked: its key is not at hand. Nothing was changed, and what is sealed stays safe. Start the app of this login: it puts a key back with the recovery code.',
    { detail: opened.cause ?? cause ?? 'key-missing' },
  );
}

export async function practise(core: OpenProfile, terminal: Terminal): Promise<number> {
  await enter(core, 'practice', undefined, terminal);
  terminal.line({ profile: 'practice' });
  return DONE;
}

/** As the first start of the app does that chooses "Work on this computer". */
export async function beginHere(
  core: OpenProfile,
  passphrase: string | undefined,
  terminal: Terminal,
): Promise<number> {
  await enter(core, 'clinic', passphrase, terminal);
  const { usual } = await core.handlers['here.set']({ usual: true });
  terminal.line({ profile: 'clinic', here: usual });
  return DONE;
}

/** Nothing secret is typed here. */
const isInBrowser = (by: SignInCommand['by']) => by === 'device' || by === 'oidc';

type SignInCommand = Extract<Command, { name: 'sign-in' }>;

/** Returns the exit code. Throws what the handlers throw. */
export async function signIn(
  core: OpenProfile,
  command: SignInCommand,
  passphrase: string | undefined,
  terminal: Terminal,
): Promise<number> {
  const { baseUrl, brand, clientId, by } = command;
  // Before a vault is made for an address that nobody could sign in to.
  checkAddress({ baseUrl, brand, clientId });
  const secret = isInBrowser(by) ? '' : await secretOf(command, passphrase, terminal);
  const isMade = await enter(core, 'clinic', passphrase, terminal);
  try {
    const { state } = await stateAfter(core, command, secret, terminal);
    terminal.line({ profile: 'clinic', state });
    return state === 'signed-in' ? DONE : FAILED;
  } catch (error) {
    if (isMade)
      terminal.word(
        'The vault was made and its recovery code above is valid; only the sign-in did not happen. Run sign-in again.',
      );
    throw error;
  }
}

/** Throws Failure `invalid` / `usage` where none came. */
async function secretOf(
  { by }: SignInCommand,
  passphrase: string | undefined,
  terminal: Terminal,
): Promise<string> {
  const what = by === 'person' ? 'the password' : 'the client secret';
  const secret = await terminal.nextLine(what);
  if (secret) return secret;
  throw usage(
    passphrase === undefined
      ? `sign-in reads ${what} from standard input, and nothing came.`
      : `sign-in reads ${what} from the second line of standard input, after the passphrase, and nothing came.`,
  );
}

async function stateAfter(
  { handlers }: OpenProfile,
  { baseUrl, brand, clientId, by }: SignInCommand,
  secret: string,
  terminal: Terminal,
): Promise<AccountState> {
  if (by === 'device') return byDevice(handlers, { baseUrl, brand }, terminal);
  if (by === 'oidc')
    return byBrowser(handlers, { baseUrl, brand, oidcClientId: clientId }, terminal);
  if (by === 'person')
    return handlers['account.signInWithPassword'](
      readInput('account.signInWithPassword', {
        baseUrl,
        brand,
        userName: clientId,
        password: secret,
      }) as never,
    );
  return handlers['account.signIn'](
    readInput('account.signIn', { baseUrl, brand, clientId, clientSecret: secret }) as never,
  );
}

/** Waits until a person has approved the code. Throws where it runs out or is refused. */
async function byDevice(
  handlers: OpenProfile['handlers'],
  where: { readonly baseUrl: string; readonly brand: string },
  terminal: Terminal,
): Promise<AccountState> {
  const offer = await handlers['account.beginDevice'](
    readInput('account.beginDevice', where) as never,
  );
  terminal.word(
    `Open ${offer.address} in a browser where you are signed in there, and enter the code ${offer.userCode}. Scriba waits for it.`,
  );
  return untilSignedIn(offer.wait, async () => handlers['account.stepDevice'](undefined));
}

/** Waits until a person has signed in on the page. Throws where it runs out or is refused. */
async function byBrowser(
  handlers: OpenProfile['handlers'],
  where: { readonly baseUrl: string; readonly brand: string; readonly oidcClientId: string },
  terminal: Terminal,
): Promise<AccountState> {
  const { address, wait } = await handlers['account.beginBrowser'](
    readInput('account.beginBrowser', where) as never,
  );
  terminal.word(
    `Open this address in a browser on this computer, and sign in there. Scriba waits for it, five minutes at most.\n${address}`,
  );
  return untilSignedIn(wait, async () => handlers['account.stepBrowser'](undefined));
}

async function untilSignedIn(
  first: number,
  step: () => Promise<SignInStep>,
): Promise<AccountState> {
  let wait = first;
  for (;;) {
    await sleep(wait);
    const next = await step();
    if (next.kind === 'signed-in') return next.state;
    ({ wait } = next);
  }
}

/**
 * Chooses the profile and makes its first key where there is none; a clinic's recovery code is told
 * this once. Returns whether it was made now.
 */
async function enter(
  core: OpenProfile,
  profile: 'practice' | 'clinic',
  passphrase: string | undefined,
  terminal: Terminal,
): Promise<boolean> {
  await core.handlers['profile.choose']({ profile });
  const { state } = await core.handlers['vault.state'](undefined);
  if (state !== 'none') {
    await unlock(core, passphrase);
    return false;
  }
  const recoveryCode = await makeVault(core, profile, passphrase);
  if (profile === 'clinic')
    terminal.word(
      `Write this recovery code down and keep it away from this computer. It opens the vault when its key is lost, and is not shown again:\n${recoveryCode}`,
    );
  return true;
}

async function makeVault(
  core: OpenProfile,
  profile: 'practice' | 'clinic',
  passphrase: string | undefined,
): Promise<string> {
  const clinicKind = passphrase === undefined ? 'keychain' : 'passphrase';
  const kind = profile === 'practice' ? 'practice' : clinicKind;
  const choice = readInput('vault.create', { kind, passphrase: bytesOf(passphrase) });
  try {
    return secretText((await core.handlers['vault.create'](choice as never)).recoveryCode);
  } catch (error) {
    if (kind === 'keychain' && error instanceof Failure && error.code === 'locked')
      throw new Failure(error.code, `${error.message} ${WITHOUT_KEYCHAIN}`, {
        ...(error.detail !== undefined && { detail: error.detail }),
      });
    throw error;
  }
}

const bytesOf = (passphrase: string | undefined) =>
  passphrase === undefined ? undefined : secretBytes(passphrase);

const WITHOUT_KEYCHAIN =
  'No vault was made. Where a computer has no keychain (a server, a kiosk), run the same command with --passphrase: the first line of standard input is then a new passphrase of 8 letters at least, with sign-in the second the client secret. The keys lie in a file behind that passphrase, and every later command needs --passphrase.';
