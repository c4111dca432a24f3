/**
 * The command `transcribe`: what sound files say, recognised on this computer. No vault, key store,
 * account or network.
 */
import path from 'node:path';
import { UNSURE_BELOW } from '../../shared/model/note/draft.ts';
import { createMoonshine } from '../infrastructure/speech/moonshine.ts';
import { soundOfFile } from '../infrastructure/speech/sound-of-file.ts';
import type { SpeechEngine, SpokenStretch } from '../infrastructure/speech/speech.ts';
import { DONE } from './exit-codes.ts';
import { readableFile } from './readable-file.ts';
import type { Terminal } from './terminal.ts';

/** Seconds of sound between two words about the progress. */
const PROGRESS = 60;

/**
 * Prints a line of JSON for each file. Returns the exit code. Throws what `readableFile`,
 * `soundOfFile` and the engine throw.
 */
export async function runTranscribe(
  files: readonly string[],
  terminal: Terminal,
  engine: SpeechEngine = createMoonshine(),
): Promise<number> {
  try {
    // All of them first: nobody waits ten minutes for a name that was wrong.
    for (const file of files) await readableFile(file);
    for (const file of files) {
      const name = path.basename(file);
      const turns: SpokenStretch[] = [];
      let told = 0;
      for await (const stretch of engine.transcribe(soundOfFile(file))) {
        turns.push(stretch);
        if (stretch.to - told < PROGRESS) continue;
        told = stretch.to;
        terminal.word(`${name}: ${Math.round(stretch.to)} s are done.`);
      }
      if (turns.length === 0) terminal.word(`${name}: no speech was found.`);
      terminal.line({
        ...(files.length > 1 && { file: name }),
        engine: 'moonshine-tiny-en',
        draft: true,
        turns,
        unsure: turns.flatMap(({ words }, turn) =>
          words
            .filter(({ confidence }) => confidence < UNSURE_BELOW)
            .map(({ text, from, confidence }) => ({ turn, text, from, confidence })),
        ),
      });
    }
    terminal.word(
      'A draft by a small English model: names of medicines are often misheard, and speakers are not told apart. A person listens and checks.',
    );
    return DONE;
  } finally {
    await engine.close();
  }
}
