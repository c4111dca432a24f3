/**
 * Contract 7: profiles of EMR users. Each client has one, its own; those of others are there and
 * may not be changed.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { checkEmrChange } from '../../shared/model/clinic/emr-user.ts';
import type { Sandbox } from '../sandbox.ts';
import { openJsonList } from '../state/json-list.ts';
import { identityOf } from '../state/state-store.ts';
import { forCallers } from './callers.ts';

const text = z.string().optional();
const profileRecord = z.object({
  oid: z.string(),
  bid: z.string(),
  created: z.number(),
  updated: z.number(),
  mobile: text,
  email: text,
  gen: text,
  dob: text,
  fn: text,
  mn: text,
  ln: text,
  fln: text,
  bg: text,
  s: text,
  extras: z.record(z.string(), z.unknown()).optional(),
});
type ProfileRecord = z.infer<typeof profileRecord>;

export function addEmrUsers(server: FastifyInstance, sandbox: Sandbox) {
  const { store } = sandbox;
  const profiles = openJsonList(sandbox, 'emr-users', profileRecord);
  const PATH = '/profiles/v1/emr-user/:oid';

  /** A client's profile is there from the beginning. */
  function profileOf(oid: string): ProfileRecord | undefined {
    const client = store.account.clients.find((one) => identityOf(one).oid === oid);
    const found = profiles.list.find((one) => one.oid === oid);
    if (found || !client) return found;
    const made: ProfileRecord = {
      oid,
      bid: identityOf(client).businessId,
      created: sandbox.now(),
      updated: sandbox.now(),
      fn: 'Practice',
      ln: `Doctor ${client.number}`,
      fln: `Practice Doctor ${client.number}`,
      gen: 'O',
      dob: '1980-01-01',
      s: 'Dr',
    };
    profiles.list.push(made);
    return made;
  }
  const oidOf = (request: FastifyRequest) => (request.params as { oid: string }).oid;
  const nameless = (request: FastifyRequest) => !request.headers['client-id'];
  const refuse = (reply: FastifyReply, code: number, message: string, name: string) =>
    reply.code(code).send({ error: { message, code: name } });
  const absent = (reply: FastifyReply) =>
    reply.code(404).send({ message: 'no such profile', code: 'profile_not_found' });

  server.get(
    PATH,
    forCallers(sandbox, (caller, request, reply) => {
      if (nameless(request)) return reply.code(401).send({ message: 'client-id is required' });
      const profile = profileOf(oidOf(request));
      if (!profile || profile.bid !== identityOf(caller.client).businessId) return absent(reply);
      const { created, updated, ...rest } = profile;
      return { ...rest, ps: 'verified', c_ate: created, u_ate: updated, is_age: false };
    }),
  );

  server.patch(
    PATH,
    forCallers(sandbox, (caller, request, reply) => {
      if (nameless(request)) return refuse(reply, 400, 'client-id is required', 'invalid_request');
      const { change, problems } = checkEmrChange(request.body);
      if (problems.length > 0)
        return refuse(
          reply,
          400,
          problems.map(({ message }) => message).join('; '),
          'invalid_request',
        );
      const profile = profileOf(oidOf(request));
      if (!profile) return absent(reply);
      if (profile.oid !== identityOf(caller.client).oid)
        return refuse(reply, 403, 'this profile belongs to somebody else', 'forbidden');
      const { extras, ...words } = change;
      // The full name is split; a part that is named itself comes on top of that.
      Object.assign(profile, words.fln === undefined ? {} : split(words.fln), words, {
        updated: sandbox.now(),
      });
      if (extras !== undefined) profile.extras = extras as Record<string, unknown>;
      if (words.fln === undefined && (words.fn ?? words.mn ?? words.ln) !== undefined)
        profile.fln = [profile.fn, profile.mn, profile.ln].filter(Boolean).join(' ');
      profiles.save();
      return { message: 'profile updated' };
    }),
  );
}

function split(full: string): { fn: string; mn: string; ln: string } {
  const [fn = '', ...rest] = full.trim().split(/\s+/);
  const ln = rest.pop() ?? '';
  return { fn, mn: rest.join(' '), ln };
}
