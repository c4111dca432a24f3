/**
 * Allergies that people tell of without the word "allergy": by what happened after a substance, or
 * by what they were told.
 */
import type { Span, Status } from '../../../../shared/model/coding/entities.ts';
import { wordSet } from '../../../infrastructure/terminology/text/word-list.ts';
import allergyWords from './vocabulary/allergy-words.json' with { type: 'json' };

/** In lower case. */
type Told = Span & { readonly to: string };
type IsSubstance = (word: string) => boolean;
type StatusOf = (start: number, end: number) => Status;

/** Reactions of the body to a substance, and no mere discomfort: "my throat closes up". */
const TOLD_REACTION =
  /(?<!\p{L})(?:(?:throat|airways?|windpipe)\s+(?:\p{L}+\s+){0,2}(?:clos|tight|swell|swoll|shut|constrict)|(?:face|lips?|tongue|eyes|mouth)\s+(?:\p{L}+\s+){0,3}(?:swell|swoll|puff|balloon)|(?:swell|swoll)\p{L}*\s+(?:of\s+|in\s+|up\s+)?(?:the\s+|my\s+|his\s+|her\s+)?(?:face|lips?|tongue|throat)|(?:get|got|gets|had|have|develop\p{L}*|come|comes|came|break|breaks|broke|breaking)\s+(?:\p{L}+\s+){0,4}(?:rash(?:es)?|hives|welts|urticaria|spots|itch(?:ing|y)?)|swell(?:s|ed|ing)?\s+up|because\s+of\s+(?:the\s+|a\s+)?(?:rash|hives|swelling|itching)|anaphyla\p{L}+|(?:gala|gale)\s+(?:\p{L}+\s+){0,2}(?:band|suj)|(?:chehra|muh|munh|honth)\s+(?:\p{L}+\s+){0,2}s[uo]+j)/iu;
