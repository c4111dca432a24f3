/**
 * Requests of a page about the platform itself: how it is reached, its templates, and its records
 * of earlier visits.
 */
import { z } from 'zod';
import type {
  AccountState,
  BrowserSignIn,
  DeviceOffer,
  SignInStep,
} from '../model/account/account.ts';
import {
  type Discovery,
  LARGEST_FILE,
  type PlatformProfile,
} from '../model/account/platform-profile.ts';
import { profileChange } from '../model/account/platform-profile-schema.ts';
import type { AccountTemplate } from '../model/account/templates-of-account.ts';
import type { Saved } from '../model/export/saving.ts';
import type { DocumentRequest, PastDetails, PastVisit } from '../model/history.ts';
import type { NoteDocument } from '../model/note/note.ts';
import type { Visit } from '../model/visit.ts';
import { readsOffer, readsSettings } from './not-audited.ts';
import { notAudited, request, returns } from './request.ts';

const listOfHistory = notAudited(
  'drawn at every look at the history; reading a document of it has an entry',
);

const nothing = z.undefined();
const id = z.uuid();
const theirs = z.string().min(1).max(200);
const token = z.string().min(1).max(8000);
const where = {
  baseUrl: z.string().trim().min(1).max(500),
  brand: z.string().trim().min(1).max(20),
};
const address = {
  ...where,
  clientId: z.string().trim().min(1).max(200),
};
const templateForm = {
  title: z.string().trim().min(1).max(100),
  description: z.string().trim().max(2000),
  sections: z.array(z.string().trim().min(1).max(100)).max(100),
};

export const platformRequests = {
  /** Signs in with a token from the platform's console (contract 1.4): nothing renews it. */
  'account.signInWithToken': request(z.object({ ...address, token }), returns<AccountState>(), {
    word: 'signed-in',
  }),
  /**
   * Signs a person in by name and password, where the platform has such accounts (session protocol
   * 2). The password is sent once and kept nowhere. Throws `refused` / `password-refused`,
   * `account-disabled`, `not-offered`.
   */
  'account.signInWithPassword': request(
    z.object({ ...where, userName: address.clientId, password: z.string().min(1).max(1000) }),
    returns<AccountState>(),
    { word: 'signed-in' },
  ),
  /**
   * Asks for a code that a person enters in a browser; `account.stepDevice` is then asked until it
   * is over. Throws `refused` / `not-offered`.
   */
  'account.beginDevice': request(
    z.object(where),
    returns<DeviceOffer>(),
    notAudited('asks for a code; the sign-in itself has an entry'),
  ),
  /** Throws `refused` / `device-expired`, `device-denied`, `missing` / `no-device-code`. */
  'account.stepDevice': request(nothing, returns<SignInStep>(), {
    word: 'signed-in',
    when: ({ kind }) => kind === 'signed-in',
  }),
  /**
   * Begins a sign-in in the browser of this computer, at the server that the platform's discovery
   * names (OpenID Connect); `account.stepBrowser` is then asked until it is over. Throws `refused` /
   * `not-offered`, `oidc-server-differs`, `oidc-unsafe`.
   */
  'account.beginBrowser': request(
    z.object({ ...where, oidcClientId: address.clientId }),
    returns<BrowserSignIn>(),
    notAudited('opens a page; the sign-in itself has an entry'),
  ),
  /** Throws `refused` / `oidc-…`, `missing` / `no-oidc-sign-in`. */
  'account.stepBrowser': request(nothing, returns<SignInStep>(), {
    word: 'signed-in',
    when: ({ kind }) => kind === 'signed-in',
  }),
  'account.stopBrowser': request(
    nothing,
    returns<void>(),
    notAudited('nobody was signed in, and nobody was signed out'),
  ),
  /**
   * The token for the doctor-tool paths (contract 1.7); the empty text forgets it. Never answered.
   */
  'account.setBusinessToken': request(
    z.object({ token: z.string().max(8000) }),
    returns<AccountState>(),
    { word: 'platform-changed' },
  ),
  /** Whom the platform takes us for. */
  'account.who': request(
    nothing,
    returns<{ userName?: string | undefined; workspace?: string | undefined }>(),
    readsOffer,
  ),

  'platform.profile': request(nothing, returns<PlatformProfile>(), readsSettings),
  'platform.changeProfile': request(profileChange, returns<PlatformProfile>(), {
    word: 'platform-changed',
  }),
  'platform.exportProfile': request(nothing, returns<Saved>(), readsSettings),
  'platform.importProfile': request(
    z.object({ text: z.string().max(LARGEST_FILE) }),
    returns<PlatformProfile>(),
    { word: 'platform-changed' },
  ),
  /** Whether the platform has the session protocol (contract 11). */
  'platform.discover': request(nothing, returns<Discovery>(), readsOffer),

  'templates.list': request(nothing, returns<AccountTemplate[]>(), readsOffer),
  'templates.create': request(z.object(templateForm), returns<AccountTemplate[]>(), {
    word: 'template-changed',
  }),
  'templates.change': request(
    z.object({ id: theirs, ...templateForm }),
    returns<AccountTemplate[]>(),
    { word: 'template-changed' },
  ),
  'templates.remove': request(z.object({ id: theirs }), returns<AccountTemplate[]>(), {
    word: 'template-changed',
  }),

  /** The newest visits that the platform has; none is an answer, too. */
  'history.list': request(
    z.object({ count: z.int().min(1).max(500) }),
    returns<PastVisit[]>(),
    listOfHistory,
  ),
  'history.details': request(
    z.object({ transactionId: theirs }),
    returns<PastDetails>(),
    listOfHistory,
  ),
  /** Reads one document from the platform; it is shown, and kept nowhere. */
  'history.document': request(z.object({ documentId: theirs }), returns<NoteDocument>(), {
    word: 'platform-read',
  }),
  /** Takes a visit out of the platform's history; what is here stays. */
  'history.archive': request(z.object({ transactionId: theirs }), returns<void>(), {
    word: 'visit-archived',
  }),

  /**
   * Asks the platform for one more document of a visit whose note is here; it comes by
   * `notes.changed`. `language`: where it is not the visit's; `leaflet`: for the patient.
   */
  'notes.ask': request(
    z.object({
      id,
      template: z.string().min(1).max(100),
      language: z.string().min(1).max(100).optional(),
      leaflet: z.boolean().optional(),
    }),
    returns<DocumentRequest[]>(),
    { word: 'document-asked', visit: 'input' },
  ),
  'notes.asked': request(
    z.object({ id }),
    returns<DocumentRequest[]>(),
    notAudited('drawn with the note; reading it and asking for a document have entries'),
  ),

  /** Takes back a visit that is on its way; it can be brought back for a day. */
  'outbox.cancel': request(z.object({ id }), returns<Visit>(), {
    word: 'visit-cancelled',
    visit: 'input',
  }),
};
