/** Questions and their answers: "Any fever? - No." says that there is none. */
import { unifyScripts } from '../../../../infrastructure/terminology/text/scripts.ts';
import { beganThen } from './began.ts';
import type { Sentence } from './sentences.ts';

const LEAD =
  "^(?:[\\s\"'\\-–—.,*]|uh|um+|er+m?|well|oh|ok(?:ay)?|so|hmm+|ah|i mean|ji|doctor|sir|madam|ma['’]?am|honestly|actually|bilkul(?: bhi)?|ab|abhi|filhaal|aaj|जी|बिल्कुल|बिलकुल|अब|अभी|आज)*";
/** As it stands in a text whose letters have one form (`unifyScripts`). */
const NO_ELSEWHERE = unifyScripts('இல்லை|இல்ல|లేదు|না|নেই|ના|નથી|ಇಲ್ಲ|ഇല്ല|ਨਹੀਂ|ਨਹੀ|ਨਾ|ନା|ନାହିଁ');
const YES_ELSEWHERE = unifyScripts('ஆமாம்|ஆமா|అవును|হ্যাঁ|હા|ಹೌದು|അതെ|ഉണ്ട്|ਹਾਂ|ਹਾਂਜੀ|ହଁ');
const NO = new RegExp(
  `${LEAD}(?:${NO_ELSEWHERE}|no|nope|nah|not (?:really|at all|that i|so far|since|lately|recently|particularly|as such|any|yet|now|in (?:a (?:while|long time)|(?:a few |many |several |some )?(?:weeks|months|years|ages)))|none|never|negative|nahi|nahin|nai|नहीं|नही|कभी नहीं|kabhi nahin?|illai|illa|nothing|neither|i (?:do|did|have|am|was|ca)(?:n['’]?t| not|['’]t)|(?:do|does|did|have|has|had|is|are)n['’]?t|i['’]?m not|i don['’]?t think so|i would(?:n['’]?t| not) say so|denies|nil|zero|not any|(?:all |completely )?(?:gone|resolved|settled|stopped)|(?:it|that|they|this|those)(?:['’]?s| has| have| is| are)? (?:now |all |completely )*(?:settled|gone|stopped|resolved|cleared|over|disappeared|subsided|vanished)|bilkul nahi|ek baar bhi nahi|एक बार भी नहीं|(?:na|ना)(?=[\\s,.!।-]*(?:$|ji(?![\\p{L}])|जी|doctor|sir|madam|saab|sahab))|(?:(?:nahi|nahin|नहीं)?[\\s,]*(?:aisa|aisi|waisa|vaisa|ऐसा|ऐसी|वैसा)\\s+)?(?:kuch|kuchh|koi|कुछ|कोई)(?:\\s+(?:bhi|khaas|khas|भी|खास|ख़ास|dikkat|taklif|takleef|दिक्कत|तकलीफ))*\\s+(?:nahi|nahin|नहीं|नही)(?:\\s+(?:hota|hoti|hai|hain|hua|hui|tha|होता|होती|है|हैं|हुआ|था))?(?=\\s*(?:$|[,.!।])))(?![\\p{L}\\p{M}])`,
  'iu',
);
const YES = new RegExp(
  `${LEAD}(?:${YES_ELSEWHERE}|yes|yeah|yep|yup|yah|ya|haan?|haa|ha|han|हां|हाँ|हा|sure|correct|right|definitely|absolutely|exactly|indeed|of course|true|i (?:do|have|did|am|was|think so|get|feel|had)|it (?:is|does|has)|there (?:is|was|has)|a (?:little|bit|lot)|still|sometimes|occasionally|often|always|mild|slight|quite|very|uh-?huh|mm-?hmm?|mhm|that['’]?s (?:right|the one|correct)|since|for|about|maybe|lately|on and off|every|plenty|loads|much|one|two|three|last|yesterday|present|positive|only|just|some|once|twice)(?![\\p{L}\\p{M}])`,
  'iu',
);
/** "Kal tak tha, aaj nahi hai", "It used to be there, gone now". */
const NO_LONGER =
  /(?<![\p{L}\p{M}])(?:(?:ab|abhi|aaj|अब|अभी|आज)\s+(?:(?:to|toh|bilkul|तो|बिल्कुल)\s+)*(?:nahi|nahin|nai|नहीं|नही)|(?:gone|resolved|stopped|settled|over|none|not|no)\s+(?:now|today|any ?more|at present)|no longer|(?:there|it|i|he|she)(?:['’]?s| has| have)? ?(?:is|was|does|do|did|are|have|has)?(?:n['’]?t| not)(?=[\s.,!]*$))(?![\p{L}\p{M}])/iu;
