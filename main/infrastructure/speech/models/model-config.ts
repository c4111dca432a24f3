/** What the files beside a model's weights tell of it, as far as it must be known to run it. */
import { z } from 'zod';

const count = z.number().int().positive().max(1_000_000);
const token = z.number().int().nonnegative().max(10_000_000);

export const whisperConfig = z.object({
  model_type: z.literal('whisper'),
  d_model: count,
  decoder_layers: count,
  decoder_attention_heads: count,
  num_mel_bins: z.union([z.literal(80), z.literal(128)]),
  max_target_positions: count,
  max_source_positions: z.literal(1500),
});

/** `lang_to_id` and `task_to_id` are there where the model hears several languages. */
export const whisperGeneration = z.object({
  decoder_start_token_id: token,
  eos_token_id: token,
  no_timestamps_token_id: token,
  lang_to_id: z.record(z.string(), token).optional(),
  task_to_id: z.object({ transcribe: token }).optional(),
  suppress_tokens: z.array(token).default([]),
  begin_suppress_tokens: z.array(token).default([]),
  max_initial_timestamp_index: z.number().int().nonnegative().max(1500).nullish(),
});
export type WhisperGeneration = z.infer<typeof whisperGeneration>;

/** The key-value heads may be fewer than those that ask. */
export const moonshineConfig = z.object({
  model_type: z.literal('moonshine'),
  hidden_size: count,
  decoder_num_hidden_layers: count,
  decoder_num_attention_heads: count,
  decoder_num_key_value_heads: count.nullish(),
  max_position_embeddings: count.nullish(),
  decoder_start_token_id: token.default(1),
  eos_token_id: token.default(2),
});

/** `<|hi|>` -> `hi`. */
export const languageOf = (sign: string): string => sign.replace(/^<\|(.*)\|>$/, '$1');
