/**
 * Finds the files of a conformer (Parakeet and other models of NeMo, MedASR) in a folder, as
 * sherpa-onnx, onnx-asr and Hugging Face lay them out.
 */
import path from 'node:path';
import { Failure } from '../../../../shared/failure.ts';
import type { ModelKind } from '../../../../shared/model/speech-models.ts';
import { isHuggingFace, recipeOf } from './conformer-recipe.ts';
import { readTokens } from './conformer-tokens.ts';
import {
  beginningOf,
  type FoundFile,
  inFirstForm,
  MOST_WEIGHTS,
  SHERPA_OTHER,
} from './model-files.ts';
import { refusals } from './model-refusals.ts';
import { type AboutOnnx, aboutOnnxFile, isWholeOnnx } from './onnx-file.ts';

type ConformerRole = 'config' | 'tokenizer' | 'encoder' | 'decoder' | 'joiner' | 'data';
export type FoundConformer = {
  readonly kind: Extract<ModelKind, 'ctc' | 'transducer'>;
  readonly used: [ConformerRole, FoundFile][];
  /** What its weights say of it. */
  readonly properties: AboutOnnx['properties'];
};

/** `type`: as the configuration names the model; `text`: reads a file of text. */
type Look = {
  readonly folder: string;
  readonly files: readonly FoundFile[];
  readonly config: FoundFile | undefined;
  readonly type: string;
  /** The configuration. */
  readonly told: unknown;
  readonly text: (file: FoundFile) => string;
};
type Layout = {
  readonly kind: FoundConformer['kind'];
  readonly weights: readonly (readonly ['encoder' | 'decoder' | 'joiner', FoundFile])[];
  readonly tokenizer: FoundFile;
};

const NEMO = 'A NeMo model for streams, or one of another kind than Parakeet,';

/**
 * Undefined where no such model lies here. Throws Failure with a detail of model-refusals.ts where
 * one does that cannot be used.
 */
export function findConformer(look: Look): FoundConformer | undefined {
  if (!look.files.some(({ name }) => name.endsWith('.onnx'))) return undefined;
  const layout = layoutOf(look);
  if (!layout) return undefined;
  const { kind, weights, tokenizer } = layout;
  const abouts = weights.map(([, file]) => wholeWeights(look.folder, file));
  const [about, ...others] = abouts;
  if (!about || !recipeOf(about, look.told)) throw refusals.other(otherName(about, look.type));
  if (others.some(({ weightsIn }) => weightsIn.length > 0))
    throw refusals.parted(weights[1]?.[1].name ?? '');
  const data = dataOf(look, weights[0]?.[1] ?? tokenizer, about);
  const used: FoundConformer['used'] = [
    ...(look.config ? [['config', look.config] satisfies [ConformerRole, FoundFile]] : []),
    ['tokenizer', tokenizer],
    ...weights.map(([role, file]): [ConformerRole, FoundFile] => [role, file]),
    ...data.map((file): [ConformerRole, FoundFile] => ['data', file]),
  ];
  if (weights.reduce((sum, [, { size }]) => sum + size, data[0]?.size ?? 0) > MOST_WEIGHTS)
    throw refusals.large();
  checkTokens(look, layout, about);
  return { kind, used, properties: about.properties };
}

function layoutOf(look: Look): Layout | undefined {
  if (isHuggingFace(look.type)) return huggingFace(look.files);
  return transducerIn(look) ?? ctcIn(look);
}

function missing(name: string): never {
  throw refusals.half(name);
}

const named = (files: readonly FoundFile[], pattern: RegExp) =>
  files.find(({ name }) => pattern.test(name));
const listIn = (files: readonly FoundFile[]) => named(files, /(?:^|[-_])(?:tokens|vocab)\.txt$/);

function huggingFace(files: readonly FoundFile[]): Layout {
  const encoder = inFirstForm(files, 'model') ?? missing('onnx/model_quantized.onnx');
  const tokenizer = named(files, /^tokenizer\.json$/) ?? missing('tokenizer.json');
  return { kind: 'ctc', weights: [['encoder', encoder]], tokenizer };
}

