/**
 * How a conformer is run: which features it takes, and what it gives. Its own weights tell it, and
 * the configuration beside them, as sherpa-onnx, onnx-asr and Hugging Face export such models.
 */
import { z } from 'zod';
import type { AboutOnnx } from './onnx-file.ts';

export type Recipe = {
  readonly features: 'nemo' | 'medasr';
  readonly bands: number;
  /** Each band has the mean 0 and the spread 1. */
  readonly isNormalised: boolean;
  /** Steps of 10 ms for each frame that it gives. */
  readonly subsampling: number;
  /** Whether it takes bands with their frames (NeMo), or frames with their bands. */
  readonly bandsFirst: boolean;
};

const factor = z.coerce.number().int().min(1).max(64);
const optional = factor.optional().catch(undefined);
/** Of Hugging Face and of onnx-asr; both may be absent. */
const configSchema = z
  .object({
    model_type: z.string().catch(''),
    subsampling_factor: optional,
    encoder_config: z.object({ subsampling_factor: optional }).optional().catch(undefined),
  })
  .catch({ model_type: '' });

const BANDS = [80, 128];
const HUGGING_FACE = { parakeet_ctc: 'nemo', lasr_ctc: 'medasr' } as const;
type HuggingFace = keyof typeof HUGGING_FACE;
export const isHuggingFace = (type: string): type is HuggingFace => type in HUGGING_FACE;

/** `about`: of the weights that hear. Undefined where they are of another kind. */
export function recipeOf(about: AboutOnnx, config: unknown): Recipe | undefined {
  const { model_type: type, ...told } = configSchema.parse(config);
  const { properties, inputs } = about;
  const features = featuresOf(about, type);
  const [sound, length, ...more] = inputs;
  // A model for streams takes its own memory too.
  if (!features || !sound || !length || more.length > 0) return undefined;
  const isNemo = sound.name === 'audio_signal';
  const { normalize_type: normalized = 'per_feature' } = properties;
  if (features === 'nemo' && !['per_feature', 'NA', ''].includes(normalized)) return undefined;
  const usual = features === 'nemo' ? 80 : 128;
  const bands = sound.shape[isNemo ? 1 : 2] ?? (factorOf(properties.feat_dim) || usual);
  if (!BANDS.includes(bands)) return undefined;
  return {
    features,
    bands,
    isNormalised: features === 'nemo' && normalized === 'per_feature',
    subsampling:
      optional.parse(properties.subsampling_factor) ??
      told.subsampling_factor ??
      told.encoder_config?.subsampling_factor ??
      (features === 'nemo' ? 8 : 4),
    bandsFirst: isNemo,
  };
}

const factorOf = (text: string | undefined): number => Number(text ?? 0);

function featuresOf(
  { properties, inputs }: AboutOnnx,
  type: string,
): Recipe['features'] | undefined {
  const takes = (...names: readonly string[]) =>
    names.every((name, at) => inputs[at]?.name === name);
  if (isHuggingFace(type))
    return takes('input_features', 'attention_mask') ? HUGGING_FACE[type] : undefined;
  if (properties.model_type === 'medasr_ctc') return 'medasr';
  // GigaAM hears other features under the same names.
  if (Number(properties.is_giga_am ?? 0) !== 0) return undefined;
  return takes('audio_signal', 'length') ? 'nemo' : undefined;
}
