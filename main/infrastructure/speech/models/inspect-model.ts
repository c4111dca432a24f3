/**
 * Recognises a model of speech by what lies in a folder, not by the folder's name, and records the
 * size and the digest of each file that is used. Nothing is run, written or downloaded.
 */
import { createHash } from 'node:crypto';
import { createReadStream, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { Failure } from '../../../../shared/failure.ts';
import {
  type ModelKind,
  modelKinds,
  type SpeechModel,
} from '../../../../shared/model/speech-models.ts';
import { aboutModel } from './about-model.ts';
import { languageOf, moonshineConfig, whisperConfig, whisperGeneration } from './model-config.ts';
import {
  beginningOf,
  type FoundFile,
  filesIn,
  MOST_JSON,
  otherKind,
  weightsAmong,
} from './model-files.ts';
import { refusals } from './model-refusals.ts';
import { isWholeOnnx } from './onnx-file.ts';
import { readVocabulary } from './token-text.ts';

const fileRecord = z.object({
  role: z.enum(['config', 'generation', 'tokenizer', 'encoder', 'decoder']),
  name: z.string(),
  size: z.number(),
  sha256: z.string(),
});
export type FileRecord = z.infer<typeof fileRecord>;
type Role = FileRecord['role'];
export type ModelRecord = SpeechModel & { readonly files: readonly FileRecord[] };
export const modelRecord: z.ZodType<ModelRecord> = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(modelKinds),
  folder: z.string(),
  bytes: z.number(),
  languages: z.array(z.string()),
  licence: z.string(),
  files: z.array(fileRecord),
});

/**
 * `given`: the folder of a model, the `onnx` folder in it, or a file of it. Throws Failure with a
 * detail of model-refusals.ts.
 */
export async function inspectModel(given: string): Promise<ModelRecord> {
  const folder = folderOf(path.resolve(given));
  const files = filesIn(folder);
  const config = files.find(({ name }) => name === 'config.json');
  if (!config) {
    const other = otherKind(folder, files);
    if (other) throw refusals.other(other);
    throw files.some(({ name }) => /encoder_model.*\.onnx$/.test(name))
      ? refusals.half('config.json')
      : refusals.unknown();
  }
  const kind = kindOf(folder, config, files);
  const used = usedFiles(kind, config, files);
  const languages = check(kind, folder, used);
  const records: FileRecord[] = [];
  for (const [role, file] of used)
    records.push({ role, ...file, sha256: await digestOf(path.join(folder, file.name)) });
  const about = aboutModel(folder, files, readJson(folder, config));
  return {
    id: createHash('sha256')
      .update(records.map(({ sha256 }) => sha256).join())
      .digest('hex')
      .slice(0, 16),
    name: about.name,
    kind,
    folder,
    bytes: records.reduce((sum, { size }) => sum + size, 0),
    languages: languages ?? about.languages,
    licence: about.licence,
    files: records,
  };
}

/** A person may point at a file of the model, or at the folder of its weights. */
function folderOf(given: string): string {
  const folder = /\.(?:onnx|json)$/i.test(given) ? path.dirname(given) : given;
  if (/\.(?:bin|gguf|ggml)$/i.test(given)) throw refusals.other('A ggml or GGUF file');
  if (/\.nemo$/i.test(given)) throw refusals.other('A NeMo model such as Parakeet or Canary');
  return path.basename(folder) === 'onnx' ? path.dirname(folder) : folder;
}

function kindOf(folder: string, file: FoundFile, files: readonly FoundFile[]): ModelKind {
  const { model_type: type } = z
    .object({ model_type: z.string().catch('') })
    .catch({ model_type: '' })
    .parse(readJson(folder, file));
  const kind = modelKinds.find((one) => one === type);
  if (!kind) {
    if (/lasr|medasr/i.test(type)) throw refusals.other('MedASR');
    if (/parakeet|canary|nemo/i.test(type))
      throw refusals.other('A NeMo model such as Parakeet or Canary');
    const other = otherKind(folder, files);
    if (other) throw refusals.other(other);
    throw refusals.unknown();
  }
  if (!files.some(({ name }) => name.endsWith('.onnx'))) {
    const other = otherKind(folder, files);
    if (other) throw refusals.other(other);
  }
  return kind;
}

function usedFiles(
  kind: ModelKind,
  config: FoundFile,
  files: readonly FoundFile[],
): [Role, FoundFile][] {
  const named = (name: string): FoundFile => {
    const file = files.find((one) => one.name === name);
    if (!file) throw refusals.half(name);
    return file;
  };
  const { encoder, decoder } = weightsAmong(files);
  return [
    ['config', config],
    ...(kind === 'whisper'
      ? ([['generation', named('generation_config.json')]] satisfies [Role, FoundFile][])
      : []),
    ['tokenizer', named('tokenizer.json')],
    ['encoder', encoder],
    ['decoder', decoder],
  ];
}

/** Languages where the model tells them. */
function check(
  kind: ModelKind,
  folder: string,
  used: readonly (readonly [Role, FoundFile])[],
): string[] | undefined {
  const file = (role: Role): FoundFile =>
    used.find(([one]) => one === role)?.[1] ?? { name: role, size: 0 };
  for (const role of ['encoder', 'decoder'] as const) {
    const weights = file(role);
    beginningOf(folder, weights);
    if (!isWholeOnnx(path.join(folder, weights.name), weights.size))
      throw refusals.damaged(weights.name);
  }
  read(file('tokenizer'), () => {
    beginningOf(folder, file('tokenizer'));
    return readVocabulary(readText(folder, file('tokenizer')));
  });
  if (kind === 'moonshine') {
    read(file('config'), () => moonshineConfig.parse(readJson(folder, file('config'))));
    return undefined;
  }
  read(file('config'), () => whisperConfig.parse(readJson(folder, file('config'))));
  const generation = read(file('generation'), () =>
    whisperGeneration.parse(readJson(folder, file('generation'))),
  );
  const known = Object.keys(generation.lang_to_id ?? {}).map(languageOf);
  return known.length > 0 ? known : ['en'];
}

function read<T>({ name }: FoundFile, reads: () => T): T {
  try {
    return reads();
  } catch (error) {
    throw error instanceof Failure ? error : refusals.damaged(name, error);
  }
}

function readText(folder: string, file: FoundFile): string {
  if (file.size > MOST_JSON) throw refusals.damaged(file.name);
  beginningOf(folder, file);
  return readFileSync(path.join(folder, file.name), 'utf8');
}

const readJson = (folder: string, file: FoundFile): unknown =>
  read(file, () => JSON.parse(readText(folder, file)));

async function digestOf(file: string): Promise<string> {
  const digest = createHash('sha256');
  try {
    for await (const piece of createReadStream(file)) digest.update(piece);
  } catch (cause) {
    throw refusals.gone(cause);
  }
  return digest.digest('hex');
}
