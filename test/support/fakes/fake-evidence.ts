/**
 * Made-up evidence: a transcript's words with those around them, and a quiet tone in place of the
 * sound.
 */
import type {
  EvidenceLine,
  Heard,
  NoteEvidence,
  Said,
  SoundState,
} from '../../../shared/model/note/evidence.ts';
import type { Note } from '../../../shared/model/note/note.ts';
import type { NoteSection } from '../../../shared/model/note/note-sections.ts';
import type { FakeHandlers } from './fake-handlers.ts';

export type EvidenceScene = {
  /** `there` unless said. */
  readonly sound?: SoundState | undefined;
};

export function fakeEvidence(
  scene: EvidenceScene,
  noteOf: (id: string) => Note | undefined,
  sectionsIn: (at: { id: string; branch: string; version: number }) => readonly NoteSection[],
): FakeHandlers {
  const transcriptOf = (id: string) =>
    noteOf(id)?.documents.find(({ kind }) => kind === 'transcript')?.text;
  return {
    'notes.evidence': (at): NoteEvidence => {
      const text = transcriptOf(at.id);
      return text === undefined
        ? { comparable: false, why: 'no-transcript', lines: [] }
        : { comparable: true, lines: sectionsIn(at).flatMap((section) => linesOf(section, text)) };
    },
    'notes.said': ({ id, span: { start, end } }): Said => {
      const text = transcriptOf(id);
      if (text === undefined)
        throw {
          code: 'missing',
          detail: 'no-transcript',
          message: 'No transcript came with this note.',
        };
      const about = { from: (30 + start / 4) * 16_000, to: (45 + start / 4) * 16_000 };
      return {
        before: text.slice(Math.max(0, start - 120), start),
        words: text.slice(start, end),
        after: text.slice(end, end + 120),
        sound: scene.sound ?? 'there',
        ...((scene.sound ?? 'there') === 'there' && { about }),
      };
    },
    'recordings.platformCopy': () => {
      throw { code: 'refused', detail: 'copy-not-kept', message: 'It keeps none.' };
    },
    'recordings.listen': ({ from, to }): Heard => ({
      from,
      audio: new Uint8Array(
        Int16Array.from(
          { length: to - from },
          (_, at) => 300 * Math.sin((at * 2 * Math.PI * 220) / 16_000),
        ).buffer,
      ),
      missing: [],
    }),
  };
}

/** Each line, by how many of its words stand somewhere in the transcript. */
function linesOf({ id, text }: NoteSection, said: string): EvidenceLine[] {
  return [...text.matchAll(/[^\n]+/g)].map(({ 0: line, index: start }): EvidenceLine => {
    const span = { start, end: start + line.length };
    const words = line.toLowerCase().match(/\p{L}{4,}/gu) ?? [];
    const found = words.filter((word) => said.toLowerCase().includes(word));
    const from = said.toLowerCase().indexOf(found[0] ?? '');
    return found.length === 0
      ? { section: id, span, support: 'none' }
      : {
          section: id,
          span,
          support: found.length * 2 > words.length ? 'found' : 'weak',
          transcript: { start: from, end: from + found[0]!.length },
        };
  });
}
