/** Why a folder cannot be used as a model of speech: what it is, and what to do instead. */
import { Failure } from '../../../../shared/failure.ts';

const SERVER =
  'A server such as whisper.cpp or speaches can run it: start one, and enter its address as the speech server.';
const LAYOUT =
  'A folder for Scriba has config.json, tokenizer.json, and onnx/ with an encoder_model and a decoder_model_merged (Whisper, Moonshine), or tokens.txt beside model.onnx or encoder.onnx, decoder.onnx and joiner.onnx (Parakeet, MedASR), or one ggml file of Whisper.';

const refusal = (detail: string, message: string, cause?: unknown) =>
  new Failure('invalid', message, { detail, cause });

export const refusals = {
  gone: (cause?: unknown) =>
    new Failure(
      'missing',
      'This folder is not there. Check its name, and whether its disk is connected.',
      {
        detail: 'speech-model-gone',
        cause,
      },
    ),
  closed: (cause?: unknown) =>
    new Failure(
      'refused',
      'Scriba is not allowed to read this folder. Allow it in the properties of the folder, then try again.',
      { detail: 'speech-model-permission', cause },
    ),
  unknown: () => refusal('speech-model-unknown', `No model of speech that Scriba knows. ${LAYOUT}`),
  half: (missing: string) =>
    refusal(
      'speech-model-half',
      `The model is not whole: ${missing} is missing. Copy the whole folder, then try again.`,
    ),
  pointer: (name: string) =>
    refusal(
      'speech-model-pointer',
      `${name} is a pointer of git, not the file itself. Fetch it with "git lfs pull", or download the file, then try again.`,
    ),
  damaged: (name: string, cause?: unknown) =>
    refusal(
      'speech-model-damaged',
      `${name} is not what its name says, or is cut. Copy it again, then try again.`,
      cause,
    ),
  large: () =>
    refusal(
      'speech-model-large',
      `This model is too large to run inside Scriba (more than 2 GB). Take a quantized form. ${SERVER}`,
    ),
  /** Of one that no form makes smaller here. */
  manyWeights: () =>
    refusal(
      'speech-model-large',
      `This model is too large to run inside Scriba (more than a thousand million weights). Take a smaller one, such as large-v3-turbo. ${SERVER}`,
    ),
  several: (names: readonly string[]) =>
    refusal(
      'speech-model-several',
      `This folder has several models (${names.slice(0, 3).join(', ')}). Put each into a folder of its own, or all of them into the folder for models, and look for models there.`,
    ),
  parted: (name: string) =>
    refusal(
      'speech-model-form',
      `${name} is a form that Scriba does not run yet. Take the quantized form (…_quantized.onnx) of the same model.`,
    ),
  /** `name`: of weights that are here in this precision alone. */
  precision: (name: string) => {
    const [ending = '', mark = '', precision = ''] = /([._-])([^._-]+)\.onnx$/.exec(name) ?? [];
    const stem = name.slice(0, name.length - ending.length);
    const quantized = `${stem}${mark === '.' ? '.int8' : '_quantized'}.onnx`;
    return refusal(
      'speech-model-precision',
      `${name} has weights of the precision ${precision}, which Scriba does not run. Put ${quantized} (8 bit) or ${stem}.onnx (full precision) of the same model beside it, then try again.`,
    );
  },
  other: (name: string) =>
    refusal(
      'speech-model-unsupported',
      `${name} is not supported inside Scriba. Whisper, Moonshine, Parakeet and MedASR run here in the form ONNX, Whisper in ggml too. ${SERVER}`,
    ),
  changed: (cause?: unknown) =>
    new Failure(
      'refused',
      'A file of this model is not the one that was added. If you changed it on purpose, remove the model from the list and add it again. The sound is as it was.',
      { detail: 'speech-model-changed', cause },
    ),
  unusable: (cause?: unknown) =>
    new Failure(
      'missing',
      'The model that was added cannot be opened: a file is not there, is cut, or is of another kind. Look at its folder, or use another engine. The sound is as it was.',
      { detail: 'speech-model-unusable', cause },
    ),
};
