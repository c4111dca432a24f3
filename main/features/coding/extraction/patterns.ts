/**
 * Medicines and measured values that a text names by their form alone: "Tab. Azithral 500 mg OD",
 * "BP 130/80", "SpO2 98 %".
 */

import {
  AS_NEEDED,
  AT_ONCE,
  FREQUENCY,
  LATIN_FREQUENCY,
  ROUTE,
  UNIT,
} from '../../../../shared/model/export/acts/dose-words.ts';
import type { EntityKind } from '../../../../shared/model/export/export.ts';
import { formOf } from './template.ts';

export type Pattern = {
  readonly start: number;
  readonly end: number;
  readonly kind: EntityKind;
  readonly hints: Readonly<Record<string, string>>;
  /** True where a medicine of the lists that stands in it counts more. */
  readonly unlessListed?: boolean;
};

const FORMS =
  'tab|tabs|tablet|cap|caps|capsule|inj|injection|syp|syr|syrup|oint|ointment|susp|suspension|drops|inhaler|nasal spray|sachet';
const NOT_NAME = `(?!(?:${FREQUENCY}|${AS_NEEDED}|${AT_ONCE}|now|liye|taper|titrate|had|has|have|check|monitor|record|measure|walk|exercise|[gr]?rbs|fbs|ppbs|sugars?|cigarettes?|bid[iy]s?|advi[cs]e|adv|then|plus|so|try|trial|lagaya|lagwaya|lagwana|lagana|dena|diya|continue[sd]?|initiate|restart|resume|start|started|takes?|taking|taken|took|us(?:es|ed|ing)|receiv(?:es|ed|ing)|give|given|stop|stopped|hold|held|avoid|consider|discontinued?|repeat|prescribe|recommend|previously|currently|regular|increase|decrease|reduce|add|on|the|with|of|per|prescribed|advised|dose|dosage|same|usual|low|high|his|her|your|feeds?|feeding|fluids?|oxygen|about|only|alternate|sites?|technique|once|twice|and|also|for|use|tab|tablets?|cap|inj|refill|switch|get|a|one|two|day|week|form|each|both|left|right|hence|therefore|after|before|being|apply|instil+|chew|put|inhale|swallow|complex|nostrils?|eyes?|ears?|nose|tongue|scalp|spacers?|masks?|mdi|morning|noon|afternoon|evening|night|breakfast|lunch|dinner|supper|${UNIT}|vitamins?(?! [a-ek]\\d{0,2}(?![a-z]))|(?:${FORMS}))(?![a-z]))`;
const NAME = `${NOT_NAME}[\\p{L}][\\p{L}\\d-]{2,}(?:[ -](?!for|twice|once|daily|weekly|monthly|alternate|one|two|at|by|sos|if|since|and|before|after|to(?!xoid)|in(?!sulin)|on|of|per|odt|stat|was|with|given|started|is|(?:im|iv)(?![\\p{L}])|${LATIN_FREQUENCY})[\\p{L}][\\p{L}\\d]*)?`;
/** The unit is a word of its own: "Dolo 650 given" is not 650 g. */
const STRENGTH = `\\d+(?:,\\d{3})*(?:[.,/]\\d+)?\\s*(?:${UNIT}|%(?![\\p{L}]))(?:\\s*/\\s*\\d*\\s*ml(?![\\p{L}]))?`;
/** "Tab" is "then" in Hinglish: "chhote the tab bukhar hua". */
const THEN =
  '(?:(?<=(?<![\\p{L}])(?:tha|thi|thay|jab|jab [^.;\\n]{1,40})\\s)tab\\s|tab\\s+(?:[\\p{L}]+\\s+){1,2}(?:hua|hui|hue|hota|hoti|hote|tha|thi|the|thay|ho|aaya|aayi|aata|aati|lagta|lagti|laga|lagi|raha|rahi|gaya|gayi)(?![\\p{L}]))';
const SCHEDULE = `\\s*,?\\s*(?:${FREQUENCY}|${AT_ONCE}|(?:s/?c|odt|topical(?:ly)?|overnight|once|twice|thrice|(?:on )?alternate days?|every|in (?:each|every))(?![\\p{L}])|x\\s*\\d|for \\d|\\d{1,2}/(?:7|52|12))`;
const VACCINES =
  'hep(?:atitis)?|influenza|flu|typhoid(?: conjugate)?|mmr|mr|hpv|rota(?:virus)?|varicella|chicken ?pox|(?:anti-?)?rabies|tetanus|dpt|dtap|tdap|pentavalent|ipv|opv|bcg|pcv|pneumo\\p{L}+|mening\\p{L}+|japanese encephalitis|je|measles|covid|yellow fever|cholera|zoster|shingles|polio';
