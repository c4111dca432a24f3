/**
 * What the threads that recognise speech share: their messages, the runtime, and a decoder that
 * writes a token at a time and remembers its own text.
 */
import { createHash } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { env, InferenceSession, Tensor } from 'onnxruntime-web/wasm';
import { goesInCircles } from './repetition.ts';

export type ToRecogniser =
  | { readonly samples: Float32Array }
  /** Asks where somebody speaks, as `Listen` does. */
  | { readonly listen: Float32Array; readonly begins: boolean };
/** `from`, `to`: where the model tells them. */
export type HeardWord = {
  readonly text: string;
  readonly confidence: number;
  readonly from?: number;
  readonly to?: number;
};
/** Seconds of the samples that were given. */
export type HeardSegment = {
  readonly from: number;
  readonly to: number;
  readonly words: readonly HeardWord[];
};
export type FromRecogniser =
  /** `isCut`: it was ended before its own end, and what follows was not heard. */
  | { readonly segments: readonly HeardSegment[]; readonly isCut: boolean }
  | { readonly voice: Float32Array | undefined }
  /** The model is not there, or not whole; `changed`: it is not the one that was added. */
  | { readonly noModel: string; readonly changed: boolean };

/** A file of a model; with a digest it must be the one that was added. */
export type ModelFile = { readonly path: string; readonly sha256?: string | undefined };

export type Token = { readonly id: number; readonly confidence: number };
export type Values = Record<string, Tensor>;

/**
 * As `nice` counts: beside one thread that is always busy it has a quarter of a processor, and needs
 * a tenth to keep up with speech. With the lowest priority it would fall behind.
 */
const BEHIND_A_RECORDING = 5;
const LOWEST = os.constants.priority.PRIORITY_LOW;

/**
 * What the runtime runs while it opens a model is not optimised, and stays so: one function of it,
 * which is seldom busy, takes 284 MB and four seconds to be optimised. V8 reads this where a function
 * of WebAssembly is first run, in all threads of the process; a V8 without it changes nothing.
 */
const OPTIMISE_NOTHING = '--wasm-tier-up-filter=0';
const OPTIMISE_WHAT_IS_BUSY = '--wasm-tier-up-filter=-1';

const WEB_ASSEMBLY = 'ort-wasm-simd-threaded.wasm';
/** A bundler lays the WebAssembly beside the threads. */
export const isBundled = !import.meta.url.endsWith('.ts');

export class ChangedModel extends Error {}

/**
 * Lowers this thread alone, which only Linux can: elsewhere a priority is that of the whole process,
 * whose recording must keep its own.
 */
export function giveWay(): void {
  if (process.platform !== 'linux') return;
  try {
    const thread = Number(path.basename(readlinkSync('/proc/thread-self')));
    if (thread > 0) os.setPriority(thread, Math.min(LOWEST, os.getPriority() + BEHIND_A_RECORDING));
  } catch {
    // It is recognised as well with the priority that it has.
  }
}

/** Throws ChangedModel, and what the disk throws. What was read is what was checked. */
export function readModelFile({ path: file, sha256 }: ModelFile): Buffer {
  const bytes = readFileSync(file);
  if (sha256 !== undefined && createHash('sha256').update(bytes).digest('hex') !== sha256)
    throw new ChangedModel(path.basename(file));
  return bytes;
}

export const openSession = (file: ModelFile): Promise<InferenceSession> =>
  openModel(readModelFile(file));

/** `data`: weights that lie in a file beside it, under the name that it has for them. */
export async function openModel(
  bytes: Buffer,
  data?: { readonly path: string; readonly data: Buffer },
): Promise<InferenceSession> {
  // One thread: the threads of WebAssembly need what Node does not hand them.
  env.wasm.numThreads = 1;
  env.logLevel = 'error';
  if (isBundled) env.wasm.wasmBinary ??= readFileSync(new URL(WEB_ASSEMBLY, import.meta.url));
  setFlagsFromString(OPTIMISE_NOTHING);
  try {
    return await InferenceSession.create(bytes, data && { externalData: [data] });
  } finally {
    setFlagsFromString(OPTIMISE_WHAT_IS_BUSY);
  }
}

