/**
 * Requests that a page may send to the core, and notices that it receives.
 *
 * A row is the whole contract: name, schema of the input, type of the result, entry in the audit
 * log. Add a row here, or to its family beside this file; the compiler then asks for its handler
 * (`main/app/handlers`). Every host carries this table; none knows a single row of it. No row
 * returns a secret, a token or a key, and none takes a path. One exception (docs/decisions): a
 * vault that is being made returns its recovery code, once, for a person to write down.
 */

import { z } from 'zod';
import {
  type AccountState,
  keyStoreKinds,
  type Offer,
  type Profile,
  profiles,
  type VaultState,
} from '../model/account/account.ts';
import type { AuditEntry } from '../model/audit.ts';
import type { Saved } from '../model/export/saving.ts';
import type { Condition } from '../model/health.ts';
import type { Note } from '../model/note/note.ts';
import type { Policy } from '../model/policy.ts';
import { type Kept, markKinds, type Unfinished } from '../model/recording.ts';
import { type Settings, settingsChange } from '../model/settings.ts';
import type { Visit } from '../model/visit.ts';
import { patientSchema as patient, patientInView, visitRequest } from '../model/visit-setup.ts';
import { lettersIn } from '../secret-bytes.ts';
import { codeRequests } from './codes.ts';
import { consentRequests } from './consent.ts';
import { dayNotices, dayRequests } from './day.ts';
import { deskRequests } from './desk.ts';
import { desktopNotices, desktopRequests } from './desktop.ts';
import { documentNotices, documentRequests } from './documents.ts';
import { envelopeRequests } from './envelope.ts';
import { evidenceRequests } from './evidence.ts';
import { exportsNotices, exportsRequests } from './exports.ts';
import { findingRequests } from './findings.ts';
import { hereNotices, hereRequests } from './here.ts';
import { listOfVisits, readsOffer, readsSettings, stateOnly, stepOfImport } from './not-audited.ts';
import { notesRequests } from './notes.ts';
import { ordersRequests } from './orders.ts';
import { platformRequests } from './platform.ts';
import { notAudited, type Request, type Returns, request, returns } from './request.ts';
import { searchRequests } from './search.ts';
import { spellingNotices, spellingRequests } from './spelling.ts';
import { terminologyNotices, terminologyRequests } from './terminology.ts';
import { usersRequests } from './users.ts';
import { webhookNotices, webhookRequests } from './webhooks.ts';

const partOfRecording = notAudited('a part of a recording, whose start and finish have entries');

const id = z.uuid();
const count = z.int().min(0);
const secret = z.string().min(1).max(1000);
/** As `secretBytes` makes it; `least` letters. */
const secretAsBytes = (least: number) =>
  z
    .instanceof(Uint8Array)
    .refine((bytes) => lettersIn(bytes) >= least, `must have at least ${least} letters`)
    .refine(
      (bytes) => bytes.length <= 4000 && lettersIn(bytes) <= 1000,
      'must have at most 1000 letters',
    );
/**
 * 32 s of sound at most: what a page may have kept while the host was stalled goes in several
 * pieces.
 */
const audio = z
  .instanceof(Uint8Array)
  .refine(
    (bytes) => bytes.length > 0 && bytes.length <= 1_024_000 && bytes.length % 2 === 0,
    'must be whole 16-bit samples, 32 s at most',
  );
const piece = z
  .instanceof(Uint8Array)
  .refine((bytes) => bytes.length > 0 && bytes.length <= 1_048_576, 'must be 1 MiB at most');
const nothing = z.undefined();
const keyChoice = z.object({
  kind: z.enum(keyStoreKinds),
  passphrase: secretAsBytes(8).optional(),
});

