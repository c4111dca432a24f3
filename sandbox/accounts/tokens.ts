/**
 * Access tokens (JWT, HS256) and refresh tokens of the practice platform, by contract 1.2 and 1.5.
 */
import { errors, jwtVerify, SignJWT } from 'jose';
import { DAY, MINUTE, SECOND } from '../../shared/time.ts';
import type { ClientRecord } from '../state/record-schemas.ts';
import { identityOf, type StateStore } from '../state/state-store.ts';

const ISSUER = 'practice-platform';
const REFRESH_LIFE = 30 * DAY;
/** A replaced refresh token works this long, for an answer that was lost. */
const GRACE = MINUTE;

type TokensDeps = {
  readonly store: StateStore;
  now(): number;
  bytes(count: number): Buffer;
  readonly accessSeconds: number;
};

/** Owner of a token. `businessId` and `uuid` may be missing from a token made for a test. */
export type Caller = {
  readonly client: ClientRecord;
  readonly uuid: string | undefined;
  readonly oid: string | undefined;
  readonly businessId: string | undefined /** Another than one's own, opened by a sharing key. */;
  readonly workspace: string | undefined;
};

export function createTokens({ store, now, bytes, accessSeconds }: TokensDeps) {
  const key = Buffer.from(store.account.key, 'hex');

  async function access(client: ClientRecord, without: readonly string[] = [], workspace?: string) {
    const { uuid, oid, businessId } = identityOf(client);
    const iat = Math.floor(now() / SECOND);
    const claims: Record<string, unknown> = {
      uuid,
      oid,
      'b-id': businessId,
      'c-id': client.clientId,
      ...(workspace !== undefined && { 'w-id': workspace }),
      // Ours: makes two tokens of one second differ, and lets all of them be withdrawn at once.
      jti: `practice-${bytes(8).toString('hex')}`,
      'practice-epoch': store.account.epoch,
    };
    for (const name of without) delete claims[name];
    return new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256' })
      .setSubject(uuid)
      .setIssuer(ISSUER)
      .setIssuedAt(iat)
      .setExpirationTime(iat + accessSeconds)
      .sign(key);
  }

  /** The four fields that login and both refresh forms answer. */
  async function issue(client: ClientRecord, workspace?: string, person?: string) {
    const refreshToken = `practice-r-${bytes(24).toString('hex')}`;
    store.account.refreshTokens = store.account.refreshTokens.filter(
      (record) =>
        record.expiresAt > now() &&
        // A person's old token is kept: its late use ends all sign-ins of that person.
        (record.person !== undefined || (record.replacedAt ?? Infinity) + GRACE > now()),
    );
    store.account.refreshTokens.push({
      token: refreshToken,
      clientId: client.clientId,
      expiresAt: now() + REFRESH_LIFE,
      ...(workspace !== undefined && { workspace }),
      ...(person !== undefined && { person }),
    });
    store.saveAccount();
    return {
      access_token: await access(client, [], workspace),
      expires_in: accessSeconds,
      refresh_token: refreshToken,
      refresh_expires_in: REFRESH_LIFE / SECOND,
    };
  }

  return {
    access,
    issue,

    /**
     * New tokens for a refresh token, or undefined when it is unknown, expired, replaced for longer
     * than the grace, or another client's.
     */
    async renew(refreshToken: string, clientId?: string) {
      const record = store.account.refreshTokens.find((record) => record.token === refreshToken);
      const client = record && store.client(record.clientId);
      if (!record || !client || record.expiresAt <= now()) return undefined;
      const { person } = record;
      if (person === undefined && clientId !== undefined && clientId !== record.clientId)
        return undefined;
      if (record.replacedAt !== undefined && now() > record.replacedAt + GRACE) {
        if (person !== undefined) revokePerson(store, person);
        return undefined;
      }
      record.replacedAt ??= now();
      return issue(client, record.workspace, person);
    },

    isPersons: (refreshToken: string) => isPersons(store, refreshToken),

    revoke: (refreshToken: string) => keepOnly(store, ({ token }) => token !== refreshToken),

    expireAll: (asked: { refresh: boolean }) => expireAll(store, asked),

    /** Returns the owner of this token, or undefined; `evenExpired` still demands our signature. */
    async caller(token: string, { evenExpired = false } = {}): Promise<Caller | undefined> {
      try {
        const currentDate = evenExpired ? new Date(0) : new Date(now());
        const { payload } = await jwtVerify(token, key, {
          issuer: ISSUER,
          algorithms: ['HS256'],
          currentDate,
        });
        if (!evenExpired && payload['practice-epoch'] !== store.account.epoch) return undefined;
        const client =
          typeof payload['c-id'] === 'string' ? store.client(payload['c-id']) : undefined;
        const word = (name: string) =>
          typeof payload[name] === 'string' ? payload[name] : undefined;
        return (
          client && {
            client,
            uuid: word('uuid'),
            oid: word('oid'),
            businessId: word('b-id'),
            workspace: word('w-id'),
          }
        );
      } catch (error) {
        if (error instanceof errors.JOSEError) return undefined;
        throw error;
      }
    },
  };
}
export type Tokens = ReturnType<typeof createTokens>;

type RefreshRecord = StateStore['account']['refreshTokens'][number];

function keepOnly(store: StateStore, isKept: (record: RefreshRecord) => boolean): void {
  store.account.refreshTokens = store.account.refreshTokens.filter(isKept);
  store.saveAccount();
}

/** Withdraws every access token, and every refresh token too when asked. */
function expireAll(store: StateStore, { refresh }: { refresh: boolean }): void {
  store.account.epoch += 1;
  keepOnly(store, () => !refresh);
}

/** An old token that is used late may have been stolen: every sign-in of this person ends. */
const revokePerson = (store: StateStore, person: string) =>
  keepOnly(store, (record) => record.person !== person);

const isPersons = ({ account }: StateStore, refreshToken: string): boolean =>
  account.refreshTokens.some(({ token, person }) => token === refreshToken && person !== undefined);
