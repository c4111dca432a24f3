/** Writes ONNX files: a graph as messages of protocol buffers, whose weights are copied once. */

export const [FLOAT, INT, LONG, BOOL] = [1, 6, 7, 9] as const;
const EIGHT_BITS = 3;

/** Pieces that follow each other. */
export type Bytes = readonly Buffer[];
type Graph = Readonly<Record<'nodes' | 'inputs' | 'outputs', readonly Bytes[]>> & {
  readonly weights?: readonly Bytes[];
  readonly properties?: Readonly<Record<string, string>>;
  /** The version of the operations; those of the runtime itself are there too. */
  readonly operations?: number;
};

const OWN = 'com.microsoft';

export const model = ({
  nodes,
  weights = [],
  inputs,
  outputs,
  properties = {},
  operations = 13,
}: Graph): Buffer =>
  Buffer.concat(
    message(
      varintField(1, 8),
      field(
        7,
        message(
          ...nodes.map((one) => field(1, one)),
          field(2, 'made'),
          ...weights.map((one) => field(5, one)),
          ...inputs.map((one) => field(11, one)),
          ...outputs.map((one) => field(12, one)),
        ),
      ),
      field(8, message(varintField(2, operations))),
      field(8, message(field(1, OWN), varintField(2, 1))),
      ...Object.entries(properties).map(([key, own]) => field(14, pair(key, own))),
    ),
  );

/** Whole numbers; an operation with `own` is one of the runtime's. */
type Attributes = Readonly<Record<string, number | readonly number[] | true>>;

export const node = (
  kind: string,
  inputs: readonly string[],
  outputs: readonly string[],
  attributes: Attributes = {},
): Bytes =>
  message(
    ...inputs.map((one) => field(1, one)),
    ...outputs.map((one) => field(2, one)),
    field(4, kind),
    ...Object.entries(attributes).flatMap(([name, of]) =>
      of === true ? [] : [field(5, attribute(name, of))],
    ),
    ...(attributes.own ? [field(7, OWN)] : []),
  );

/** Types of attributes: a whole number, and several. */
const [WHOLE, WHOLES] = [2, 7];

const attribute = (name: string, of: number | readonly number[]): Bytes =>
  typeof of === 'number'
    ? message(field(1, name), varintField(3, of), varintField(20, WHOLE))
    : message(field(1, name), ...of.map((one) => varintField(8, one)), varintField(20, WHOLES));

/** A size that is no number may be any. */
export function value(
  name: string,
  type: number,
  sizes: number | readonly (number | string)[],
): Bytes {
  const all =
    typeof sizes === 'number' ? Array.from({ length: sizes }, (_, at) => `${name}-${at}`) : sizes;
  const shape = all.map((size) =>
    field(1, message(typeof size === 'number' ? varintField(1, size) : field(2, size))),
  );
  const tensor = message(varintField(1, type), field(2, message(...shape)));
  return message(field(1, name), field(2, message(field(1, tensor))));
}

const header = (name: string, shape: readonly number[], type: number) => [
  ...shape.map((size) => varintField(1, size)),
  varintField(2, type),
  field(8, name),
];

type Numbers = Float32Array | BigInt64Array | Int8Array;

export const weights = (name: string, shape: readonly number[], numbers: Numbers): Bytes =>
  message(
    ...header(name, shape, typeOf(numbers)),
    field(9, [Buffer.from(numbers.buffer, numbers.byteOffset, numbers.byteLength)]),
  );

function typeOf(numbers: Numbers): number {
  if (numbers instanceof Float32Array) return FLOAT;
  return numbers instanceof Int8Array ? EIGHT_BITS : LONG;
}

/** Weights that fill a file beside the model. */
export const weightsElsewhere = (name: string, shape: readonly number[], file: string): Bytes =>
  message(...header(name, shape, FLOAT), field(13, pair('location', file)), varintField(14, 1));

const message = (...fields: readonly Bytes[]): Bytes => fields.flat();
const varintField = (number: number, of: number): Bytes => [varint(number << 3), varint(of)];
const field = (number: number, content: string | Bytes): Bytes => {
  const bytes = typeof content === 'string' ? [Buffer.from(content)] : content;
  const length = bytes.reduce((sum, one) => sum + one.length, 0);
  return [varint((number << 3) | 2), varint(length), ...bytes];
};
const pair = (key: string, own: string): Bytes => message(field(1, key), field(2, own));

function varint(of: number): Buffer {
  const bytes: number[] = [];
  let rest = of;
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes.push((rest % 0x80) | 0x80);
  return Buffer.from([...bytes, rest]);
}
