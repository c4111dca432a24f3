/** Weights of ggml as numbers, and as eight bits for each of what a matrix gives. */
import { BLOCKS, type GgmlTensor } from './ggml-file.ts';

/** Throws RangeError where the bytes end before it. */
export function numbersOf(bytes: Buffer, { type, shape, from, to }: GgmlTensor): Float32Array {
  const numbers = new Float32Array(shape.reduce((product, size) => product * size, 1));
  const data = bytes.subarray(from, to);
  if (data.length !== to - from) throw new RangeError('weights');
  const [, length] = BLOCKS[type] ?? [1, 1];
  const read = READ[type];
  if (!read) throw new RangeError(`form ${type}`);
  const [size] = BLOCKS[type] ?? [1];
  for (let at = 0, to = 0; at < data.length; at += length, to += size) read(data, at, numbers, to);
  return numbers;
}

type Read = (data: Buffer, at: number, numbers: Float32Array, to: number) => void;

const HALF_BLOCK = 16;

/** Four bits, with a fifth elsewhere where `fifths` is where: two numbers lie in a byte. */
function nibbles(data: Buffer, at: number, fifths: number | undefined, put: Put): void {
  const high = fifths === undefined ? 0 : data.readUInt32LE(fifths);
  for (let index = 0; index < HALF_BLOCK; index += 1) {
    const byte = data[at + index] ?? 0;
    put(index, (byte & 15) | (((high >>> index) & 1) << 4));
    put(index + HALF_BLOCK, (byte >>> 4) | (((high >>> (index + HALF_BLOCK)) & 1) << 4));
  }
}
type Put = (index: number, of: number) => void;

const READ: Readonly<Record<number, Read>> = {
  0: (data, at, numbers, to) => {
    numbers[to] = data.readFloatLE(at);
  },
  1: (data, at, numbers, to) => {
    numbers[to] = halfAt(data, at);
  },
  2: (data, at, numbers, to) => {
    const scale = halfAt(data, at);
    nibbles(data, at + 2, undefined, (index, of) => {
      numbers[to + index] = (of - 8) * scale;
    });
  },
  3: (data, at, numbers, to) => {
    const [scale, least] = [halfAt(data, at), halfAt(data, at + 2)];
    nibbles(data, at + 4, undefined, (index, of) => {
      numbers[to + index] = of * scale + least;
    });
  },
  6: (data, at, numbers, to) => {
    const scale = halfAt(data, at);
    nibbles(data, at + 6, at + 2, (index, of) => {
      numbers[to + index] = (of - 16) * scale;
    });
  },
  7: (data, at, numbers, to) => {
    const [scale, least] = [halfAt(data, at), halfAt(data, at + 2)];
    nibbles(data, at + 8, at + 4, (index, of) => {
      numbers[to + index] = of * scale + least;
    });
  },
  8: (data, at, numbers, to) => {
    const scale = halfAt(data, at);
    for (let index = 0; index < 32; index += 1)
      numbers[to + index] = data.readInt8(at + 2 + index) * scale;
  },
};

/** All numbers of half precision. */
const HALVES = Float32Array.from({ length: 0x1_00_00 }, (_, bits) => {
  const [sign, power, rest] = [bits >>> 15 ? -1 : 1, (bits >>> 10) & 31, bits & 1023];
  if (power === 31) return rest ? Number.NaN : sign * Number.POSITIVE_INFINITY;
  return sign * (power === 0 ? rest * 2 ** -24 : (1 + rest / 1024) * 2 ** (power - 15));
});
const halfAt = (data: Buffer, at: number): number => HALVES[data.readUInt16LE(at)] ?? 0;

/** `values`: `inputs` rows of `outputs`, each output with its own scale. */
export function eightBits(numbers: Float32Array, [outputs, inputs]: readonly [number, number]) {
  const values = new Int8Array(numbers.length);
  const scales = new Float32Array(outputs);
  for (let output = 0; output < outputs; output += 1) {
    const row = numbers.subarray(output * inputs, (output + 1) * inputs);
    let largest = 0;
    for (const one of row) largest = Math.max(largest, Math.abs(one));
    const scale = largest / 127 || 1;
    scales[output] = scale;
    for (let input = 0; input < inputs; input += 1)
      values[input * outputs + output] = Math.round((row[input] ?? 0) / scale);
  }
  return { values, scales };
}
