/**
 * A Whisper that says one sentence, whatever it hears: a folder as Hugging Face lays it out, with
 * weights of a few kilobytes. Each token has one that follows it.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import {
  BOOL,
  FLOAT,
  LONG,
  model,
  node,
  value,
  weights,
} from '../../main/infrastructure/speech/models/onnx-write.ts';

/** What it says, from its second 0 to its second 2. */
export const TINY_SAYS = 'Fever and बुखार.';
const PIECES = ['ĠFever', 'Ġand', byteLevel(' बुखार'), '.'];
const [END, START, ENGLISH, HINDI, TRANSCRIBE, NOBODY, NO_TIMES, FIRST_TIME] = [
  4, 5, 6, 7, 8, 9, 10, 11,
] as const;
const TIMES = 101;
const COUNT = FIRST_TIME + TIMES;
/** Id of the time of so many seconds. */
const time = (seconds: number) => FIRST_TIME + seconds * 50;
const FOLLOWS: Readonly<Record<number, number>> = {
  [START]: ENGLISH,
  [TRANSCRIBE]: time(0),
  [time(0)]: 0,
  0: 1,
  1: 2,
  2: 3,
  3: time(2),
  [time(2)]: END,
};

export const tinyConfig = {
  _name_or_path: 'someone/whisper-tiny-test',
  model_type: 'whisper',
  d_model: 4,
  decoder_layers: 1,
  decoder_attention_heads: 2,
  num_mel_bins: 80,
  max_target_positions: 448,
  max_source_positions: 1500,
};

/** `follows`: changes which token comes after which. */
export function writeTinyWhisper(folder: string, follows: Readonly<Record<number, number>> = {}) {
  mkdirSync(path.join(folder, 'onnx'), { recursive: true });
  const put = (name: string, content: string | Buffer) =>
    writeFileSync(path.join(folder, name), content);
  put('config.json', JSON.stringify(tinyConfig));
  put(
    'generation_config.json',
    JSON.stringify({
      decoder_start_token_id: START,
      eos_token_id: END,
      no_timestamps_token_id: NO_TIMES,
      lang_to_id: { '<|en|>': ENGLISH, '<|hi|>': HINDI },
      task_to_id: { transcribe: TRANSCRIBE },
      suppress_tokens: [],
      begin_suppress_tokens: [END],
    }),
  );
  put(
    'tokenizer.json',
    JSON.stringify({
      model: { vocab: Object.fromEntries(PIECES.map((piece, id) => [piece, id])) },
      added_tokens: Array.from({ length: NOBODY - END + 1 }, (_, at) => ({
        id: END + at,
        content: `<|${at}|>`,
        special: true,
      })),
      decoder: { type: 'ByteLevel' },
    }),
  );
  put('README.md', '---\nlicense: apache-2.0\nlanguage:\n- en\n---\n# A test\n');
  put('onnx/encoder_model_quantized.onnx', encoder());
  put('onnx/decoder_model_merged_quantized.onnx', decoder({ ...FOLLOWS, ...follows }));
}

/** As GPT-2 writes bytes. */
function byteLevel(text: string): string {
  const others = Array.from({ length: 256 }, (_, byte) => byte).filter(
    (byte) => !((byte > 0x20 && byte < 0x7f) || (byte > 0xa0 && byte !== 0xad)),
  );
  return [...Buffer.from(text, 'utf8')]
    .map((byte) => String.fromCodePoint(others.includes(byte) ? 256 + others.indexOf(byte) : byte))
    .join('');
}

const MEMORY = ['decoder.key', 'decoder.value', 'encoder.key', 'encoder.value'];

const encoder = () =>
  model({
    nodes: [node('Identity', ['input_features'], ['last_hidden_state'])],
    inputs: [value('input_features', FLOAT, 3)],
    outputs: [value('last_hidden_state', FLOAT, 3)],
  });

function decoder(follows: Readonly<Record<number, number>>) {
  const scores = new Float32Array(COUNT * COUNT);
  for (const [last, next] of Object.entries(follows)) scores[Number(last) * COUNT + next] = 20;
  return model({
    nodes: [
      node('Gather', ['scores', 'input_ids'], ['logits']),
      ...MEMORY.map((part) =>
        node('Identity', [`past_key_values.0.${part}`], [`present.0.${part}`]),
      ),
    ],
    weights: [weights('scores', [COUNT, COUNT], scores)],
    inputs: [
      value('input_ids', LONG, 2),
      value('encoder_hidden_states', FLOAT, 3),
      value('use_cache_branch', BOOL, 1),
      ...MEMORY.map((part) => value(`past_key_values.0.${part}`, FLOAT, 4)),
    ],
    outputs: [
      value('logits', FLOAT, 3),
      ...MEMORY.map((part) => value(`present.0.${part}`, FLOAT, 4)),
    ],
  });
}
