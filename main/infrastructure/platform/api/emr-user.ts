/**
 * Contract 7: the profile of an EMR user. The rules are asked before anything is sent, and name the
 * path of a breach.
 */

import { Failure } from '../../../../shared/failure.ts';
import {
  checkEmrChange,
  type EmrChange,
  type EmrOutcome,
  type EmrUser,
  emrTexts,
} from '../../../../shared/model/clinic/emr-user.ts';
import { whoami } from '../../../../shared/wire/authentication.ts';
import { emrUser } from '../../../../shared/wire/emr-user.ts';
import { segment } from '../client/address.ts';
import { type Client, readAnswer } from '../client/client.ts';
import { readServerError } from '../client/status-failure.ts';

export type EmrUsers = {
  /** The profile of whoever is signed in. Throws `missing` / `no-profile-there`. */
  own(): Promise<EmrUser>;
  get(oid: string): Promise<EmrUser>;
  /**
   * Extras that are sent replace the kept ones as a whole. Throws `missing` / `no-profile-there`,
   * `refused` / `profile-of-another`.
   */
  change(oid: string, change: EmrChange): Promise<EmrOutcome>;
};

export function createEmrUsers({ client }: { readonly client: Client }): EmrUsers {
  const of = (oid: string) => `/profiles/v1/emr-user/${segment(oid)}`;

  async function get(oid: string): Promise<EmrUser> {
    const answer = await client.send({ method: 'GET', path: of(oid), retry: 'safe' });
    if (answer.status === 404) throw noProfile();
    if (answer.status >= 300) throw client.failureOf(answer);
    const read = readAnswer(answer, emrUser);
    return {
      oid: read.oid,
      ...(read.extras && { extras: read.extras }),
      ...Object.fromEntries(emrTexts.flatMap((name) => (read[name] ? [[name, read[name]]] : []))),
    };
  }

  return {
    get,
    async own() {
      const { oid = [], primary_oid } = await client.ask(
        { method: 'GET', path: '/connect-auth/v1/account/whoami', retry: 'safe' },
        whoami,
      );
      const mine = primary_oid ?? oid[0];
      if (mine === undefined || mine === '') throw noProfile();
      return get(mine);
    },
    async change(oid, given) {
      const { change, problems } = checkEmrChange(given);
      if (problems.length > 0) return { kind: 'refused', problems };
      const answer = await client.send({
        method: 'PATCH',
        path: of(oid),
        body: change,
        retry: 'safe',
      });
      if (answer.status === 400)
        return {
          kind: 'refused',
          problems: [{ at: '', code: 'other', message: readServerError(answer).text ?? '' }],
        };
      if (answer.status === 403)
        throw new Failure(
          'refused',
          'This profile belongs to somebody else. Only an administrator of the clinic may change it.',
          { detail: 'profile-of-another' },
        );
      if (answer.status === 404) throw noProfile();
      if (answer.status >= 300) throw client.failureOf(answer);
      return { kind: 'done' };
    },
  };
}

const noProfile = () =>
  new Failure('missing', 'The platform has no profile for this sign-in.', {
    detail: 'no-profile-there',
  });
