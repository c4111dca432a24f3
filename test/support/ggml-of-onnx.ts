/**
 * Makes a file in the form of whisper.cpp of a Whisper that Hugging Face laid out in ONNX with eight
 * bits, to compare both ways on the same weights:
 * `node test/support/ggml-of-onnx.ts FOLDER FILE [f16|q8_0|q5_0|q5_1|...]`
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readVocabulary } from '../../main/infrastructure/speech/models/token-text.ts';
import { type Form, ggml, type Matrix } from './made-ggml.ts';

const [folder = '', file = '', form = 'f16'] = process.argv.slice(2);
const json = (name: string) => JSON.parse(readFileSync(path.join(folder, name), 'utf8'));

type Field = { readonly number: number; readonly of: number; readonly bytes: Buffer };

function* fieldsOf(bytes: Buffer): Generator<Field> {
  let at = 0;
  const varint = () => {
    for (let [of, factor] = [0, 1]; ; factor *= 128) {
      const byte = bytes[at] ?? 0;
      at += 1;
      of += (byte & 127) * factor;
      if (byte < 128) return of;
    }
  };
  while (at < bytes.length) {
    const tag = varint();
    const kind = tag & 7;
    const of = kind === 0 || kind === 2 ? varint() : 0;
    const length = { 0: 0, 1: 8, 2: of }[kind] ?? 4;
    yield { number: tag >>> 3, of, bytes: bytes.subarray(at, at + length) };
    at += length;
  }
}
const only = (bytes: Buffer, number: number) =>
  [...fieldsOf(bytes)].filter((field) => field.number === number);
const texts = (bytes: Buffer, number: number) =>
  only(bytes, number).map((field) => field.bytes.toString('utf8'));

type Tensor = { readonly type: number; readonly shape: readonly number[]; readonly raw: Buffer };
type Onnx = {
  readonly tensors: Map<string, Tensor>;
  /** Weights of an operation, by its name. */
  readonly of: Map<string, string>;
};

function readOnnx(name: string): Onnx {
  const onnx: Onnx = { tensors: new Map(), of: new Map() };
  const [graph] = only(readFileSync(path.join(folder, 'onnx', name)), 7);
  if (graph) readGraph(graph.bytes, onnx);
  return onnx;
}

function readGraph(graph: Buffer, onnx: Onnx): void {
  for (const { number, bytes } of fieldsOf(graph)) {
    if (number === 5)
      onnx.tensors.set(texts(bytes, 8)[0] ?? '', {
        type: only(bytes, 2)[0]?.of ?? 0,
        shape: only(bytes, 1).map(({ of }) => of),
        raw: only(bytes, 9)[0]?.bytes ?? single(bytes),
      });
    if (number !== 1) continue;
    const [named = ''] = texts(bytes, 3);
    const weights = texts(bytes, 1)[1] ?? '';
    if (weights.endsWith('_quantized')) onnx.of.set(named, weights.replace(/_quantized$/, ''));
    for (const attribute of only(bytes, 5))
      for (const inner of only(attribute.bytes, 6)) readGraph(inner.bytes, onnx);
  }
}

/** A scale or its zero may be written as a number, not as bytes. */
function single(tensor: Buffer): Buffer {
  const [scale] = only(tensor, 4);
  const [zero] = only(tensor, 5);
  if (scale) return scale.bytes;
  return Buffer.of(zero?.bytes.length ? (fieldOf(zero.bytes) ?? 0) : (zero?.of ?? 0));
}
/** A packed whole number. */
const fieldOf = (bytes: Buffer) => ((bytes[0] ?? 0) % 128) + 128 * ((bytes[1] ?? 0) % 128);

const FLOAT = 1;
const SIGNED = 3;

/** Floats, also of eight bits with their scale. */
function floatsOf({ tensors }: Onnx, name: string): { shape: number[]; numbers: Float32Array } {
  const get = (one: string) => tensors.get(one) ?? tensors.get(`${one}_merged_0`);
  const whole = get(name);
  if (whole?.type === FLOAT)
    return { shape: [...whole.shape], numbers: new Float32Array(copy(whole.raw)) };
  const [own, scale, zero] = ['_quantized', '_scale', '_zero_point'].map(
    (end) => tensors.get(name + end) ?? tensors.get(`${name}_merged_0${end}`),
  );
  if (!own || !scale || !zero) throw new Error(`${name} is not there`);
  const signed = own.type === SIGNED;
  const read = (bytes: Buffer) => (signed ? new Int8Array(copy(bytes)) : new Uint8Array(bytes));
  const [times = 1] = new Float32Array(copy(scale.raw));
  const [from = 0] = read(zero.raw);
  return {
    shape: [...own.shape],
    numbers: Float32Array.from(read(own.raw), (of) => (of - from) * times),
  };
}
const copy = (bytes: Buffer): ArrayBuffer => Uint8Array.from(bytes).buffer;

