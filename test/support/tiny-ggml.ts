/**
 * A Whisper in ggml that says one sentence, whatever it hears, in a file of a few megabytes. Tokens
 * of the sentence have their own pattern; a layer turns that of one into that of the next.
 */
import { type Form, ggml, type Matrix } from './made-ggml.ts';

export const TINY_GGML_SAYS = 'Fever and बुखार.';
const PIECES = ['Fever', ' and', ' बुखार', '.'];
/** Numbers of a pattern. */
const WIDTH = 32;
const TEXT = 50_256;

export type TinyGgml = { readonly english?: boolean; readonly form?: Form };

export function tinyGgml({ english = false, form = 'f16' }: TinyGgml = {}): Buffer {
  const end = english ? TEXT : TEXT + 1;
  const start = end + 1;
  const [transcribe, firstTime] = [start + 101, start + 106];
  const time = (seconds: number) => firstTime + seconds * 50;
  const follows = [
    [start, english ? time(0) : start + 1],
    [transcribe, time(0)],
    [time(0), 0],
    [0, 1],
    [1, 2],
    [2, 3],
    [3, time(2)],
    [time(2), end],
  ] as const;
  const vocabulary = english ? 51_864 : 51_865;
  const known = [...new Set(follows.flat())];
  const embedding = new Float32Array(vocabulary * WIDTH);
  for (const [at, token] of known.entries()) embedding.set(pattern(at), token * WIDTH);
  const filled: Record<string, Float32Array> = {
    'decoder.token_embedding.weight': embedding,
    'decoder.ln.weight': new Float32Array(WIDTH).fill(1),
    'decoder.blocks.0.mlp_ln.weight': new Float32Array(WIDTH).fill(1),
    'decoder.blocks.0.mlp.0.weight': new Float32Array(WIDTH * 4 * WIDTH),
    'decoder.blocks.0.mlp.0.bias': new Float32Array(WIDTH * 4).fill(-16),
    'decoder.blocks.0.mlp.2.weight': new Float32Array(WIDTH * WIDTH * 4),
  };
  for (const [at, [from, to]] of follows.entries()) {
    filled['decoder.blocks.0.mlp.0.weight']?.set(pattern(known.indexOf(from)), at * WIDTH);
    for (const [row, of] of pattern(known.indexOf(to)).entries())
      filled['decoder.blocks.0.mlp.2.weight']?.fill(
        of,
        row * WIDTH * 4 + at,
        row * WIDTH * 4 + at + 1,
      );
  }
  const pieces = Array.from({ length: end }, (_, at) => Buffer.from(PIECES[at] ?? `<${at}>`));
  return ggml(
    [vocabulary, 1500, WIDTH, 2, 1, 448, WIDTH, 2, 1, 80],
    pieces,
    matrices(vocabulary).map(({ name, shape }) => ({
      name,
      shape,
      numbers: filled[name] ?? new Float32Array(shape.reduce((all, size) => all * size, 1)),
    })),
    form,
  );
}

/** Of Walsh and Hadamard: each is across all others, and its numbers add up to nothing. */
const pattern = (index: number) =>
  Array.from({ length: WIDTH }, (_, at) => (bits(at & (index + 1)) % 2 ? -1 : 1));
const bits = (of: number): number => (of === 0 ? 0 : (of & 1) + bits(of >>> 1));

function matrices(vocabulary: number): Omit<Matrix, 'numbers'>[] {
  const both = (name: string, ...shape: number[]) => [
    { name: `${name}.weight`, shape },
    { name: `${name}.bias`, shape: [shape[0] ?? 0] },
  ];
  const attention = (name: string) => [
    ...both(`${name}_ln`, WIDTH),
    ...['query', 'value', 'out'].flatMap((part) => both(`${name}.${part}`, WIDTH, WIDTH)),
    { name: `${name}.key.weight`, shape: [WIDTH, WIDTH] },
  ];
  const mlp = (name: string) => [
    ...both(`${name}.mlp_ln`, WIDTH),
    ...both(`${name}.mlp.0`, WIDTH * 4, WIDTH),
    ...both(`${name}.mlp.2`, WIDTH, WIDTH * 4),
  ];
  const convolution = (name: string, inputs: number) => [
    { name: `${name}.weight`, shape: [WIDTH, inputs, 3] },
    { name: `${name}.bias`, shape: [WIDTH, 1] },
  ];
  return [
    { name: 'encoder.positional_embedding', shape: [1500, WIDTH] },
    ...convolution('encoder.conv1', 80),
    ...convolution('encoder.conv2', WIDTH),
    ...attention('encoder.blocks.0.attn'),
    ...mlp('encoder.blocks.0'),
    ...both('encoder.ln_post', WIDTH),
    { name: 'decoder.positional_embedding', shape: [448, WIDTH] },
    { name: 'decoder.token_embedding.weight', shape: [vocabulary, WIDTH] },
    ...attention('decoder.blocks.0.attn'),
    ...attention('decoder.blocks.0.cross_attn'),
    ...mlp('decoder.blocks.0'),
    ...both('decoder.ln', WIDTH),
  ];
}
