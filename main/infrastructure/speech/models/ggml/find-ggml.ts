/** Finds a Whisper in the form of whisper.cpp in a folder: one file that is the whole model. */
import { closeSync, openSync, readSync } from 'node:fs';
import path from 'node:path';
import { beginningOf, type FoundFile, MOST_WEIGHTS, otherKind } from '../model-files.ts';
import { refusals } from '../model-refusals.ts';
import { isGgml, OtherGgml, type Source } from './ggml-file.ts';
import { languagesOf, nameOf, readWhisper, weightsOf } from './ggml-whisper.ts';

export const GGML_NAME = /\.(?:bin|gguf|ggml)$/i;
const GGUF = /^(?:GGUF|fjgg)/;
/** Each takes a byte of the memory of WebAssembly, and half as much again while it is opened. */
const MOST = 1000 ** 3;

const OTHER =
  'A ggml file that is no Whisper, or whose weights are in another form than f16, f32, q8_0, q5_0, q5_1, q4_0 and q4_1,';

/**
 * `chosen`: the name of the file, where a person pointed at one. Undefined where none lies there.
 * Throws Failure with a detail of model-refusals.ts.
 */
export function findGgml(folder: string, files: readonly FoundFile[], chosen?: string) {
  const beginnings = files
    .filter(({ name }) => (chosen === undefined ? GGML_NAME.test(name) : name === chosen))
    .map((file) => ({ file, begun: beginningOf(folder, file) }));
  if (beginnings.some(({ begun }) => GGUF.test(begun.toString('latin1'))))
    throw refusals.other('A GGUF file');
  const found = beginnings.filter(({ begun }) => isGgml(begun)).map(({ file }) => file);
  const [file] = found;
  if (!file) {
    if (chosen === undefined) return undefined;
    const other = otherKind(beginnings.map((one) => one.file));
    if (other) throw refusals.other(other);
    throw beginnings.length === 0 ? refusals.gone() : refusals.damaged(chosen);
  }
  if (found.length > 1) throw refusals.several(found.map(({ name }) => name));
  if (file.size > MOST_WEIGHTS) throw refusals.manyWeights();
  const model = whisperIn(folder, file);
  if (weightsOf(model) > MOST) throw refusals.manyWeights();
  return {
    kind: 'whisper' as const,
    used: [['ggml', file]] as const,
    languages: languagesOf(model.sizes),
    told: { _name_or_path: nameOf(model.sizes) },
  };
}

function whisperIn(folder: string, { name, size }: FoundFile) {
  const file = openSync(path.join(folder, name), 'r');
  const source: Source = {
    size,
    read(at, length) {
      const bytes = Buffer.alloc(Math.max(0, Math.min(length, size - at)));
      return bytes.subarray(0, readSync(file, bytes, 0, bytes.length, at));
    },
  };
  try {
    return readWhisper(source);
  } catch (error) {
    if (error instanceof OtherGgml) throw refusals.other(OTHER);
    // Numbers that are read behind the end.
    if (error instanceof RangeError) throw refusals.damaged(name, error);
    throw error;
  } finally {
    closeSync(file);
  }
}
