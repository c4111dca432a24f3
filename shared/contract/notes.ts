/**
 * Requests of a page about the note as a document: its versions, its signature, and the visit it
 * belongs to.
 */
import { z } from 'zod';
import { saidLeavings } from '../model/export/leaving.ts';
import type { Difference } from '../model/note/checks.ts';
import type {
  CutMark,
  NoteBranch,
  NoteState,
  NoteVersion,
  Rearrangement,
  SectionDiff,
  Signed,
} from '../model/note/note-versions.ts';
import type { Visit } from '../model/visit.ts';
import { patientInView, patientSchema } from '../model/visit-setup.ts';
import { notAudited, request, returns } from './request.ts';

const drawnWithNote = notAudited('drawn with the note; reading its versions has an entry');
const stepOfRearranging = notAudited('a step of rearranging recordings, which has an entry');

const id = z.uuid();
const branch = z.string().regex(/^[0-9a-f]{32}$/);
const version = z.int().min(1).max(1_000_000);
const rev = z.int().min(0);
const count = z.int().min(0);
const section = z.object({
  id: z.string().min(1).max(200),
  key: z.string().min(1).max(200).optional(),
  title: z.string().max(300),
  text: z.string().max(200_000),
});
const sections = z
  .array(section)
  .max(300)
  .refine(
    (list) => new Set(list.map((one) => one.id)).size === list.length,
    'each section has an id of its own',
  );
const digest = z.string().regex(/^[0-9a-f]{64}$/);
const seen = z.object({ words: digest, patient: digest, codes: digest, signer: digest });
const ofVersion = z.object({ branch, version });
/** Of one recording, at most what fits into a file of the vault. */
const piece = z
  .object({ id, from: count, to: count })
  .refine(({ from, to }) => from < to, 'a piece ends after it begins');

