/**
 * How conformers write: CTC tells for each moment what is said, and repeats it while it lasts; a
 * transducer writes tokens one after the other, and a TDT tells too how far to go on.
 */
import { isEndless, likeliest, type Token } from '../onnx-thread.ts';

/** Frames of what the encoder gives: from the first on which it is said to the one after the last. */
export type PlacedToken = Token & { readonly from: number; readonly to: number };

/** `scores`: of each frame so many tokens. */
export function readCtc(scores: Float32Array, tokens: number, blank: number): PlacedToken[] {
  const written: PlacedToken[] = [];
  let before = blank;
  for (let frame = 0; (frame + 1) * tokens <= scores.length; frame += 1) {
    const { id, confidence } = likeliest(scores.subarray(frame * tokens, (frame + 1) * tokens));
    const last = written.at(-1);
    if (id !== blank && id === before && last)
      written[written.length - 1] = {
        ...last,
        confidence: Math.max(last.confidence, confidence),
        to: frame + 1,
      };
    else if (id !== blank) written.push({ id, confidence, from: frame, to: frame + 1 });
    before = id;
  }
  return written;
}

/** What a transducer says of a frame after what it wrote: of each token, then of each length. */
export type Transducer = {
  scoresAt(frame: number): Promise<Float32Array>;
  write(token: number): Promise<void>;
};

/** Tokens on one frame at most, as NeMo has it. */
const MOST_ON_A_FRAME = 10;

/** The blank is its last token; what follows it are lengths (TDT), or nothing (RNN-T). */
export async function readTransducer(
  transducer: Transducer,
  {
    frames,
    blank,
    most,
  }: { readonly frames: number; readonly blank: number; readonly most: number },
): Promise<{ tokens: PlacedToken[]; isCut: boolean }> {
  const tokens: PlacedToken[] = [];
  let here = 0;
  for (let frame = 0; frame < frames; ) {
    const scores = await transducer.scoresAt(frame);
    const token = likeliest(scores.subarray(0, blank + 1));
    const isTdt = scores.length > blank + 1;
    let onward = isTdt ? likeliest(scores.subarray(blank + 1)).id : 0;
    if (token.id !== blank) {
      tokens.push({ ...token, from: frame, to: Math.min(frames, frame + Math.max(1, onward)) });
      if (isEndless(tokens, most)) return { tokens, isCut: true };
      await transducer.write(token.id);
      here += 1;
    }
    if (onward === 0 && (token.id === blank || here >= MOST_ON_A_FRAME)) onward = 1;
    if (onward > 0) here = 0;
    frame += onward;
  }
  return { tokens, isCut: false };
}
