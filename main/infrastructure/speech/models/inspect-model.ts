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
import { aboutModel, ownWords } from './about-model.ts';
import { findConformer } from './conformer-files.ts';
import { findGgml, GGML_NAME } from './ggml/find-ggml.ts';
import { languageOf, moonshineConfig, whisperConfig, whisperGeneration } from './model-config.ts';
import {
  beginningOf,
  type FoundFile,
  filesIn,
  MOST_JSON,
  otherKind,
  otherPrecision,
  weightsAmong,
} from './model-files.ts';
import { refusals } from './model-refusals.ts';
import { isWholeOnnx } from './onnx-file.ts';
import { readVocabulary } from './token-text.ts';

const fileRecord = z.object({
  role: z.enum([
    'config',
    'generation',
    'tokenizer',
    'encoder',
    'decoder',
    'joiner',
    'data',
    'ggml',
  ]),
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
 * `given`: the folder of a model, the `onnx` folder in it, or a file of it; of a model that is one
 * file it may be one of several in its folder. Throws Failure with a
 * detail of model-refusals.ts.
 */
export async function inspectModel(given: string): Promise<ModelRecord> {
  const folder = folderOf(path.resolve(given));
  const files = filesIn(folder);
  const { kind, used, languages, told } =
    findGgml(folder, files, GGML_NAME.test(given) ? path.basename(given) : undefined) ??
    inPrecision(files, () => modelIn(folder, files));
  const records: FileRecord[] = [];
  for (const [role, file] of used)
    records.push({ role, ...file, sha256: await digestOf(path.join(folder, file.name)) });
  const about = aboutModel(folder, files, told);
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

type Found = {
  readonly kind: ModelKind;
  readonly used: readonly (readonly [Role, FoundFile])[];
  /** Where the model tells them. */
  readonly languages?: readonly string[] | undefined;
  /** What its own files say of its name and its licence. */
  readonly told: unknown;
};

/** What is refused as missing or unknown for its precision alone is told so. */
function inPrecision(files: readonly FoundFile[], find: () => Found): Found {
  try {
    return find();
  } catch (error) {
    const other = otherPrecision(files);
    if (other && error instanceof Failure && UNFOUND.includes(error.detail ?? ''))
      throw refusals.precision(other.name);
    throw error;
  }
}
const UNFOUND = [
  'speech-model-half',
  'speech-model-unknown',
  'speech-model-unsupported',
  'speech-model-form',
];

const typeSchema = z.object({ model_type: z.string().catch('') }).catch({ model_type: '' });

function modelIn(folder: string, files: readonly FoundFile[]): Found {
  const config = files.find(({ name }) => name === 'config.json');
  const told = config && readJson(folder, config);
  const { model_type: type } = typeSchema.parse(told);
  if (config && (type === 'whisper' || type === 'moonshine')) {
    if (!files.some(({ name }) => name.endsWith('.onnx'))) throwOther(files);
    const used = usedFiles(type, config, files);
    return { kind: type, used, languages: check(type, folder, used), told };
  }
  const text = (file: FoundFile) => readText(folder, file);
  const conformer = findConformer({ folder, files, config, type, told, text });
  if (conformer)
    return { ...conformer, told: { ...Object(told), ...ownWords(conformer.properties) } };
  throwOther(files);
  throw files.some(({ name }) => /encoder_model.*\.onnx$/.test(name)) && !config
    ? refusals.half('config.json')
    : refusals.unknown();
}

function throwOther(files: readonly FoundFile[]): void {
  const other = otherKind(files);
  if (other) throw refusals.other(other);
}

/** A person may point at a file of the model, or at the folder of its weights. */
function folderOf(given: string): string {
  const folder = /\.(?:onnx|json|txt|bin|gguf|ggml)$/i.test(given) ? path.dirname(given) : given;
  if (/\.nemo$/i.test(given)) throw refusals.other('A model in the form of NeMo');
  return path.basename(folder) === 'onnx' ? path.dirname(folder) : folder;
}

type Seq2Seq = Extract<ModelKind, 'whisper' | 'moonshine'>;

function usedFiles(
  kind: Seq2Seq,
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
  kind: Seq2Seq,
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
