/** Makes files in the form of whisper.cpp, in the forms of weights that Scriba reads. */
import { slaneyFilters } from '../../main/infrastructure/speech/models/mel-filters.ts';

export type Matrix = {
  readonly name: string;
  /** Rows first. */
  readonly shape: readonly number[];
  readonly numbers: Float32Array;
};
export type Form = 'f32' | 'f16' | 'q4_0' | 'q4_1' | 'q5_0' | 'q5_1' | 'q8_0';
const TYPES = { f32: 0, f16: 1, q4_0: 2, q4_1: 3, q5_0: 6, q5_1: 7, q8_0: 8 } as const;
/** How a file tells its form. */
const FILES = { f32: 0, f16: 1, q4_0: 2, q4_1: 3, q5_0: 8, q5_1: 9, q8_0: 7 } as const;

/** Vocabulary, then sound and text: steps, width, heads, layers; bands. */
export type Sizes = readonly [
  vocabulary: number,
  ...sound: [number, number, number, number],
  ...text: [number, number, number, number],
  bands: number,
];

export function ggml(
  sizes: Sizes,
  pieces: readonly Buffer[],
  matrices: readonly Matrix[],
  form: Form = 'f16',
): Buffer {
  const bands = sizes[9];
  return Buffer.concat([
    Buffer.from('lmgg'),
    ints(...sizes, FILES[form]),
    ints(bands, 201),
    filters(bands),
    ints(pieces.length),
    ...pieces.flatMap((piece) => [ints(piece.length), piece]),
    ...matrices.flatMap((matrix) => written(matrix, form)),
  ]);
}

/** Which frequencies count for a band; Scriba has its own, whisper.cpp takes these. */
function filters(bands: number): Buffer {
  const all = new Float32Array(bands * 201);
  for (const [band, { from, weights }] of slaneyFilters({ bands, size: 400 }).entries())
    all.set(weights, band * 201 + from);
  return Buffer.from(all.buffer);
}

const ints = (...of: readonly number[]) => Buffer.from(Int32Array.from(of).buffer);

/** As whisper.cpp does it: what is no matrix keeps its precision, and a convolution half of it. */
function written({ name, shape, numbers }: Matrix, form: Form): Buffer[] {
  const isMatrix = shape.length === 2 && !/positional|conv/.test(name) && form !== 'f32';
  const isConvolution = shape.length === 3 && form !== 'f32';
  const rest = isConvolution ? 'f16' : 'f32';
  const own = isMatrix ? form : rest;
  const text = Buffer.from(name);
  return [
    ints(shape.length, text.length, TYPES[own], ...[...shape].reverse()),
    text,
    inForm(numbers, own),
  ];
}

export function inForm(numbers: Float32Array, form: Form): Buffer {
  if (form === 'f32') return Buffer.from(numbers.buffer, numbers.byteOffset, numbers.byteLength);
  if (form === 'f16') return Buffer.from(Uint16Array.from(numbers, half).buffer);
  const blocks: Buffer[] = [];
  for (let at = 0; at < numbers.length; at += 32)
    blocks.push(block([...numbers.subarray(at, at + 32)], form));
  return Buffer.concat(blocks);
}

function block(numbers: readonly number[], form: Exclude<Form, 'f32' | 'f16'>): Buffer {
  const largest = Math.max(...numbers.map(Math.abs));
  if (form === 'q8_0') {
    const scale = largest / 127 || 1;
    return Buffer.concat([halves(scale), Buffer.from(numbers.map((of) => Math.round(of / scale)))]);
  }
  const bits = form.startsWith('q5') ? 5 : 4;
  const [least, most] = [Math.min(...numbers), Math.max(...numbers)];
  const isFromLeast = form.endsWith('_1');
  const middle = 2 ** (bits - 1);
  const scale = (isFromLeast ? (most - least) / (2 ** bits - 1) : largest / (middle - 1)) || 1;
  const whole = numbers.map((of) =>
    Math.round(isFromLeast ? (of - least) / scale : of / scale + middle),
  );
  const low = Array.from({ length: 16 }, (_, at) => {
    const [first = 0, second = 0] = [whole[at], whole[at + 16]];
    return (first & 15) | ((second & 15) << 4);
  });
  const high = Buffer.alloc(4);
  high.writeUInt32LE(whole.reduce((sum, of, at) => sum + (of >>> 4) * 2 ** at, 0));
  return Buffer.concat([
    isFromLeast ? halves(scale, least) : halves(scale),
    ...(bits === 5 ? [high] : []),
    Buffer.from(low),
  ]);
}

const halves = (...of: readonly number[]) => Buffer.from(Uint16Array.from(of, half).buffer);

/** The bits of a number in half precision. */
function half(of: number): number {
  const size = Math.abs(of);
  const sign = of < 0 ? 0x8000 : 0;
  if (size < 2 ** -14) return sign | Math.round(size * 2 ** 24);
  const power = Math.floor(Math.log2(size));
  return sign + ((power + 15) << 10) + Math.round((size / 2 ** power - 1) * 1024);
}
