/**
 * Parakeet and MedASR of a few kilobytes, which say one sentence whatever they hear: folders as
 * sherpa-onnx, onnx-asr and Hugging Face lay them out.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import {
  type Bytes,
  FLOAT,
  INT,
  LONG,
  model,
  node,
  value,
  weights,
  weightsElsewhere,
} from '../../main/infrastructure/speech/models/onnx-write.ts';

const PIECES = ['▁fe', 'ver', '▁and', '▁cou', 'gh', '<unk>'];
const [FE, VER, AND, COU, GH] = [0, 1, 2, 3, 4];
const BLANK = PIECES.length;
const COUNT = BLANK + 1;
export const CONFORMER_SAYS = 'fever and cough';

/** What is said on each frame; `undefined`: nothing. */
const FRAMES = [undefined, FE, FE, VER, undefined, AND, undefined, undefined, COU, GH, undefined];
const SURE = 20;

export type Layout =
  | 'sherpa-ctc'
  | 'sherpa-transducer'
  | 'sherpa-medasr'
  | 'onnx-asr-ctc'
  | 'onnx-asr-tdt'
  | 'hugging-face-parakeet'
  | 'hugging-face-medasr';

export const layouts: readonly Layout[] = [
  'sherpa-ctc',
  'sherpa-transducer',
  'sherpa-medasr',
  'onnx-asr-ctc',
  'onnx-asr-tdt',
  'hugging-face-parakeet',
  'hugging-face-medasr',
];

const NEMO = { model_author: 'NeMo', normalize_type: 'per_feature', subsampling_factor: '8' };
const CTC = {
  ...NEMO,
  model_type: 'EncDecHybridRNNTCTCBPEModel',
  url: 'https://huggingface.co/nvidia/parakeet-tdt_ctc-110m',
};
const TRANSDUCER = {
  ...NEMO,
  model_type: 'EncDecRNNTBPEModel',
  feat_dim: '128',
  url: 'https://huggingface.co/nvidia/parakeet-tdt-0.6b-v3',
};
const MEDASR = {
  model_type: 'medasr_ctc',
  subsampling_factor: '4',
  url: 'https://github.com/Google-Health/medasr',
  license: 'https://developers.google.com/health-ai-developer-foundations/terms',
};

export function writeTinyConformer(folder: string, layout: Layout): void {
  mkdirSync(path.join(folder, 'onnx'), { recursive: true });
  for (const [name, content] of Object.entries(filesOf(layout)))
    writeFileSync(path.join(folder, name), content);
}

function filesOf(layout: Layout): Record<string, string | Buffer> {
  switch (layout) {
    case 'sherpa-ctc':
      return { 'model.int8.onnx': ctc(nemoInputs(80), CTC), 'tokens.txt': list() };
    case 'sherpa-medasr':
      return {
        'model.int8.onnx': ctc(
          [value('x', FLOAT, ['N', 'T', 128]), value('mask', LONG, 2)],
          MEDASR,
        ),
        'tokens.txt': list(),
      };
    case 'sherpa-transducer':
      return {
        'encoder.int8.onnx': encoder(TRANSDUCER),
        'decoder.int8.onnx': decoder(),
        'joiner.int8.onnx': joiner(),
        'tokens.txt': list(),
      };
    case 'onnx-asr-ctc':
      return {
        'model.onnx': ctc(nemoInputs(80)),
        'vocab.txt': list(),
        'config.json': JSON.stringify({ model_type: 'nemo-conformer-ctc', subsampling_factor: 8 }),
      };
    case 'onnx-asr-tdt':
      return {
        'encoder-model.int8.onnx': encoder(),
        'decoder_joint-model.int8.onnx': decoderAndJoiner(),
        'nemo128.onnx': 'makes features, which is not used',
        'vocab.txt': list(),
        'config.json': JSON.stringify({ model_type: 'nemo-conformer-tdt', features_size: 128 }),
        'README.md': '---\nlicense: cc-by-4.0\nlanguage:\n- en\n- de\n---\n',
      };
    case 'hugging-face-parakeet':
      return {
        'onnx/model_int8.onnx': ctc(huggingFaceInputs(80), {}, 'model_int8.onnx_data'),
        'onnx/model_int8.onnx_data': Buffer.from(scores().buffer),
        'config.json': JSON.stringify({
          _name_or_path: 'nvidia/parakeet-ctc-0.6b',
          model_type: 'parakeet_ctc',
          pad_token_id: BLANK,
        }),
        'tokenizer.json': JSON.stringify({
          model: { vocab: Object.fromEntries(PIECES.map((piece, id) => [piece, id])) },
        }),
      };
    case 'hugging-face-medasr':
      return {
        'onnx/model_quantized.onnx': ctc(huggingFaceInputs(128)),
        'config.json': JSON.stringify({
          _name_or_path: 'google/medasr',
          model_type: 'lasr_ctc',
          pad_token_id: BLANK,
        }),
        'tokenizer.json': JSON.stringify({
          model: { vocab: PIECES.map((piece) => [piece, -1]) },
        }),
      };
  }
}

const list = () => [...PIECES, '<blk>'].map((piece, id) => `${piece} ${id}\n`).join('');

const nemoInputs = (bands: number) => [
  value('audio_signal', FLOAT, ['N', bands, 'T']),
  value('length', LONG, 1),
];
const huggingFaceInputs = (bands: number) => [
  value('input_features', FLOAT, ['N', 'T', bands]),
  value('attention_mask', LONG, 2),
];

