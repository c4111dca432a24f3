/** Words by which a sentence tells what it is about, beside the findings that it names. */
import data from './cues.json' with { type: 'json' };

export type Cue = keyof typeof data.cues;

/** Words that several cues share; `%name%` stands for them. */
const parts = new Map(Object.entries(data.parts));
const whole = (wording: string) =>
  wording.replace(/%(\w+)%/g, (_, name: string) => {
    const part = parts.get(name);
    if (part === undefined) throw new Error(`cues.json has no part “${name}”.`);
    return part;
  });

const patterns = new Map(
  Object.entries(data.cues).map(([cue, wordings]) => [
    cue,
    new RegExp(`(?<![\\p{L}\\p{N}])(?:${wordings.map(whole).join('|')})(?![\\p{L}\\p{N}])`, 'iu'),
  ]),
);

export const has = (text: string, cue: Cue): boolean => patterns.get(cue)?.test(text) === true;
