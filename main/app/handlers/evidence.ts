/**
 * Requests about where a note's words come from: words of the transcript, and seconds of the
 * recording.
 */
import { setImmediate as turn } from 'node:timers/promises';
import type { Handlers } from '../../../shared/contract/contract.ts';
import type { evidenceRequests } from '../../../shared/contract/evidence.ts';
import { Failure } from '../../../shared/failure.ts';
import { readable } from '../../../shared/model/note/note-layout.ts';
import { contextWindow } from '../../features/notes/evidence/context-window.ts';
import type { Evidence } from '../../features/notes/evidence/evidence.ts';
import { estimateStarts, estimateTime } from '../../features/notes/evidence/time-estimate.ts';
import { turnsOf } from '../../features/notes/evidence/utterances.ts';
import type { NotesFeature } from '../../features/notes/notes.ts';
import { transcriptOf } from '../../features/notes/speech.ts';
import type { Listening } from '../../features/recordings/playback/playback.ts';
import type { Store } from '../../infrastructure/store/store.ts';
import { withToldApart } from '../told-apart.ts';

export type EvidenceHandlersDeps = {
  readonly notes: Pick<NotesFeature, 'transcript' | 'version'>;
  readonly store: Pick<Store, 'notes' | 'visits'>;
  readonly evidence: Evidence;
  readonly listening: Listening;
  readonly platformSound: (id: string) => Promise<Uint8Array>;
};

export function createEvidenceHandlers({
  notes,
  store,
  evidence,
  listening,
  platformSound,
}: EvidenceHandlersDeps): Pick<Handlers, keyof typeof evidenceRequests> {
  const transcriptFor = (id: string) => {
    const note = store.notes.get(id);
    return note && transcriptOf(note);
  };
  /** Throws Failure `refused` / `no-note-yet`, `missing` / `no-transcript`. */
  const neededTranscript = (id: string): string => {
    const transcript = transcriptFor(id);
    if (transcript !== undefined) return transcript;
    if (!store.notes.get(id))
      throw new Failure('refused', 'This visit has no note yet.', { detail: 'no-note-yet' });
    throw new Failure('missing', 'No transcript came with this note.', {
      detail: 'no-transcript',
    });
  };
  /** Throws as `neededTranscript`, and Failure `missing` / `consultation-gone`. */
  const transcriptOfVisit = (id: string): string => {
    listening.state(id);
    return neededTranscript(id);
  };

  return {
    async 'notes.evidence'({ id, ...at }) {
      const { sections } = notes.version(id, at);
      const walk = evidence.steps({
        sections: readable(sections),
        transcript: notes.transcript(id, at.branch),
      });
      for (let step = walk.next(); ; step = walk.next()) {
        if (step.done) return step.value;
        await turn();
      }
    },
    async 'notes.said'({ id, span }) {
      const transcript = transcriptOfVisit(id);
      if (span.end > transcript.length)
        throw new Failure('invalid', 'The transcript does not have these words.', {
          detail: 'no-such-words',
        });
      const { sound, loudness } = await listening.survey(id);
      const about = loudness && estimateTime(transcript, span, loudness);
      return { ...contextWindow(transcript, span), sound, ...(about && { about }) };
    },
    async 'notes.spoken'({ id }) {
      const transcript = transcriptOfVisit(id);
      const turns = turnsOf(transcript);
      const { sound, loudness } = await listening.survey(id);
      const spans = turns.flatMap(({ said }) => said);
      const starts = loudness && estimateStarts(transcript, spans, loudness);
      const startOf = new Map(spans.map((span, at) => [span, starts?.[at]]));
      const spoken = turns.map(({ said, ...turn }) => ({
        ...turn,
        said: said.map((span) => {
          const at = startOf.get(span);
          const text = transcript.slice(span.start, span.end);
          return { ...span, text, ...(at !== undefined && { at }) };
        }),
      }));
      const said = withToldApart(
        spoken,
        transcript,
        store.notes.get(id) ?? { documents: [] },
        store.visits.get(id)?.details,
      );
      if (starts) return { ...said, sound, samples: loudness.samples };
      return { ...said, sound: sound === 'there' ? 'unreadable' : sound };
    },
    'recordings.listen': ({ id, ...stretch }) => listening.hear(id, stretch),
    'recordings.platformCopy': async ({ id }) => ({ audio: await platformSound(id) }),
  };
}