/** "I cannot take aspirin", "when I take penicillin", "after penicillin". */
const WHICH =
  /(?<!\p{L})(?:can(?:['’]?t|\s?not)\s+(?:\p{L}+\s+)?(?:take|have|tolerate|use|be given)|(?:when|after)\s+(?:\p{L}+\s+){1,2}(?:gave|gives)\s+(?:me|him|her|us)|(?:when(?:ever)?|if|every time|each time|(?:the )?last time|once|after|since|because)\s+(?:i|he|she|we|they)\s+(?:\p{L}+\s+)?(?:(?:am|is|are|was|were)\s+on|takes?|took|taking|has|had|have|uses?|used|was given|(?:was )?started(?: on)?|got|gets?)|(?:after|from|to)(?:\s+(?:taking|having|using|starting))?|(?:with|on)\s+(?:taking|having|using)|never\s+(?:to\s+)?(?:take|give me)|avoid)\s+(?:(?:the|a|an|any|some|that|this|my)\s+)?([\p{L}-]{4,})/giu;
/** "A rash with sulfa", "on penicillin my face swells"; not "I am on amoxicillin". */
const WITH =
  /(?<!\p{L})(?<!(?<!\p{L})(?:am|is|are|was|were|be|been|put|start(?:ed)?|still|now|continued?|carr(?:y|ied)|keep|kept|back|['’](?:m|s|re))\s+)(?:with|on)\s+(?:(?:the|a|an|any|some|that|this|my)\s+)?([\p{L}-]{4,})/giu;
/** How a reaction begins; "I have had itching on prednisolone" is what it is taken for. */
const ONSET = /^(?!(?:have|because)(?!\p{L}))/iu;
/** "I had no rash"; "if you get a rash"; "for the rash"; "less itching". */
const NO_REACTION =
  /(?<!\p{L})(?:(?:no|not|never|without)\s+(?:(?!(?:other|further|more)(?!\p{L}))\p{L}+\s+){0,2}(?:rash|hives|swelling|reaction|allerg(?!\p{L}*\s+(?:otherwise|apart|except)))|(?:less|fewer|little)\s+(?:\p{L}+\s+){0,1}(?:rash|hives|swelling|itch|welts|spots)|(?:if|should|in case|may|might|could|watch)\s+(?:for|you(?!\s+must)|there|any|cause|get)(?!\p{L})|for\s+(?:the|my|your|his|her|this|that)\s+(?:rash|hives|swelling|itching|allerg))/iu;
/** "It went away with cetirizine"; "start with cortisone". */
const CURED =
  /(?<!\p{L})(?:less|fad(?:e[sd]?|ing)|reduc\p{L}*|reliev\p{L}*|relief|eas(?:es|ed)|calm(?:s|ed)?|subsid\p{L}*|disappear\p{L}*|resolv\p{L}*|clear(?:s|ed)|dried|go(?:es)? (?:away|down)|went(?!\s+(?:tight|red|to|into))|gone|goes|better(?!\s+(?:to|not|safe|avoid)(?!\p{L}))|improv\p{L}*|settl\p{L}*|help(?:s|ed|ing)?|cur(?:es|ed)|treat\p{L}*|prescrib\p{L}*|appl(?:y|ied)|continu\p{L}*|control\p{L}*|under control|stops? (?:the|it|my))(?!\p{L})/iu;
const CLAUSE_END = /,|(?<!\p{L})(?:and|but|so|then|because)(?!\p{L})/giu;
const remedies = wordSet(allergyWords.remedies);
/** "You may get hives after amoxicillin": a warning of what has not happened. */
const WARNING =
  /(?<!\p{L})(?:you\s+(?:may|might|could|can|will)(?!\s+(?:have|not|never)(?!\p{L}))|(?:it|this|that|they|there|patients?|people|medicines?|drugs?|tablets?)\s+(?:may|might|could|can)(?!\s+(?:have|not|never)(?!\p{L}))|\p{L}{5,}\s+(?:may|might)(?!\s+have)|(?:if|in case)\s+(?:you(?!\s+must)|there|any)|watch(?:\s+out)?\s+for|look\s+out\s+for|(?:some|many|few)\s+(?:people|patients)|side[- ]effects?)(?!\p{L})/iu;
export const isWarning = (sentence: string): boolean => WARNING.test(sentence);

/** What happened to somebody in the sentence behind "I took penicillin once". */
const HAPPENED =
  /(?<!\p{L})(?:(?:throat|airways?|windpipe)\s+(?:\p{L}+\s+){0,2}(?:closed|closing|tightened|swelled|swollen|shut)|(?:face|lips?|tongue|eyes|mouth|whole body)\s+(?:\p{L}+\s+){0,3}(?:swelled|swollen|puffed|ballooned)|(?:got|had|developed|came|(?:have|has)\s+come|broke)\s+(?:\p{L}+\s+){0,4}(?:rash(?:es)?|hives|welts|urticaria|anaphylaxis)|(?:could\s?n['’]?t|could not)\s+breathe|(?:gala|gale)\s+(?:\p{L}+\s+){0,2}(?:band|suj|sooj)|(?:chehra|muh|munh|honth)\s+(?:\p{L}+\s+){0,2}s[uo]+j|da+ne\s+(?:\p{L}+\s+){0,2}(?:nik[ae]?l|aa?))/iu;
/** "My face is swollen" tells of now. */
const NOW = /(?<!\p{L})(?:is|are|now|today)(?!\p{L})/iu;
const TOOK =
  /(?<!\p{L})(?:took|had|got|tried|ate|used|(?:am|was|were|been)\s+on|(?:was|were|been)\s+(?:given|put on|prescribed)|gave\s+(?:me|him|her)|injected|started(?:\s+(?:on|taking|with))?)\s+(?:(?:a|an|the|some|my|one|this|that)\s+)?(?:(?:course|dose|injection|tablet|shot)\s+(?:of\s+)?)?([\p{L}-]{4,})/giu;
/** "I took ibuprofen for the swelling": what came after may be what it was taken for. */
const FOR = /(?<!\p{L})(?:for|because)(?!\p{L})/iu;
const ONCE =
  /(?<!\p{L})(?:once|last time|first time|years? ago|as a child|in childhood|when i was)(?!\p{L})/iu;

/** Between the two in one sentence. */
const JOINT = /(?:,|(?<!\p{L})(?:and|then|but|when|after which|after that))\s+[^,]{0,24}$/iu;
/** The reaction was there before. */
const EARLIER = /(?<!\p{L})(?:already|since (?:yesterday|last|the)|before that|still)(?!\p{L})/iu;
const NEGATED = /(?<!\p{L})(?:no|not|never|\p{L}*n['’]t)(?!\p{L})/iu;
const STILL = new RegExp(`${CURED.source}|(?<!\\p{L})(?:still|even|but)(?!\\p{L})`, 'iu');

/** "Told never to take sulfa again". */
const NEVER =
  /(?<!\p{L})(?:told|advised|warned|asked|said)\s+(?:(?:me|him|her|us|that|i|he|she|should|must|to)\s+)*(?:never|not)\s+(?:ever\s+)?(?:to\s+)?(?:ever\s+)?(?:take|have|use|be given|touch|eat)\s+(?:(?:any|a|an|the)\s+)?([\p{L}-]{4,})/giu;
/** "Never without food": how it is taken. */
const ONLY_SO =
  /^\s*(?:(?:tablets?|capsules?|medicines?|injections?|alone)\s+)?(?:(?:without|with|on|before|until|unless|during|while|when|if|(?:right |just |soon )?after)\s+(?:(?!(?:rash|hives|swelling)(?!\p{L}))[\p{L}'’]+\s+){0,4}?(?:food|meals?|breakfast|lunch|dinner|supper|eat\p{L}*|stomach|milk|alcohol|drink\p{L}*|wine|beer|water|juice|grapefruit|antacids?|tablets|medicines|pills|iron|calcium|bed\p{L}*|sleep|night|morning|evening|driv\p{L}*|fasting|supervision|advice|asking|prescription)|more than|twice|together|in the (?:morning|evening|night)|at (?:night|bed))(?!\p{L})/iu;
const TOGETHER_WITH = /^\s*(?:together\s+)?with\s+([\p{L}-]{4,})/iu;
const EVER = /(?<!\p{L})(?:never|ever|again|any ?more)(?!\p{L})/iu;
/** Reasons that are no allergy. */
const OTHER_REASON =
  /(?<!\p{L})(?:kidney|renal|bleed|ulcer|stomach|gastri|liver|pregnan|breast|platelet|interact|dengue|addict|habit|alcohol|blood thinner|too (?:much|many))/iu;

/** "Aspirin leke gala band ho gaya", "penicillin se daane nikal aate hain". */
const HINDI_REACTION =
  /(?<![\p{L}\p{M}])(?:(?:gal[ae]|saa?ns)\s+(?:\p{L}+\s+){0,2}(?:band|suj|sooj|ruk|ghut|phool)|(?:cheh?ra|mu[hn]+h?|honth|hoth|aa?nkh(?:en)?|jee?bh|badan)\s+(?:\p{L}+\s+){0,2}s[uo]+j|da+n[ae]\s+(?:\p{L}+\s+){0,2}(?:nik[ae]?l|aa|ho)|(?:khujli|chakatt?e|pitti)\s+(?:\p{L}+\s+){0,2}(?:ho|aa|nik[ae]?l)|(?:गला|सांस|साँस)\s+(?:[\p{L}\p{M}]+\s+){0,2}(?:बंद|बन्द|सूज|रुक|घुट)|(?:चेहरा|मुंह|मुँह|होंठ)\s+(?:[\p{L}\p{M}]+\s+){0,2}सूज|दाने\s+(?:[\p{L}\p{M}]+\s+){0,2}(?:निकल|आ|हो)|(?:खुजली|चकत्ते|पित्ती)\s+(?:[\p{L}\p{M}]+\s+){0,2}(?:हो|आ|निकल))/iu;
const HINDI_WHICH =
  /(?<![\p{L}\p{M}])([\p{L}\p{M}-]{4,})\s+(?:(?:ki|ka|wali|वाली|की|का)\s+(?:goli|injection|tablet|dawa[ai]?|sui|गोली|दवा|दवाई|सुई)\s+)?(?:le(?:ke|kar|ne|te|ta|ti|li|lo|n)|kha(?:ke|kar|ne|te|ta|ti|yi|li|o)|kha+ (?:ke|kar|li)|le (?:ke|kar|li|lo)|lag(?:ne|ane|wane|te|i)|se(?!\s+(?:pe?hle|pahle))|ke ba+d|लेकर|लेने|लेते|खाकर|खाने|खाते|लगने|से(?!\s+पहले)|के बाद)(?![\p{L}\p{M}])/giu;
const HINDI_NOT =
  /(?<![\p{L}\p{M}])(?:nahin?|mat|na|agar|ka+m|th?ee?k|thik|chala|chali|utr[aeiy]\p{L}*|uta?r\s+(?:ga|ja|ra)\p{L}*|a+ra+m|ra+hat|नहीं|मत|अगर|कम|ठीक|उतर\p{L}*|आराम|राहत)(?![\p{L}\p{M}])/iu;

const PERSON =
  '(?:mother|father|mom|mum|dad|sister|brother|wife|husband|uncle|aunt|aunty|cousin|friend|neighbou?r|grand(?:mother|father)|mummy|papa|bhai|behen|didi)';
const ANOTHER_PERSON = new RegExp(`(?<!\\p{L})${PERSON}(?!\\p{L})`, 'iu');
/** "Mother: he got a rash": who speaks. */
const SPEAKER = /^\s*\[?[\p{L} ]{1,20}\]?\s*:/u;
const HERS = new RegExp(
  `(?<!\\p{L})(?:my|mer[aei])\\s+(?:\\p{L}+\\s+)?${PERSON}(?:['’]s)?(?!\\p{L})`,
  'giu',
);
const FIRST_PERSON = /(?<!\p{L})(?:i|me|my|mine|mai[ny]?n?e?|mujhe|mera|meri|mere)(?!\p{L})/iu;
const RIGHT_BEHIND = new RegExp(
  `(?<!\\p{L})${PERSON}(?:['’]s)?\\s+(?:(?!(?:i|me|my|says?|said|thinks?|tells?|told)\\s)\\p{L}+\\s+){0,2}$`,
  'iu',
);
/** "My sister is": the words before what is told of her. */
export const isRelatives = (lead: string): boolean => RIGHT_BEHIND.test(lead);
/** A relative who speaks of the patient. */
const CARER =
  /^\s*\[?(?:son|daughter|wife|husband|mother|father|sister|brother|attend[ae]nt|relative|carer|caregiver|family|parent)/iu;

/** "My sister got a rash"; not "my mother says that I got a rash", nor "Mother: he got a rash". */
function isAnothers(sentence: string, reactionAt = 0): boolean {
  const words = sentence.replace(SPEAKER, (label) => ' '.repeat(label.length));
  if (!ANOTHER_PERSON.test(words) || (SPEAKER.test(sentence) && CARER.test(sentence))) return false;
  return (
    !FIRST_PERSON.test(words.replace(HERS, '')) || RIGHT_BEHIND.test(words.slice(0, reactionAt))
  );
}

type Sentence = Span & { readonly words: string; readonly isAsked: boolean };

const sentencesOf = (text: string): Sentence[] =>
  [...text.matchAll(/[^.;?!\n।]+/gu)].map(({ 0: words, index }) => {
    const end = index + words.length;
    return { words, isAsked: text[end] === '?', start: index, end };
  });

/** The substances behind (or before) such words in a sentence. */
const named = ({ words, start }: Sentence, pattern: RegExp, isSubstance: IsSubstance): Told[] =>
  [...words.matchAll(pattern)].flatMap(({ 0: whole, 1: word = '', index }): Told[] => {
    const at = start + index + whole.lastIndexOf(word);
    const to = word.toLowerCase();
    return isSubstance(to) ? [{ to, start: at, end: at + word.length }] : [];
  });

/** By a reaction, or by "never again"; without `statusOf` the words are a note's. */
export function toldInWords(text: string, isSubstance: IsSubstance, statusOf?: StatusOf): Told[] {
  const sentences = sentencesOf(text);
  return sentences.flatMap((one, at) => {
    // A question tells of nothing.
    if (one.isAsked) return [];
    return [
      ...reacted(one, isSubstance, statusOf),
      ...inHindi(one, isSubstance),
      ...forbidden(one, isSubstance),
      ...reactedNext(text, sentences[at - 1], one, isSubstance),
    ];
  });
}

/** "I cannot take aspirin, my throat closes": a substance and a reaction in one sentence. */
function reacted(one: Sentence, isSubstance: IsSubstance, statusOf?: StatusOf): Told[] {
  const reaction = TOLD_REACTION.exec(one.words);
  if (!reaction) return [];
  const at = one.start + reaction.index;
  const status = statusOf?.(at, at + reaction[0].length) ?? 'present';
  // "No rash" tells of no reaction; "it went away when I stopped it" tells of one that is over.
  const isOver = CURED.test(one.words) && !NEGATED.test(one.words.slice(0, reaction.index));
  if ((status === 'absent' && !isOver) || status === 'family') return [];
  if (isNone(one.words, reaction.index) || isCured(one, reaction.index)) return [];
  const by = named(one, WHICH, isSubstance).filter(
    ({ to, start }) =>
      !isCured(one, start - one.start) && !(remedies.has(to) && STILL.test(one.words)),
  );
  return [
    ...by,
    ...(ONSET.test(reaction[0]) ? takenWith(one, at, isSubstance) : []),
    ...(by.length === 0 ? tookAndReacted(one, isSubstance) : []),
  ];
}

/** Beside the reaction in its clause, or at the beginning of the sentence. */
const takenWith = (one: Sentence, at: number, isSubstance: IsSubstance): Told[] =>
  named(one, WITH, isSubstance).filter(({ to, start, end }) => {
    if (remedies.has(to) || isCured(one, start - one.start)) return false;
    const gap = one.words.slice(Math.min(at, end) - one.start, Math.max(at, start) - one.start);
    return start < at ? gap.length < 20 : gap.search(CLAUSE_END) < 0;
  });

/** "I took ibuprofen and I got a rash". */
function tookAndReacted({ words, start, end }: Sentence, isSubstance: IsSubstance): Told[] {
  const reaction = HAPPENED.exec(words);
  const joint = reaction && JOINT.exec(words.slice(0, reaction.index));
  if (!joint || EARLIER.test(words)) return [];
  const before = { words: words.slice(0, joint.index), isAsked: false, start, end };
  if (FOR.test(before.words) && !ONCE.test(before.words)) return [];
  return NEGATED.test(before.words)
    ? []
    : named(before, TOOK, isSubstance).filter(({ to }) => !remedies.has(to));
}

const isNone = (words: string, reactionAt: number) =>
  NO_REACTION.test(words) || isWarning(words) || isAnothers(words, reactionAt);

/** Whether the clause around a place tells of what went away. */
function isCured({ words }: Sentence, at: number): boolean {
  const from = Math.max(0, at - CLAUSE);
  const near = words.slice(from, at + CLAUSE);
  const ends = [...near.matchAll(CLAUSE_END)].map(({ index }) => index + from);
  const start = ends.findLast((end) => end <= at) ?? from;
  const clause = words.slice(start, ends.find((end) => end > at) ?? from + near.length);
  return CURED.test(clause) || startsRemedy(clause);
}
const STARTED =
  /(?<!\p{L})start\p{L}*\s+(?:(?:on|with|taking|using|her|him|a|the|some)\s+)*([\p{L}-]{4,})/iu;
function startsRemedy(clause: string): boolean {
  const [, what = ''] = STARTED.exec(clause) ?? [];
  return remedies.has(what.toLowerCase());
}
/** Letters of the longest clause on each side of a place. */
const CLAUSE = 200;

/** Judges a place of a text by its sentence: "the itching with cetirizine is less", "my sister". */
export function isNoReaction(text: string, { start, end }: Span): boolean {
  const one = sentencesOf(text).find((it) => it.start <= start && it.end >= end);
  return (
    one !== undefined && (isNone(one.words, start - one.start) || isCured(one, start - one.start))
  );
}

/** Relief in a later clause tells that the reaction is over, not that there was none. */
function inHindi(one: Sentence, isSubstance: IsSubstance): Told[] {
  const reaction = HINDI_REACTION.exec(one.words);
  if (!reaction || isAnothers(one.words)) return [];
  const clause = hindiClause(one.words, reaction.index);
  if (HINDI_NOT.test(clause)) return [];
  const isFever = HINDI_STILL.test(clause);
  return named(one, HINDI_WHICH, isSubstance).filter(
    ({ to, start }) =>
      !(isFever && (remedies.has(to) || PAINKILLER.test(to))) &&
      !HINDI_NOT.test(hindiClause(one.words, start - one.start)),
  );
}
function hindiClause(words: string, at: number): string {
  const ends = [...words.matchAll(HINDI_CLAUSE_END)].map(({ index }) => index);
  return words.slice(
    ends.findLast((end) => end <= at) ?? 0,
    ends.find((end) => end > at),
  );
}
/** "Paracetamol lene ke baad bhi gala band hai": it did not help. */
const HINDI_STILL =
  /(?<![\p{L}\p{M}])(?:(?:ba+d|phir|fir|tab)\s+bhi|(?:बाद|फिर)\s+भी)(?![\p{L}\p{M}])/iu;
const PAINKILLER = /^(?:paracetamol|crocin|dolo|calpol|acetaminophen|azithromycin)$/iu;
const HINDI_CLAUSE_END =
  /,|(?<![\p{L}\p{M}])(?:aur|par|lekin|phir(?!\s+bhi)|fir(?!\s+bhi)|और|पर|लेकिन|फिर(?!\s+भी))(?![\p{L}\p{M}])/giu;

const forbidden = (one: Sentence, isSubstance: IsSubstance): Told[] =>
  EVER.test(one.words) && !OTHER_REASON.test(one.words) && !isAnothers(one.words)
    ? named(one, NEVER, isSubstance).filter(({ end }) => {
        const behind = one.words.slice(end - one.start);
        const [, other = ''] = TOGETHER_WITH.exec(behind) ?? [];
        return !ONLY_SO.test(behind) && !isSubstance(other.toLowerCase());
      })
    : [];

/** "I took penicillin once. My throat closed up." */
function reactedNext(
  text: string,
  before: Sentence | undefined,
  { words, start }: Sentence,
  isSubstance: IsSubstance,
): Told[] {
  if (!before || before.isAsked || text.slice(before.end, start).includes('\n')) return [];
  const reaction = HAPPENED.exec(words);
  if (!reaction || NOW.test(words) || EARLIER.test(words)) return [];
  if (
    isNone(words, reaction.index) ||
    isCured({ words, start, isAsked: false, end: 0 }, reaction.index)
  )
    return [];
  if (isAnothers(before.words) || isAnothers(before.words + words)) return [];
  const isOnce = ONCE.test(before.words);
  if ((FOR.test(before.words) && !isOnce) || NEGATED.test(before.words)) return [];
  return named(before, TOOK, isSubstance).filter(({ to }) => isOnce || !remedies.has(to));
}
