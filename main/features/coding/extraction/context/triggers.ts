/**
 * The words that say whether a finding is there: before it, behind it, or neither although they look so. The idea is ConText's
 * (Harkema 2009), the words are our own. One row a kind: `kind reach: phrase | phrase`; a phrase is a regular expression in which
 * a blank is any white space.
 *
 * Reach. `>` up to a stop, over a list; `>|` up to the next comma as well, unless "or" follows; `>1` a few words only;
 * `<` back to a stop, over a list; `<1` only what stands right before. `=` works in neither direction: it hides the words in it.
 */
import { FAMILY_WORD } from './people.ts';

/** "Return at once for", "go to casualty with": told to the patient, so only where the clause begins with it, or somebody was told to. */
const TOLD =
  '(?<=(?:^|[-•*.;:,()]|[0-9][.)]|please|must|should|and|or|(?:advised|asked|told|counsell?ed|instructed|explained|educated|informed|warned)(?: (?:him|her|them|patient|pt|the patient|mother|parents))? to) ?)';
const URGENTLY =
  '(?:at once|immediately|urgently|straight ?away|right away|without delay|asap|sooner|earlier|early|any ?time|promptly)';
const EMERGENCY =
  'to (?:the |a |an |your |nearest )*(?:er|ed|emergency(?: (?:room|department|dept|services))?|casualty|hospital|a&e|icu)';
const FOR = '(?:if|for|with|on|in case of|when)';
const NOW_OR_THERE = `${TOLD}(?:return|come|go|report|rush|revisit|review|call|attend|visit|present|contact|consult|follow[- ]?up)(?: (?:back|us|me|again|in|here|the|a|your|doctor|clinic|hospital|opd|to)){0,4} (?:${EMERGENCY} )?${URGENTLY} (?:${EMERGENCY} )?${FOR} | ${TOLD}(?:return|come|go|report|rush|present)(?: (?:back|straight|directly|again))? ${EMERGENCY} ${FOR}`;

