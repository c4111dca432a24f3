/**
 * A second look at a test that a plan seems to order: the words beside it may tell its result, look
 * at a report, say that the sample was taken, or make it conditional. In doubt it is not ordered.
 */
import { any, END, START } from './patterns.ts';

type Range = readonly [start: number, end: number];

const words = (text: string) => any(text.split(' '));

/** Words of another thing: what is behind them is no result of this test. */
const ELSEWHERE = any(
  [
    'to until till if when once unless for before after should must will as since because',
    'due despite last previous again at on in by per with or but see target aim today now patient pt',
    'vitals bp dre pr chest feet foot diet precautions prognosis abdomen wound pulse prep counselling plan',
  ].map(words),
);
const WAS = any(['is', 'was', 'were', 'are', 'came(?: back)?', 'has been', 'have been', 'all']);
/** A noun may follow these: "shows a tear". */
const TELLS = any([
  'shows?|showed|showing|reveal(?:s|ed|ing)|demonstrat(?:es|ed|ing)|suggest(?:s|ed)|confirm(?:s|ed)',
  'suggestive of|s\\/o|consistent with|not (?:possible|feasible|tolerated)|within normal',
]);
const STATES = any([
  'normal|abnormal|nad|wnl|clear|negative|positive|unremarkable|satisfactory|reactive',
  'non[- ]?reactive|stable|raised|elevated|high|low|deranged|borderline|improv(?:ed|ing)|ok|okay',
  'fine|nil|nl|neg|pos|unchanged|static|acceptable|in (?:the )?normal range|benign|malignant|inconclusive|adequate|equivocal',
]);
const LOOKED_AT = words('reviewed seen noted explained discussed checked');
/** Behind a state nothing follows that it may belong to: "normal diet", "high resolution". */
const ALONE = String.raw`(?=\s*(?:$|[^\p{L}\p{M}\d\s]|${words(
  'and but so then now today last on in at for as with except apart by since from per study scan',
)}${END}))`;
const WORD = String.raw`(?!${ELSEWHERE}${END})[\p{L}\d/-]+`;
const RESULT = new RegExp(
  String.raw`^[\s:–-]*(?:(?:${WORD}[\s:]+){0,4}?(?:${WAS}\s+)*(?:${TELLS}${END}|${STATES}${END}${ALONE})|(?:${WORD}\s+)?(?:${WAS}\s+)*${LOOKED_AT}${END}${ALONE})`,
  'iu',
);
/** "CBC, LFT normal": the state may be that of each; of longer names only a state counts. */
const JOINT = String.raw`\s*(?:,|and|&|\+|/)\s*(?:and\s+)?`;
const SHARED = new RegExp(
  String.raw`^(?:${JOINT}${WORD}(?:\s${WORD}){0,2}?){1,6}\s+(?:${WAS}\s+)*(?:within normal|${STATES}${END}${ALONE})`,
  'iu',
);

const TIME = String.raw`\s*(?:\p{L}*ly|days?|weeks?|months?|hours?|hrs?|h|years?|yrs?|min(?:ute)?s?|am|pm|noon)${END}`;
const DEVICE = String.raw`[\s-]*(?:slices?|leads?|views?|channels?|tesla|t|d|g|gm|ml|sets?|samples?|times)(?![\p{L}/])`;
/** "HbA1c 7.8", "ESR = 40", "RBS 240", "platelets 90,000", "ESR 40, CRP 12". */
const NUMBER = String.raw`(?:\d{3,}(?:\.\d+)?|\d+,\d{3}|\d+\.\d+|\d+(?=\s*(?:%|\p{L}+/\p{L}|[×x]\s*10|$|\)|(?:today|now|yesterday|last)${END}))|\d{2,}(?=\s*(?:[,;]|(?:and|but|so)${END})))`;
const VALUE = new RegExp(
  String.raw`^\s*(?:(?:is|was|of|=|:|–|-|came|came back|around|about|only|still)\s*)*[<>≤≥]?\s*${NUMBER}(?![\d./]*\d)(?!${TIME})(?!${DEVICE})`,
  'iu',
);
/** "Hb" of "CBC: Hb 9" is a part of it. */
const PART = String.raw`\s*(?:[:–-]\s+(?!(?:in|after|every|within|at|on|by|next|repeat|before)${END})[\p{L}][\p{L}\d]{0,12}|(?:lv)?ef)\s+\d`;
const GOAL = String.raw`\s*(?:target|goal|aim|[<>≤≥]|below|above|under|over)${END}[^,;]*\d`;
const PART_OR_GOAL = new RegExp(`^(?:${PART}|${GOAL})`, 'iu');

