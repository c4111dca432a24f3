/**
 * Requests of a page about the sources of a note's words: the words of the transcript, and the
 * seconds of the recording.
 */
import { z } from 'zod';
import {
  type Heard,
  LONGEST_LISTEN,
  type NoteEvidence,
  type Said,
  type SpokenTranscript,
} from '../model/note/evidence.ts';
import { request, returns } from './request.ts';

const id = z.uuid();
const count = z.int().min(0);

export const evidenceRequests = {
  /**
   * For each sentence of a version, the words of the transcript that bear it out. Throws `refused`
   * / `no-note-yet`, `missing` / `no-branch` or `no-version`.
   */
  'notes.evidence': request(
    z.object({
      id,
      branch: z.string().regex(/^[0-9a-f]{32}$/),
      version: z.int().min(1).max(1_000_000),
    }),
    returns<NoteEvidence>(),
    { word: 'note-read', visit: 'input' },
  ),
  /**
   * Words of the transcript with those around them, and about when they were said. Throws `refused`
   * / `no-note-yet`, `missing` / `no-transcript`, `invalid` / `no-such-words`.
   */
  'notes.said': request(
    z.object({
      id,
      span: z
        .object({ start: count, end: count })
        .refine(({ start, end }) => start < end, 'words end after they begin'),
    }),
    returns<Said>(),
    { word: 'note-read', visit: 'input' },
  ),
  /**
   * The whole transcript: speakers, and about when each sentence was said. Throws `refused` /
   * `no-note-yet`, `missing` / `no-transcript`.
   */
  'notes.spoken': request(z.object({ id }), returns<SpokenTranscript>(), {
    word: 'note-read',
    visit: 'input',
  }),
  /**
   * Samples `from` up to but not including `to` of a visit's recording; a minute at most, and never
   * more than there is. Opened in memory only. Throws `missing` / `sound-gone` (erased), `refused`
   * / `sound-imported`, `busy` / `still-recording`, `busy` / `recording-now` (another visit: the
   * microphone would hear it), `broken` / `sound-unreadable`, `invalid` / `after-the-end`,
   * `locked`.
   */
  'recordings.listen': request(
    z
      .object({ id, from: count, to: count })
      .refine(({ from, to }) => from < to && to - from <= LONGEST_LISTEN, 'a minute at most'),
    returns<Heard>(),
    { word: 'sound-heard', visit: 'input' },
  ),
  /**
   * The platform's copy of a visit's sound, whole and in the form in which it was sent, for a visit
   * whose own sound was erased. A person asks for it each time; it is kept nowhere. Throws `refused`
   * / `sound-is-here`, `copy-not-kept`, `busy` / `copy-not-yet`, `recording-now`, `missing` /
   * `consultation-gone`, and what the platform throws.
   */
  'recordings.platformCopy': request(z.object({ id }), returns<{ readonly audio: Uint8Array }>(), {
    word: 'sound-heard',
    visit: 'input',
  }),
};
