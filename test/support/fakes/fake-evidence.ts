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
  SpokenTranscript,
} from '../../../shared/model/note/evidence.ts';
import type { Note } from '../../../shared/model/note/note.ts';
import { readable } from '../../../shared/model/note/note-layout.ts';
import type { NoteSection } from '../../../shared/model/note/note-sections.ts';
import type { FakeHandlers } from './fake-handlers.ts';

export type EvidenceScene = {
  /** `there` unless said. */
  readonly sound?: SoundState | undefined;
  /** The platform still has the sound. */
  readonly copy?: boolean | undefined;
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
        : {
            comparable: true,
            lines: readable(sectionsIn(at)).flatMap((section) => linesOf(section, text)),
          };
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
    'notes.spoken': ({ id }): SpokenTranscript => spokenOf(transcriptOf(id) ?? '', scene.sound),
    'recordings.platformCopy': () => {
      if (scene.copy) return { audio: waveFile(tone(2 * RATE)) };
      throw { code: 'refused', detail: 'copy-not-kept', message: 'It keeps none.' };
    },
    'recordings.listen': ({ from, to }): Heard => ({
      from,
      audio: tone(to - from),
      missing: [],
    }),
  };
}

/** Four seconds a sentence. */
function spokenOf(text: string, sound: SoundState = 'there'): SpokenTranscript {
  let count = 0;
  const turns = [...text.matchAll(/^(?:(\p{L}+): )?(.+)$/gmu)].map((line) => {
    const from = line.index + line[0].length - line[2]!.length;
    const said = [...line[2]!.matchAll(/[^\s.?!][^.?!]*[.?!]?/g)].map(({ 0: words, index }) => ({
      start: from + index,
      end: from + index + words.length,
      text: words,
      ...(sound === 'there' && { at: 4 * RATE * count++ }),
    }));
    return { said, ...(line[1] && { speaker: line[1] }) };
  });
  return { turns, sound, ...(sound === 'there' && { samples: 4 * RATE * count }) };
}

const RATE = 16_000;

/** A quiet tone of so many samples. */
const tone = (samples: number) =>
  new Uint8Array(
    Int16Array.from({ length: samples }, (_, at) => 300 * Math.sin((at * 2 * Math.PI * 220) / RATE))
      .buffer,
  );

/** A WAV file: 16 bits, one channel. */
function waveFile(sound: Uint8Array): Uint8Array {
  const file = new Uint8Array(44 + sound.length);
  const view = new DataView(file.buffer);
  const words = (at: number, text: string) => file.set(new TextEncoder().encode(text), at);
  words(0, 'RIFF');
  view.setUint32(4, 36 + sound.length, true);
  words(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, RATE, true);
  view.setUint32(28, 2 * RATE, true);
  view.setUint16(32, 2, true);
  view.setUint16(34, 16, true);
  words(36, 'data');
  view.setUint32(40, sound.length, true);
  file.set(sound, 44);
  return file;
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
