/** Evidence made up: a transcript's words with those around them, and a quiet tone in place of the sound. */
import type { Heard, NoteEvidence, Said, SoundState } from '../../shared/evidence.ts';
import type { Note } from '../../shared/note.ts';

export type EvidenceScene = { /** Whether the sound of visits can be heard; it can unless said. */ readonly sound?: SoundState | undefined };

export function fakeEvidence(scene: EvidenceScene, noteOf: (id: string) => Note | undefined): Record<string, (input: any) => unknown> {
  const transcriptOf = (id: string) => noteOf(id)?.documents.find(({ kind }) => kind === 'transcript')?.text;
  return {
    'notes.evidence': ({ id }): NoteEvidence => (transcriptOf(id) === undefined ? { comparable: false, why: 'no-transcript', lines: [] } : { comparable: true, lines: [] }),
    'notes.said': ({ id, span: { start, end } }): Said => {
      const text = transcriptOf(id);
      if (text === undefined) throw { code: 'missing', detail: 'no-transcript', message: 'No transcript came with this note.' };
      const about = { from: (30 + start / 4) * 16_000, to: (45 + start / 4) * 16_000 };
      return { before: text.slice(Math.max(0, start - 120), start), words: text.slice(start, end), after: text.slice(end, end + 120), sound: scene.sound ?? 'there', ...((scene.sound ?? 'there') === 'there' && { about }) };
    },
    'recordings.listen': ({ from, to }): Heard => ({ from, audio: new Uint8Array(Int16Array.from({ length: to - from }, (_, at) => 300 * Math.sin((at * 2 * Math.PI * 220) / 16_000)).buffer), missing: [] }),
  };
}
