/** Requests of a page to the code desk (docs/codification.md, "The code desk"). */
import { z } from 'zod';
import { type CodeCandidate, type Linker, ontologies } from '../model/coding/codification.ts';
import { askedLinkers, type Desk, type DeskAnswer, verdicts } from '../model/coding/desk.ts';
import { statuses } from '../model/coding/entities.ts';
import { entityKinds } from '../model/export/export.ts';
import { LONGEST_QUERY } from '../wire/codification.ts';
import { readsCodes } from './not-audited.ts';
import { notAudited, request, returns } from './request.ts';

const stepAtDesk = notAudited('a step at the code desk, whose opening and decisions have entries');

const id = z.uuid();
const entityId = z.string().min(1).max(200);
const text = z.string().trim().min(1).max(LONGEST_QUERY);
const chosen = z.object({
  ontology: z.enum(ontologies),
  code: z.string().trim().min(1).max(60),
  name: z.string().max(500),
});
const oneOfEach = (codes: readonly { ontology: string }[]) =>
  new Set(codes.map(({ ontology }) => ontology)).size === codes.length;

export const deskRequests = {
  /**
   * Reads the note's entities, with what was decided about them. Works without a line and without
   * an account.
   */
  'desk.open': request(z.object({ id }), returns<Desk>(), { word: 'note-read', visit: 'input' }),
  /**
   * Candidates for entities of the note; those not named: all. Answers that are kept are given
   * again unless `anew`.
   */
  'desk.link': request(
    z.object({
      id,
      entities: z.array(entityId).max(500).optional(),
      by: z.enum(askedLinkers),
      anew: z.boolean().optional(),
    }),
    returns<readonly DeskAnswer[]>(),
    stepAtDesk,
  ),
  /**
   * As one types, on this computer; `by` names another linker when the doctor asks for it. `visit`:
   * whose finding it is.
   */
  'desk.search': request(
    z.object({
      ontology: z.enum(ontologies),
      text,
      visit: id.optional(),
      by: z.enum(['local', 'platform', 'server']).optional(),
    }),
    returns<{
      readonly linker: Linker;
      readonly version: string;
      readonly candidates: readonly CodeCandidate[];
    }>(),
    readsCodes,
  ),
  /**
   * One deed, taken back as one. A decision about an entity replaces the one before. Throws `busy` /
   * `stale` where the entity is read as another kind or with another status by now.
   */
  'desk.decide': request(
    z.object({
      id,
      decisions: z
        .array(
          z
            .object({
              entityId,
              /**
               * As they were in view: its words may be read in another way by now. Absent: whoever
               * asks has seen none, as a script.
               */
              kind: z.enum(entityKinds).optional(),
              read: z.enum(statuses).optional(),
              verdict: z.enum(verdicts),
              codes: z
                .array(chosen)
                .max(ontologies.length)
                .refine(oneOfEach, 'one code an ontology'),
              reason: z.string().trim().min(1).max(500).optional(),
              status: z.enum(statuses).optional(),
            })
            .refine(
              ({ verdict, codes }) => (verdict === 'rejected') === (codes.length === 0),
              'a rejected entity has no code, any other has one',
            ),
        )
        .min(1)
        .max(500),
    }),
    returns<Desk>(),
    { word: 'codes-decided', visit: 'input' },
  ),
  /**
   * Takes the last deed back. `revision`: of the desk in view; throws `busy` / `stale` where another
   * window did something since. Absent: whichever is the last.
   */
  'desk.undo': request(z.object({ id, revision: z.int().min(0).optional() }), returns<Desk>(), {
    word: 'codes-taken-back',
    visit: 'input',
  }),
  /**
   * The doctor marks words that were not found as an entity. `start`: UTF-16 code units in the
   * section's text; the words must stand there.
   */
  'desk.mark': request(
    z.object({
      id,
      document: z.int().min(0).max(100),
      section: z.string().min(1).max(200),
      start: z.int().min(0),
      text,
      kind: z.enum(entityKinds),
    }),
    returns<Desk>(),
    { word: 'words-marked', visit: 'input' },
  ),
  /** Own choices come first no more. */
  'desk.forgetFavourites': request(z.undefined(), returns<{ readonly forgotten: number }>(), {
    word: 'favourites-forgotten',
  }),
};
