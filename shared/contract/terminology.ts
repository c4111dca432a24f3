/**
 * Requests of a page about the lists of codes on this computer, and about a hospital's own
 * terminology server (docs/codification.md).
 */
import { z } from 'zod';
import type { OwnList, OwnOutcome } from '../model/coding/own-list.ts';
import {
  downloads,
  LONGEST_RELEASE_NAME,
  MOST_RELEASE_FILES,
  releases,
  type ServerTrial,
  type TerminologyServer,
  type TerminologyState,
} from '../model/coding/terminology.ts';
import { beginsNothing, readsCodes, readsSettings, stepOfImport } from './not-audited.ts';
import { request, returns } from './request.ts';

const takingId = z.uuid();
const piece = z
  .instanceof(Uint8Array)
  .refine((bytes) => bytes.length > 0 && bytes.length <= 1_048_576, 'must be 1 MiB at most');

export const terminologyRequests = {
  /** Needs no open vault: none of it is of a patient. */
  'terminology.status': request(z.undefined(), returns<TerminologyState>(), readsCodes),
  /**
   * Begins to take the files of a release: one, several, a whole folder, or the zip they came in.
   * `name` as the page sees it, with folders; `size` in bytes.
   */
  'terminology.begin': request(
    z.object({
      release: z.enum(releases),
      files: z
        .array(
          z.object({ name: z.string().min(1).max(LONGEST_RELEASE_NAME), size: z.int().min(0) }),
        )
        .min(1)
        .max(MOST_RELEASE_FILES),
    }),
    returns<{ takingId: string }>(),
    stepOfImport,
  ),
  /**
   * Pieces of a file come in order, and may come again (answer lost). `file`: its place in the
   * list. Answers how many bytes of it are here.
   */
  'terminology.append': request(
    z.object({
      takingId,
      file: z.int().min(0).max(MOST_RELEASE_FILES),
      offset: z.int().min(0),
      bytes: piece,
    }),
    returns<{ received: number }>(),
    stepOfImport,
  ),
  /**
   * All files are here: begins the import and answers at once; how it goes on is told by
   * `terminology.changed`.
   */
  'terminology.finish': request(z.object({ takingId }), returns<TerminologyState>(), {
    word: 'code-list-imported',
  }),
  /** Ends whatever is under way: taking, fetching, importing. What was installed stays. */
  'terminology.cancel': request(z.undefined(), returns<TerminologyState>(), stepOfImport),
  /** Fetches a public-domain release from its publisher and imports it. Answers at once. */
  'terminology.download': request(
    z.object({ release: z.enum(downloads) }),
    returns<TerminologyState>(),
    { word: 'code-list-imported' },
  ),

  'terminology.own.list': request(z.undefined(), returns<OwnList>(), readsCodes),
  /** Pieces of the clinic's own list come in order, and may come again; the first begins anew. */
  'terminology.own.append': request(
    z.object({ offset: z.int().min(0), bytes: piece }),
    returns<{ received: number }>(),
    stepOfImport,
  ),
  /** All pieces are here: takes the rows that are right, in place of the earlier list. */
  'terminology.own.take': request(z.undefined(), returns<OwnOutcome>(), {
    word: 'own-list-changed',
    when: ({ taken }) => taken > 0,
  }),
  'terminology.own.remove': request(z.undefined(), returns<OwnList>(), {
    word: 'own-list-changed',
  }),

  'terminology.server.get': request(z.undefined(), returns<TerminologyServer>(), readsSettings),
  /**
   * An empty address: none. `token` goes in and never comes out; absent: stays as it is, as long as
   * the server is the same; empty: none.
   */
  'terminology.server.set': request(
    z.object({
      address: z.string().trim().max(500),
      token: z.string().trim().max(4000).optional(),
    }),
    returns<TerminologyServer>(),
    { word: 'terminology-server-changed' },
  ),
  /** Asks the server what it has, with words that are no patient's. */
  'terminology.server.test': request(z.undefined(), returns<ServerTrial>(), beginsNothing),
};

export const terminologyNotices = { 'terminology.changed': returns<TerminologyState>() };
