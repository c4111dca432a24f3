/** Reasons of several families why a request leaves no entry in the audit log. */
import { notAudited } from './request.ts';

export const stateOnly = notAudited('says what this Scriba is, nothing of a visit');
export const readsSettings = notAudited('reads settings; changing them has an entry');
export const readsCodes = notAudited('reads lists of codes, nothing of a visit');
export const readsOffer = notAudited('reads what the platform offers, nothing of a visit');
export const stepOfImport = notAudited(
  'a step of an import, which has its entry when it is finished',
);
export const listOfVisits = notAudited(
  'drawn at every look at the list; reading a note has an entry',
);
export const beginsNothing = notAudited('sends a call that begins nothing');