/** "Blood cultures 2": so many samples. */
const SAMPLES = /(?:cultures?|smears?|swabs?|afb|films?|biops(?:y|ies))$/iu;
const COUNT = /^\s*[1-6]\s*$/u;

/** Behind a colon or a dash: what was found. */
const FOUND = new RegExp(
  String.raw`^(?:\s+(?:today|now))?\s*[:–-]\s*(?:no|nil|sinus rhythm|s/o|nad|nsr|af|[lr]bbb|lvh|st (?:elevation|depression)|t wave)${END}`,
  'iu',
);

/** Asked for anew: what stands behind is why. */
const ASKS = new RegExp(
  `${START}(?:repeat|re-?check|order|get|arrange|request|send|advi[sc]e[d]?|adv|do|needs?|book|schedule|plan|for|with)${END}`,
  'iu',
);
const LOOKS_AT = new RegExp(
  `${START}(?:review(?:ed)?|chase|bring|trace|look at|discuss(?:ed)?|note[d]?|explain(?:ed)?|based on|in view of|i/v/o|(?:results?|reports?|findings?) of)(?: (?:the|his|her|old|outside|previous|last|all|today['’]?s|(?:results?|reports?|films?) of))*\\s*$`,
  'iu',
);
/** "Review TSH in 6 weeks" has it done then. */
const LATER = /^[^,;]*?(?<![\p{L}])(?:(?:in|after) \d|next |\p{L}+ly(?![\p{L}]))/iu;
/** "MRI films", "CBC report": not the test, but what came of it. */
const PAPER = new RegExp(
  String.raw`^\s+(?:old\s+)?(?:films?|images|reports?|results?|cop(?:y|ies)|cds?|discs?)${END}`,
  'iu',
);
const TAKEN = '(?:sent|taken|drawn|collected|received|uploaded|attached|enclosed)';
const SAMPLE_TAKEN = new RegExp(
  String.raw`^\s*(?:(?:was|were|has been|have been|already|all)\s+)*${TAKEN}${END}(?!\s+(?:if|when|only)${END})`,
  'iu',
);
/** "CBC, LFT sent": of each, where each is a test of a sample. */
const ALL_TAKEN = new RegExp(
  String.raw`^(?<row>${JOINT}[^;:.()]{1,120}?)\s+(?:(?:was|were|have been|has been|all|both|already)\s+)*${TAKEN}${END}(?![^;.]{0,30}(?<![\p{L}])(?:if|when|only|tomorrow|next|later|in \d|monday|tuesday|wednesday|thursday|friday|saturday|sunday)${END})`,
  'iu',
);
const SAMPLE = new RegExp(
  String.raw`^(?:(?:serum|s|repeat|fasting|random|total|free|baseline|routine|hs)\.?\s+)*${any([
    '[fc]bc|cbp|ha?emogram|hb|ha?emoglobin|esr|crp|procalcitonin|pct|lft|[rk]ft|u&e|ues?|urea|bun|creatinine',
    '(?:s )?electrolytes|sodium|potassium|calcium|magnesium|phosphate|amylase|lipase|trop(?:onin)?(?: ?[it])?|trops',
    'ck(?:-?mb)?|cpk|(?:nt-?pro)?bnp|d-?dimers?|pt|inr|aptt|coag(?:ulation)?s?|clotting|tsh|f?t[34]|tft|thyroid',
    'hba1c|[fr]bs|ppbs|glucose|lipids?|uric acid|vit(?:amin)? ?(?:d3?|b ?12)|b12|folate|ferritin|iron|tibc',
    'ana|anca|ds-?dna|ra ?factor|rf|anti-?ccp|hla-?b27|hiv|hbs ?ag|(?:anti-?)?hcv|vdrl|rpr|tpha|widal|ns1|dengue',
    'malaria|mp|psa|cea|ca-?\\d+(?:-\\d)?|afp|b?-?hcg|cortisol|prolactin|fsh|lh|amh|testosterone|urinalysis|upt|acr',
    'urine|stools?|sputum|swabs?|bloods?|csf|[av]bg|igra|quantiferon|cbnaat|genexpert|afb|serology|cultures?',
    'viral markers|cardiac enzymes|renal|kidney|liver|peripheral smear|group and (?:save|hold)|cross-?match',
  ])}(?:\s+(?:levels?|tests?|profile|panel|serology|titres?|cultures?|c/s|r/m|analysis|routine|studies|function|group|samples?|antigen|igm|parasites?|smears?|pcr|screen|microscopy|sensitivity|for|and))*$`,
  'iu',
);
/** `own`: the test; `lead`: the words before it. */
function isSentInRow(lead: string, own: string, behind: string): boolean {
  const row = ALL_TAKEN.exec(behind)?.groups?.row;
  if (row === undefined || ASKS.test(/[^;:.]*$/.exec(lead)?.[0] ?? '')) return false;
  const items = row.split(/,|&|\+|(?<![\p{L}])and(?![\p{L}])/iu).map((item) => item.trim());
  return [own, ...items].every((item) => item === '' || SAMPLE.test(item));
}
/** "Bloods taken: CBC, LFT", "Results: CBC". */
const LABEL_TAKEN = new RegExp(
  String.raw`^[\s*•–-]*(?:(?!(?:to|not|get|be)${END})[\p{L}/]+\s+){0,3}?(?:(?:taken|sent|drawn|collected|done)(?: (?:today|now|on admission|outside))?|results?|reports?)\s*[:–-]`,
  'iu',
);
const CONDITION =
  /(?<!(?<![\p{L}])(?:see|check|know|assess|determine|find out) )(?<![\p{L}])(?:if|unless)(?![\p{L}])(?! (?:possible|available|affordable|feasible|tolerated|not (?:already |yet )?done))/iu;

