/**
 * Rows of the contract: the people of a clinic (contract 6) and the own profile in the EMR
 * (contract 7).
 */
import { z } from 'zod';
import { type EmrOutcome, type EmrUser, emrTexts } from '../model/clinic/emr-user.ts';
import type { ServiceUser, UserOutcome } from '../model/clinic/users.ts';
import { notAudited, request, returns, wasDone } from './request.ts';

const readsPeople = notAudited(
  'reads the people of the clinic, nothing of a visit; changing them has an entry',
);

const id = z.string().min(1).max(200);
/** Wide: what is wrong in it is told by field (`user-rules.ts`), for the form. */
const text = z.string().max(500).optional();
const texts = z.array(z.string().max(200)).max(200).optional();
const draft = z.object({
  firstname: text,
  lastname: text,
  gender: text,
  dob: text,
  mobile: text,
  email: text,
  auth_userid: text,
  is_admin: z.boolean().optional(),
  seat_type: text,
  persona: text,
  doctor_ids: texts,
  partner_doctor_ids: texts,
  clinic_ids: texts,
  partner_clinic_ids: texts,
});
const emrChange = z.object({
  ...(Object.fromEntries(emrTexts.map((name) => [name, text])) as {
    [name in (typeof emrTexts)[number]]: typeof text;
  }),
  extras: z.unknown().optional(),
});

export const usersRequests = {
  /** Everyone of the clinic, in the platform's order. */
  'users.list': request(z.undefined(), returns<readonly ServiceUser[]>(), readsPeople),
  'users.get': request(z.object({ id }), returns<ServiceUser>(), readsPeople),
  /**
   * Refused with every problem at once, by field. Where the answer was lost, looks before it asks
   * again.
   */
  'users.create': request(z.object({ user: draft }), returns<UserOutcome>(), {
    word: 'user-added',
    when: wasDone,
  }),
  /** Only what is to become otherwise. */
  'users.change': request(
    z.object({ id, change: draft.extend({ partner_id: text }) }),
    returns<UserOutcome>(),
    { word: 'user-changed', when: wasDone },
  ),
  'users.remove': request(z.object({ id }), returns<void>(), { word: 'user-removed' }),

  /** The profile of whoever is signed in. */
  'emrUser.own': request(z.undefined(), returns<EmrUser>(), readsPeople),
  'emrUser.get': request(z.object({ oid: id }), returns<EmrUser>(), readsPeople),
  /**
   * Extras replace the kept ones as a whole; a breach of their rules is told with its path, and
   * nothing is sent.
   */
  'emrUser.change': request(z.object({ oid: id, change: emrChange }), returns<EmrOutcome>(), {
    word: 'profile-changed',
    when: wasDone,
  }),
};
