/**
 * Recognises speech with Moonshine, in a thread of its own: the samples of a stretch in, its words
 * out. The encoder hears the whole stretch, the decoder writes a token at a time.
 */
import { fileURLToPath } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import tokenizer from 'llama-tokenizer-js';
import { Tensor } from 'onnxruntime-web/wasm';
import { moonshineConfig } from './models/model-config.ts';
import { readVocabulary, sentencePieces, wordsOfTokens } from './models/token-text.ts';
import {
  ChangedModel,
  type FromRecogniser,
  giveWay,
  isBundled,
  isEndless,
  likeliest,
  type ModelFile,
  mostTokens,
  openSession,
  readModelFile,
  startDecoding,
  type Token,
} from './onnx-thread.ts';
import { serve } from './serve-recogniser.ts';

export type MoonshineFiles = Readonly<
  Record<'config' | 'tokenizer' | 'encoder' | 'decoder', ModelFile>
>;
/** `folder`: where the model lies; undefined: in its package. `files`: a model that a user added. */
export type MoonshineData = {
  readonly folder?: string | undefined;
  readonly files?: MoonshineFiles | undefined;
  readonly givesWay: boolean;
};

/** Of the model inside the package: layers, heads, their width. */
const TINY = { layers: 6, heads: 8, width: 36, begin: 1, end: 2 };
/** Tokens; the models learned from texts of 194 at most. */
const MOST_TOKENS = 190;
const RATE = 16_000;

const port = parentPort;
if (!port) throw new Error('This file runs in a worker thread only.');
const { folder, files, givesWay } = workerData as MoonshineData;
if (givesWay) giveWay();
const { encoder, decoder, begin, end, vocabulary } = await (files
  ? addedModel(files)
  : ownModel()
).catch((error: unknown): never => {
  const answer: FromRecogniser = {
    noModel: String(error),
    changed: error instanceof ChangedModel,
  };
  port.postMessage(answer);
  return process.exit();
});

async function ownModel() {
  // A bundler lays the model beside this file.
  const from =
    folder ?? (isBundled ? import.meta.url : import.meta.resolve('@moonshine-ai/moonshine-js'));
  const file = (name: string) => ({
    path: fileURLToPath(new URL(`model/tiny/quantized/${name}.onnx`, from)),
  });
  const vocabulary = sentencePieces(tokenizer.vocabById);
  // Only its way back is used; these two tables are the larger part of its memory.
  Object.assign(tokenizer, { merges: undefined, vocabByString: undefined });
  return {
    ...TINY,
    encoder: await openSession(file('encoder_model')),
    decoder: { ...TINY, session: await openSession(file('decoder_model_merged')) },
    vocabulary,
  };
}

async function addedModel(files: MoonshineFiles) {
  const text = (file: ModelFile) => readModelFile(file).toString('utf8');
  const config = moonshineConfig.parse(JSON.parse(text(files.config)));
  const asking = config.decoder_num_attention_heads;
  return {
    begin: config.decoder_start_token_id,
    end: config.eos_token_id,
    encoder: await openSession(files.encoder),
    decoder: {
      session: await openSession(files.decoder),
      layers: config.decoder_num_hidden_layers,
      heads: config.decoder_num_key_value_heads ?? asking,
      width: config.hidden_size / asking,
    },
    vocabulary: readVocabulary(text(files.tokenizer)),
  };
}

serve(port, recognise);

async function recognise(samples: Float32Array): Promise<FromRecogniser> {
  const seconds = samples.length / RATE;
  const heard = await encoder.run({
    input_values: new Tensor('float32', samples, [1, samples.length]),
    // Newer exports ask which samples are sound.
    ...(encoder.inputNames.includes('attention_mask') && {
      attention_mask: new Tensor('int64', new BigInt64Array(samples.length).fill(1n), [
        1,
        samples.length,
      ]),
    }),
  });
  const next = startDecoding(decoder, heard.last_hidden_state as Tensor);
  const tokens: Token[] = [];
  const most = mostTokens(seconds, MOST_TOKENS);
  let isCut = false;
  for (let last = begin; ; ) {
    const token = likeliest(await next(last));
    if (token.id === end) break;
    tokens.push(token);
    last = token.id;
    isCut = isEndless(tokens, most);
    if (isCut) break;
  }
  const words = wordsOfTokens(tokens, vocabulary);
  return { segments: words.length > 0 ? [{ from: 0, to: seconds, words }] : [], isCut };
}