const TABLE = `
nothing =: no (?:significant |appreciable |major |real |interval |obvious |much |such |further |acute |new )*(?:change|improvement|relief|increase|decrease|worsening|progression|progress|difference|response|reduction|recovery|resolution)s?(?: (?:in|of|to|from|for|with|on|noted in|seen in))?
nothing =: no (?:treatment|medications?|medicines?|drugs?|therapy|follow[- ]?up|work[- ]?up|plan|compliance|trouble taking|problem with)s? (?:for|in|of|on|with)?
nothing =: not only | no further(?! (?:episode|attack|bleed|complaint|symptom|evidence|sign|problem|seizure|pain|fever|vomit|recurrence|event|nausea|loose)) | not (?:certain|sure|clear) (?:if|whether|that|of|about) | not necessarily | not (?:on|taking|using|compliant with|adherent to|responding to|tolerating|started on|treated for|controlled|relieved|improv(?:ed|ing)|resolv(?:ed|ing)|settl(?:ed|ing)|subsid(?:ed|ing)|better|eating|sleeping|able to|feeling|doing)
nothing =: (?:has|have|is|was|does|do|did|are|were)(?:n['’]?t| not)(?: been)? (?:improv\\w*|resolv\\w*|settl\\w*|subsid\\w*|go(?:ne|ing)?(?: away)?|help\\w*|chang\\w*|respond\\w*|reliev\\w*|controlled|better|get better|getting better|clear(?:ed|ing)? up)
nothing =: can(?:not|['’]t| not) (?:sleep|eat|work|walk|breathe|stand|tolerate|bear|recall|remember|say)
nothing =: gram[- ]negative | rh[- ]negative | without (?:difficulty|relief|improvement|success|change|treatment|medication) | no (?:one|body|where|doubt|matter|idea|time) | no,? (?:that|it)['’]?s | in no time | number | not (?:known|clear|surprising)\\b(?! to have)
nothing =: history of (?:the )?present(?:ing)?(?: illness| complaints?)? | history (?:taken|obtained|from|given by|was) | old (?:man|woman|male|female|boy|girl|lady|gentleman|child|patient|records?|notes?) | as if | if any(?= ?(?:[,.;)]|$)) | even if | patient['’]?s? history | (?:years?|months?|weeks?|days?)[- ]old | yo | y/o
nothing =: likely to (?:need|be discharged|go|stay|require|continue) | possible side effects

absent >: no | nil | denie[sd] | deny | denying | without | negative for | negative | -ve for | free of | free from | absence of | lack of | lacks | never (?:had|has|have|been|experienced|developed)? | nor | neither | none of | devoid of | rather than | instead of | fails? to reveal | failed to reveal | ruled out for | rules? out for | unremarkable for | no longer(?: has| have| having)? | no more | not? an? | w/o
absent >: no (?:further |more |other |new |recent |significant )*(?:episodes?|attacks?|recurrences?|evidence|signs?|symptoms?|features?|suggestion|indication|suspicion|complaints?|history|h/o|past history|past h/o|c/o|known case|k/c/o|known history|findings?|family history|f/h/o) (?:of|to suggest|suggesting|suggestive of|for|suspicious for|that|like)?
absent >|: ruled out | rules out | has ruled out | excluded | excludes | has been ruled out for
absent >: not? (?:a )?(?:known case of|k/c/o|known to have|known) | (?:does|do|did|has|have|had|is|are|was|were|can|could|would|will)(?:n['’]?t| not| never) (?:really |actually |currently |ever |any |otherwise |been )*(?:have|had|having|has|got|complain(?:ed|ing)?(?: of)?|report(?:ed|s|ing)?|appear(?:ed|ing)?(?: to (?:have|be))?|show(?:n|ed|ing)?|see|seen|seeing|demonstrate|reveal|suggest(?:ive of)?|notice[d]?|noticing|feel(?:ing)?|felt|experienc\\w*|develop\\w*|suffer\\w*(?: from)?|associated with|endorse|admit(?: to)?|describe|suspect|mention|exhibit|present with|identify|detect)
absent >: (?:no|never) (?:any )?(?:episodes?|attacks?|complaints?|problems?) (?:of|with|like) | not (?:associated with|complaining of|having|suffering from|suggestive of|consistent with|in keeping with|compatible with|c/o|a case of|diabetic with) | no (?:associated|accompanying) | no further | unlikely(?: to be| to have)? | doubt(?: that)? | less likely(?: to be)? | not likely(?: to be)? | didn['’]?t | haven['’]?t(?: had| got)? | hasn['’]?t(?: had| got)? | don['’]?t have | hadn['’]?t(?: had)?
absent >1: not | isn['’]?t | aren['’]?t | wasn['’]?t | weren['’]?t | don['’]?t | doesn['’]?t | ain['’]?t | never
absent <: resolved | ruled out | unlikely | absent | subsided | settled | disappeared | (?:has |have |had |is |are |was |were )?(?:now |all |completely |since |since then |fully |already )*(?:resolved|subsided|settled|disappeared|cleared(?: up)?|gone(?: away)?|excluded|ruled out|vanished|abated|absent|nil|denied|unlikely|negative)(?! (?:for|to))
absent <: (?:is|are|was|were|has been|have been|has|have|could|can)(?:n['’]?t| not)(?: be| been)? (?:seen|present|noted|found|identified|detected|appreciated|there|evident|visualized|visualised|demonstrated|felt|heard|palpable|reported|observed|apparent|elicited|likely) | not (?:seen|present|noted|found|identified|detected|appreciated|evident|visuali[sz]ed|demonstrated|felt|heard|palpable|reported|observed|elicited|likely|there) | stopped | has stopped | less likely | never (?:reported|noted|seen|occurred|found) | doubtful | did not (?:occur|happen|recur)
absent <: ,? ?(?:but|however|which|although|though) ?,? (?:this|it|that|these|they|those|the \\w+)? ?(?:has |have |had |is |are |was |were )?(?:now |all |completely |since |since then |fully |already )*(?:resolved|subsided|settled|disappeared|cleared|gone)
absent <1: [-–:=] ?(?:no|nil|none|absent|negative|neg|not present|nahi|denies|denied)(?![-\\w]) | \\(? ?[-–]ve ?\\)? | \\( ?[-–] ?\\) | [-–](?= ?(?:[,;.)/]|$)) | negative | neg | nil | none | absent | test negative | (?:test|screen|serology|antigen|rdt|ns1|pcr|elisa|smear|culture)s? (?:is |was |are |were |came |report |result )*(?:negative|nonreactive|non[- ]reactive)
absent <1: (?:नहीं|नही|नहि)(?:(?: (?:है|हैं|हुआ|हुई|हो|रही|रहा|था|थी))*)

absent <1: (?:bhi |to |toh |bilkul |ab |abhi |koi |kabhi |ki |ka |ke |shikayat |taklif |problem )*(?:nahi|nahin|nahee|nhi|nai)(?! (?:ja|jaa|jata|jaata|jati|utar|utarta|ruk|rukta|rukti|thik|theek|band|kam|gaya|gayi|mit)(?![a-z])) | na(?= (?:hai|he|ho)(?![a-z])) | (?:tha|thi) ?,? ?(?:par |lekin |but )?ab(?:hi)? (?:to |toh |bilkul )*(?:nahi|nahin|nhi|nai) | (?:ab |to |toh )*(?:theek|thik|khatam) (?:ho )?(?:gaya|gayi|gya|gyi|chuka|chuki) | (?:ya|aur|or|and)(?= [a-z]+(?: [a-z]+)? (?:bhi |to |toh |bilkul )*(?:nahi|nahin|nahee|nhi|nai)(?! (?:ja|jaa|utar|ruk|thik|theek|band|kam|gaya|gayi)(?![a-z])))
absent >1: bina | bagair | na(?= [a-z]+(?: [a-z]+)? (?:hai|na|aur na|hi)(?![a-z])) | na(?= [a-z]+ ?(?:[.,;]|$))(?<=(?<![a-z])na [a-z ]{3,40} na)
absent >: (?:not|never|is(?:n['’]?t| not)|was(?:n['’]?t| not)) (?:known to be )?allergic to

present >: positive for | \\+ve for | complain(?:s|ed|ing|t)?s? of | c/o | p/w | presents? with | presented with | presenting with | reports? | reported | came with | comes with | here (?:for|with) | admitted (?:with|for) | diagnosed (?:with|as|to have|case of) | k/c/o | kco | known (?:case of|to have|h/o|history of) | known | suffers? from | suffering from | on (?:treatment|medications?|meds|rx|drugs|therapy) for | endorses | admits to | found to have | noted to have | (?:long[- ]?standing|ongoing|current|active) (?:history of|h/o)? | \\d+/(?:7|52|12|24) (?:hx|history|h/o)(?: of)? | (?:\\w+|\\d+)[- ](?:day|week|month|year|hour|yr|wk|mth)s?['’]? (?:history|h/o|hx) of | has developed | developed | treated (?:for|as)
present <: present | positive | \\+ve | seen | noted | found | detected | reactive | persists | persisting | continues | worsening | worsened | improving | (?:is|are) (?:present|noted|seen|better|worse|improving|controlled|stable)
present <1: (?:test|swab|screen|serology|antigen|rdt|ns1|pcr|elisa|smear|culture)s? (?:is |was |are |were |came |back |report |result )*(?:positive|reactive) | \\( ?\\+{1,4} ?\\) | \\+{1,4}(?!\\w) | [-–:=] ?(?:yes|present|positive|pos|haan)(?![-\\w]) | \\+ve
present <: (?:since|for|from|x|×|over)(?: the)?(?: last| past)? ?(?:\\d+/(?:7|52|12)|(?:\\d+|one|two|three|four|five|six|seven|eight|ten|few|several|many|a)(?: ?[-–] ?\\d+| to \\d+| or \\w+)?(?: few| couple of)? ?(?:days?|d|weeks?|wks?|w|months?|mths?|mo|m|years?|yrs?|y|hours?|hrs?|h)\\b(?! ago| back)) | since (?:yesterday|morning|last|this|childhood|birth|then|today|\\d{4}) | on and off

possible >|: probabl[ey] | possibl[ey] | possibility of | likely | suspect(?:ed|s|ing)? | suspicio(?:n|us) (?:of|for) | query | r/o | to rule out | rule out | ruling out | to exclude | s/o | sugg?estive of | suggests? | suggesting | could(?: \\w+)? be | may(?: \\w+)? (?:be|have) | maybe | might(?: \\w+)? (?:be|have) | perhaps | presum(?:ed|ably|ptive) | concern(?:s|ed|ing)? (?:for|about) | worr(?:y|ied|isome) (?:for|about|re:?) | differentials?(?: diagnos[ie]s)?(?: includes?| include| of| are| is)? ?[:\\-]? | d/d ?:? | ddx? ?: | sounds like | looks like | seems like | seems to be | i think | i suspect | most likely | can(?:not|['’]t| not) (?:rule out|exclude|be excluded) | not ruled out for | work(?:ed)?[- ]?up for | evaluat(?:e|ed|ion|ing) for | provisional(?: diagnosis)? ?[:\\-]? | appears to (?:be|have) | vs\\.? | versus | ddx | impression ?: ?\\? | equivocal for | questionable | under evaluation for
possible >1: shayad
possible <1: ho (?:sakta|sakti) hai | ka shak(?: hai)? | ki shanka(?: hai)?
possible <: likely | suspected | possible | probable | is (?:likely|possible|suspected|probable) | vs\\.? | versus | (?:can(?:not|['’]t| not)|could not|not|to) be (?:ruled out|excluded) | (?:has|have|is|was)(?:n['’]?t| not)(?: been)? (?:ruled out|excluded) | not (?:ruled out|excluded) | being (?:considered|ruled out|evaluated) | is (?:a )?(?:concern|possibility|consideration) | under evaluation

historical >: (?:past |prior |previous |remote |medical |past medical |past surgical |significant |old |personal |positive |clinical |known )*history (?:is )?(?:significant |notable |positive |remarkable )?(?:of|for|includes) | (?:past |p/)?h/o | hx of | hx | pmhx? ?:? | psh ?: | past history | used to have | recovered from | treated (?:in the past )?for | had (?:an? |the )?(?:episode|attack|bout)s? of
historical >|: s/p | status post | previous(?:ly ?,)? | previously(?: had)? | prior(?! to) | past | formerly | childhood | old | healed | remote | post
historical <: in (?:the |her |a )?(?:last|previous|first|second|prior|earlier|past) (?:pregnancy|pregnancies|delivery|labou?r|marriage|job) | in (?:the )?(?:childhood|infancy|adolescence|past|teens|teenage) | as a (?:child|kid|baby|teenager|boy|girl|young) | in (?:19|20)\\d\\d | (?:months?|mths?|years?|yrs?|yr|decades?) (?:ago|back|before|earlier) | last year | in (?:january|february|march|april|june|july|august|september|october|november|december|his|her|my) (?:(?:19|20)\\d\\d|youth|twenties|thirties|forties) | previously | when (?:he|she|i) was (?:a |an |\\d|young|little|small) | at (?:the )?age (?:of )?\\d+ | when (?:young|pregnant|small)
current <: (?:diagnosed|detected|started|began|onset|noticed|since|developed)(?: \\w+){0,3} (?:(?:\\d+|\\w+) )?(?:months?|mths?|years?|yrs?|yr) (?:ago|back|before|earlier)

family >: family history(?: is)?(?: significant| positive| notable| remarkable)?(?: of| for| includes)? ?:? | f/h/o | fh/o | f/h | fhx? ?:? ?(?:of)? | family h/o | familial history of | runs in (?:the|his|her|my) family
family <: in (?:the |his |her |my |their |a )?(?:family|relatives?|first[- ]degree relatives?|close relatives?|${FAMILY_WORD}) | runs in (?:the|his|her|my) family | \\( ?(?:his |her |in )?(?:${FAMILY_WORD}) ?\\) | on (?:the |his |her |my )?(?:mother|father|maternal|paternal)['’]?s? side | [-–] ?(?:${FAMILY_WORD})

hypothetical >: agar | if | return (?:if|for|to (?:er|ed|clinic) (?:if|for)) | in case of | in the event of | in case | should (?:he|she|you|they|it|there|symptoms?|any|the patient|the) (?:\\w+ )?(?:develop|have|occur|experience|worsen|get|notice|be)? | to (?:look|watch|look out|monitor|check|screen|test|observe|assess) for | assess(?:ed|ing|ment)? for | (?:look|watch|look out|monitor|check|screen|observe|screening|monitoring|watching) (?:out )?for | risks? (?:of|for|factors? (?:of|for)) | at (?:high |increased |higher |low )?risk (?:of|for) | to prevent | prevention of | prevents? | prophyla(?:xis|ctic)(?: for| against)? | advi[cs]ed? (?:about|regarding|on) | counsel+(?:ed|ing)? (?:about|regarding|on|for) | educated (?:about|on|regarding) | warned (?:about|of) | warning signs?(?: of| like)? | red flags?(?: like| of| such as)? ?:? | danger signs?(?: of| like)? | unless | to avoid | vaccin(?:e|ated|ation) (?:against|for) | immuni[sz](?:ed|ation) (?:against|for) | (?:prn|sos|as needed|when needed|whenever needed|if needed|as required) ?(?:for|in)? | seek (?:medical )?(?:care|attention|help|advice) (?:for|if) | report any | precautions (?:for|against) | side effects?(?: such as| like| include| of)? ?:? | complications? (?:such as|like|include|of)? | whenever | fear of | afraid of | scared of | worried that | when there is | come back (?:if|for|with) | call (?:if|for|us if|us for) | go to (?:the )?(?:er|ed|emergency|hospital) (?:if|for) | safety[- ]?net\\w*(?: for| about)? | could (?:develop|lead to|cause) | may (?:develop|lead to|cause) | can (?:develop|lead to|cause)
hypothetical >: ${NOW_OR_THERE} | (?:return|er|ed|warning) precautions?(?: (?:are|were|was|given|explained|discussed|advised|including|include|such as|like))*(?: for)? ?:?
hypothetical <1: (?:test|testing|swab|panel|serology)s?
hypothetical <: (?:vaccin\\w*|prophylaxis|screening|screen|immuni[sz]ation|precautions?|prevention|risk|awareness|leaflet|booster|shot|jab) | (?:develops?|occurs?|happens?|recurs?|appears?|starts?),? (?:return|call|come|seek|go|see|visit|report|stop|take) | prn
`;

