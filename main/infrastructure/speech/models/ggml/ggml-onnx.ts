/**
 * Writes the two halves of a Whisper in ggml as ONNX, for the runtime that is there: what hears half
 * a minute, and what writes a token after another. Matrices have eight bits, as in the published
 * eight-bit exports; what hears gives at once what the writing half remembers of the sound.
 */
import { FLOAT, LONG, model, node, value, weights } from '../onnx-write.ts';
import type { GgmlFile, GgmlSizes } from './ggml-file.ts';
import { eightBits, numbersOf } from './ggml-weights.ts';

type Named = readonly (readonly [name: string, shape: readonly number[]])[];

/** Steps of half a minute before the first layers halve them. */
const STEPS = 3000;
/** GELU is an operation from this version on. */
const OPERATIONS = 20;

const layerNorm = (name: string, width: number): Named => [
  [`${name}.weight`, [width]],
  [`${name}.bias`, [width]],
];
const linear = (name: string, outputs: number, inputs: number): Named => [
  [`${name}.weight`, [outputs, inputs]],
  [`${name}.bias`, [outputs]],
];
const attention = (name: string, width: number): Named => [
  ...layerNorm(`${name}_ln`, width),
  ...['query', 'value', 'out'].flatMap((part) => linear(`${name}.${part}`, width, width)),
  [`${name}.key.weight`, [width, width]],
];
const block = (name: string, width: number, attentions: readonly string[]): Named => [
  ...attentions.flatMap((one) => attention(`${name}.${one}`, width)),
  ...layerNorm(`${name}.mlp_ln`, width),
  ...linear(`${name}.mlp.0`, width * 4, width),
  ...linear(`${name}.mlp.2`, width, width * 4),
];
const all = (layers: number, one: (layer: number) => Named): Named =>
  Array.from({ length: layers }, (_, layer) => one(layer)).flat();

/** Every matrix that a Whisper of these sizes has. */
export const matricesOf = ({
  soundWidth: width,
  bands,
  vocabulary,
  soundSteps,
  textSteps,
  soundLayers,
  textLayers,
}: GgmlSizes): Named => [
  ['encoder.positional_embedding', [soundSteps, width]],
  ['encoder.conv1.weight', [width, bands, 3]],
  ['encoder.conv1.bias', [width, 1]],
  ['encoder.conv2.weight', [width, width, 3]],
  ['encoder.conv2.bias', [width, 1]],
  ...all(soundLayers, (layer) => block(`encoder.blocks.${layer}`, width, ['attn'])),
  ...layerNorm('encoder.ln_post', width),
  ['decoder.positional_embedding', [textSteps, width]],
  ['decoder.token_embedding.weight', [vocabulary, width]],
  ...all(textLayers, (layer) => block(`decoder.blocks.${layer}`, width, ['attn', 'cross_attn'])),
  ...layerNorm('decoder.ln', width),
];

type Read = { readonly file: GgmlFile; readonly bytes: Buffer };

/** A graph as it grows; each step gives the name of what it computes. */
function graphOf({ file, bytes }: Read) {
  const nodes: ReturnType<typeof node>[] = [];
  const held = new Map<string, ReturnType<typeof weights>>();
  const read = (name: string) => {
    const tensor = file.tensors.get(name);
    if (!tensor) throw new RangeError(`${name} is missing`);
    return { shape: tensor.shape, numbers: numbersOf(bytes, tensor) };
  };
  const step = (
    kind: string,
    inputs: readonly string[],
    attributes: Parameters<typeof node>[3] = {},
    outputs: readonly string[] = [`${kind}-${nodes.length}`],
  ): string => {
    nodes.push(node(kind, inputs, outputs, attributes));
    return outputs[0] ?? '';
  };
  const floats = (name: string, shape?: readonly number[]): string => {
    const found = read(name);
    held.set(name, weights(name, shape ?? found.shape, found.numbers));
    return name;
  };
  const constant = (name: string, numbers: readonly number[]): string => {
    held.set(name, weights(name, [numbers.length], BigInt64Array.from(numbers, BigInt)));
    return name;
  };
  /** Inputs first, each output with its scale. */
  const matrix = (name: string): readonly [values: string, scales: string] => {
    const scaled = `${name}.scales`;
    if (held.has(name)) return [name, scaled];
    const { shape, numbers } = read(name);
    const [outputs = 0, inputs = 0] = shape;
    const { values, scales } = eightBits(numbers, [outputs, inputs]);
    held.set(name, weights(name, [inputs, outputs], values));
    held.set(scaled, weights(scaled, [outputs], scales));
    return [name, scaled];
  };
  const times = (of: string, name: string, bias: readonly string[] = []): string =>
    step('DynamicQuantizeMatMul', [of, ...matrix(name), ...(bias.length ? ['', ...bias] : [])], {
      own: true,
    });
  return {
    step,
    floats,
    constant,
    matrix,
    times,
    linear: (of: string, name: string) => times(of, `${name}.weight`, [floats(`${name}.bias`)]),
    norm: (of: string, name: string) =>
      step('LayerNormalization', [of, floats(`${name}.weight`), floats(`${name}.bias`)]),
    finish: (inputs: readonly ReturnType<typeof value>[], outputs: typeof inputs): Buffer =>
      model({ nodes, weights: [...held.values()], inputs, outputs, operations: OPERATIONS }),
  };
}
type Graph = ReturnType<typeof graphOf>;

function mlp({ step, linear: through, norm }: Graph, of: string, name: string): string {
  const wide = step('Gelu', [through(norm(of, `${name}.mlp_ln`), `${name}.mlp.0`)]);
  return step('Add', [of, through(wide, `${name}.mlp.2`)]);
}