/** A merged decoder, as Hugging Face's exports have it: its memory is its input and its output. */
export type Decoder = {
  readonly session: InferenceSession;
  readonly layers: number;
  readonly heads: number;
  readonly width: number;
};

/**
 * Writes a token after `last`, a step at a time. `sound`: what the other half heard, whose memory
 * comes with the first step, or that memory itself; only that of the text grows.
 */
export function startDecoding(
  { session, layers, heads, width }: Decoder,
  sound: Tensor | Values,
): (last: number) => Promise<Float32Array> {
  if (!isTensor(sound)) return startWithMemory({ session, layers, heads, width }, sound);
  const grows = session.outputNames.filter((name) => name.includes('.decoder.'));
  let memory = emptyMemory(layers, heads, width);
  let isFirst = true;
  return async (last: number): Promise<Float32Array> => {
    const out = await session.run(
      {
        input_ids: new Tensor('int64', BigInt64Array.of(BigInt(last)), [1, 1]),
        encoder_hidden_states: sound,
        use_cache_branch: new Tensor('bool', [!isFirst]),
        ...memory,
      },
      isFirst ? session.outputNames : ['logits', ...grows],
    );
    isFirst = false;
    memory = { ...memory, ...remembered(out as Values) };
    return (out.logits as Tensor).data as Float32Array;
  };
}

const isTensor = (sound: Tensor | Values): sound is Tensor => sound instanceof Tensor;

function startWithMemory({ session, layers, heads, width }: Decoder, sound: Values) {
  const nothing = () => new Tensor('float32', new Float32Array(0), [1, heads, 0, width]);
  let memory: Values = { ...sound };
  for (let layer = 0; layer < layers; layer += 1)
    for (const part of ['key', 'value'])
      memory[`past_key_values.${layer}.decoder.${part}`] = nothing();
  return async (last: number): Promise<Float32Array> => {
    const input_ids = new Tensor('int64', BigInt64Array.of(BigInt(last)), [1, 1]);
    const out = await session.run({ input_ids, ...memory });
    memory = { ...memory, ...remembered(out as Values) };
    return (out.logits as Tensor).data as Float32Array;
  };
}

function emptyMemory(layers: number, heads: number, width: number): Values {
  const memory: Values = {};
  for (let layer = 0; layer < layers; layer += 1)
    for (const part of ['decoder.key', 'decoder.value', 'encoder.key', 'encoder.value'])
      memory[`past_key_values.${layer}.${part}`] = new Tensor('float32', new Float32Array(0), [
        0,
        heads,
        1,
        width,
      ]);
  return memory;
}

const remembered = (out: Values): Values =>
  Object.fromEntries(
    Object.entries(out)
      .filter(([name]) => name.startsWith('present.'))
      .map(([name, value]) => [name.replace('present.', 'past_key_values.'), value]),
  );

export function likeliest(scores: Float32Array): Token {
  let id = 0;
  for (let at = 1; at < scores.length; at += 1) if ((scores[at] ?? 0) > (scores[id] ?? 0)) id = at;
  let sum = 0;
  for (const score of scores) sum += Math.exp(score - (scores[id] ?? 0));
  return { id, confidence: 1 / sum };
}

/** Nobody says as many tokens in a second, in no script, and a model that runs on does. */
const TOKENS_A_SECOND = 30;
const A_FEW = 10;

/** Tokens that this sound can have at most, within what the model can write at all. */
export const mostTokens = (seconds: number, most: number): number =>
  Math.min(most, Math.ceil(seconds * TOKENS_A_SECOND) + A_FEW);

export const isEndless = (tokens: readonly Token[], most: number): boolean =>
  tokens.length >= most || goesInCircles(tokens.map(({ id }) => id));
