/** The people of a clinic, and the own profile in the EMR. */
import type { Handlers } from '../../../shared/contract/contract.ts';
import type { usersRequests } from '../../../shared/contract/users.ts';
import type { Platform } from '../../infrastructure/platform/platform.ts';

export function createUsersHandlers({
  platform: { users, emrUsers },
}: {
  readonly platform: Pick<Platform, 'users' | 'emrUsers'>;
}): Pick<Handlers, keyof typeof usersRequests> {
  return {
    'users.list': () => users.list(),
    'users.get': ({ id }) => users.get(id),
    'users.create': ({ user }) => users.create(user),
    'users.change': ({ id, change }) => users.change(id, change),
    'users.remove': ({ id }) => users.remove(id),
    'emrUser.own': () => emrUsers.own(),
    'emrUser.get': ({ oid }) => emrUsers.get(oid),
    'emrUser.change': ({ oid, change }) => emrUsers.change(oid, change),
  };
}