export type Kind =
  | 'nothing'
  | 'absent'
  | 'present'
  | 'possible'
  | 'historical'
  | 'current'
  | 'family'
  | 'hypothetical';
export type Connectivity = '=' | '>' | '>|' | '>1' | '<' | '<1';
export type Rule = { readonly kind: Kind; readonly reach: Connectivity; readonly finds: RegExp };

const LETTER = "[a-z0-9\u00e0-\u024f'’]";
/** A phrase that begins or ends with a sign needs no edge of a word there. */
const opens = (phrase: string) => (/^(?:\\[(+?]|\[|,)/.test(phrase) ? '' : `(?<!${LETTER})`);
const closes = (phrase: string) =>
  /(?:\\[?+)]\+?|\))$/.test(phrase) && !/\\w\*\)$|[a-z]\)$/.test(phrase)
    ? ''
    : '(?![a-z0-9\u00e0-\u024f])';
/** "do n't" is written in two by some who transcribe. */
const spaced = (phrase: string) =>
  phrase.replaceAll("n['’]?t", "\\s*n['’]?t").replace(/ \?/g, '\\s*').replace(/ /g, '\\s+');

/** One expression for all phrases of a row: those with the same edges share them, which is five times as fast. */
function together(phrases: readonly string[]): RegExp {
  const groups = new Map<string, string[]>();
  for (const phrase of phrases) {
    const edges = `${opens(phrase)}(?:*)${closes(phrase)}`;
    groups.set(edges, [...(groups.get(edges) ?? []), spaced(phrase)]);
  }
  return new RegExp(
    [...groups].map(([edges, all]) => edges.replace('*', () => all.join('|'))).join('|'),
    'g',
  );
}

