/** Words by which a sentence tells what it is about, beside the findings that it names. */
import cueData from './cues.json' with { type: 'json' };

export type Cue = keyof typeof cueData;

const patterns = new Map(
  Object.entries(cueData).map(([cue, wordings]) => [
    cue,
    new RegExp(`(?<![\\p{L}\\p{N}])(?:${wordings.join('|')})(?![\\p{L}\\p{N}])`, 'iu'),
  ]),
);

export const has = (text: string, cue: Cue): boolean => patterns.get(cue)?.test(text) === true;