export const notesRequests = {
  /**
   * The branches of the note, each with its versions and the words of the one in hand. Throws
   * `refused` / `no-note-yet` while there is no note.
   */
  'notes.versions': request(z.object({ id }), returns<NoteState>(), {
    word: 'note-read',
    visit: 'input',
  }),
  'notes.version': request(z.object({ id, branch, version }), returns<NoteVersion>(), {
    word: 'note-read',
    visit: 'input',
  }),
  /**
   * Sends the present text of the editor, every few seconds while one types. It replaces the draft,
   * or begins one. The same words again (an answer was lost) change nothing. Throws `busy` /
   * `stale` where another window was faster, `refused` / `not-editable`.
   */
  'notes.edit': request(z.object({ id, branch, rev, sections }), returns<NoteBranch>(), {
    word: 'note-edited',
    visit: 'input',
  }),
  /**
   * The draft becomes a version for good: on leaving the editor, and after a pause. Nothing to keep
   * is no mistake.
   */
  'notes.keep': request(
    z.object({ id, branch }),
    returns<NoteBranch>(),
    notAudited('a step of editing; the edit itself has an entry'),
  ),
  /** The words of an older version as a new one. */
  'notes.restore': request(z.object({ id, branch, rev, version }), returns<NoteBranch>(), {
    word: 'note-edited',
    visit: 'input',
  }),
  /**
   * By words, section by section, in the order of the later one. The two may be of different
   * branches.
   */
  'notes.diff': request(
    z.object({ id, from: ofVersion, to: ofVersion }),
    returns<readonly SectionDiff[]>(),
    drawnWithNote,
  ),
  /** Says which branch is the note. */
  'notes.choose': request(
    z.object({ id, branch }),
    returns<NoteState>(),
    notAudited('says which version is the note; editing and signing have entries'),
  ),

  /** Differences between note and transcript; all of them have to be looked at before signing. */
  'notes.checks': request(
    z.object({ id, branch, version }),
    returns<readonly Difference[]>(),
    drawnWithNote,
  ),
  /**
   * Signs what the version says. `looked`: ids of the differences that were looked at; `seen`: what
   * the doctor had in view (`digest` of the branch, `facts` of the note). The same once more answers
   * the same signature. Throws `busy` / `changed-since-seen` where any of it is another by now,
   * `signed-out` / `sign-in-needed`, `invalid` / `export-doctor-name` or `export-patient-name`,
   * `refused` / `not-looked-at`, `no-speech`, `note-empty`, `not-editable`.
   */
  'notes.sign': request(
    z.object({ id, branch, version, seen, looked: z.array(z.string().min(1).max(200)).max(5000) }),
    returns<Signed>(),
    { word: 'note-signed', visit: 'input' },
  ),
  /**
   * Says how decided medicines, tests or procedures leave; null: as their words are read. `codes`:
   * `facts.codes` of what was in view; throws `busy` / `changed-since-seen` where it is another by
   * now, `missing` / `no-entity`, `invalid` / `leaves-otherwise`.
   */
  'notes.leaveAs': request(
    z.object({
      id,
      entities: z.array(z.string().min(1).max(200)).min(1).max(500),
      as: z.enum(saidLeavings).nullable(),
      codes: digest,
    }),
    returns<NoteState>(),
    { word: 'codes-decided', visit: 'input' },
  ),
  /** Newest first. */
  'notes.signed': request(z.object({ id }), returns<readonly Signed[]>(), {
    word: 'note-read',
    visit: 'input',
  }),
  /**
   * After signing: the right patient, as a new version of the same words, which has to be signed
   * again. Before, `visits.rename` does it. `was` as there.
   */
  'notes.correctPatient': request(
    z.object({ id, patient: patientSchema, was: patientInView }),
    returns<NoteState>(),
    { word: 'patient-corrected', visit: 'input' },
  ),

  /**
   * Two visits whose notes are here are one encounter: each names the other; sound and notes stay
   * where they are. Throws `refused` / `other-patient`.
   */
  'notes.join': request(z.object({ id, other: id }), returns<NoteState>(), {
    word: 'visits-joined',
    visit: 'input',
  }),
  /** Takes that back. */
  'notes.part': request(z.object({ id, other: id }), returns<NoteState>(), {
    word: 'visits-parted',
    visit: 'input',
  }),

  /**
   * A known name was put where the recogniser heard something else: transcript and note say again
   * what was heard. `doubt`: its number among the doubts of the transcript; `heard`: what was heard
   * there, as it was in view. Throws `invalid` / `no-such-words`.
   */
  'notes.takeBack': request(
    z.object({ id, doubt: z.int().min(0).max(1_000_000), heard: z.string().max(1_000) }),
    returns<NoteState>(),
    { word: 'note-edited', visit: 'input' },
  ),

  /** Places at which a recording may be cut: pauses, silences, gaps; in order. */
  'recordings.marks': request(z.object({ id }), returns<readonly CutMark[]>(), stepOfRearranging),
  /**
   * Merges, splits and moves recordings that were not sent yet: new visits are made of the sound of
   * others, which are then discarded. `like`: whose settings and patient it has, unless `patient`
   * is given. Every sample of every source has to be in the pieces, once. Throws `refused` /
   * `too-late` once the platform may have one of them, `pieces-do-not-fit`, `imported-sound`,
   * `busy` / `still-recording`, `refused` / `disk-full`.
   */
  'recordings.rearrange': request(
    z.object({
      visits: z
        .array(
          z.object({
            like: id,
            patient: patientSchema.optional(),
            pieces: z.array(piece).min(1).max(50),
          }),
        )
        .min(1)
        .max(10),
    }),
    returns<{ readonly deed: string; readonly made: readonly Visit[] }>(),
    { word: 'recordings-rearranged' },
  ),
  /**
   * For a day. Throws `refused` / `too-late` when one of the new visits is on its way, `missing` /
   * `no-rearrangement`.
   */
  'recordings.undoRearrange': request(z.object({ deed: id }), returns<readonly Visit[]>(), {
    word: 'rearranging-undone',
  }),
  /** Rearrangements that can still be undone, the latest first. */
  'recordings.rearranged': request(
    z.undefined(),
    returns<readonly Rearrangement[]>(),
    stepOfRearranging,
  ),
};
