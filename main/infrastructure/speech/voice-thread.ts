/** Listens for voices on this computer, for an engine whose model runs elsewhere. */
import { Failure } from '../../../shared/failure.ts';
import { createRecogniser, type Recogniser } from './recogniser.ts';
import type { Listen } from './sound/pauses.ts';
import { threadFile } from './thread-file.ts';

/** `listen` tells nothing where the thread fails, or has been closed. */
export type VoiceThread = { readonly listen: Listen; close(): Promise<void> };

/** The thread starts when it is asked first: in a quiet room there is none. */
export function createVoiceThread(): VoiceThread {
  let thread: Recogniser | undefined;
  let isClosed = false;
  return {
    async listen(samples, begins) {
      if (isClosed) return undefined;
      thread ??= start();
      return thread.listen(samples, begins);
    },
    async close() {
      isClosed = true;
      await thread?.close();
    },
  };
}

/** It hears no words, so that nobody is told of its failures. */
const start = () =>
  createRecogniser({
    file: threadFile('voice-worker'),
    data: undefined,
    noModel: unheard,
    changed: unheard,
  });
const unheard = () => new Failure('broken', 'Voices could not be told from other sound.');
