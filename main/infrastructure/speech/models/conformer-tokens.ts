/** The tokens of a conformer: the text of each, and which of them stands for nothing. */
import { z } from 'zod';
import { readVocabulary, sentencePieces, type Vocabulary } from './token-text.ts';

type Tokens = {
  readonly vocabulary: Vocabulary;
  readonly count: number;
  readonly blank: number;
};

/** Of Hugging Face; its models write their padding for nothing. */
const padded = z.object({ pad_token_id: z.number().int().nonnegative() });

/** `text`: of a `tokens.txt`, `vocab.txt` or `tokenizer.json`. Throws where it is none. */
export function readTokens(name: string, text: string, config: unknown): Tokens {
  if (name.endsWith('.json')) {
    const blank = padded.parse(config).pad_token_id;
    return { vocabulary: readVocabulary(text), count: 0, blank };
  }
  const pieces = readPieces(text);
  // What is not named is the last one.
  const named = pieces.findIndex((piece) => /^<(?:blk|blank|eps)>$/.test(piece));
  return {
    vocabulary: sentencePieces(pieces),
    count: pieces.length,
    blank: named < 0 ? pieces.length - 1 : named,
  };
}

/** A line for each token: its text and its number. */
function readPieces(text: string): string[] {
  const pieces: string[] = [];
  for (const line of text.split('\n')) {
    const [, piece, id = ''] = /^(.*)[ \t](\d+)\r?$/.exec(line) ?? [];
    if (piece === undefined && line.trim() !== '')
      throw new Error(`no token and number: ${line.slice(0, 40)}`);
    // A blank by itself is written as nothing.
    if (piece !== undefined) pieces[Number(id)] = piece.trim() === '' ? '▁' : piece;
  }
  if (pieces.length < 2 || Object.keys(pieces).length !== pieces.length)
    throw new Error('numbers are missing');
  return pieces;
}
