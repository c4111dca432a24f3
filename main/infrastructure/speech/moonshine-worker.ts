/**
 * Recognises English speech with Moonshine tiny, in a thread of its own: the samples of a stretch
 * in, its words out. The encoder hears the whole stretch, the decoder writes a token at a time.
 */
import { readFileSync, readlinkSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import tokenizer from 'llama-tokenizer-js';
import { env, InferenceSession, Tensor } from 'onnxruntime-web/wasm';

export type ToRecogniser = { readonly samples: Float32Array };
export type HeardWord = { readonly text: string; readonly confidence: number };
export type FromRecogniser =
  | { readonly words: readonly HeardWord[] }
  /** The model is not there, or not whole. */
  | { readonly noModel: string };
/** `folder`: where the model lies; undefined: in its package. */
export type RecogniserData = {
  readonly folder: string | undefined;
  readonly givesWay: boolean;
};

/** Of the model: layers, heads, their width; tokens that begin and end a text. */
const [LAYERS, HEADS, WIDTH] = [6, 8, 36];
const [BEGIN, END] = [1, 2];
/** Tokens; speech has fewer a second, and a model that repeats itself is stopped. */
const TOKENS_A_SECOND = 6.5;
const MOST_TOKENS = 190;
const RATE = 16_000;

/**
 * As `nice` counts: beside one thread that is always busy it has a quarter of a processor, and needs
 * a tenth to keep up with speech. With the lowest priority it would fall behind.
 */
const BEHIND_A_RECORDING = 5;
const LOWEST = os.constants.priority.PRIORITY_LOW;

const WEB_ASSEMBLY = 'ort-wasm-simd-threaded.wasm';

type Values = Record<string, Tensor>;
type Token = { readonly id: number; readonly confidence: number };

// One thread: the threads of WebAssembly need what Node does not hand them.
env.wasm.numThreads = 1;
const port = parentPort;
if (!port) throw new Error('This file runs in a worker thread only.');
const { folder, givesWay } = workerData as RecogniserData;
if (givesWay) giveWay();
const { encoder, decoder } = await models().catch((error: unknown): never => {
  const answer: FromRecogniser = { noModel: String(error) };
  port.postMessage(answer);
  return process.exit();
});

/**
 * Lowers this thread alone, which only Linux can: elsewhere a priority is that of the whole process,
 * whose recording must keep its own.
 */
function giveWay(): void {
  if (process.platform !== 'linux') return;
  try {
    const thread = Number(path.basename(readlinkSync('/proc/thread-self')));
    if (thread > 0) os.setPriority(thread, Math.min(LOWEST, os.getPriority() + BEHIND_A_RECORDING));
  } catch {
    // It is recognised as well with the priority that it has.
  }
}

async function models() {
  // A bundler lays the model and the WebAssembly beside this file.
  const isBundled = !import.meta.url.endsWith('.ts');
  const from =
    folder ?? (isBundled ? import.meta.url : import.meta.resolve('@moonshine-ai/moonshine-js'));
  if (isBundled) env.wasm.wasmBinary = readFileSync(new URL(WEB_ASSEMBLY, import.meta.url));
  const model = (name: string) =>
    InferenceSession.create(readFileSync(new URL(`model/tiny/quantized/${name}.onnx`, from)));
  return {
    encoder: await model('encoder_model'),
    decoder: await model('decoder_model_merged'),
  };
}
/** What the decoder remembers of its own text; the rest of its memory is of the sound and stays. */
const grows = decoder.outputNames.filter((name) => name.includes('.decoder.'));

port.on('message', ({ samples }: ToRecogniser) => {
  void recognise(samples).then((words) => {
    const answer: FromRecogniser = { words };
    port.postMessage(answer);
  });
});

async function recognise(samples: Float32Array): Promise<HeardWord[]> {
  const heard = await encoder.run({
    input_values: new Tensor('float32', samples, [1, samples.length]),
  });
  const sound = heard.last_hidden_state as Tensor;
  const most = Math.min(MOST_TOKENS, Math.ceil((samples.length / RATE) * TOKENS_A_SECOND) + 4);
  const tokens: Token[] = [];
  let memory = emptyMemory();
  for (let last = BEGIN; tokens.length < most; ) {
    const isFirst = tokens.length === 0;
    const out = await decoder.run(
      {
        input_ids: new Tensor('int64', BigInt64Array.of(BigInt(last)), [1, 1]),
        encoder_hidden_states: sound,
        use_cache_branch: new Tensor('bool', [!isFirst]),
        ...memory,
      },
      isFirst ? decoder.outputNames : ['logits', ...grows],
    );
    const token = likeliest(out.logits as Tensor);
    if (token.id === END) break;
    tokens.push(token);
    last = token.id;
    memory = { ...memory, ...remembered(out as Values) };
  }
  return wordsOf(tokens);
}

function emptyMemory(): Values {
  const memory: Values = {};
  for (let layer = 0; layer < LAYERS; layer += 1)
    for (const part of ['decoder.key', 'decoder.value', 'encoder.key', 'encoder.value'])
      memory[`past_key_values.${layer}.${part}`] = new Tensor('float32', new Float32Array(0), [
        0,
        HEADS,
        1,
        WIDTH,
      ]);
  return memory;
}

const remembered = (out: Values): Values =>
  Object.fromEntries(
    Object.entries(out)
      .filter(([name]) => name.startsWith('present.'))
      .map(([name, value]) => [name.replace('present.', 'past_key_values.'), value]),
  );

function likeliest({ data }: Tensor): Token {
  const scores = data as Float32Array;
  let id = 0;
  for (let at = 1; at < scores.length; at += 1) if ((scores[at] ?? 0) > (scores[id] ?? 0)) id = at;
  let sum = 0;
  for (const score of scores) sum += Math.exp(score - (scores[id] ?? 0));
  return { id, confidence: 1 / sum };
}

/** A token that begins with the sign for a blank begins a word. */
function wordsOf(tokens: readonly Token[]): HeardWord[] {
  const words: Token[][] = [];
  for (const token of tokens) {
    const begins = tokenizer.vocabById[token.id]?.startsWith('▁') === true;
    if (begins || words.length === 0) words.push([]);
    words.at(-1)?.push(token);
  }
  return words
    .map((word) => ({
      text: tokenizer
        .decode(
          word.map(({ id }) => id),
          false,
          false,
        )
        .trim(),
      confidence: Math.min(...word.map(({ confidence }) => confidence)),
    }))
    .filter(({ text }) => text !== '');
}
