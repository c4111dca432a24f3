/** The built-in engine of speech: Moonshine tiny, English, on this computer alone. */
import { Failure } from '../../../shared/failure.ts';
import { createModelEngine } from './model-engine.ts';
import type { MoonshineData } from './moonshine-worker.ts';
import { createRecogniser } from './recogniser.ts';
import { stretchesOf } from './server/server-chunks.ts';
import type { SpeechEngine } from './speech.ts';
import { threadFile } from './thread-file.ts';

const noModel = (cause: unknown) =>
  new Failure(
    'missing',
    'The model that recognises speech is not on this computer, or is not whole. Install Scriba anew. The sound is as it was.',
    { detail: 'speech-model', cause },
  );

/**
 * Starts the thread, which reads the model while the first sound is cut. `folder`: where the model
 * lies, for a test; else in its package. `givesWay`: other threads come first, as a recording does.
 * The engine throws Failure `missing` / `speech-model`, `broken` (`recogniser-failed`,
 * `recogniser-hangs`), and what the sound throws.
 */
export function createMoonshine({
  folder,
  givesWay = false,
}: {
  readonly folder?: string;
  readonly givesWay?: boolean;
} = {}): SpeechEngine {
  const data: MoonshineData = { folder, givesWay };
  const recogniser = createRecogniser({
    file: threadFile('moonshine-worker'),
    data,
    noModel,
    changed: noModel,
  });
  return createModelEngine(recogniser, stretchesOf);
}