export const requests = {
  'app.info': request(
    nothing,
    returns<{
      version: string;
      profile: Profile | undefined;
      practiceOffered: boolean;
      host: 'electron' | 'browser' | 'headless';
      /** Policy of the organisation; absent if it has set none. */
      policy?: Policy | undefined;
    }>(),
    stateOnly,
  ),
  /** Conditions that a person should know of now; empty if all is well. */
  'app.health': request(nothing, returns<readonly Condition[]>(), stateOnly),
  /** Chooses the profile and opens it; the page loads everything anew afterwards. */
  'profile.choose': request(
    z.object({ profile: z.enum(profiles) }),
    returns<void>(),
    notAudited('the host closes one profile and opens another; each has a log of its own'),
  ),

  'vault.state': request(nothing, returns<VaultState>(), stateOnly),
  /** Makes the first key of this profile. Only when there is none. */
  'vault.create': request(keyChoice, returns<{ recoveryCode: Uint8Array }>(), {
    word: 'vault-made',
  }),
  'vault.unlock': request(
    z.object({ passphrase: secretAsBytes(1).optional() }),
    returns<VaultState>(),
    {
      word: 'vault-opened',
    },
  ),
  /**
   * Puts a lost key back from its recovery code, into the place chosen now, and opens the vault.
   */
  'vault.recover': request(keyChoice.extend({ code: secretAsBytes(1) }), returns<VaultState>(), {
    word: 'vault-recovered',
  }),
  /**
   * Makes another key, for recording on while the old one is lost: old visits stay sealed, and are
   * listed as locked.
   */
  'vault.startAnother': request(keyChoice, returns<{ recoveryCode: Uint8Array }>(), {
    word: 'key-added',
  }),
  /** Forgets the keys; a recording in progress goes on. */
  'vault.lock': request(
    nothing,
    returns<VaultState>(),
    notAudited('the lock itself writes its entry, whoever locks'),
  ),
  /**
   * A person is using the page; told at most every 30 s. Without it the vault locks itself
   * (settings, `privacy`).
   */
  'vault.awake': request(nothing, returns<void>(), notAudited('a sign of life of the page')),

  'account.state': request(nothing, returns<AccountState>(), stateOnly),
  'account.signIn': request(
    z.object({
      baseUrl: z.string().trim().min(1).max(500),
      brand: z.string().trim().min(1).max(20),
      clientId: z.string().trim().min(1).max(200),
      clientSecret: secret,
      /** Opens another workspace than one's own (contract 1.1). */ sharingKey: secret.optional(),
    }),
    returns<AccountState>(),
    { word: 'signed-in' },
  ),
  'account.signOut': request(nothing, returns<AccountState>(), { word: 'signed-out' }),
  /** Languages, templates, limits; asks the platform when it can be reached. */
  'account.offer': request(nothing, returns<Offer>(), readsOffer),
  /**
   * Content of the last notice of this name; undefined before the platform was asked. `why`: the
   * sentence of the call that did not reach it.
   */
  'platform.reachable': request(
    nothing,
    returns<{ reachable: boolean; since: number; why?: string | undefined } | undefined>(),
    stateOnly,
  ),

  'settings.get': request(nothing, returns<Settings>(), readsSettings),
  /**
   * Throws `refused` / `set-by-organisation` for a value that the organisation's policy does not
   * allow.
   */
  'settings.change': request(settingsChange, returns<Settings>(), { word: 'settings-changed' }),

  'visits.list': request(nothing, returns<Visit[]>(), listOfVisits),
  ...searchRequests,
  'visits.get': request(z.object({ id }), returns<Visit>(), listOfVisits),
  /** The whole patient. `was`: as it was in view; throws `busy` / `stale` where it is another by now. */
  'visits.rename': request(z.object({ id, patient, was: patientInView }), returns<Visit>(), {
    word: 'visit-renamed',
    visit: 'input',
  }),
  ...consentRequests,
  /** Undefined while there is no result yet. */
  'notes.get': request(z.object({ id }), returns<Note | undefined>(), {
    word: 'note-read',
    visit: 'input',
  }),

  /**
   * Fixes the transaction id, writes the first segment file; only after this may the light go on.
   */
  'recordings.start': request(visitRequest, returns<Visit>(), {
    word: 'visit-started',
    visit: 'output',
  }),
  /** Pieces may come again (answer lost) or late; what is known already is not written twice. */
  'recordings.append': request(
    z.object({ id, firstSample: count, audio }),
    returns<Kept>(),
    partOfRecording,
  ),
  'recordings.mark': request(
    z.object({ id, kind: z.enum(markKinds), sample: count, text: z.string().max(200).optional() }),
    returns<void>(),
    partOfRecording,
  ),
  /**
   * `samples`: how many the page sent in all; fewer here means pieces are missing, and it is
   * refused.
   */
  'recordings.finish': request(z.object({ id, samples: count }), returns<Visit>(), {
    word: 'visit-finished',
    visit: 'input',
  }),
  'recordings.discard': request(z.object({ id }), returns<Visit>(), {
    word: 'visit-discarded',
    visit: 'input',
  }),
  'recordings.undoDiscard': request(z.object({ id }), returns<Visit>(), {
    word: 'visit-restored',
    visit: 'input',
  }),
  'recordings.unfinished': request(nothing, returns<Unfinished[]>(), listOfVisits),
  /**
   * Goes on with an unfinished recording in a new segment file; answers how many samples there are.
   */
  'recordings.goOn': request(z.object({ id }), returns<{ visit: Visit; samples: number }>(), {
    word: 'visit-started',
    visit: 'input',
  }),
  /**
   * Destroys samples [from, to) by their key: in a running recording, or in one that is still held
   * back from sending. Positions stay; silence and a mark stand in their place.
   */
  'recordings.forget': request(
    z
      .object({ id, from: count, to: count })
      .refine(({ from, to }) => from < to, 'must not be empty'),
    returns<Visit>(),
    { word: 'sound-forgotten', visit: 'input' },
  ),
  /** Seals an unfinished recording as it is. */
  'recordings.finishUnfinished': request(z.object({ id }), returns<Visit>(), {
    word: 'visit-finished',
    visit: 'input',
  }),

  /**
   * Takes in a recording that was made elsewhere, piece by piece in order. `name` and `size`
   * (bytes) are the file's own; nothing is kept of the name.
   */
  'imports.begin': request(
    z.object({ setup: visitRequest, name: z.string().max(255), size: count }),
    returns<{ importId: string }>(),
    stepOfImport,
  ),
  /** A piece may come again (answer lost). Answers how many bytes are here. */
  'imports.append': request(
    z.object({ importId: id, offset: count, bytes: piece }),
    returns<{ received: number }>(),
    stepOfImport,
  ),
  'imports.finish': request(z.object({ importId: id }), returns<Visit>(), {
    word: 'visit-imported',
    visit: 'output',
  }),
  'imports.cancel': request(z.object({ importId: id }), returns<void>(), stepOfImport),

  /**
   * Saves one visit as one zip file: its sound, its documents. The host asks for the place or is
   * told it; never the page.
   */
  'visits.saveAll': request(z.object({ id }), returns<Saved>(), {
    word: 'visit-exported',
    visit: 'input',
  }),

  'outbox.retry': request(z.object({ id }), returns<Visit>(), {
    word: 'visit-retried',
    visit: 'input',
  }),
  /** Looks again now for everything that waits. */
  'outbox.sendNow': request(
    nothing,
    returns<void>(),
    notAudited('makes the queue look earlier; what it does to a visit has entries'),
  ),

  /** Actions with their author and time; newest first, 500 at most. */
  'audit.list': request(nothing, returns<readonly AuditEntry[]>(), { word: 'audit-read' }),
  /**
   * Text that may be given to a helper: versions, states, counts, the log. No data of a patient,
   * and no secret.
   */
  'diagnostics.get': request(nothing, returns<{ text: string }>(), { word: 'diagnostics-read' }),

  /** Free space of the disk, in seconds of recording that fit. */
  'disk.room': request(nothing, returns<{ seconds: number }>(), stateOnly),

  ...dayRequests,
  ...usersRequests,
  ...ordersRequests,
  ...codeRequests,
  ...deskRequests,
  ...findingRequests,
  ...webhookRequests,
  ...platformRequests,
  ...documentRequests,
  ...envelopeRequests,
  ...terminologyRequests,
  ...hereRequests,
  ...notesRequests,
  ...evidenceRequests,
  ...exportsRequests,
  ...desktopRequests,
  ...spellingRequests,
};