/** "No, only when I climb stairs": it is there, at times. */
const AT_TIMES = new RegExp(
  `${LEAD}(?:no|nope|nah|not really|nahi|nahin|nai|नहीं|नही)[\\s,.;–—-]+(?:(?:but|it['’]?s|its|that['’]?s|maybe|well)[\\s,]+)*(?:only|just|except|unless|sirf|bas|सिर्फ|बस)\\s+(?:(?:when(?!\\s+(?:i|he|she|we|you|they|it)\\s+(?:was|were|had)(?![\\p{L}]))|while|whenever|if|after|during|sometimes|occasionally|rarely|once|jab|जब)(?![\\p{L}\\p{M}])|at (?:night|times|rest)|in the (?:morning|evening|night)|on (?:exertion|walking|climbing|lying|bending|standing|movement|and off))`,
  'iu',
);
const FILLER =
  /^(?:[\s.,…-]|uh|um+|er+m?|hmm+|ok(?:ay)?|well|sorry|so|oh|ah|alright|all right)*[?.!]?\s*$/iu;
const ASKS =
  /(?:^\s*|[,.]\s*|(?<![\p{L}])(?:and|so|okay|ok|um|uh)[,\s]+)(?:do|does|did|are|is|was|were|have|has|had|can|any|what about|how about|anything)\s+(?:you|he|she|it|there|your|the|any|other|history|they|else|family|\p{L}+)/iu;
const ASKING =
  /(?<![\p{L}])(?:any|(?:do|does|did|are|is|was|have|has|had|can) (?:you|he|she|it|there|your|the)|how about|what about)(?![\p{L}])/iu;
