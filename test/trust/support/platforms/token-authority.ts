/**
 * The platform's side of signing in (contract 1): it knows which tokens are good, turns refresh
 * tokens over at each use, and honours the old one for a minute.
 */
import type { NetAnswer, NetRequest } from '../../../../main/infrastructure/ports.ts';

const HALF_HOUR = 1_800_000;
const MONTH = 30 * 86_400_000;
const GRACE = 60_000;

export type TokenAuthority = {
  /**
   * Answers in the platform's place: 401 to a token that is not good, nothing to one that is.
   * `kind` as in `net-platform.ts`.
   */
  judge(kind: string, request: NetRequest): NetAnswer | undefined;
  /** No access token is good any more; `all`: nor any refresh token. */
  revoke(all?: boolean): void;
  /** The only client secret that is good. */
  secret: string;
  /** Number of requests, by kind. */
  readonly counts: { login: number; refresh: number; logout: number; refused: number };
};

/** `now`: the platform's own clock. */
export function tokenAuthority({
  now,
  secret = 'right',
}: {
  now: () => number;
  secret?: string;
}): TokenAuthority {
  const access = new Map<string, number>();
  const refresh = new Map<string, { until: number; turned?: number }>();
  let made = 0;

  const say = (status: number, body: unknown = {}): NetAnswer => ({
    status,
    headers: { 'content-type': 'application/json', date: new Date(now()).toUTCString() },
    body: Buffer.from(JSON.stringify(body)),
  });
  const grant = () => {
    made += 1;
    access.set(`access-${made}`, now() + HALF_HOUR);
    refresh.set(`refresh-${made}`, { until: now() + MONTH });
    return say(200, {
      access_token: `access-${made}`,
      refresh_token: `refresh-${made}`,
      expires_in: HALF_HOUR / 1000,
      refresh_expires_in: MONTH / 1000,
    });
  };
  const bodyOf = ({ body }: NetRequest) => JSON.parse(String(body)) as Record<string, string>;
  const refused = (error: string) => {
    self.counts.refused += 1;
    return say(401, { code: 401, error });
  };

  const self: TokenAuthority = {
    secret,
    counts: { login: 0, refresh: 0, logout: 0, refused: 0 },
    judge(kind, request) {
      if (kind === 'login') {
        self.counts.login += 1;
        return bodyOf(request).client_secret === self.secret
          ? grant()
          : refused('invalid client credentials');
      }
      if (kind === 'refresh') {
        self.counts.refresh += 1;
        const known = refresh.get(bodyOf(request).refresh_token!);
        if (
          !known ||
          known.until < now() ||
          (known.turned !== undefined && known.turned + GRACE < now())
        )
          return refused('invalid refresh token');
        known.turned ??= now();
        return grant();
      }
      if (kind === 'logout') {
        self.counts.logout += 1;
        refresh.delete(bodyOf(request).refresh_token!);
        return say(200, { status: 'success' });
      }
      if (kind === 'blob') return undefined;
      const token = /^Bearer (.+)$/.exec(request.headers?.authorization ?? '')?.[1] ?? '';
      return (access.get(token) ?? 0) > now() ? undefined : refused('Unauthorized');
    },
    revoke(all = false) {
      access.clear();
      if (all) refresh.clear();
    },
  };
  return self;
}
