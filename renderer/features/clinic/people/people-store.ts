/**
 * The people of the clinic as they were read last, and the draft of a new person. A lock empties
 * it.
 */

import type { EmrChange, EmrOutcome, EmrUser } from '../../../../shared/model/clinic/emr-user.ts';
import type {
  ServiceUser,
  UserChange,
  UserDraft,
  UserOutcome,
} from '../../../../shared/model/clinic/users.ts';
import { createStore } from '../../../common/store-registry.ts';
import { request } from '../../../common/stores/core.ts';
import type { PersonValues } from './person-format.ts';

export type PeopleView =
  | { readonly name: 'list' }
  | { readonly name: 'new' }
  | { readonly name: 'change'; readonly user: ServiceUser }
  | { readonly name: 'profile' };
type People = {
  readonly list?: readonly ServiceUser[] | undefined;
  readonly failure?: unknown;
  /** The request under way; the answer to an earlier one is dropped. */
  readonly loading?: object | undefined;
  readonly view: PeopleView;
  /** A new person as typed so far; kept while another screen is open. */
  readonly draft?: PersonValues | undefined;
};

const nobody: People = { view: { name: 'list' } };
export const usePeople = createStore('people', nobody, { reset: () => forgetPeople() });

export const showPeople = (view: PeopleView) => usePeople.setState({ view });
export const keepDraft = (draft: PersonValues | undefined) => usePeople.setState({ draft });
export const forgetPeople = () => usePeople.setState(nobody, true);

export async function loadPeople(): Promise<void> {
  const loading = {};
  const current = () => usePeople.getState().loading === loading;
  usePeople.setState({ loading, failure: undefined });
  try {
    const list = await request('users.list');
    if (current()) usePeople.setState({ list, loading: undefined });
  } catch (failure) {
    if (current()) usePeople.setState({ failure, loading: undefined });
  }
}

export const addPerson = (user: UserDraft): Promise<UserOutcome> =>
  request('users.create', { user: toRequest(user) });
export const changePerson = (id: string, change: UserChange): Promise<UserOutcome> =>
  request('users.change', { id, change: toRequest(change) });
export const readPerson = (id: string): Promise<ServiceUser> => request('users.get', { id });
export const removePerson = (id: string): Promise<void> => request('users.remove', { id });

export const ownProfile = (): Promise<EmrUser> => request('emrUser.own');
export const changeProfile = (oid: string, change: EmrChange): Promise<EmrOutcome> =>
  request('emrUser.change', { oid, change });

/** Copies the lists: the contract's types are mutable. */
const toRequest = ({
  doctor_ids,
  partner_doctor_ids,
  clinic_ids,
  partner_clinic_ids,
  ...rest
}: UserChange) => ({
  ...rest,
  ...(doctor_ids && { doctor_ids: [...doctor_ids] }),
  ...(partner_doctor_ids && { partner_doctor_ids: [...partner_doctor_ids] }),
  ...(clinic_ids && { clinic_ids: [...clinic_ids] }),
  ...(partner_clinic_ids && { partner_clinic_ids: [...partner_clinic_ids] }),
});
