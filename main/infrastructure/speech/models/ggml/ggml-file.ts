/**
 * Reads a Whisper in the form of whisper.cpp (`ggml-*.bin`): sizes, pieces of text, and where each
 * matrix lies. A file that was cut does not end where its last matrix does.
 */

export type Source = { readonly size: number; read(at: number, length: number): Buffer };

const SIZES = [
  'vocabulary',
  'soundSteps',
  'soundWidth',
  'soundHeads',
  'soundLayers',
  'textSteps',
  'textWidth',
  'textHeads',
  'textLayers',
  'bands',
  'form',
] as const;
export type GgmlSizes = Readonly<Record<(typeof SIZES)[number], number>>;

/** `shape`: rows first, as the weights lie. */
export type GgmlTensor = {
  readonly type: number;
  readonly shape: readonly number[];
  readonly from: number;
  readonly to: number;
};
export type GgmlFile = {
  readonly sizes: GgmlSizes;
  /** The bytes of each token that is text. */
  readonly pieces: readonly Buffer[];
  readonly tensors: ReadonlyMap<string, GgmlTensor>;
};

/** Numbers in a block, and its bytes, of each form that is read. */
export const BLOCKS: Readonly<Record<number, readonly [numbers: number, bytes: number]>> = {
  0: [1, 4],
  1: [1, 2],
  2: [32, 18],
  3: [32, 20],
  6: [32, 22],
  7: [32, 24],
  8: [32, 34],
};

const MAGIC = 0x67_67_6d_6c;
/** What Whisper's own models have: English alone, several languages, one more language. */
export const VOCABULARIES = [51_864, 51_865, 51_866];
const MOST_TENSORS = 5000;
const LONGEST_NAME = 200;
const LONGEST_PIECE = 1000;
/** Bytes before the first matrix: sizes, filters, pieces; half a megabyte in a real file. */
const MOST_HEAD = 8 * 1024 * 1024;

/** A ggml file that is another model, or in a form that is not read. */
export class OtherGgml extends Error {}

export const isGgml = (begun: Buffer): boolean =>
  begun.length >= 4 && begun.readUInt32LE(0) === MAGIC;

export const sourceOf = (bytes: Buffer): Source => ({
  size: bytes.length,
  read: (at, length) => bytes.subarray(at, Math.min(bytes.length, at + length)),
});

/** Throws OtherGgml, and RangeError where it is cut. */
export function readGgml(source: Source): GgmlFile {
  const head = source.read(0, MOST_HEAD);
  if (!isGgml(head)) throw new OtherGgml('no magic');
  const read = SIZES.map((name, at) => [name, head.readInt32LE(4 + at * 4)] as const);
  const sizes = Object.fromEntries(read) as GgmlSizes;
  if (!isWhisper(sizes)) throw new OtherGgml(`sizes: ${read.map(([, size]) => size).join()}`);
  let at = 4 + SIZES.length * 4;
  at += 8 + head.readInt32LE(at) * head.readInt32LE(at + 4) * 4;
  const pieces: Buffer[] = [];
  const count = head.readInt32LE(at);
  at += 4;
  if (count < 0 || count > sizes.vocabulary) throw new RangeError('vocabulary');
  for (let piece = 0; piece < count; piece += 1) {
    const length = head.readUInt32LE(at);
    if (length > LONGEST_PIECE || at + 4 + length > head.length) throw new RangeError('vocabulary');
    pieces.push(Buffer.from(head.subarray(at + 4, at + 4 + length)));
    at += 4 + length;
  }
  return { sizes, pieces, tensors: tensorsFrom(source, at) };
}

const isWhisper = (sizes: GgmlSizes): boolean =>
  VOCABULARIES.includes(sizes.vocabulary) &&
  sizes.soundSteps === 1500 &&
  sizes.textSteps === 448 &&
  (sizes.bands === 80 || sizes.bands === 128) &&
  sizes.soundWidth === sizes.textWidth &&
  isIn(sizes.soundWidth, 4, 2048) &&
  [sizes.soundLayers, sizes.textLayers].every((layers) => isIn(layers, 1, 64)) &&
  [sizes.soundHeads, sizes.textHeads].every(
    (heads) => isIn(heads, 1, 64) && sizes.soundWidth % heads === 0,
  );

const isIn = (size: number, least: number, most: number) => size >= least && size <= most;

function tensorsFrom(source: Source, begins: number): Map<string, GgmlTensor> {
  const tensors = new Map<string, GgmlTensor>();
  let at = begins;
  while (at < source.size) {
    if (tensors.size >= MOST_TENSORS) throw new RangeError('matrices');
    const head = source.read(at, 12 + 4 * 4 + LONGEST_NAME);
    const [dimensions, named, type] = [0, 4, 8].map((to) => head.readInt32LE(to));
    if (!isIn(dimensions ?? 0, 1, 4) || !isIn(named ?? 0, 1, LONGEST_NAME))
      throw new RangeError(`matrix at ${at}`);
    const shape = Array.from({ length: dimensions ?? 0 }, (_, of) => head.readInt32LE(12 + of * 4));
    const text = 12 + shape.length * 4;
    const name = head.toString('utf8', text, text + (named ?? 0));
    const block = BLOCKS[type ?? -1];
    if (!block) throw new OtherGgml(`form ${type} of ${name}`);
    const [numbers, bytes] = block;
    const all = shape.reduce((product, size) => product * size, 1);
    if (shape.some((size) => size < 1) || (shape[0] ?? 0) % numbers > 0) throw new RangeError(name);
    const from = at + text + (named ?? 0);
    at = from + (all / numbers) * bytes;
    tensors.set(name, { type: type ?? 0, shape: shape.reverse(), from, to: at });
  }
  if (at !== source.size) throw new RangeError('the end');
  return tensors;
}