function matrix(name: string, { shape, numbers }: ReturnType<typeof floatsOf>): Matrix {
  return { name, shape: /conv\d\.bias/.test(name) ? [...shape, 1] : shape, numbers };
}

/** ONNX holds inputs first, ggml outputs. */
function turned({ shape, numbers }: ReturnType<typeof floatsOf>) {
  const [inputs = 0, outputs = 0] = shape;
  const other = new Float32Array(numbers.length);
  for (let input = 0; input < inputs; input += 1)
    for (let output = 0; output < outputs; output += 1)
      other[output * inputs + input] = numbers[input * outputs + output] ?? 0;
  return { shape: [outputs, inputs], numbers: other };
}

const NAMES = {
  'attn.query': 'self_attn.q_proj',
  'attn.key': 'self_attn.k_proj',
  'attn.value': 'self_attn.v_proj',
  'attn.out': 'self_attn.out_proj',
  'cross_attn.query': 'encoder_attn.q_proj',
  'cross_attn.key': 'encoder_attn.k_proj',
  'cross_attn.value': 'encoder_attn.v_proj',
  'cross_attn.out': 'encoder_attn.out_proj',
  'mlp.0': 'fc1',
  'mlp.2': 'fc2',
} as const;
const NORMS = {
  attn_ln: 'self_attn_layer_norm',
  cross_attn_ln: 'encoder_attn_layer_norm',
  mlp_ln: 'final_layer_norm',
} as const;

function half(kind: 'encoder' | 'decoder', layers: number): Matrix[] {
  const onnx = readOnnx(`${kind}_model${kind === 'decoder' ? '_merged' : ''}_quantized.onnx`);
  const root = kind === 'decoder' ? 'model.decoder.' : '';
  const plain = (name: string, own: string) => matrix(name, floatsOf(onnx, root + own));
  const isHere = (name: string) => kind === 'decoder' || !name.startsWith('cross');
  const blocks = Array.from({ length: layers }, (_, layer) => [
    ...Object.entries(NAMES)
      .filter(([name]) => isHere(name))
      .flatMap(([name, own]) => {
        const at = `layers.${layer}.${own}`;
        const operation = `/${`${root}${at}`.replaceAll('.', '/').replace(/layers\/(\d)/, 'layers.$1')}/MatMul_quant`;
        const weights = onnx.of.get(operation)?.replace(/_merged_0$/, '');
        if (!weights) throw new Error(`${operation} is not there`);
        const to = `${kind}.blocks.${layer}.${name}`;
        return [
          matrix(`${to}.weight`, turned(floatsOf(onnx, weights))),
          ...(name.endsWith('key') ? [] : [plain(`${to}.bias`, `${at}.bias`)]),
        ];
      }),
    ...Object.entries(NORMS)
      .filter(([name]) => isHere(name))
      .flatMap(([name, own]) =>
        ['weight', 'bias'].map((part) =>
          plain(`${kind}.blocks.${layer}.${name}.${part}`, `layers.${layer}.${own}.${part}`),
        ),
      ),
  ]).flat();
  const parts = ['weight', 'bias'] as const;
  const rest =
    kind === 'encoder'
      ? ['conv1', 'conv2'].flatMap((name) =>
          parts.map((part) => plain(`encoder.${name}.${part}`, `${name}.${part}`)),
        )
      : [plain('decoder.token_embedding.weight', 'embed_tokens.weight')];
  return [
    plain(`${kind}.positional_embedding`, 'embed_positions.weight'),
    ...rest,
    ...blocks,
    ...parts.map((part) =>
      plain(`${kind}.${kind === 'encoder' ? 'ln_post' : 'ln'}.${part}`, `layer_norm.${part}`),
    ),
  ];
}

const config = json('config.json');
const { eos_token_id: end } = json('generation_config.json');
const vocabulary = readVocabulary(readFileSync(path.join(folder, 'tokenizer.json'), 'utf8'));
const width = config.d_model;
writeFileSync(
  file,
  ggml(
    [
      config.vocab_size,
      ...[1500, width, config.encoder_attention_heads, config.encoder_layers],
      ...[448, width, config.decoder_attention_heads, config.decoder_layers],
      config.num_mel_bins,
    ] as unknown as Parameters<typeof ggml>[0],
    Array.from({ length: end }, (_, id) => vocabulary(id)),
    [...half('encoder', config.encoder_layers), ...half('decoder', config.decoder_layers)],
    form as Form,
  ),
);
