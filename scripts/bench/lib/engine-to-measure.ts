/** The engine of speech that a bench measures: `--model FOLDER`, or the one that comes with Scriba. */
import { createAddedEngine } from '../../../main/infrastructure/speech/models/added-engine.ts';
import { inspectModel } from '../../../main/infrastructure/speech/models/inspect-model.ts';
import { createMoonshine } from '../../../main/infrastructure/speech/moonshine.ts';
import type { SpeechEngine } from '../../../main/infrastructure/speech/speech.ts';

/** Throws why the folder cannot be used. */
export async function engineToMeasure(isQuiet = false): Promise<SpeechEngine> {
  const own = argumentOf('--model');
  if (own === undefined) return createMoonshine();
  const model = await inspectModel(own);
  if (!isQuiet) console.log(`${model.name}: ${(model.bytes / 1e6).toFixed(0)} MB`);
  return createAddedEngine(model, { languages: ['en'], givesWay: false });
}

/** What stands behind an option. */
export function argumentOf(option: string): string | undefined {
  const at = process.argv.indexOf(option);
  return at < 0 ? undefined : process.argv[at + 1];
}
