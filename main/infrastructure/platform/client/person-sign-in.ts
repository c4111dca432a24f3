/**
 * Sign-in of a person (session protocol 2): by name and password, or by a code that is approved in
 * a browser (RFC 8628). A password is sent once and kept nowhere.
 */
import type { z } from 'zod';
import { asFailure, Failure } from '../../../../shared/failure.ts';
import type { DeviceOffer } from '../../../../shared/model/account/account.ts';
import { SECOND } from '../../../../shared/time.ts';
import { deviceCode, personTokens } from '../../../../shared/wire/authentication.ts';
import type { Clock, Net, NetAnswer, Random } from '../../ports.ts';
import { type Address, checkAddress, readUrl } from './address.ts';
import type { Grant } from './authentication.ts';
import { readAnswer } from './client.ts';
import { failureOf, isCaptivePortal, readJson, readServerError } from './status-failure.ts';

/** Bytes. */
const LARGEST_ANSWER = 1024 * 1024;
/** RFC 8628, 3.2 and 3.5. */
const USUAL_INTERVAL = 5 * SECOND;
const SLOWER_BY = 5 * SECOND;
const SLOWEST = 60 * SECOND;
/** Name of an account that the platform did not tell. */
const UNNAMED = 'device';

type Where = Pick<Address, 'baseUrl' | 'brand'>;
export type PersonGrant = { readonly address: Address; readonly grant: Grant };
type DeviceAnswer =
  | { readonly kind: 'waiting'; readonly wait: number }
  | ({ readonly kind: 'granted' } & PersonGrant);

export type PersonSignIn = {
  /**
   * The account's id is the name. Throws `refused` / `password-refused`, `account-disabled`,
   * `not-offered`, `address-wrong`; `invalid`, `offline`, `busy`.
   */
  byPassword(where: Where, userName: string, password: string): Promise<PersonGrant>;
  /** Replaces a code that was asked for before. Throws `refused` / `not-offered`, as above. */
  beginDevice(where: Where): Promise<DeviceOffer>;
  /**
   * Asks once, and not before it is time to. Throws `refused` / `device-expired`, `device-denied`,
   * `missing` / `no-device-code`: then it is over.
   */
  stepDevice(): Promise<DeviceAnswer>;
  forgetDevice(): void;
};

export type PersonSignInDeps = {
  readonly net: Net;
  readonly clock: Clock;
  readonly random: Random;
  /** The platform's own time, as far as it is known; milliseconds since 1970. */
  readonly time: () => number;
};

/** Times are monotonic. */
type Pending = {
  readonly where: Where;
  readonly code: string;
  readonly endsAt: number;
  interval: number;
  nextAt: number;
};
type SignInState = { readonly deps: PersonSignInDeps; pending: Pending | undefined };

export function createPersonSignIn(deps: PersonSignInDeps): PersonSignIn {
  const state: SignInState = { deps, pending: undefined };
  return {
    byPassword: (where, userName, password) => byPassword(deps, where, userName, password),
    beginDevice: (where) => beginDevice(state, where),
    stepDevice: () => stepDevice(state),
    forgetDevice() {
      state.pending = undefined;
    },
  };
}

const tidy = (where: Where, clientId: string) => checkAddress({ ...where, clientId });

function post(
  { net, random }: PersonSignInDeps,
  { baseUrl }: Where,
  path: string,
  body: object,
): Promise<NetAnswer> {
  return net({
    method: 'POST',
    url: readUrl(`${baseUrl}/connect-auth/v1/${path}`),
    headers: {
      accept: 'application/json',
      'content-type': 'application/json',
      'x-request-id': random.uuid(),
    },
    body: JSON.stringify(body),
    timeout: 30 * SECOND,
    maxBytes: LARGEST_ANSWER,
  });
}

async function byPassword(
  deps: PersonSignInDeps,
  where: Where,
  userName: string,
  password: string,
): Promise<PersonGrant> {
  const address = tidy(where, userName);
  const answer = await post(deps, address, 'login', { username: userName.trim(), password });
  const code = codeOf(answer);
  if (answer.status === 403 && code === 'account_disabled')
    throw new Failure(
      'refused',
      'This account is switched off on the platform. Ask whoever runs it.',
      {
        detail: 'account-disabled',
      },
    );
  if ([400, 401, 403, 422].includes(answer.status))
    throw new Failure(
      'refused',
      'The platform does not know this name and password. Type both once more.',
      { detail: 'password-refused' },
    );
  checkOffered(deps, answer);
  return { address, grant: grantOf(deps, readAnswer(answer, personTokens)) };
}

