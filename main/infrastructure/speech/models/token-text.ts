/** Puts the tokens of a model back into words. Both kinds of vocabularies end in bytes. */
import { z } from 'zod';
import type { HeardWord, Token } from '../onnx-thread.ts';

/** The bytes of a token; none for a sign of the model. */
export type Vocabulary = (id: number) => Buffer;

const tokenizerSchema = z.object({
  // By their text, or in their order with how likely they are.
  model: z.object({
    vocab: z.union([
      z.record(z.string(), z.number().int().nonnegative()),
      z.array(z.tuple([z.string(), z.number()])),
    ]),
  }),
  added_tokens: z.array(z.object({ id: z.number(), special: z.boolean() })).default([]),
  decoder: z.object({ type: z.string() }).nullish(),
});

/** From a `tokenizer.json`. Throws where it is none. */
export function readVocabulary(text: string): Vocabulary {
  const { model, added_tokens, decoder } = tokenizerSchema.parse(JSON.parse(text));
  const pieces: string[] = [];
  if (Array.isArray(model.vocab)) for (const [piece] of model.vocab) pieces.push(piece);
  else for (const [piece, id] of Object.entries(model.vocab)) pieces[id] = piece;
  for (const { id, special } of added_tokens) if (special) pieces[id] = '';
  return decoder?.type === 'ByteLevel' ? byteLevel(pieces) : sentencePieces(pieces);
}

const NOTHING = Buffer.alloc(0);
const BLANK = 0x20;
const A_BYTE = /^<0x([0-9a-f]{2})>$/i;
const A_SIGN = /^<.*>$/;

/** Pieces of text with `▁` for a blank, and single bytes as `<0xE0>`. */
export function sentencePieces(pieces: readonly (string | undefined)[]): Vocabulary {
  return (id) => {
    const piece = pieces[id] ?? '';
    const [, byte] = A_BYTE.exec(piece) ?? [];
    if (byte) return Buffer.from(byte, 'hex');
    return A_SIGN.test(piece) ? NOTHING : Buffer.from(piece.replaceAll('▁', ' '), 'utf8');
  };
}

/** As GPT-2 writes bytes: those that print stand for themselves, the rest follow after U+0100. */
function byteLevel(pieces: readonly (string | undefined)[]): Vocabulary {
  const bytes = new Map<number, number>();
  let others = 0x100;
  for (let byte = 0; byte < 0x100; byte += 1) {
    const prints = (byte > 0x20 && byte < 0x7f) || (byte > 0xa0 && byte !== 0xad);
    bytes.set(prints ? byte : others, byte);
    if (!prints) others += 1;
  }
  return (id) =>
    Buffer.from(
      Array.from(pieces[id] ?? '', (letter) => bytes.get(letter.codePointAt(0) ?? 0) ?? 0x3f),
    );
}

/** Seconds from and to which a token was said, where the model tells them. */
type TimedToken = Token & { readonly from?: number; readonly to?: number };
type Word = { bytes: Buffer[]; confidence: number; from?: number; to?: number };

/** A token that begins with a blank begins a word. A word is as sure as its least sure token. */
export function wordsOfTokens(tokens: readonly TimedToken[], vocabulary: Vocabulary): HeardWord[] {
  const words: Word[] = [];
  for (const { id, confidence, ...times } of tokens) {
    const bytes = vocabulary(id);
    const word = words.at(-1);
    if (!word || bytes[0] === BLANK) words.push({ bytes: [bytes], confidence, ...times });
    else {
      word.bytes.push(bytes);
      word.confidence = Math.min(word.confidence, confidence);
      if (times.to !== undefined) word.to = times.to;
    }
  }
  return words.flatMap(({ bytes, confidence, ...times }) =>
    // One token may hold two words.
    Buffer.concat(bytes)
      .toString('utf8')
      .split(/\s+/)
      .filter((text) => text !== '')
      .map((text) => ({ text, confidence, ...times })),
  );
}