const scores = () => table(FRAMES.map((said) => said ?? BLANK));
/** In each row one number is large. */
function table(large: readonly number[], width = COUNT): Float32Array {
  const numbers = new Float32Array(large.length * width);
  for (const [row, at] of large.entries()) numbers[row * width + at] = SURE;
  return numbers;
}

const ctc = (
  inputs: readonly Bytes[],
  properties: Readonly<Record<string, string>> = {},
  elsewhere?: string,
) => {
  const shape = [1, FRAMES.length, COUNT];
  return model({
    nodes: [node('Identity', ['scores'], ['logprobs'])],
    weights: [
      elsewhere === undefined
        ? weights('scores', shape, scores())
        : weightsElsewhere('scores', shape, elsewhere),
    ],
    inputs,
    outputs: [value('logprobs', FLOAT, ['N', 'T', COUNT])],
    properties,
  });
};

/** A transducer says "fe ver and cou gh", each on a frame of its own, and skips frames in between. */
const SAID = [FE, VER, AND, COU, GH];
const LENGTHS = 5;
/** So far it goes on from each frame of which it says something. */
const ONWARD = [1, 3, 2, 1, 1];
const ON = SAID.map((_, at) => ONWARD.slice(0, at).reduce((sum, one) => sum + one, 0));
const WIDTH = 8;

/** Each frame has a row of its own in which a one stands. */
function encoder(properties: Readonly<Record<string, string>> = {}) {
  const rows = new Float32Array(WIDTH * WIDTH);
  for (let at = 0; at < WIDTH; at += 1) rows[at * WIDTH + at] = 1;
  return model({
    nodes: [
      node('Identity', ['rows'], ['outputs']),
      node('Identity', ['length'], ['encoded_lengths']),
    ],
    weights: [weights('rows', [1, WIDTH, WIDTH], rows)],
    inputs: nemoInputs(128),
    outputs: [value('outputs', FLOAT, ['N', WIDTH, 'T']), value('encoded_lengths', LONG, 1)],
    properties,
  });
}

const STATES = ['first', 'second'];
const statesOf = (end: string) =>
  STATES.map((name) => value(`${name}${end}`, FLOAT, [1, 'N', COUNT]));
const remember = STATES.map((name) => node('Identity', [`${name}-in`], [`${name}-out`]));
const shapeOf = (...sizes: readonly number[]) => BigInt64Array.from(sizes, (size) => BigInt(size));

const decoder = () =>
  model({
    nodes: [
      node('Gather', ['ones', 'targets'], ['row']),
      node('Reshape', ['row', 'upright'], ['outputs']),
      node('Identity', ['target_length'], ['prednet_lengths']),
      ...remember,
    ],
    weights: [ones(), weights('upright', [3], shapeOf(1, COUNT, 1))],
    inputs: [value('targets', INT, 2), value('target_length', INT, 1), ...statesOf('-in')],
    outputs: [
      value('outputs', FLOAT, ['N', COUNT, 'U']),
      value('prednet_lengths', INT, 1),
      ...statesOf('-out'),
    ],
  });

const ones = () =>
  weights('ones', [COUNT, COUNT], table(Array.from({ length: COUNT }, (_, at) => at)));

/** What is said on a frame, unless it was just said; then nothing. */
function joinerParts() {
  const out = COUNT + LENGTHS;
  const bySound = new Float32Array(WIDTH * out);
  for (let frame = 0; frame < WIDTH; frame += 1) {
    const at = ON.indexOf(frame);
    bySound[frame * out + BLANK] = SURE / 2;
    bySound[frame * out + (SAID[at] ?? BLANK)] = SURE;
    bySound[frame * out + COUNT + (ONWARD[at] ?? 1)] = SURE;
  }
  const byText = new Float32Array(COUNT * out);
  for (const said of SAID) byText[said * out + said] = -2;
  return {
    nodes: [
      node('Reshape', ['encoder_outputs', 'lying sound'], ['sound']),
      node('MatMul', ['sound', 'by sound'], ['from sound']),
      node('MatMul', ['text', 'by text'], ['from text']),
      node('Add', ['from sound', 'from text'], ['outputs']),
    ],
    weights: [
      weights('lying sound', [3], shapeOf(1, 1, WIDTH)),
      weights('by sound', [WIDTH, out], bySound),
      weights('by text', [COUNT, out], byText),
    ],
    output: value('outputs', FLOAT, ['N', 'T', out]),
  };
}

function joiner() {
  const parts = joinerParts();
  return model({
    nodes: [node('Reshape', ['decoder_outputs', 'lying text'], ['text']), ...parts.nodes],
    weights: [...parts.weights, weights('lying text', [3], shapeOf(1, 1, COUNT))],
    inputs: [
      value('encoder_outputs', FLOAT, ['N', WIDTH, 'T']),
      value('decoder_outputs', FLOAT, ['N', COUNT, 'U']),
    ],
    outputs: [parts.output],
  });
}

function decoderAndJoiner() {
  const parts = joinerParts();
  return model({
    nodes: [
      node('Gather', ['ones', 'targets'], ['text']),
      node('Identity', ['target_length'], ['prednet_lengths']),
      ...parts.nodes,
      ...remember,
    ],
    weights: [...parts.weights, ones()],
    inputs: [
      value('encoder_outputs', FLOAT, ['N', WIDTH, 'T']),
      value('targets', INT, 2),
      value('target_length', INT, 1),
      ...statesOf('-in'),
    ],
    outputs: [parts.output, value('prednet_lengths', INT, 1), ...statesOf('-out')],
  });
}