const memory = (layer: number, part: string) => `past_key_values.${layer}.${part}`;
const PARTS = ['key', 'value'] as const;

/** Takes the sound as bands of pitch, gives what each layer of the writing half remembers of it. */
export function encoderOf(read: Read): Buffer {
  const { sizes } = read.file;
  const { soundWidth: width, soundSteps, textHeads, bands } = sizes;
  const graph = graphOf(read);
  const { step, floats } = graph;
  const convolve = (of: string, name: string, stride: number) =>
    step('Gelu', [
      step('Conv', [of, floats(`${name}.weight`), floats(`${name}.bias`, [width])], {
        kernel_shape: [3],
        pads: [1, 1],
        strides: [stride],
      }),
    ]);
  const heard = convolve(convolve('input_features', 'encoder.conv1', 1), 'encoder.conv2', 2);
  let of = step('Add', [
    step('Transpose', [heard], { perm: [0, 2, 1] }),
    floats('encoder.positional_embedding'),
  ]);
  for (let layer = 0; layer < sizes.soundLayers; layer += 1) {
    const name = `encoder.blocks.${layer}`;
    const own = graph.norm(of, `${name}.attn_ln`);
    const together = step(
      'MultiHeadAttention',
      [
        graph.linear(own, `${name}.attn.query`),
        graph.times(own, `${name}.attn.key.weight`),
        graph.linear(own, `${name}.attn.value`),
      ],
      { own: true, num_heads: sizes.soundHeads },
    );
    of = step('Add', [of, graph.linear(together, `${name}.attn.out`)]);
    of = mlp(graph, of, name);
  }
  const end = graph.norm(of, 'encoder.ln_post');
  const shape = graph.constant('heads', [1, soundSteps, textHeads, width / textHeads]);
  const outputs: ReturnType<typeof value>[] = [];
  for (let layer = 0; layer < sizes.textLayers; layer += 1) {
    const name = `decoder.blocks.${layer}.cross_attn`;
    const [key, known] = [
      graph.times(end, `${name}.key.weight`),
      graph.linear(end, `${name}.value`),
    ];
    for (const [part, one] of [
      ['key', key],
      ['value', known],
    ] as const) {
      const to = memory(layer, `encoder.${part}`);
      step('Transpose', [step('Reshape', [one, shape])], { perm: [0, 2, 1, 3] }, [to]);
      outputs.push(value(to, FLOAT, [1, textHeads, soundSteps, width / textHeads]));
    }
  }
  return graph.finish([value('input_features', FLOAT, [1, bands, STEPS])], outputs);
}

/** Takes a token and what is remembered, gives how likely each token is after it. */
export function decoderOf(read: Read): Buffer {
  const { sizes } = read.file;
  const { soundWidth: width, soundSteps, textHeads: heads, vocabulary } = sizes;
  const graph = graphOf(read);
  const { step, floats } = graph;
  const [embedding, scales] = graph.matrix('decoder.token_embedding.weight');
  const column = step('Gather', [embedding, 'input_ids'], { axis: 1 });
  const row = step('Transpose', [step('Cast', [column], { to: FLOAT })], { perm: [1, 2, 0] });
  const token = step('Mul', [row, step('Gather', [scales, 'input_ids'], { axis: 0 })]);
  const before = step('Shape', [memory(0, 'decoder.key')], { start: 2, end: 3 });
  const place = step('Gather', [floats('decoder.positional_embedding'), before], { axis: 0 });
  let of = step('Add', [token, place]);
  for (let layer = 0; layer < sizes.textLayers; layer += 1) {
    const name = `decoder.blocks.${layer}`;
    const own = graph.norm(of, `${name}.attn_ln`);
    const said = step(
      'MultiHeadAttention',
      [
        graph.linear(own, `${name}.attn.query`),
        graph.times(own, `${name}.attn.key.weight`),
        graph.linear(own, `${name}.attn.value`),
        ...['', '', ''],
        ...PARTS.map((part) => memory(layer, `decoder.${part}`)),
      ],
      { own: true, num_heads: heads },
      [`${name}.said`, ...PARTS.map((part) => `present.${layer}.decoder.${part}`)],
    );
    of = step('Add', [of, graph.linear(said, `${name}.attn.out`)]);
    const asks = graph.linear(graph.norm(of, `${name}.cross_attn_ln`), `${name}.cross_attn.query`);
    const heard = step(
      'MultiHeadAttention',
      [asks, ...PARTS.map((part) => memory(layer, `encoder.${part}`))],
      { own: true, num_heads: heads },
    );
    of = step('Add', [of, graph.linear(heard, `${name}.cross_attn.out`)]);
    of = mlp(graph, of, name);
  }
  const scores = graph.times(graph.norm(of, 'decoder.ln'), 'decoder.token_embedding.weight');
  step('Identity', [scores], {}, ['logits']);
  const layers = Array.from({ length: sizes.textLayers }, (_, layer) => layer);
  const remembered = (kind: string, from: string, steps: number | string) =>
    layers.flatMap((layer) =>
      PARTS.map((part) =>
        value(`${from}.${layer}.${kind}.${part}`, FLOAT, [1, heads, steps, width / heads]),
      ),
    );
  return graph.finish(
    [
      value('input_ids', LONG, [1, 1]),
      ...remembered('decoder', 'past_key_values', 'said'),
      ...remembered('encoder', 'past_key_values', soundSteps),
    ],
    [value('logits', FLOAT, [1, 1, vocabulary]), ...remembered('decoder', 'present', 'saying')],
  );
}
