/**
 * Reads what an ONNX file says of itself, without its weights, and tells a whole file from one that
 * was cut: it is one message of protocol buffers, whose fields with their lengths end where the file
 * ends.
 */
import { closeSync, openSync, readSync } from 'node:fs';

/** Of protocol buffers: how a field is stored. */
const [VARINT, EIGHT_BYTES, LENGTH, FOUR_BYTES] = [0, 1, 2, 5];
/** The version of the form is the first field of a model. */
const FIRST = 1;
/** Fields of a model: what is computed, by which operations, and what its maker says of it. */
const [GRAPH, OPERATIONS, PROPERTIES] = [7, 8, 14];
/** Fields of a graph: weights that it holds, what it takes, what it gives. */
const [WEIGHTS, INPUTS, OUTPUTS] = [5, 11, 12];
/** Fields of a model, and of a graph, at most. */
const MOST_FIELDS = 1000;
const MOST_PARTS = 200_000;
/** Bytes of a name or a property that are read. */
const LONGEST = 4096;
const A_VARINT = 10;

/** Of each value that a model takes or gives; a size that is not fixed is undefined. */
type Value = { readonly name: string; readonly shape: readonly (number | undefined)[] };
export type AboutOnnx = {
  readonly inputs: readonly Value[];
  readonly outputs: readonly Value[];
  readonly properties: Readonly<Record<string, string>>;
  /** Files beside it that hold weights, as it names them. */
  readonly weightsIn: readonly string[];
};

type Source = { readonly size: number; read(at: number, length: number): Buffer };
type Field = { readonly number: number; readonly from: number; readonly to: number };

/** Throws what the disk throws. */
export function isWholeOnnx(path: string, size: number): boolean {
  return withFile(path, size, (source) => {
    const seen = new Set<number>();
    let last = 0;
    for (const { number, to } of fieldsIn(source, 0, size, MOST_FIELDS)) {
      if (seen.size === 0 && number !== FIRST) return false;
      seen.add(number);
      last = to;
    }
    return last === size && seen.has(GRAPH) && seen.has(OPERATIONS);
  });
}

/** Of a file that is whole. Throws what the disk throws. */
export const aboutOnnxFile = (path: string, size: number): AboutOnnx =>
  withFile(path, size, aboutOnnx);

export const aboutOnnxBytes = (bytes: Buffer): AboutOnnx =>
  aboutOnnx({
    size: bytes.length,
    read: (at, length) => bytes.subarray(at, Math.min(bytes.length, at + length)),
  });

function aboutOnnx(source: Source): AboutOnnx {
  const properties: Record<string, string> = {};
  const values: Record<'inputs' | 'outputs', Value[]> = { inputs: [], outputs: [] };
  const held = new Set<string>();
  const weightsIn = new Set<string>();
  for (const field of fieldsIn(source, 0, source.size, MOST_FIELDS)) {
    if (field.number === PROPERTIES) {
      const { key, value } = pairOf(source, field);
      properties[key] = value;
    }
    if (field.number !== GRAPH) continue;
    for (const part of fieldsIn(source, field.from, field.to, MOST_PARTS)) {
      if (part.number === INPUTS) values.inputs.push(readValue(source, part));
      if (part.number === OUTPUTS) values.outputs.push(readValue(source, part));
      if (part.number === WEIGHTS) {
        const { name, file } = weightOf(source, part);
        held.add(name);
        if (file !== undefined) weightsIn.add(file);
      }
    }
  }
  return {
    // Older files list their own weights among what they take.
    inputs: values.inputs.filter(({ name }) => !held.has(name)),
    outputs: values.outputs,
    properties,
    weightsIn: [...weightsIn],
  };
}

function withFile<T>(path: string, size: number, use: (source: Source) => T): T {
  const file = openSync(path, 'r');
  const bytes = Buffer.alloc(LONGEST);
  try {
    return use({
      size,
      read: (at, length) => bytes.subarray(0, readSync(file, bytes, 0, length, at)),
    });
  } finally {
    closeSync(file);
  }
}

/** Ends before the first field that does not fit. */
function* fieldsIn(
  source: Source,
  from: number,
  to: number,
  most: number,
): Generator<Field, void, void> {
  let at = from;
  for (let count = 0; at < to && count < most; count += 1) {
    const tag = varintAt(source, at);
    const field = tag && fieldAt(source, tag.value, tag.end);
    if (!field || field.to > to) return;
    yield field;
    at = field.to;
  }
}

function fieldAt(source: Source, tag: number, at: number): Field | undefined {
  const [number, kind] = [Math.floor(tag / 8), tag & 7];
  if (kind === EIGHT_BYTES) return { number, from: at, to: at + 8 };
  if (kind === FOUR_BYTES) return { number, from: at, to: at + 4 };
  const read = kind === VARINT || kind === LENGTH ? varintAt(source, at) : undefined;
  if (!read) return undefined;
  return kind === LENGTH
    ? { number, from: read.end, to: read.end + read.value }
    : { number, from: at, to: read.end };
}

function varintAt(source: Source, at: number) {
  const bytes = source.read(at, A_VARINT);
  let value = 0;
  for (const [index, byte] of bytes.entries()) {
    value += (byte & 0x7f) * 2 ** (7 * index);
    if (byte < 0x80) return { value, end: at + index + 1 };
  }
  return undefined;
}

const textOf = (source: Source, { from, to }: Field): string =>
  source.read(from, Math.min(to - from, LONGEST)).toString('utf8');

const few = (source: Source, { from, to }: Field) => fieldsIn(source, from, to, MOST_FIELDS);

/** Its key is its first field, its value the second. */
function pairOf(source: Source, pair: Field) {
  const [key, value] = [1, 2].map((number) => {
    const field = [...few(source, pair)].find((one) => one.number === number);
    return field ? textOf(source, field) : '';
  });
  return { key: key ?? '', value: value ?? '' };
}

/** Fields of weights: their name, and where they lie if not in this file. */
const [WEIGHTS_NAME, ELSEWHERE] = [8, 13];

function weightOf(source: Source, weight: Field) {
  let name = '';
  let file: string | undefined;
  for (const field of few(source, weight)) {
    if (field.number === WEIGHTS_NAME) name = textOf(source, field);
    if (field.number !== ELSEWHERE) continue;
    const { key, value } = pairOf(source, field);
    if (key === 'location') file = value;
  }
  return { name, file };
}

/** A value has a name and a type; a type of a tensor has a shape, which has dimensions. */
function readValue(source: Source, value: Field): Value {
  let name = '';
  const shape: (number | undefined)[] = [];
  for (const field of few(source, value)) {
    if (field.number === 1) name = textOf(source, field);
    if (field.number === 2)
      for (const tensor of few(source, field))
        for (const dimensions of few(source, tensor))
          if (tensor.number === 1 && dimensions.number === 2)
            for (const one of few(source, dimensions)) shape.push(sizeOf(source, one));
  }
  return { name, shape };
}

function sizeOf(source: Source, dimension: Field): number | undefined {
  const fixed = [...few(source, dimension)].find(({ number }) => number === 1);
  return fixed && varintAt(source, fixed.from)?.value;
}
