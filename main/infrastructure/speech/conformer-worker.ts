/**
 * Recognises speech with a conformer that a user added (Parakeet, MedASR), in a thread of its own:
 * the samples of a stretch in, its words with their times out.
 */
import path from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { type InferenceSession, Tensor } from 'onnxruntime-web/wasm';
import {
  bandsFirst,
  type Features,
  medasrFeatures,
  nemoFeatures,
} from './models/conformer-features.ts';
import { type Recipe, recipeOf } from './models/conformer-recipe.ts';
import { type PlacedToken, readCtc, readTransducer } from './models/conformer-text.ts';
import { readTokens } from './models/conformer-tokens.ts';
import { createTransducer } from './models/conformer-transducer.ts';
import { aboutOnnxBytes } from './models/onnx-file.ts';
import { wordsOfTokens } from './models/token-text.ts';
import {
  ChangedModel,
  type FromRecogniser,
  giveWay,
  type ModelFile,
  mostTokens,
  openModel,
  openSession,
  readModelFile,
} from './onnx-thread.ts';
import { serve } from './serve-recogniser.ts';

type Files = Partial<
  Readonly<Record<'config' | 'tokenizer' | 'encoder' | 'decoder' | 'joiner' | 'data', ModelFile>>
>;
export type ConformerData = { readonly files: Files; readonly givesWay: boolean };

const RATE = 16_000;
/** Seconds between two steps of the features. */
const A_STEP = 0.01;

const port = parentPort;
if (!port) throw new Error('This file runs in a worker thread only.');
const { files, givesWay } = workerData as ConformerData;
if (givesWay) giveWay();
const { recipe, encoder, decoder, joiner, tokens } = await model().catch(
  (error: unknown): never => {
    const answer: FromRecogniser = {
      noModel: String(error),
      changed: error instanceof ChangedModel,
    };
    port.postMessage(answer);
    return process.exit();
  },
);

async function model() {
  const text = (file: ModelFile) => readModelFile(file).toString('utf8');
  const config: unknown = files.config && JSON.parse(text(files.config));
  if (!files.tokenizer || !files.encoder) throw new Error('no tokens, or no weights');
  return {
    tokens: readTokens(files.tokenizer.path, text(files.tokenizer), config),
    ...(await openEncoder(files.encoder, config)),
    decoder: files.decoder && (await openSession(files.decoder)),
    joiner: files.joiner && (await openSession(files.joiner)),
  };
}

/** What it says of itself is read from the bytes that were checked. */
async function openEncoder(file: ModelFile, config: unknown) {
  const bytes = readModelFile(file);
  const about = aboutOnnxBytes(bytes);
  const recipe = recipeOf(about, config);
  if (!recipe) throw new Error('weights of another kind');
  const data = files.data && {
    path: about.weightsIn[0] ?? path.basename(files.data.path),
    data: readModelFile(files.data),
  };
  return { recipe, encoder: await openModel(bytes, data) };
}

serve(port, recognise);

async function recognise(samples: Float32Array): Promise<FromRecogniser> {
  const seconds = samples.length / RATE;
  const features = featuresOf(samples, recipe);
  // Less than a frame of what it gives.
  if (features.frames < recipe.subsampling) return { segments: [], isCut: false };
  const { tokens: written, isCut } = await write(await hear(encoder, features), seconds);
  const at = (frame: number) => Math.min(seconds, frame * recipe.subsampling * A_STEP);
  const words = wordsOfTokens(
    written.map(({ id, confidence, from, to }) => ({ id, confidence, from: at(from), to: at(to) })),
    tokens.vocabulary,
  );
  const [first] = words;
  if (!first) return { segments: [], isCut };
  const { from = 0 } = first;
  const { to = seconds } = words.at(-1) ?? {};
  return { segments: [{ from, to, words }], isCut };
}

const featuresOf = (samples: Float32Array, { features, bands, isNormalised }: Recipe): Features =>
  features === 'nemo' ? nemoFeatures(samples, bands, isNormalised) : medasrFeatures(samples, bands);

/** What the encoder gives first: scores of tokens (CTC), or frames for a decoder. */
async function hear(session: InferenceSession, features: Features): Promise<Tensor> {
  const { data, frames, bands } = features;
  const [sound = '', length = ''] = session.inputNames;
  const [result = ''] = session.outputNames;
  const heard = await session.run({
    [sound]: recipe.bandsFirst
      ? new Tensor('float32', bandsFirst(features), [1, bands, frames])
      : new Tensor('float32', data, [1, frames, bands]),
    [length]: recipe.bandsFirst
      ? new Tensor('int64', [BigInt(frames)], [1])
      : all(frames, typeOf(session, length)),
  });
  return heard[result] as Tensor;
}

/** Says that each frame is sound. */
const all = (frames: number, type: string | undefined): Tensor =>
  type === 'bool'
    ? new Tensor('bool', new Array<boolean>(frames).fill(true), [1, frames])
    : new Tensor('int64', new BigInt64Array(frames).fill(1n), [1, frames]);

function typeOf(session: InferenceSession, name: string): string | undefined {
  const found = session.inputMetadata.find((one) => one.name === name);
  return found?.isTensor ? found.type : undefined;
}

async function write(
  heard: Tensor,
  seconds: number,
): Promise<{ tokens: PlacedToken[]; isCut: boolean }> {
  const scores = heard.data as Float32Array;
  const { blank } = tokens;
  if (!decoder) return { tokens: readCtc(scores, heard.dims[2] ?? 0, blank), isCut: false };
  const [, width = 0, frames = 0] = heard.dims;
  const most = mostTokens(seconds, Number.POSITIVE_INFINITY);
  const transducer = await createTransducer({ decoder, joiner }, { scores, width, frames, blank });
  return readTransducer(transducer, { frames, blank, most });
}