const OWN = /^(?:[^,;.()]|\.(?=\d)|,(?=\d{3}(?!\d)))*/;
const LEAD = /(?:[^,;:.()](?!(?<![\p{L}])(?:and|but|then)(?![\p{L}])))*$/iu;

/** Whether the words beside the test at this place leave open that it is ordered. */
export function isTestDoubted(sentence: string, [start, end]: Range): boolean {
  const behind = sentence.slice(end);
  const own = OWN.exec(behind)?.[0] ?? '';
  const before = sentence.slice(0, start);
  const lead = LEAD.exec(before)?.[0] ?? '';
  const alone = own.split(/(?<![\p{L}])(?:and|then|but)(?![\p{L}])/iu, 1)[0] ?? '';
  if (CONDITION.test(alone) || PAPER.test(own) || SAMPLE_TAKEN.test(own)) return true;
  if (LABEL_TAKEN.test(before) || isSentInRow(before, sentence.slice(start, end), behind))
    return true;
  if (LOOKS_AT.test(lead)) return !LATER.test(own);
  if (SAMPLES.test(sentence.slice(start, end)) && COUNT.test(own)) return false;
  return !ASKS.test(lead) && isTold(behind, own);
}

/** `own`: up to the next mark; a state behind a row of tests may be that of each. */
const isTold = (behind: string, own: string): boolean =>
  [RESULT, VALUE, PART_OR_GOAL, FOUND].some((pattern) => pattern.test(own)) ||
  SHARED.test(behind.split(/[;.()](?!\d)/)[0] ?? '');
