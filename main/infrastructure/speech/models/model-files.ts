/** Finds the files of a model in a folder, and tells other kinds of models by what lies there. */
import { closeSync, openSync, readdirSync, readSync, statSync } from 'node:fs';
import path from 'node:path';
import { refusals } from './model-refusals.ts';

/** Relative to the folder of the model, with `/`. */
export type FoundFile = { readonly name: string; readonly size: number };

const MOST_FILES = 2000;
/** Bytes. A file of JSON that is larger is no part of a model. */
export const MOST_JSON = 64 * 1024 * 1024;
/** Bytes: what fits into the memory of WebAssembly beside its work. */
export const MOST_WEIGHTS = 2 * 1000 ** 3;

const POINTER = 'version https://git-lfs';

/** The folder itself and `onnx` in it. Throws Failure `speech-model-gone`, `speech-model-permission`. */
export function filesIn(folder: string): FoundFile[] {
  return ['', 'onnx'].flatMap((under) => {
    const names = readable(() => readdirSync(path.join(folder, under)), under === '');
    return names.slice(0, MOST_FILES).flatMap((name) => {
      const stat = readable(() => [statSync(path.join(folder, under, name))], false)[0];
      return stat?.isFile() ? [{ name: under ? `${under}/${name}` : name, size: stat.size }] : [];
    });
  });
}

function readable<T>(read: () => T[], mustBeThere: boolean): T[] {
  try {
    return read();
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code === 'EACCES' || code === 'EPERM') throw refusals.closed(cause);
    if (mustBeThere) throw refusals.gone(cause);
    return [];
  }
}

/** Eight bits first: smaller, quicker, and heard as well. */
const FORMS = ['_quantized', '_int8', '_uint8', '', '_q4', '_bnb4'];

/** The same, and as sherpa-onnx and onnx-asr write it. */
const OWN_FORMS = ['_quantized', '_int8', '_uint8', '.int8', '.uint8', '', '_q4', '_bnb4'];

/** Weights of this name, in the first form that is there. */
export function inFirstForm(files: readonly FoundFile[], stem: string): FoundFile | undefined {
  for (const form of OWN_FORMS) {
    const found = files.find(({ name }) => name.replace(/^onnx\//, '') === `${stem}${form}.onnx`);
    if (found) return found;
  }
  return undefined;
}

/** Precisions of which no weights run here, at the end of a name. */
const OTHER_PRECISION = /[._-](?:b?fp?16|fp8|f8|q4f16|int4|uint4)\.onnx$/i;

/** Weights that are here in a precision that does not run, and in no other one; an encoder first. */
export function otherPrecision(files: readonly FoundFile[]): FoundFile | undefined {
  const found = files.filter(
    ({ name }) =>
      OTHER_PRECISION.test(name) &&
      !inFirstForm(files, name.replace(/^onnx\//, '').replace(OTHER_PRECISION, '')),
  );
  return found.find(({ name }) => name.includes('encoder')) ?? found[0];
}

/** The weights in the first form that both halves have. Throws Failure with the reason. */
export function weightsAmong(
  files: readonly FoundFile[],
): Readonly<Record<'encoder' | 'decoder', FoundFile>> {
  const find = (half: string, form: string) =>
    files.find(({ name }) => name.replace(/^onnx\//, '') === `${half}${form}.onnx`);
  for (const form of FORMS) {
    const encoder = find('encoder_model', form);
    const decoder = find('decoder_model_merged', form);
    if (!encoder || !decoder) continue;
    for (const { name } of [encoder, decoder])
      if (files.some((other) => other.name === `${name}_data`)) throw refusals.parted(name);
    if (encoder.size + decoder.size > MOST_WEIGHTS) throw refusals.large();
    return { encoder, decoder };
  }
  const has = (half: string) =>
    files.find(({ name }) => name.replace(/^onnx\//, '').startsWith(half));
  const [encoder, decoder] = [has('encoder_model'), has('decoder_model_merged')];
  if (!encoder) throw refusals.half('encoder_model_quantized.onnx');
  if (!decoder) throw refusals.half('decoder_model_merged_quantized.onnx');
  const isForm = ({ name }: FoundFile) =>
    FORMS.some((form) => name.endsWith(`encoder_model${form}.onnx`));
  throw isForm(encoder)
    ? refusals.half(encoder.name.replace('encoder_model', 'decoder_model_merged'))
    : refusals.parted(encoder.name);
}

/** The first bytes of a file. Throws Failure `speech-model-permission`, `speech-model-pointer`, `speech-model-damaged`. */
export function beginningOf(folder: string, { name, size }: FoundFile): Buffer {
  const begun = Buffer.alloc(Math.min(size, 64));
  try {
    const file = openSync(path.join(folder, name), 'r');
    try {
      readSync(file, begun, 0, begun.length, 0);
    } finally {
      closeSync(file);
    }
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw code === 'EACCES' || code === 'EPERM' ? refusals.closed(cause) : refusals.gone(cause);
  }
  if (begun.toString('latin1').startsWith(POINTER)) throw refusals.pointer(name);
  return begun;
}

export const SHERPA_OTHER = 'A sherpa-onnx model of another kind than Parakeet and MedASR';

/** Models of other kinds, by what is theirs alone. Undefined where it is none that is known. */
export function otherKind(files: readonly FoundFile[]): string | undefined {
  const has = (pattern: RegExp) => files.some(({ name }) => pattern.test(name));
  if (has(/\.nemo$/)) return 'A model in the form of NeMo';
  if (has(/canary/i)) return 'Canary';
  if (
    has(/(?:^|\/)(?:model\.safetensors|pytorch_model.*\.bin|model-\d+-of-\d+\.safetensors|.*\.pt)$/)
  )
    return 'A model in the form of PyTorch';
  if (has(/\.tflite$/)) return 'A TensorFlow Lite model';
  if (has(/tokens\.txt$/) && has(/\.onnx$/)) return SHERPA_OTHER;
  return undefined;
}