async function beginDevice(state: SignInState, where: Where): Promise<DeviceOffer> {
  const { deps } = state;
  const { baseUrl, brand } = tidy(where, UNNAMED);
  state.pending = undefined;
  const answer = await post(deps, { baseUrl, brand }, 'device/code', {});
  checkOffered(deps, answer);
  const read = readAnswer(answer, deviceCode);
  const interval = (read.interval ?? USUAL_INTERVAL / SECOND) * SECOND;
  const now = deps.clock.monotonic();
  state.pending = {
    where: { baseUrl, brand },
    code: read.device_code,
    endsAt: now + read.expires_in * SECOND,
    interval,
    nextAt: now + interval,
  };
  return {
    userCode: read.user_code,
    // A person opens it: an address that could be anything else is not shown.
    address: readUrl(read.verification_uri).href,
    expiresIn: read.expires_in * SECOND,
    wait: interval,
  };
}

async function stepDevice(state: SignInState): Promise<DeviceAnswer> {
  const { deps, pending } = state;
  if (!pending) throw new Failure('missing', 'Ask for a code first.', { detail: 'no-device-code' });
  const now = deps.clock.monotonic();
  if (now >= pending.endsAt) throw over(state, expired());
  if (now < pending.nextAt) return { kind: 'waiting', wait: pending.nextAt - now };
  pending.nextAt = now + pending.interval;
  const answer = await ask(state, pending);
  // Counted from the answer: a slow line must not make two questions come close together there.
  pending.nextAt = deps.clock.monotonic() + pending.interval;
  // Another code was asked for meanwhile, or the sign-in was given up.
  if (state.pending !== pending) throw expired();
  if (!answer) return { kind: 'waiting', wait: pending.interval };
  if (answer.status >= 300) return { kind: 'waiting', wait: waitAfter(state, pending, answer) };
  state.pending = undefined;
  const read = readAnswer(answer, personTokens);
  const address = tidy(pending.where, read.user?.username ?? UNNAMED);
  return { kind: 'granted', address, grant: grantOf(deps, read) };
}

/** Undefined where the platform could not be asked: it is asked half as often from then on. */
async function ask({ deps }: SignInState, pending: Pending): Promise<NetAnswer | undefined> {
  try {
    const answer = await post(deps, pending.where, 'device/token', { device_code: pending.code });
    if (answer.status < 500 && answer.status !== 429 && !isCaptivePortal(answer)) return answer;
  } catch (error) {
    if (asFailure(error).code !== 'offline') throw error;
  }
  pending.interval = Math.min(pending.interval * 2, SLOWEST);
  pending.nextAt = deps.clock.monotonic() + pending.interval;
  return undefined;
}

/** Throws where the sign-in is over. */
function waitAfter(state: SignInState, pending: Pending, answer: NetAnswer): number {
  const code = codeOf(answer);
  if (code === 'slow_down') {
    pending.interval += SLOWER_BY;
    pending.nextAt = state.deps.clock.monotonic() + pending.interval;
    return pending.interval;
  }
  if (code === 'authorization_pending') return pending.interval;
  if (code === 'access_denied')
    throw over(
      state,
      new Failure('refused', 'The sign-in was refused in the browser.', {
        detail: 'device-denied',
      }),
    );
  if (code === 'expired_token' || code === 'invalid_device_code') throw over(state, expired());
  throw over(state, failureOf(answer, state.deps.clock.now()));
}

function over(state: SignInState, failure: Failure): Failure {
  state.pending = undefined;
  return failure;
}
const expired = () =>
  new Failure('refused', 'This code has expired. Ask for a new one.', { detail: 'device-expired' });

/** Published in two forms: as an object with a code, and as RFC 8628 has it. */
function codeOf(answer: NetAnswer): string | undefined {
  const body = readJson(answer) as { error?: unknown; detail?: unknown } | undefined;
  const [plain] = [body?.error, body?.detail].filter((word) => typeof word === 'string');
  return readServerError(answer).code ?? plain;
}

function checkOffered({ clock }: PersonSignInDeps, answer: NetAnswer): void {
  if (isCaptivePortal(answer) || answer.status === 404 || answer.status === 405)
    throw new Failure(
      'refused',
      'The platform at this address does not sign people in this way. Look at the address, or choose another way.',
      { detail: 'not-offered' },
    );
  if (answer.status >= 300) throw failureOf(answer, clock.now());
}

function grantOf({ time }: PersonSignInDeps, read: z.infer<typeof personTokens>): Grant {
  const lifetime = read.expires_in * SECOND;
  return {
    accessToken: read.access_token,
    refreshToken: read.refresh_token,
    lifetime,
    expiresAt: time() + lifetime,
  };
}
