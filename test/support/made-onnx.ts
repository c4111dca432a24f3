/** Makes ONNX files of a few kilobytes: a graph as messages of protocol buffers. */

export const [FLOAT, INT, LONG, BOOL] = [1, 6, 7, 9] as const;

type Graph = Readonly<Record<'nodes' | 'inputs' | 'outputs', readonly Buffer[]>> & {
  readonly weights?: readonly Buffer[];
  readonly properties?: Readonly<Record<string, string>>;
};

export const model = ({ nodes, weights = [], inputs, outputs, properties = {} }: Graph) =>
  message(
    varintField(1, 8),
    field(
      7,
      message(
        ...nodes.map((one) => field(1, one)),
        field(2, 'tiny'),
        ...weights.map((one) => field(5, one)),
        ...inputs.map((one) => field(11, one)),
        ...outputs.map((one) => field(12, one)),
      ),
    ),
    field(8, message(varintField(2, 13))),
    ...Object.entries(properties).map(([key, own]) => field(14, pair(key, own))),
  );

export const node = (kind: string, inputs: readonly string[], outputs: readonly string[]) =>
  message(
    ...inputs.map((one) => field(1, one)),
    ...outputs.map((one) => field(2, one)),
    field(4, kind),
  );

/** A size that is no number may be any. */
export function value(name: string, type: number, sizes: number | readonly (number | string)[]) {
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

export const weights = (
  name: string,
  shape: readonly number[],
  numbers: Float32Array | BigInt64Array,
) =>
  message(
    ...header(name, shape, numbers instanceof Float32Array ? FLOAT : LONG),
    field(9, Buffer.from(numbers.buffer)),
  );

/** Weights that fill a file beside the model. */
export const weightsElsewhere = (name: string, shape: readonly number[], file: string) =>
  message(...header(name, shape, FLOAT), field(13, pair('location', file)), varintField(14, 1));

const message = (...fields: readonly Buffer[]) => Buffer.concat(fields);
const varintField = (number: number, of: number) =>
  Buffer.concat([varint(number << 3), varint(of)]);
const field = (number: number, content: string | Buffer) => {
  const bytes = Buffer.from(content as string);
  return Buffer.concat([varint((number << 3) | 2), varint(bytes.length), bytes]);
};
const pair = (key: string, own: string) => message(field(1, key), field(2, own));

function varint(of: number): Buffer {
  const bytes: number[] = [];
  let rest = of;
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes.push((rest % 0x80) | 0x80);
  return Buffer.from([...bytes, rest]);
}