/** Of onnx-asr in two files, of sherpa-onnx in three. */
function transducerIn({ files, type, folder }: Look): Layout | undefined {
  const isOnnxAsr =
    /^nemo-conformer-(?:rnnt|tdt)$/.test(type) ||
    named(files, /^decoder_joint-model.*\.onnx$/) !== undefined ||
    // With a decoder by itself it is Canary.
    (named(files, /^encoder-model.*\.onnx$/) && !named(files, /^decoder-model.*\.onnx$/));
  if (isOnnxAsr) {
    const parts = ['encoder-model', 'decoder_joint-model'];
    const [encoder, decoder] = partsIn(files, parts);
    return {
      kind: 'transducer',
      weights: [
        ['encoder', encoder ?? missing('encoder-model.int8.onnx')],
        ['decoder', decoder ?? missing('decoder_joint-model.int8.onnx')],
      ],
      tokenizer: listIn(files) ?? missing('vocab.txt'),
    };
  }
  const [encoder, decoder, joiner] = partsIn(files, ['encoder', 'decoder', 'joiner']);
  const isOther = !joiner && !(encoder && isOfTransducer(folder, encoder));
  if (isOther) return undefined;
  return {
    kind: 'transducer',
    weights: [
      ['encoder', encoder ?? missing('encoder.int8.onnx')],
      ['decoder', decoder ?? missing('decoder.int8.onnx')],
      ['joiner', joiner ?? missing('joiner.int8.onnx')],
    ],
    tokenizer: listIn(files) ?? missing('tokens.txt'),
  };
}

const partsIn = (files: readonly FoundFile[], parts: readonly string[]) =>
  parts.map((part) => inFirstForm(files, part));

function ctcIn({ files, type, folder }: Look): Layout | undefined {
  const weights = singleWeights(files);
  if (!weights) return type === 'nemo-conformer-ctc' ? missing('model.int8.onnx') : undefined;
  const tokenizer = listIn(files);
  if (!tokenizer) return isConformer(folder, weights) ? missing('tokens.txt') : undefined;
  return { kind: 'ctc', weights: [['encoder', weights]], tokenizer };
}

/** The only weights beside those that make features (`nemo128.onnx`), or their form of eight bits. */
function singleWeights(files: readonly FoundFile[]): FoundFile | undefined {
  const all = files.filter(
    ({ name }) => /^[^/]+\.onnx$/.test(name) && !/^nemo\d+\.onnx$/.test(name),
  );
  const stems = new Set(
    all.map(({ name }) => name.replace(/(?:[._](?:int8|uint8|fp16|quantized))?\.onnx$/, '')),
  );
  const [stem] = stems;
  return stem !== undefined && stems.size === 1 ? inFirstForm(files, stem) : undefined;
}

const isOfTransducer = (folder: string, encoder: FoundFile) =>
  wholeWeights(folder, encoder).properties.model_type?.startsWith('EncDecRNNT') === true;

function isConformer(folder: string, file: FoundFile): boolean {
  return recipeOf(wholeWeights(folder, file), undefined) !== undefined;
}

function wholeWeights(folder: string, file: FoundFile): AboutOnnx {
  beginningOf(folder, file);
  const at = path.join(folder, file.name);
  if (!isWholeOnnx(at, file.size)) throw refusals.damaged(file.name);
  return aboutOnnxFile(at, file.size);
}

const otherName = (about: AboutOnnx | undefined, type: string): string =>
  type.startsWith('nemo') || about?.inputs[0]?.name === 'audio_signal' ? NEMO : SHERPA_OTHER;

/** One file of weights may lie beside those that name it. */
function dataOf({ files }: Look, weights: FoundFile, { weightsIn }: AboutOnnx): FoundFile[] {
  const [first, ...more] = weightsIn;
  if (first === undefined) return [];
  if (more.length > 0 || first !== path.basename(first)) throw refusals.parted(weights.name);
  const name = path.posix.join(path.posix.dirname(weights.name), first);
  const data = files.find((file) => file.name === name);
  if (!data) throw refusals.half(name);
  return [data];
}

/** There are as many tokens as it can write, and a transducer's last one is its blank. */
function checkTokens(
  { text, told }: Look,
  { kind, tokenizer }: Layout,
  { outputs }: AboutOnnx,
): void {
  const written = kind === 'ctc' ? outputs[0]?.shape[2] : undefined;
  const fits = () => {
    const { blank, count } = readTokens(tokenizer.name, text(tokenizer), told);
    // Hugging Face's list may be shorter than what the model can write.
    if (tokenizer.name.endsWith('.json')) return blank < (written ?? Number.POSITIVE_INFINITY);
    return (written ?? count) === count && (kind === 'ctc' || blank === count - 1);
  };
  try {
    if (fits()) return;
  } catch (error) {
    throw error instanceof Failure ? error : refusals.damaged(tokenizer.name, error);
  }
  throw refusals.damaged(tokenizer.name);
}