/** A form in front, or a strength behind with how often it is taken. */
const MEDICINES = [
  // "Hepatitis B vaccine 0.5 ml": of a vaccine what it is against is a part of its name.
  new RegExp(
    `(?<![\\p{L}])(?:(?:inj|injection)\\.?\\s+)?(?:${VACCINES})(?:[ -](?:[abc]|\\d+))?\\s+vaccines?(?![\\p{L}])(?:\\s+${STRENGTH})?`,
    'giu',
  ),
  new RegExp(
    `(?<![\\p{L}])(?!${THEN})(?:${FORMS})\\.?\\s+${NAME}(?:\\s+${STRENGTH}|\\s+\\d{2,4}(?![\\d/]|[-–]\\d|\\s[-–]\\s\\d+\\s[-–]))?`,
    'giu',
  ),
  new RegExp(
    `(?<![\\p{L}])${NAME}\\s+${STRENGTH}(?=${SCHEDULE}|\\s*,?\\s*(?:${AS_NEEDED}|${ROUTE}))`,
    'giu',
  ),
  /(?<![\p{L}])(?:[Ii]nj|INJ|[Tt]ab|TAB)\.?\s+(?!IV|IM|SC|OD|BD|HS|ID)[A-Z]{2}(?![\p{L}])/gu,
  /(?<![\p{L}])(?:vit(?:amin)?\.? ?d3?|cholecalciferol) 60 ?k(?![\p{L}])/giu,
  // Paracetamol, as it is written in India.
  /(?<![\p{L}])(?:PCM|pcm|Pcm)\s+\d{3,4}(?!\d)(?:\s*mg)?/gu,
  // Vaccines with the number of the dose. "MR 2" is a valve, "PCV 2 units" is blood.
  /(?<![\p{L}])(?:(?:BCG|OPV|DPT|MMR|ORS|Pentavalent)(?:[ -]?[0-3](?![\p{L}\d./%]))?(?![\p{L}-]| (?:scar|mark|vaccin))|(?<![Tt]ransfuse[sd]? )(?:PCV|IPV|[Rr]ota(?:virus)?)[ -]?[1-3](?![\p{L}\d./%]| ?(?:units?|pints?|bags?|given over|transfus)))/gu,
  // Fluids by their short forms; "in NS 500 ml" is what another is given in, and "100 ml/hr" a rate.
  /(?<!(?<![\p{L}])(?:in|into|dilut\p{L}* with)\s+)(?<![\p{L}])(?:NS|RL|DNS|D5|D10|D25|Isolyte[ -]?P|[Nn]ormal [Ss]aline|[Rr]inger(?:['’]?s)? [Ll]actate)(?:\s+(?:@\s*)?\d+(?:\.\d+)?\s*(?:ml|mL|ML|L|cc)(?![\p{L}]|\s*\/)|(?=\s+(?:@\s*)?\d+(?:\.\d+)?\s*(?:ml|mL|ML|cc)\s*\/))/gu,
  // "Start zinc 20 mg": the verb says what the frequency would.
  new RegExp(
    `(?<=(?<![\\p{L}])(?:re)?(?:start|commence|prescribe)(?:ed)?\\s+(?:on\\s+)?)${NAME}\\s+${STRENGTH}`,
    'giu',
  ),
];
/** Ends of international names: of a word that no list has, they alone say that it is a medicine. */
const STEM =
  '(?:[csx]illin|clav|mycin|micin|oxacin|cycline|conazole|prazole|idazole|bendazole|pril|sartan|statin|olol|dipine|gliptin|gliflozin|glitazone|formin|xaban|gatran|thiazide|semide|profen|fenac|coxib|triptan|setron|tidine|zepam|zolam|oxetine|triptyline|gabalin|solone|methasone|lukast|tinib|[aeiou]vir)';
/** By less than that; a medicine of the lists counts more. */
const UNLISTED_MEDICINES = [
  // "Flucloxacillin 500 QDS".
  new RegExp(
    `(?<![\\p{L}])(?:[\\p{L}-]{2,20}${STEM}|cef\\p{L}{3,12})\\s+\\d{2,4}(?![\\d./])(?=\\s+${FREQUENCY})`,
    'giu',
  ),
  // "Start amoxiclav", "midazolam nasal spray SOS"; "amoxiclav" says by itself that it is one.
  new RegExp(
    `(?<=(?<![\\p{L}])(?:(?:re)?start|continue|give|add|prescribe|(?:change|switch) to)\\s+(?:(?:oral|iv)\\s+)?)[\\p{L}-]{3,20}${STEM}(?![\\p{L}])|(?<![\\p{L}-])(?:co-)?\\p{L}{3,12}clav(?![\\p{L}])`,
    'giu',
  ),
  new RegExp(
    `(?<![\\p{L}-])(?:[\\p{L}-]{3,20}${STEM}|cef\\p{L}{3,12})(?=\\s+(?:${FREQUENCY}|${AS_NEEDED}|(?:(?:nasal|oral|eye|ear)\\s+)?(?:spray|gel|cream|syrup|syp|drops|ointment|inhaler)(?:${SCHEDULE}|\\s+${AS_NEEDED})))`,
    'giu',
  ),
  // "Cefpodoxime 50/5, 4 ml BD": what the syrup holds, and how much of it.
  new RegExp(
    `(?<![\\p{L}])${NAME}(?=\\s+\\d{2,3}(?:/\\d{1,2})?(?:\\s+(?:syp|syrup|susp))?,?\\s+\\d+(?:\\.\\d+)?\\s*ml\\s+${FREQUENCY})`,
    'giu',
  ),
  // "Ferrous sulphate 1 tab OD", "NaHCO3 tabs 500 TDS", "neb Duolin q6h".
  new RegExp(
    `(?<![\\p{L}])${NAME}\\s+(?=(?:\\d(?:[.-]\\d)?|½|one|two|half)\\s*(?:puffs?|tabs?|tablets?|caps?|capsules?|drops?|sachets?|sprays?)(?:${SCHEDULE}|\\s+(?:${AS_NEEDED}|(?:in(?:to)? )?(?:each|both|right|left)(?![\\p{L}]))))`,
    'giu',
  ),
  new RegExp(
    `(?<![\\p{L}])${NAME}\\s+(?:tabs?|tablets?|caps?|capsules?)\\s+\\d{2,4}(?=\\s+${FREQUENCY})`,
    'giu',
  ),
  new RegExp(
    `(?<![\\p{L}])nebs?\\.?\\s+${NAME}(?=\\s+(?:${STRENGTH}|${FREQUENCY}|${AS_NEEDED}|${AT_ONCE}))`,
    'giu',
  ),
  // "B12 injection alternate days", where it is what an item begins with.
  new RegExp(
    `(?<=(?:^|[\\n,;:.•*–-])\\s*)(?:(?:vit(?:amin)?\\.? )?(?:b1|b6|b12|d3|k1)\\s+(?:inj(?:ection)?s?|sachets?|tablets?|capsules?)|lubricating eye (?:drops|gel))(?=${SCHEDULE})`,
    'giu',
  ),
];
/** Vital signs with a value: pattern and usual unit. */
const VITALS: readonly (readonly [RegExp, string])[] = [
  [
    /(?<![\p{L}])(?:bp|blood pressure)\s*(?:is|was|of|[:=-])?\s*(\d{2,3}\s*\/\s*\d{2,3})(?:\s*(mm\s*hg))?/giu,
    'mmHg',
  ],
  [
    /(?<![\p{L}])(?:pulse(?: rate)?|heart rate|pr|hr)\s*(?:is|was|of|[:=-])?\s*(\d{2,3})(?!\d|\s*[/%]\s*\d)(?:\s*(\/\s*min(?:ute)?|bpm|beats? per min(?:ute)?))?/giu,
    '/min',
  ],
  [
    /(?<![\p{L}])(?:resp(?:iratory)?(?: rate)?|rr)\.?\s*(?:is|was|of|[:=-])?\s*(\d{2})(?!\d|\s*\/\s*\d)(?:\s*(\/\s*min(?:ute)?|breaths? per min(?:ute)?))?/giu,
    '/min',
  ],
  [
    /(?<![\p{L}])(?:spo2|sp02|o2 sat(?:uration)?s?|oxygen saturation|sats)\s*(?:is|was|of|[:=-])?\s*(\d{2,3})\s*(%)?/giu,
    '%',
  ],
  [
    /(?<![\p{L}])(?:temp(?:erature)?)\.?\s*(?:is|was|of|[:=-])?\s*(\d{2,3}(?:\.\d)?)\s*(?:°|º|deg(?:rees)?)?\s*([fc])(?![\p{L}])/giu,
    '',
  ],
  [
    /(?<![\p{L}])(?:wt|weight)\.?\s*(?:is|was|of|[:=-])?\s*(\d{1,3}(?:\.\d+)?)\s*(kgs?|lbs?|pounds)/giu,
    'kg',
  ],
  [/(?<![\p{L}])(?:bmi)\s*(?:is|was|of|[:=-])?\s*(\d{2}(?:\.\d+)?)/giu, 'kg/m2'],
];

/** Substances that no list has count too: an allergy must not be lost. */
const ALLERGIES =
  /(?<![\p{L}])(?:(?:allergic|allerg(?:y|ies)|hypersensitiv(?:e|ity))(?: reactions?)?\s+to|(?:drug |food |known )?allerg(?:y|ies)\s*[:–-])\s+(?:the\s+)?([\p{L}][\p{L}-]{2,})/giu;
const NO_SUBSTANCE =
  /^(?:any\p{L}*|some\p{L}*|medic\p{L}+|drugs?|foods?|known|this|that|these|those|them|him|her|certain|multiple|many|several|other|no|not|none|nil|nkda|nka|nkfa|denie[sd]|unknown|environmental|what|which|his|the|all|everything|nothing|seasonal|yes|to|it|be|is|and|or|presents?|presented|presenting|complain\p{L}*|c[ao]mes?|admitted|seen|patient|pt|he|she)$/iu;
const SUBSTANCES =
  '(?:penicillins?|amoxicillin|cephalosporins?|sul(?:f|ph)a(?: drugs)?|latex|iodine|contrast|nsaids?|aspirin|peanuts?|nuts|eggs?|milk|shellfish|seafood|pollen|dust)';
const BY_NAME = new RegExp(
  `(?<![\\p{L}])${SUBSTANCES}(?![\\p{L}])(?:(?=\\s+allerg(?:y|ies|ic))|(?<=allerg(?:ic to|y to|ies to|ies:|y:)\\s(?!(?:no|none|nil|not|nkda|nka)(?![\\p{L}]))[^.;\\n]{2,40}(?:,|and|or|&)\\s*${SUBSTANCES}))`,
  'giu',
);

/**
 * In the order of the text; of two that overlap, vitals come before medicines, and these before
 * allergies.
 */
export function patternsIn(text: string): Pattern[] {
  const found: Pattern[] = [];
  for (const one of [...vitalsIn(text), ...medicinesIn(text), ...allergiesIn(text)])
    if (!found.some((other) => other.start < one.end && one.start < other.end)) found.push(one);
  return found.sort((a, b) => a.start - b.start);
}

const vitalsIn = (text: string): Pattern[] =>
  VITALS.flatMap(([pattern, usualUnit]) =>
    [...text.matchAll(pattern)].map(({ 0: words, 1: value = '', 2: written, index }) => {
      const unit = (written ?? usualUnit).replace(/\s/g, '');
      return {
        start: index,
        end: index + words.trimEnd().length,
        kind: 'vital',
        hints: { value: value.replace(/\s/g, ''), ...(unit !== '' && { unit }) },
      };
    }),
  );

const medicinesIn = (text: string): Pattern[] => [
  ...medicinesBy(MEDICINES, text),
  ...medicinesBy(UNLISTED_MEDICINES, text).map((one) => ({ ...one, unlessListed: true })),
];

const medicinesBy = (patterns: readonly RegExp[], text: string): Pattern[] =>
  patterns.flatMap((pattern) =>
    [...text.matchAll(pattern)].map(({ 0: words, index }) => {
      const form = formOf(words);
      return {
        start: index,
        end: index + words.trimEnd().length,
        kind: 'medication',
        hints: form === undefined ? {} : { form },
      };
    }),
  );

function allergiesIn(text: string): Pattern[] {
  if (!/allerg|hypersens/i.test(text)) return [];
  const allergy = (start: number, substance: string): Pattern => ({
    start,
    end: start + substance.length,
    kind: 'allergy',
    hints: {},
  });
  return [
    ...[...text.matchAll(ALLERGIES)].flatMap(({ 0: words, 1: substance = '', index }) =>
      NO_SUBSTANCE.test(substance)
        ? []
        : [allergy(index + words.length - substance.length, substance)],
    ),
    ...[...text.matchAll(BY_NAME)].map(({ 0: substance, index }) => allergy(index, substance)),
  ];
}
