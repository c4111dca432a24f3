/**
 * The command `note`: a draft of the note of a visit, from its transcript alone, or from its sound,
 * which is recognised on this computer first. No vault, key store, account or network.
 */
import { open, readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { Failure } from '../../shared/failure.ts';
import type { NoteDraft, SpokenTurn } from '../../shared/model/note/draft.ts';
import { MAGIC_BYTES, soundFormatOf } from '../../shared/model/sound-file.ts';
import { createDrafting } from '../app/drafting.ts';
import { defaultTemplate, templateOf } from '../features/draft/template.ts';
import { notUnderstoodWords } from '../features/local/not-understood-words.ts';
import { dataFolder } from '../hosts/common/data-folder.ts';
import { notUnderstood } from '../infrastructure/speech/not-understood.ts';
import { BUILT_IN } from '../infrastructure/speech/speech.ts';
import { createTerminology } from '../infrastructure/terminology/terminology.ts';
import { DONE } from './exit-codes.ts';
import { readableFile } from './readable-file.ts';
import { sectionsIn } from './section-words.ts';
import type { Terminal } from './terminal.ts';

/** Bytes; eight hours of speech with their times are less. */
const LARGEST_FILE = 16_000_000;
/** Letters in all turns, as for the transcript of a platform. */
const LONGEST_TRANSCRIPT = 600_000;
const NOTHING_SAID = 'Nothing that was said was found for this section.';

const seconds = z.number().min(0).max(1_000_000).optional();
const turns = z.array(
  z.object({
    speaker: z.string().max(200).nullish(),
    text: z.string(),
    from: seconds,
    to: seconds,
    words: z
      .array(
        z.object({
          text: z.string(),
          from: z.number(),
          to: z.number(),
          confidence: z.number().min(0).max(1),
        }),
      )
      .optional(),
  }),
);
const transcript = z.union([
  turns.transform((whole) => ({ turns: whole, engine: '' })),
  z.object({ turns, engine: z.string().catch('') }),
]);

type Spoken = {
  readonly turns: readonly SpokenTurn[];
  /** Which engine heard it; empty where it is not told. */
  readonly engine: string;
};

export type NoteWords = {
  readonly files: readonly string[];
  /** Titles of the doctor's template, with what they hold where it is said; our own where left out. */
  readonly sections?: readonly string[] | undefined;
};

/**
 * Prints a line of JSON for each file; `-` is standard input. Returns the exit code. Throws what
 * `readableFile` and `turnsOfSound` throw, and Failure `invalid` / `transcript-form` with what is
 * wrong in the file.
 */
export async function runNote(
  data: string | undefined,
  { files, sections }: NoteWords,
  terminal: Terminal,
): Promise<number> {
  const terminology = createTerminology({ folder: path.join(dataFolder(data), 'terminology') });
  const template = sections ? templateIn(sections) : defaultTemplate;
  for (const { title, topics } of template)
    if (topics.length === 0) terminal.word(unknownTitle(title));
  try {
    const draft = createDrafting(terminology);
    for (const file of files) {
      const spoken = await spokenIn(file, terminal);
      const lost = notUnderstood(spoken.turns, spoken.engine);
      const isLost = lost.places.length > 0;
      if (isLost) terminal.word(notUnderstoodWords(lost, spoken.turns));
      terminal.line({
        ...(files.length > 1 && { file: path.basename(file) }),
        draft: true,
        ...(isLost && { notUnderstood: lost }),
        sections: told(draft(spoken.turns, template, lost.places)),
      });
    }
    terminal.word(
      'A draft: sentences as they were said, sorted by their words. A person checks it.',
    );
    return DONE;
  } finally {
    terminology.close();
  }
}

async function spokenIn(file: string, terminal: Terminal): Promise<Spoken> {
  if (file === '-') return turnsIn(await standardInput(terminal), 'Standard input');
  const size = await readableFile(file);
  const name = path.basename(file);
  if (await isSound(file)) {
    // Loaded when it is asked for: the model and its runtime are for sound alone.
    const { turnsOfSound } = await import('./transcribe-command.ts');
    return { turns: withWords(await turnsOfSound(file, terminal), name), engine: BUILT_IN };
  }
  if (size > LARGEST_FILE) throw tooLarge(name);
  return turnsIn(await readFile(file, 'utf8'), name);
}

async function isSound(file: string): Promise<boolean> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(MAGIC_BYTES), 0, MAGIC_BYTES, 0);
    return soundFormatOf(buffer.subarray(0, bytesRead)) !== undefined;
  } finally {
    await handle.close();
  }
}

function templateIn(words: readonly string[]) {
  const { titles, chosen } = sectionsIn(words);
  return templateOf(titles, chosen);
}

const unknownTitle = (title: string) =>
  `“${title}” is no title that Scriba understands, so this section stays empty; what belongs there stands under “Also said”. Titles such as “Complaints”, “History”, “Medicines” and “Plan” are understood; for another, write what it holds: --section "${title}=complaints".`;

const told = ({ sections }: NoteDraft) =>
  sections.map(({ title, lines }) => ({
    title,
    lines,
    ...(lines.length === 0 && { empty: NOTHING_SAID }),
  }));

async function standardInput(terminal: Terminal): Promise<string> {
  const lines: string[] = [];
  let letters = 0;
  for (
    let line = await terminal.nextLine('a transcript in JSON, then end of input');
    line !== undefined;
    line = await terminal.nextLine()
  ) {
    letters += line.length;
    if (letters > LARGEST_FILE) throw tooLarge('Standard input');
    lines.push(line);
  }
  return lines.join('\n');
}

function turnsIn(text: string, name: string): Spoken {
  let json: unknown;
  try {
    // Some editors begin a file with a byte order mark.
    json = JSON.parse(text.replace(/^\ufeff/u, ''));
  } catch {
    throw wrong(
      `${name} is no sound file and no JSON. A note is made of a WAV or MP3 file, or of a transcript: {"turns": [{"speaker", "text"}]}.`,
    );
  }
  const read = transcript.safeParse(json);
  if (!read.success)
    throw wrong(
      `${name} is no transcript: it needs {"turns": [{"speaker": …, "text": …, "from": …, "to": …}]}, the times in seconds.`,
    );
  const found = read.data.turns.map(({ speaker, ...turn }) => ({
    ...turn,
    speaker: speaker ?? undefined,
  }));
  return { turns: withWords(found, name), engine: read.data.engine };
}

function withWords(found: readonly SpokenTurn[], name: string): readonly SpokenTurn[] {
  if (found.reduce((sum, turn) => sum + turn.text.length, 0) > LONGEST_TRANSCRIPT)
    throw tooLarge(name);
  if (!found.some((turn) => /[\p{L}\p{N}]/u.test(turn.text)))
    throw wrong(`${name} has no spoken word: there is nothing to make a note of.`);
  return found;
}

const wrong = (message: string) => new Failure('invalid', message, { detail: 'transcript-form' });
const tooLarge = (name: string) =>
  wrong(`${name} is too long for one visit: ${LONGEST_TRANSCRIPT} letters at most.`);
