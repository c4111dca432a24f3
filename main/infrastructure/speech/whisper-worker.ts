/**
 * Recognises speech with a Whisper that a user added, in a thread of its own: up to half a minute of
 * samples in, its sentences with their times out.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { Tensor } from 'onnxruntime-web/wasm';
import { sourceOf } from './models/ggml/ggml-file.ts';
import { decoderOf, encoderOf } from './models/ggml/ggml-onnx.ts';
import { configOf, generationOf, readWhisper, vocabularyOf } from './models/ggml/ggml-whisper.ts';
import { logMel, STEPS } from './models/log-mel.ts';
import { languageOf, whisperConfig, whisperGeneration } from './models/model-config.ts';
import { readVocabulary } from './models/token-text.ts';
import { allow, rulesOf, segmentsOf } from './models/whisper-text.ts';
import {
  ChangedModel,
  type FromRecogniser,
  giveWay,
  isEndless,
  likeliest,
  type ModelFile,
  mostTokens,
  openModel,
  openSession,
  readModelFile,
  startDecoding,
  type Token,
  type Values,
} from './onnx-thread.ts';
import { serve } from './serve-recogniser.ts';

type WhisperFiles =
  | Readonly<Record<'config' | 'generation' | 'tokenizer' | 'encoder' | 'decoder', ModelFile>>
  /** All of it in one file of whisper.cpp. */
  | { readonly ggml: ModelFile };
/** `languages`: the model hears which of these is spoken; none: which of all that it knows. */
export type WhisperData = {
  readonly files: WhisperFiles;
  readonly languages: readonly string[];
  readonly givesWay: boolean;
};

const RATE = 16_000;
/** Tokens before the text: its beginning, the language, the task. */
const BEFORE = 3;

const port = parentPort;
if (!port) throw new Error('This file runs in a worker thread only.');
const { files, languages, givesWay } = workerData as WhisperData;
if (givesWay) giveWay();
const { config, generation, vocabulary, encoder, decoder } = await model().catch(
  (error: unknown): never => {
    const answer: FromRecogniser = {
      noModel: String(error),
      changed: error instanceof ChangedModel,
    };
    port.postMessage(answer);
    return process.exit();
  },
);
const rules = rulesOf(generation);
const spoken = languageTokens();

async function model() {
  if ('ggml' in files) return ggmlModel(files.ggml);
  const json = (file: ModelFile): unknown => JSON.parse(readModelFile(file).toString('utf8'));
  const config = whisperConfig.parse(json(files.config));
  const { decoder_layers: layers, decoder_attention_heads: heads, d_model } = config;
  return {
    config,
    generation: whisperGeneration.parse(json(files.generation)),
    vocabulary: readVocabulary(readModelFile(files.tokenizer).toString('utf8')),
    encoder: await openSession(files.encoder),
    decoder: {
      session: await openSession(files.decoder),
      layers,
      heads,
      width: d_model / heads,
    },
  };
}

/** The bytes that were checked are the ones that are run; nothing of the disk is read again. */
async function ggmlModel(file: ModelFile) {
  const bytes = readModelFile(file);
  const read = { bytes, file: readWhisper(sourceOf(bytes)) };
  const config = configOf(read.file.sizes);
  const generation = generationOf(read.file);
  const { decoder_layers: layers, decoder_attention_heads: heads, d_model } = config;
  return {
    config,
    generation,
    vocabulary: vocabularyOf(read.file, generation.eos_token_id),
    encoder: await openModel(encoderOf(read)),
    decoder: {
      session: await openModel(decoderOf(read)),
      layers,
      heads,
      width: d_model / heads,
    },
  };
}

/** Of the languages that are asked for, or of all. */
function languageTokens(): readonly number[] {
  const known = Object.entries(generation.lang_to_id ?? {});
  const asked = known.filter(([sign]) => languages.includes(languageOf(sign)));
  return (asked.length > 0 ? asked : known).map(([, id]) => id);
}

serve(port, recognise);

async function recognise(samples: Float32Array): Promise<FromRecogniser> {
  const seconds = samples.length / RATE;
  const bands = config.num_mel_bins;
  const heard = await encoder.run({
    input_features: new Tensor('float32', logMel(samples, bands), [1, bands, STEPS]),
  });
  const next = startDecoding(
    decoder,
    'ggml' in files ? (heard as Values) : (heard.last_hidden_state as Tensor),
  );
  const { scores: begun, noSpeech } = await begin(next);
  let scores = begun;
  const written: Token[] = [];
  const most = mostTokens(seconds, config.max_target_positions - BEFORE - 1);
  let isCut = false;
  for (;;) {
    allow(scores, written, rules);
    const token = likeliest(scores);
    if (token.id === generation.eos_token_id) break;
    written.push(token);
    isCut = isEndless(written, most);
    if (isCut) break;
    scores = await next(token.id);
  }
  return { segments: segmentsOf(written, { seconds, noSpeech }, rules, vocabulary), isCut };
}

/** Writes what stands before the text; the language is the likeliest of those that may be spoken. */
async function begin(next: (last: number) => Promise<Float32Array>) {
  const first = await next(generation.decoder_start_token_id);
  // The sign for "nobody speaks" stands before the one for "without times".
  const noSpeech = chanceOf(first, generation.no_timestamps_token_id - 1);
  if (spoken.length === 0 || !generation.task_to_id) return { scores: first, noSpeech };
  const language = spoken.reduce((best, id) => ((first[id] ?? 0) > (first[best] ?? 0) ? id : best));
  await next(language);
  return { scores: await next(generation.task_to_id.transcribe), noSpeech };
}

function chanceOf(scores: Float32Array, id: number): number {
  let largest = Number.NEGATIVE_INFINITY;
  for (const score of scores) largest = Math.max(largest, score);
  let sum = 0;
  for (const score of scores) sum += Math.exp(score - largest);
  return Math.exp((scores[id] ?? Number.NEGATIVE_INFINITY) - largest) / sum;
}