const notices = {
  'visits.changed': returns<Visit>(),
  /** Erased: by its days, or for good after it was discarded. */
  'visits.gone': returns<{ id: string }>(),
  /**
   * One more document is in the note of this visit, or what is waited for is another; or it was
   * edited, or signed.
   */
  'notes.changed': returns<{ id: string }>(),
  /**
   * Something was decided, marked or taken back at the code desk, perhaps in another window;
   * `revision` as in `Desk`.
   */
  'desk.changed': returns<{ id: string; revision: number }>(),
  'account.changed': returns<AccountState>(),
  'vault.changed': returns<VaultState>(),
  'settings.changed': returns<Settings>(),
  /**
   * Whether the platform answered the last time it was asked; `since` in milliseconds since 1970.
   */
  'platform.reachable': returns<{ reachable: boolean; since: number }>(),
  /** Recording met trouble on disk: a stable word (`disk-full`, `disk-failing`) and a sentence. */
  'recordings.trouble': returns<{ id: string; code: string; message: string }>(),
  'profile.changed': returns<{ profile: Profile }>(),
  /** The whole list anew, whenever it changes. */
  'app.health': returns<readonly Condition[]>(),
  ...dayNotices,
  ...hereNotices,
  ...webhookNotices,
  ...documentNotices,
  ...terminologyNotices,
  ...exportsNotices,
  ...desktopNotices,
  ...spellingNotices,
};

export type RequestName = keyof typeof requests;
export type Input<N extends RequestName> =
  (typeof requests)[N] extends Request<infer I, unknown> ? I : never;
export type Output<N extends RequestName> =
  (typeof requests)[N] extends Request<never, infer O> ? O : never;
export type Handlers = {
  readonly [N in RequestName]: (input: Input<N>) => Output<N> | Promise<Output<N>>;
};

export type NoticeName = keyof typeof notices;
type Notice<N extends NoticeName> = (typeof notices)[N] extends Returns<infer P> ? P : never;
export type Notify = <N extends NoticeName>(name: N, payload: Notice<N>) => void;
export type Listen = (listener: (name: NoticeName, payload: unknown) => void) => () => void;

/** Connection of a page to the core, under Electron and in a browser alike. */
export interface Bridge {
  request<N extends RequestName>(
    name: N,
    ...input: Input<N> extends undefined ? [] : [Input<N>]
  ): Promise<Output<N>>;
  on<N extends NoticeName>(name: N, listener: (payload: Notice<N>) => void): () => void;
}