const TAG = /(?:right|correct|is it|isn['’]?t it|yeah|okay)\s*\?\s*$/iu;

const LAST_ASKS =
  /(?<![\p{L}])(?:(?:do|did|are|have|had) you|is there|any|how about|what about)(?![\p{L}])(?!.*(?<![\p{L}])(?:i see|you have|there is|there are)(?![\p{L}])).{0,80}$/iu;
const NEAR_END = 90;
/** "I will press here, tell me about tenderness." */
const TELL_ME =
  /(?<![\p{L}])(?:tell me|let me know|say)\s+(?:about|of|if|when|whether)\s+(?!(?:your|the|this|that|these|those|his|her)(?![\p{L}]))(?:\p{L}+\s+){0,4}$/iu;

/**
 * Returns whether the words at the position `at` are asked about. A doubt in a clinical note
 * ("Dengue?") is no question.
 */
export function isQuestion({ text, turn }: Sentence, dialogue: boolean, at: number): boolean {
  // Transcripts without question marks: the question is the last thing asked in a turn.
  const asked = text.slice(0, at).search(LAST_ASKS);
  if (!/\?\s*$/.test(text))
    return (
      dialogue &&
      turn === 'doctor' &&
      (TELL_ME.test(text.slice(0, at)) ||
        (asked >= 0 && text.length - at < NEAR_END) ||
        /^\W*(?:(?:and|so|okay|ok|um|uh)\W+)*(?:any|do you|have you|are you|did you|is there|does it)(?![\p{L}])/iu.test(
          text,
        ))
    );
  if (TAG.test(text)) return false;
  if (!dialogue) return true;
  // "You said you had a cough, do you have a fever?": only the words behind the asking word are
  // asked.
  const asks = ASKS.exec(text);
  return asks === null || asks.index <= at;
}

/** Before a question mark: no doubt of a note, but something that somebody was asked. */
const PLAINLY_ASKED =
  /(?:^|[,.;:]\s*|(?<![\p{L}])(?:and|so|ok|okay|but|now)\s+)(?:(?:and|so|ok|okay|now)\s+)?(?:(?:do|does|did|are|were|have|has|had) (?:you|he|she|they|it|we|the patient)|(?:is|are|was|were) (?:there|that|it|the|you)|any|ever|anyone|anybody)(?![\p{L}])/iu;
/** A question without speakers, whose answer may follow. */
export const isPlainlyAsked = ({ text }: Pick<Sentence, 'text'>): boolean =>
  /\?\s*$/.test(text) && PLAINLY_ASKED.test(text);

/** The words at `at` stand behind "any", "have you", …: they claim nothing by themselves. */
export const isAsked = ({ text, turn }: Sentence, at: number): boolean =>
  turn === 'doctor' && text.slice(0, at + 1).search(ASKING) >= 0;

/** "How long have you had it?", "Is it no better?": that it is there is not what is asked. */
const TAKES_FOR_GRANTED =
  /(?<![\p{L}\p{M}])(?:how (?:long|many|much|often|bad|far|severe)|(?:when|where|why|since when) (?:did|do|does|is|was|has)|which|what (?:kind|sort|type)|kitn\p{L}+|kab(?! bhi)|kahan?|kaun|kais[aei]|kyu\p{L}*|कितन[\p{L}\p{M}]+|कब|कहाँ|कहां|कौन|कैस[\p{L}\p{M}]+|क्यों|aa?raam|aram|kam|theek|thik|आराम|कम|ठीक|better|worse|less|improv\p{L}+|relie\p{L}+|reduc\p{L}+|gone|stopped|still|tell me|more about|describe)(?![\p{L}\p{M}])/iu;
/** "The rash started on Monday?", "And your cough?" */
const KNOWN_BEFORE = /(?<![\p{L}])(?:the|this|that|these|those|your|his|her)\s+(?:\p{L}+\s+)?$/iu;
/** Names without a verb: "Cough, cold, headache?" */
const WORDS_IN_A_NAME = 3;
/**
 * Returns whether the doctor asks for the finding between `start` and `end` and says nothing of it:
 * "Kya fever hai?", "बुखार रहता है?", "Cough, cold, headache?"
 */
export function isAskedBare(
  { text, turn }: Sentence,
  [start, end]: readonly [number, number],
): boolean {
  if (turn !== 'doctor' || !/\?\s*$/.test(text)) return false;
  if (TAKES_FOR_GRANTED.test(text) || KNOWN_BEFORE.test(text.slice(0, start))) return false;
  const isLast = /^[^,;:]*$/.test(text.slice(end));
  const isShort = (name: string) => (name.match(/[\p{L}\p{M}]+/gu)?.length ?? 0) <= WORDS_IN_A_NAME;
  return isLast || text.split(/,|(?<![\p{L}])or(?![\p{L}])/u).every(isShort);
}

/** Ends of a statement that ask to be confirmed: "You have a fever, right?" */
export const asksToConfirm = ({ text }: Sentence): boolean => TAG.test(text);

/** Before what is asked for itself: "you have", "is there any". */
const OBJECT_BEFORE =
  /(?:^|(?<![\p{L}])(?:have|has|having|get|gets|getting|feel|feels|feeling|any|some|there is|there are|there['’]s|no))[\s"'\-–—.,*]*(?:(?:a|an|any|some|the|this|that|much|bad|mild|severe|high|of)\s+){0,3}$/iu;
/** Between it and the tag. */
const OBJECT_BEHIND =
  /^\s*(?:now|today|at the moment|as well|too)?\s*[,.\-–—\s]*(?:(?:right|correct|is it|isn['’]?t it|yeah|okay)\s*\?)\s*$/iu;
/** A "no" and nothing that corrects what was asked: "No, I don't, doctor." */
const BARE_NO = new RegExp(
  `${LEAD}(?:(?:no|nope|nah|never|none|nothing|negative|nahi|nahin|nai|नहीं|नही|not at all|not really|nil|illai|illa|i (?:do|did|have|am|was)(?:n['’]?t| not)(?: have (?:it|that|one|any))?|doctor|doc|sir|madam|ma['’]?am|ji|जी|thanks|thank you)[\\s,.!।\\-–—]*)+$`,
  'iu',
);
/** "No, I do": the denial that was to be confirmed is not. */
const I_DO =
  /(?<![\p{L}])(?:i|he|she|we)\s+(?:do|does|did|have|has|had|am|is|was)(?!\s*(?:n['’]?t|not)(?![\p{L}]))(?![\p{L}'’])/iu;

/**
 * What the answer to such a statement makes of the words between `start` and `end` of it. `no`:
 * they were asked for and denied; `open`: the answer does not confirm them, and may correct
 * something else ("It began on Monday, right? - No, on Sunday"); `none`: they stay as they were
 * said.
 */
export function confirmed(
  sentences: readonly Sentence[],
  at: number,
  [start, end]: readonly [number, number],
): 'no' | 'open' | 'none' {
  const question = sentences[at];
  if (!question) return 'none';
  const words = question.text.slice(start, end);
  const answer = answerTo(sentences, at);
  const own = ownAnswer(answer, words);
  if (own === 'yes' || (own === undefined && !NO.test(answer))) return 'none';
  const isObject =
    OBJECT_BEFORE.test(question.text.slice(0, start)) &&
    OBJECT_BEHIND.test(question.text.slice(end));
  if (I_DO.test(answer)) return 'open';
  if (!isObject) return 'none';
  return own === 'no' || BARE_NO.test(answer) ? 'no' : 'open';
}

/** All that the other speaker says next, without what only fills a pause. */
function answerTo(sentences: readonly Sentence[], at: number): string {
  const own = sentences[at]?.turn;
  const rest = sentences.slice(at + 1).filter(({ text }) => !FILLER.test(text));
  const first = rest[0];
  if (!first || first.turn === own) return '';
  const last = rest.findIndex(({ turn }) => turn !== first.turn);
  return rest
    .slice(0, last < 0 ? rest.length : last)
    .map(({ text }) => text.trim())
    .join(' ');
}

/** The same without speakers: up to the next question. */
function untilAsked(sentences: readonly Sentence[], at: number): string {
  const rest = sentences.slice(at + 1, at + 7);
  const next = rest.findIndex(({ text }) => /\?\s*$/.test(text));
  return rest
    .slice(0, next < 0 ? rest.length : next)
    .map(({ text }) => text.trim())
    .join(' ');
}

/** Ends what a negation reaches, and begins what is excepted from it. */
const EXCEPT =
  /(?<![\p{L}])(?:but|only|just|except(?: for)?|apart from|lekin|magar|sirf|bas)(?![\p{L}])/giu;
const CLAUSE = /[,.;:!?\n]/gu;
const DENIED =
  /(?<![\p{L}])(?:no|not|never|without|none|nil|neither|nor|denies|nahi|nahin|nai|नहीं|नही|न)(?![\p{L}\p{M}])|n['’]t(?![\p{L}])/iu;
const THEN_NO =
  /^\s*-?\s*(?:is |was |are |ji )?(?:no|not|nahi|nahin|nai|नहीं|नही|none|nil|negative|absent)(?![\p{L}\p{M}])/iu;
const THEN_YES =
  /^\s*-?\s*(?:is |ji )?(?:yes|yeah|haan?|hai|hain|है|हैं|हां|हाँ|present|positive)(?![\p{L}\p{M}])(?!\s*(?:nahi|nahin|nai|नहीं|नही|no|not)(?![\p{L}\p{M}]))/iu;
/** "The cough is gone", "khansi to ab khatam hai". */
const THEN_GONE =
  /^\s*(?:(?:is|are|has|have|was|now|completely|all|to|toh|ab|bilkul|तो|अब|बिल्कुल)\s+)*(?:gone|resolved|settled|stopped|cleared|subsided|(?:theek|thik|khatam|khatm|band|ठीक|खत्म|ख़त्म|बंद)\s+(?:(?:ho|हो)\s+)?(?:hain?|gaya|gayi|gaye|हैं?|गया|गई|गयी|गए))(?![\p{L}\p{M}])/iu;
/** Somebody else's, or of another time: it is no answer for this patient and now. */
const ELSEWHERE =
  /(?<![\p{L}])(?:my|his|her|their|our|mother|father|son|daughter|wife|husband|brother|sister|uncle|aunt|child(?:hood|ren)?|family|people|everyone|others?|last|ago|had|was|were|used to|before|earlier|previous(?:ly)?|past|pehle|gone|resolved|tha|thi|if|when|might|could|afraid|worried)(?![\p{L}])/iu;

/**
 * The answer to one of several things that were asked: "No fever, but cough", "Cough yes, fever
 * no". Undefined where the words are not in it, or it leaves open whose they are or of when.
 */
function ownAnswer(answer: string, words: string): 'yes' | 'no' | undefined {
  const at = answer.toLowerCase().indexOf(words.toLowerCase());
  if (at < 0) return undefined;
  const before = answer.slice(0, at);
  const behind = answer.slice(at + words.length);
  const clauseStart = lastEnd(CLAUSE, before);
  const excepted = lastEnd(EXCEPT, before);
  if (THEN_NO.test(behind) || THEN_GONE.test(behind)) return 'no';
  if (DENIED.test(before.slice(Math.max(clauseStart, excepted)))) return 'no';
  const clause = before.slice(Math.max(clauseStart, 0)) + behind.split(/[.;!?\n]/u, 1)[0];
  if (ELSEWHERE.test(clause)) return undefined;
  return THEN_YES.test(behind) || excepted > 0 ? 'yes' : undefined;
}

/** Where the last of them ends; 0 where there is none. */
function lastEnd(pattern: RegExp, text: string): number {
  let end = 0;
  for (const { index, 0: found } of text.matchAll(pattern)) end = index + found.length;
  return end;
}

/** A yes to another time, or none that is sure: "Only when I was little", "Once, in college". */
const NOT_NOW =
  /^[^.!?;]*(?<![\p{L}])(?:used to|years? (?:ago|back)|saal pehle|साल पहले|as a (?:child|kid|baby|boy|girl|teenager)|when (?:i|he|she) was (?:a |very |so )?(?:little|small|young|younger|child|kid|baby|teenager|boy|girl|pregnant)|in (?:school|college|university|childhood|the past|my (?:teens|twenties|youth|childhood))|at (?:school|college|university)|bachpan|बचपन|long ago|last year|not (?:so |too |really )?sure|i guess|hard to say|(?:no idea|(?:do(?:es)?(?:n['’]?t| not)|would(?:n['’]?t| not)) know|can(?:['’]?t|not| not) (?:say|tell|remember)|(?:pata|maaloom|maloom|malum|yaad|पता|मालूम|याद) (?:nahi|nahin|nai|नहीं|नही))(?! (?:exactly )?(?:why|how|when|what|where|which|since)(?![a-z]))|shayad|शायद|once(?=\s*,? (?:in|at|as|when|before|years|long)))(?![\p{L}])/iu;

/** "Knee pain? - What knee pain!": asks back. */
const ASKS_BACK =
  /(?:^|[.,;!?]\s*)(?:(?:but|doctor|sir|oh|arre|hello)[,\s]+)*(?:what|which|kaun ?sa|kaun ?si|kaisa|kaisi|कौन ?सा|कौन ?सी|कैसा|कैसी)\s+(?:\p{L}+\s+)?$/iu;
const ASKED_BACK = /^\s*[!?।.]/u;
function asksBack(answer: string, words: string): boolean {
  const at = answer.toLowerCase().indexOf(words.toLowerCase());
  return (
    at >= 0 &&
    ASKS_BACK.test(answer.slice(0, at)) &&
    ASKED_BACK.test(answer.slice(at + words.length))
  );
}

/** A question that was taken for another one: "I thought you said sneeze." */
const MISHEARD =
  /(?<![\p{L}\p{M}])(?:(?:thought|heard|understood) you (?:said|say|asked|were asking|meant)|mis-?heard|mis-?understood (?:you|the question)|heard (?:it |you )?wrong|(?:maine|mainne|humne|मैंने|मैने|हमने)[^.!?।]{0,20}(?:suna|सुना)(?! (?:hai|है)))(?![\p{L}\p{M}])/iu;
/** Sentences behind an answer in which it is taken back. */
const UNTIL_TAKEN_BACK = 5;

/** "Only the feet": one of several that were asked. */
const ONLY_THE = /^\W*(?:only|just|sirf|bas)\s+(?:the|that|those|my)(?![\p{L}])/iu;
/** "Since your advice, sorted.": what helped is named, and nothing follows. */
const SINCE_THEN =
  /^\W*(?:since|after|ever since)\s(?=[^.!?]{0,50}?(?<![\p{L}])(?:your|advice|tablets?|medicines?|drops|syrup|injections?|ointment|cream|operation|diet|i (?:took|started|stopped|quit|changed|gave up))(?![\p{L}]))[^.!?]{3,60}?[,;–-]\s*(?:(?:it['’]?s|they['’]?re|that['’]?s|i['’]?m|all|completely|been|is)\s+)*(?:sorted|cured|gone|fine|normal|clear|settled|over|nothing|none|never|not once|okay|ok|history)(?=\s*(?:[.!]|$))/iu;

/** Names one of the things that were asked: "Only headache". */
const ONLY =
  /^\W*(?:only|just|sirf|bas)\s+(?!a(?:t|fter)?\b|the\b|some|mild|slight|very|in\b|on\b|for\b|from\b|with\b|while\b|if\b|when|once|twice|since|now|occasional|this\b|last\b|every|yesterday|today|thod)/iu;

/** "Does the pain go into the arm?", "Has the fever gone?": it is there, whatever is answered. */
const SUBJECT =
  /(?:^|[,.;]|(?<![\p{L}])(?:and|so|okay|ok|um|uh|well|but|then))\s*(?:do|does|did|is|are|was|were|has|have|had|can|will)(?:n['’]?t)?\s+(?:the|your|this|that|these|those|his|her)\s+(?:(?:same|bad|severe|mild|new|old|left|right|worst|usual|chronic|sharp|dull)\s+){0,2}$/iu;
const OF_SUBJECT =
  /^\s+(?!(?:still|there|present|again|today|now|at all|also|as well|too)(?![\p{L}]))\p{L}/iu;
const PAIN = /^(?:pains?|aches?|swelling|tenderness|discomfort|tightness|pressure)$/iu;
/** The part that has it: "the chest pain". */
const OF_A_PART = /(?<=\s)\p{L}+\s+$/u;
/** "How about your epilepsy, any seizures?" */
const ABOUT = /(?:how|what) about (?:your|the|his|her|that)\s+$/iu;
const OF_ABOUT = /^\s*[,.–-]?\s*(?:any|is|are|has|have|do|does|did)(?![\p{L}])/iu;
/** "Any pain when you cough?" asks for the pain. */
const CIRCUMSTANCE =
  /(?<![\p{L}])(?:when|whenever|while|if)\s+(?:you|he|she|they|it|your|the)(?:['’]\p{L}+)?\s+(?:\p{L}+\s+){0,3}$/iu;

/**
 * What a "no" to a question makes of the words between `start` and `end` of it. `stays`: the
 * question takes them for granted; `open`: they are when it happens, not what is asked for.
 */
export function deniedBy(
  { text }: Sentence,
  [start, end]: readonly [number, number],
): 'absent' | 'stays' | 'open' {
  const [before, behind] = [text.slice(0, start), text.slice(end)];
  const isSubject =
    SUBJECT.test(before) ||
    (PAIN.test(text.slice(start, end)) && SUBJECT.test(before.replace(OF_A_PART, '')));
  if (isSubject && OF_SUBJECT.test(behind)) return 'stays';
  if (ABOUT.test(before) && OF_ABOUT.test(behind)) return 'stays';
  return CIRCUMSTANCE.test(before) ? 'open' : 'absent';
}

/** Words behind a comma that ask for nothing more: "Any fever, sir?" */
const ADDRESSED = /,\s*(?:sir|madam|ma['’]?am|ji|please|at all|now|today|by any chance)\s*\?\s*$/iu;
const LIST = /(?<![\p{L}])or(?![\p{L}])|,/iu;
const WIDER_LIST = /(?<![\p{L}])(?:or|and)(?![\p{L}])|,/iu;

/** The question without what leads to it and whom it is put to. */
const askedIn = ({ text }: Sentence) =>
  text.slice(Math.max(0, text.search(ASKING))).replace(ADDRESSED, '');

/** Several things by a list, or by questions one behind the other. */
function asksSeveral(sentences: readonly Sentence[], at: number): boolean {
  const question = sentences[at];
  if (!question) return false;
  const isAskedToo = (other: Sentence | undefined) =>
    other?.turn === question.turn && /\?\s*$/.test(other?.text ?? '');
  return (
    WIDER_LIST.test(askedIn(question)) ||
    isAskedToo(sentences[at - 1]) ||
    isAskedToo(sentences[at + 1])
  );
}

/** "Just low grade", "only a few": how much there is of what was asked. */
const DEGREE =
  /^\W*(?:only|just|sirf|bas)\s+(?:like\s+|really\s+|been\s+)*(?:low|light|small|minor|little|less|thod\p{L}*|halk\p{L}*|kabhi|faint|weak|moderate|borderline|dull|vague|brief|short|gradual|intermittent|rare|rarely|infrequent|few|one|two|three|half|around|about|under|over|below|above|up|during|before|behind|near|around|inside|outside|through|between|\d|\p{L}+(?:ly|ish|time|times)(?![\p{L}]))/iu;

export type Answer = 'yes' | 'no' | 'some' | 'none';

/** "Any chest pain or anything like that no": the answer is written into the question's turn. */
const ENDS_IN_NO =
  /(?<![\p{L}])(?:anything|any of (?:that|those))(?: like that| else)?[\s,]*(?:no|nope)[\s.,]*$/iu;

/** What was asked for. `stays`: it is an illness that stays once one has it. */
export type Asked = { readonly words: string; readonly stays: boolean };

/** `some`: yes, to one of several things that were asked at once. */
export function answers(sentences: readonly Sentence[], at: number, asked: Asked): Answer {
  const answer = answerBehind(sentences, at, asked);
  const isTakenBack = () =>
    sentences
      .slice(at + 1, at + 1 + UNTIL_TAKEN_BACK)
      .some(({ text, turn }) => turn !== undefined && turn !== 'doctor' && MISHEARD.test(text));
  if (answer === 'yes' && isTakenBack()) return 'some';
  return answer === 'none' && ENDS_IN_NO.test(sentences[at]?.text ?? '') ? 'no' : answer;
}

function answerBehind(sentences: readonly Sentence[], at: number, { words, stays }: Asked): Answer {
  const question = sentences[at];
  if (!question) return 'none';
  for (const { text, turn } of sentences.slice(at + 1, at + 4)) {
    if (question.turn !== undefined && turn === question.turn) {
      // The same speaker goes on asking, or the note puts question and answer into one turn.
      if (/\?\s*$/.test(text) || FILLER.test(text)) continue;
      return 'none';
    }
    if (FILLER.test(text)) continue;
    if (asksBack(text, words)) return 'some';
    const own = ownAnswer(text, words);
    if (own !== undefined) return own;
    if (SINCE_THEN.test(text)) return 'no';
    if (AT_TIMES.test(text)) return 'some';
    if (NO.test(text) || NO_LONGER.test(text)) return 'no';
    const isNamed = text.toLowerCase().includes(words.toLowerCase());
    const whole = question.turn === undefined ? untilAsked(sentences, at) : answerTo(sentences, at);
    const isElsewhere = (rest: string) => NOT_NOW.test(rest);
    if (beganThen(words, whole, { stays, isElsewhere }))
      return LIST.test(askedIn(question)) && !isNamed ? 'some' : 'yes';
    if (NOT_NOW.test(text)) return 'some';
    // "Just low grade" says more of the one thing that was asked; "just headache" names another.
    if (ONLY.test(text) && !isNamed)
      return DEGREE.test(text) && !asksSeveral(sentences, at) ? 'yes' : 'some';
    if (ONLY_THE.test(text) && !isNamed && asksSeveral(sentences, at)) return 'some';
    if (YES.test(text)) return LIST.test(askedIn(question)) && !isNamed ? 'some' : 'yes';
    return isNamed && !ELSEWHERE.test(text) ? 'yes' : 'none';
  }
  return 'none';
}
