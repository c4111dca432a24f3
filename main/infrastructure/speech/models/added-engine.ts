/** An engine that runs a model which a user added, on this computer alone. */
import path from 'node:path';
import { languagesHeard } from '../../../../shared/model/speech-models.ts';
import type { ConformerData } from '../conformer-worker.ts';
import { createModelEngine } from '../model-engine.ts';
import type { MoonshineData } from '../moonshine-worker.ts';
import type { ModelFile } from '../onnx-thread.ts';
import { createRecogniser } from '../recogniser.ts';
import { chunksOf, stretchesOf } from '../server/server-chunks.ts';
import type { SpeechEngine } from '../speech.ts';
import { threadFile } from '../thread-file.ts';
import type { WhisperData } from '../whisper-worker.ts';
import type { FileRecord, ModelRecord } from './inspect-model.ts';
import { refusals } from './model-refusals.ts';

type How = { readonly languages: readonly string[]; readonly givesWay: boolean };

/**
 * Starts the thread; each file must have the digest with which it was added. `languages`: of the
 * visit; a model that hears several decides between these for each piece of sound. The engine throws
 * Failure `refused` / `speech-model-changed`, `missing` / `speech-model-unusable`, `broken`
 * (`recogniser-failed`, `recogniser-hangs`), and what the sound throws.
 */
export function createAddedEngine(model: ModelRecord, { languages, givesWay }: How): SpeechEngine {
  const file = (role: FileRecord['role']): ModelFile => {
    const { name = role, sha256 = '' } = model.files.find((one) => one.role === role) ?? {};
    return { path: path.join(model.folder, name), sha256 };
  };
  const files = {
    config: file('config'),
    tokenizer: file('tokenizer'),
    encoder: file('encoder'),
    decoder: file('decoder'),
  };
  const told = { noModel: refusals.unusable, changed: refusals.changed };
  if (model.kind === 'ctc' || model.kind === 'transducer') {
    const roles = model.files.map(({ role }) => [role, file(role)] as const);
    const data: ConformerData = { files: Object.fromEntries(roles), givesWay };
    return createModelEngine(
      createRecogniser({ file: threadFile('conformer-worker'), data, ...told }),
      stretchesOf,
    );
  }
  if (model.kind === 'moonshine') {
    const data: MoonshineData = { files, givesWay };
    return createModelEngine(
      createRecogniser({ file: threadFile('moonshine-worker'), data, ...told }),
      stretchesOf,
    );
  }
  const data: WhisperData = {
    files: model.files.some(({ role }) => role === 'ggml')
      ? { ggml: file('ggml') }
      : { ...files, generation: file('generation') },
    languages: languagesHeard(model, languages),
    givesWay,
  };
  // Whisper hears half a minute at a time, and takes as long for a word.
  return createModelEngine(
    createRecogniser({ file: threadFile('whisper-worker'), data, ...told }),
    chunksOf,
  );
}
