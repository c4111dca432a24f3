/** A Whisper in ggml as the thread runs it: what other models tell in files beside their weights. */

import type { z } from 'zod';
import type { WhisperGeneration, whisperConfig } from '../model-config.ts';
import type { Vocabulary } from '../token-text.ts';
import {
  type GgmlFile,
  type GgmlSizes,
  OtherGgml,
  readGgml,
  type Source,
  VOCABULARIES,
} from './ggml-file.ts';
import { matricesOf } from './ggml-onnx.ts';

/** In the order of their signs, as Whisper's publisher has it; the last one came with large-v3. */
const LANGUAGES =
  'en zh de es ru ko fr ja pt tr pl ca nl ar sv it id hi fi vi he uk el ms cs ro da hu ta no th ur hr bg lt la mi ml cy sk te fa lv bn sr az sl kn et mk br eu is hy ne mn bs kk sq sw gl mr pa si km sn yo so af oc ka be tg sd gu am yi lo uz fo ht ps tk nn mt sa lb my bo tl mg as tt haw ln ha ba jw su yue'.split(
    ' ',
  );
/** Texts that are no speech, which Whisper's publisher never lets it write. */
const NO_SPEECH =
  '" # ( ) * + / : ; < = > @ [ \\ ] ^ _ ` { | } ~ 「 」 『 』 << >> <<< >>> -- --- -( -[ (\' (" (( )) ((( ))) [[ ]] {{ }} ♪♪ ♪♪♪ ♩ ♪ ♫ ♬ ♭ ♮ ♯'.split(
    ' ',
  );
/** Of these the first token counts too, though they are several. */
const NOTES = /^[♩♪♫♬♭♮♯]$/u;

/** Throws OtherGgml, and RangeError where it is cut or a matrix of it is missing. */
export function readWhisper(source: Source): GgmlFile {
  const file = readGgml(source);
  for (const [name, shape] of matricesOf(file.sizes)) {
    const found = file.tensors.get(name)?.shape;
    if (found?.join() !== shape.join()) throw new RangeError(`${name}: ${found} for ${shape}`);
  }
  // Other models of ggml have matrices of their own.
  if (file.tensors.size !== matricesOf(file.sizes).length) throw new OtherGgml('more matrices');
  return file;
}

export const languagesOf = ({ vocabulary }: GgmlSizes): readonly string[] => {
  const signs = VOCABULARIES.indexOf(vocabulary);
  return signs === 0 ? ['en'] : LANGUAGES.slice(0, 98 + signs);
};

const NAMES: Readonly<Record<number, string>> = {
  4: 'tiny',
  6: 'base',
  12: 'small',
  24: 'medium',
  32: 'large',
};
const FORMS: Readonly<Record<number, string>> = {
  0: 'f32',
  1: '',
  2: 'q4_0',
  3: 'q4_1',
  7: 'q8_0',
  8: 'q5_0',
  9: 'q5_1',
};

/** By its sizes: `whisper-base.en q5_1`. */
export function nameOf({ soundLayers, textLayers, vocabulary, form }: GgmlSizes): string {
  const size = NAMES[soundLayers] ?? `${soundLayers}`;
  const kind = textLayers < soundLayers ? shortened(size, textLayers) : size;
  const third = vocabulary === VOCABULARIES[2] ? kind.replace('large', 'large-v3') : kind;
  const english = vocabulary === VOCABULARIES[0] ? '.en' : '';
  return `whisper-${third}${english} ${FORMS[form % 1000] ?? ''}`.trim();
}

const shortened = (size: string, textLayers: number): string =>
  textLayers === 4 ? `${size}-turbo` : `distil-${size}`;

/** Numbers of weights: with eight bits each as many bytes are held. */
export const weightsOf = (file: GgmlFile): number =>
  [...file.tensors.values()].reduce(
    (sum, { shape }) => sum + shape.reduce((product, size) => product * size, 1),
    0,
  );

export const configOf = (sizes: GgmlSizes): z.infer<typeof whisperConfig> => ({
  model_type: 'whisper',
  d_model: sizes.soundWidth,
  decoder_layers: sizes.textLayers,
  decoder_attention_heads: sizes.textHeads,
  num_mel_bins: sizes.bands === 80 ? 80 : 128,
  max_target_positions: sizes.textSteps,
  max_source_positions: 1500,
});

/** The signs stand after the text: end, start, languages, tasks, and then the times. */
export function generationOf({ sizes, pieces }: GgmlFile): WhisperGeneration {
  const isEnglish = sizes.vocabulary === VOCABULARIES[0];
  const end = isEnglish ? 50_256 : 50_257;
  const start = end + 1;
  const languages = languagesOf(sizes);
  // The model of English alone has the signs of the languages, and no use for them.
  const tasks = start + 1 + (isEnglish ? 99 : languages.length);
  const blank = pieces.findIndex((piece) => piece.toString('utf8') === ' ');
  return {
    decoder_start_token_id: start,
    eos_token_id: end,
    // After translate, transcribe, the start of a text, what was said before, nobody speaks.
    no_timestamps_token_id: tasks + 5,
    ...(!isEnglish && {
      lang_to_id: Object.fromEntries(
        languages.map((language, at) => [`<|${language}|>`, start + 1 + at]),
      ),
      task_to_id: { transcribe: tasks + 1 },
    }),
    suppress_tokens: noSpeech(pieces),
    begin_suppress_tokens: [...(blank < 0 ? [] : [blank]), end],
  };
}

export function noSpeech(pieces: readonly Buffer[]): number[] {
  const ids = new Map(pieces.map((piece, id) => [piece.toString('latin1'), id]));
  const found = new Set<number>();
  const add = (id: number | undefined) => id !== undefined && found.add(id);
  for (const text of [' -', " '"]) add(ids.get(text));
  for (const text of NO_SPEECH)
    for (const spaced of [text, ` ${text}`]) {
      const bytes = Buffer.from(spaced, 'utf8').toString('latin1');
      add(ids.get(bytes));
      if (NOTES.test(text)) add(ids.get(longestStart(bytes, ids)));
    }
  return [...found].sort((a, b) => a - b);
}

function longestStart(bytes: string, ids: ReadonlyMap<string, number>): string {
  for (let length = bytes.length; length > 0; length -= 1)
    if (ids.has(bytes.slice(0, length))) return bytes.slice(0, length);
  return '';
}

const NOTHING = Buffer.alloc(0);
export const vocabularyOf =
  ({ pieces }: GgmlFile, end: number): Vocabulary =>
  (id) =>
    id < end ? (pieces[id] ?? NOTHING) : NOTHING;