/** A question mark before a word doubts it, one behind it as well; neither doubts what is on its other side. */
const DOUBTED: readonly Rule[] = [
  { kind: 'possible', reach: '>|', finds: /(?<![^\s(,/:;[])\?+(?=\s?[^\W\d_])/g },
  { kind: 'possible', reach: '<1', finds: /(?<=\S)\?+(?!\w)/g },
];

/** In the order of the table; built once. They look at a sentence in small letters. */
export const rules: readonly Rule[] = [
  ...DOUBTED,
  ...TABLE.trim()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [, kind, reach, phrases] = /^(\w+) (\S+?): (.*)$/.exec(line)!;
      return { kind: kind as Kind, reach: reach as Connectivity, finds: together(ports(phrases!)) };
    }),
];

/** A bar inside brackets belongs to the phrase; one outside parts two phrases. */
function ports(line: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at < line.length; at++) {
    if (line[at] === '\\') at++;
    // A class of letters may hold a bracket of its own.
    else if (line[at] === '[') at = line.indexOf(']', at);
    else if (line[at] === '(') depth++;
    else if (line[at] === ')') depth--;
    else if (line[at] === '|' && depth === 0) {
      parts.push(line.slice(from, at).trim());
      from = at + 1;
    }
  }
  parts.push(line.slice(from).trim());
  // The longer one of two that begin alike is meant.
  return parts.sort((a, b) => b.length - a.length);
}
