/**
 * "My wife has a headache", "Mere pati ko khansi hai" at the start of a complaint: whoever says so may
 * have brought the patient, or tell of somebody at home. Whose illness it is stays open.
 */
import { lowerCase } from './lower-case.ts';
import peopleData from './people.json' with { type: 'json' };
import type { Sentence } from './sentences.ts';

const oneOf = (patterns: readonly string[]) => `(?:${patterns.join('|')})`;
const GREETING =
  '(?:(?:doctor|dr|sir|madam|hello|hi|namaste|good (?:morning|afternoon|evening)|please|ji|so|well)\\W+)*';
const LABEL = '(?:[a-z/ ]{1,20}:\\s*)?';
const HAS =
  '(?:has|has been having|is having|is suffering from|is complaining of|complains of|suffers from|gets|keeps getting|feels)';
const opening = new RegExp(
  `^\\W*${LABEL}${GREETING}(?:my\\s+(?!late\\s)(?:[a-z0-9-]+\\s+){0,4}?${oneOf(peopleData.mayBePatient)}\\s+${HAS}|(?:(?:mere|meri|mera|hamare|hamari|मेरे|मेरी|मेरा|हमारे|हमारी)\\s+)?${oneOf(peopleData.mayBePatientInHindi)}(?:\\s?(?:ji|जी))?\\s+(?:ko|ke|ki|ka|को|के|की|का))(?![a-z\u0900-\u0963])(?!.*(?<![a-z\u0900-\u0963])(?:also|too|as well|the same|bhi|भी)(?![a-z\u0900-\u0963]))`,
);

/** Somebody who died, is at home or in the care of the speaker, who asks for himself. */
const OF_ANOTHER = new RegExp(`(?<![a-z])${oneOf(peopleData.notThePatient)}(?![a-z])`);

/** "What brings you in?" */
const INVITES =
  /(?<![a-z])(?:what (?:brings?|brought|can i|happened|seems|is (?:the (?:problem|matter|trouble)|wrong|going on))|what['’]s (?:the (?:problem|matter|trouble)|wrong|going on|been)|how (?:can|may) i help|kya (?:hua|takleef|taklif|problem|pareshani|dikkat)|bataiye)(?![a-z])|क्या (?:हुआ|तकलीफ|परेशानी|दिक्कत)/i;

/** The first sentence, and the one that answers a doctor who invites to tell. */
function opensComplaint(sentences: readonly Sentence[], sentence: Sentence): boolean {
  if (sentence.turn === 'doctor') return false;
  const at = sentences.indexOf(sentence);
  const before = sentences[at - 1];
  return at === 0 || (before?.turn === 'doctor' && INVITES.test(before.text));
}

/** Its words, with the next two of the same speaker. */
function told(sentences: readonly Sentence[], sentence: Sentence, lower: string): string {
  const at = sentences.indexOf(sentence);
  const next = sentences.slice(at + 1, at + 3).filter(({ turn }) => turn === sentence.turn);
  return [lower, ...next.map(({ text }) => lowerCase(text))].join(' ');
}

/** Where such an opening ends in its sentence; 0: there is none. `lower`: the sentence in lower case. */
export function openingEnd(
  sentences: readonly Sentence[],
  sentence: Sentence,
  lower: string,
): number {
  const words = opening.exec(lower)?.[0];
  if (words === undefined || !opensComplaint(sentences, sentence)) return 0;
  return OF_ANOTHER.test(told(sentences, sentence, lower)) ? 0 : words.length;
}
