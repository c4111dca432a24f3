/**
 * Dosage of FHIR from the words of a note. All words must be understood: else there is the text
 * alone, and nothing is guessed (docs/export.md).
 */
import { type CodeableConcept, SNOMED, UCUM } from './types.ts';

type Members = Record<string, unknown>;

/** The words of a dosage, and its structure where every word of it was understood. */
export const dosageOf = (text: string): Members => ({ text, ...(structureOf(text) ?? {}) });

const NUMBERS = ['', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
const N = `(\\d+(?:\\.\\d+)?|${NUMBERS.slice(1).join('|')}|an?)`;
const numberOf = (written: string): number =>
  /^\d/.test(written) ? Number(written) : Math.max(NUMBERS.indexOf(written), 1);

/** Words that are still to be understood. */
type Reading = { rest: string; isUnclear: boolean };

/** Takes the words out; undefined where they do not stand there, unclear where twice. */
function take(reading: Reading, pattern: string): RegExpExecArray | undefined {
  const whole = new RegExp(`(?<![\\p{L}\\d.])(?:${pattern})(?![\\p{L}\\d])`, 'giu');
  const [first, second] = [...reading.rest.matchAll(whole)];
  if (!first) return undefined;
  if (second) reading.isUnclear = true;
  reading.rest = reading.rest.replace(whole, ' , ');
  return first as RegExpExecArray;
}

const PERIODS: Readonly<Record<string, string>> = { h: 'h', d: 'd', w: 'wk', m: 'mo' };
const periodUnit = (word: string): string => PERIODS[word.charAt(0).toLowerCase()] ?? 'd';
const UNIT = '(days?|d|weeks?|wks?|wk|w|months?|mths?|mo)';
const LATIN: readonly (readonly [pattern: string, times: number])[] = [
  ['b\\.?d\\.?|b\\.?i\\.?d\\.?|twice daily|twice a day|two times daily', 2],
  ['t\\.?d\\.?s\\.?|t\\.?i\\.?d\\.?|thrice daily|thrice a day', 3],
  ['q\\.?i\\.?d\\.?|q\\.?d\\.?s\\.?', 4],
  // Last: "twice daily" has a "daily" too.
  ['o\\.?d\\.?|q\\.?d\\.?|once daily|daily|every day|once a day|per day', 1],
];

type Repeat = Record<string, unknown>;
const each = (frequency: number, period: number, unit: string): Repeat => ({
  frequency,
  period,
  periodUnit: unit,
});

/** How often; the first that fits. */
function frequencyOf(reading: Reading): Repeat | undefined {
  const most = take(reading, `(?:up ?to|max(?:imum)?) ${N} times (?:a|per|each|every) day`);
  // From once to this often.
  if (most) return { ...each(1, 1, 'd'), frequencyMax: numberOf(most[1] ?? '') };
  const times = take(reading, `${N} times (?:(?:a|per|each|every) (day|week)|(daily|weekly))`);
  if (times) {
    const week = /week/i.test(`${times[2] ?? times[3]}`);
    return each(numberOf(times[1] ?? ''), 1, week ? 'wk' : 'd');
  }
  const hours = take(reading, `(?:every|each) ${N} ?(hours?|hrs?|h|days?|weeks?|months?)`);
  if (hours) return each(1, numberOf(hours[1] ?? ''), periodUnit(hours[2] ?? ''));
  const short = take(reading, 'q ?(\\d+) ?h(?:ourly)?|(\\d+)[- ]hourly');
  if (short) return each(1, Number(short[1] ?? short[2]), 'h');
  if (take(reading, 'alternate days?|every other day|on alternate days')) return each(1, 2, 'd');
  if (take(reading, 'once (?:a week|weekly|per week)|weekly|every week')) return each(1, 1, 'wk');
  if (take(reading, 'twice (?:a week|weekly)')) return each(2, 1, 'wk');
  if (take(reading, 'once (?:a month|monthly)|monthly')) return each(1, 1, 'mo');
  for (const [pattern, count] of LATIN) if (take(reading, pattern)) return each(count, 1, 'd');
  return undefined;
}

/** "1-0-1": how often, and how much where all are alike. */
function patternOf(reading: Reading): { repeat: Repeat; amount: number } | undefined {
  const found = take(reading, '(\\d(?:\\.5)?(?: ?[-–] ?\\d(?:\\.5)?){2,3})');
  if (!found) return undefined;
  const doses = (found[1] ?? '').split(/[-–]/).map((one) => Number(one.trim()));
  const taken = doses.filter((dose) => dose > 0);
  const [amount] = taken;
  if (amount === undefined || taken.some((dose) => dose !== amount)) {
    reading.isUnclear = true;
    return undefined;
  }
  return { repeat: each(taken.length, 1, 'd'), amount };
}

const WHEN: readonly (readonly [pattern: string, code: string])[] = [
  ['h\\.?s\\.?|(?:at )?bed ?time|before sleep', 'HS'],
  ['at night|in the night|nocte|every night', 'NIGHT'],
  ['in the morning|every morning|mane', 'MORN'],
  ['in the evening|every evening', 'EVE'],
];
const MEALS =
  '(?:(?:before|after|with) (?:food|meals?|breakfast|lunch|dinner)|on (?:an )?empty stomach|a\\.?c\\.?|p\\.?c\\.?)';

const UCUM_UNITS: Readonly<Record<string, string>> = {
  mg: 'mg',
  mcg: 'ug',
  µg: 'ug',
  g: 'g',
  gm: 'g',
  ml: 'mL',
  iu: '[iU]',
};
const MEASURES =
  'mg|mcg|µg|gm?|ml|iu|units?|tablets?|tabs?|capsules?|caps?|puffs?|drops?|tea ?spoons?|tsp|sachets?';

function quantity(value: number, unit: string): Members {
  const ucum = UCUM_UNITS[unit.toLowerCase()];
  return { value, unit, ...(ucum && { system: UCUM, code: ucum }) };
}

function doseOf(reading: Reading): Members | undefined {
  const range = take(reading, `(\\d+) ?(?:-|–|to) ?(\\d+) ?(${MEASURES})`);
  if (range)
    return {
      doseRange: {
        low: quantity(Number(range[1]), range[3] ?? ''),
        high: quantity(Number(range[2]), range[3] ?? ''),
      },
    };
  const half = take(reading, `(?:½|half|1/2)(?: an?)? ?(${MEASURES})`);
  if (half) return { doseQuantity: quantity(0.5, half[1] ?? '') };
  const one = take(reading, `${N} ?(${MEASURES})`);
  if (one) return { doseQuantity: quantity(numberOf(one[1] ?? ''), one[2] ?? '') };
  return undefined;
}

/** Names and codes as the Global Patient Set of SNOMED CT has them. */
const ROUTES: readonly (readonly [pattern: string, code: string, display: string])[] = [
  ['orally|oral|p\\.?o\\.?|by mouth', '26643006', 'Oral route'],
  ['i\\.?m\\.?|intramuscular(?:ly)?', '78421000', 'Intramuscular route'],
  ['i\\.?v\\.?|intravenous(?:ly)?', '47625008', 'Intravenous route'],
  ['s\\.?c\\.?|subcutaneous(?:ly)?', '34206005', 'Subcutaneous route'],
  ['topical(?:ly)?', '6064005', 'Topical route'],
  ['nasal(?:ly)?|intranasal(?:ly)?', '46713006', 'Nasal route'],
  ['per rectum|p\\.?r\\.?|rectal(?:ly)?', '37161004', 'Rectal route'],
];

function routeOf(reading: Reading): CodeableConcept | undefined {
  const found = ROUTES.filter(([pattern]) => take(reading, pattern));
  const [only, another] = found;
  if (another) reading.isUnclear = true;
  return only && { coding: [{ system: SNOMED, code: only[1], display: only[2] }], text: only[2] };
}

const FILLERS = /(?<![\p{L}\d])(?:take|and|to be taken|tab|cap|oral|the|of)(?![\p{L}\d])/giu;

function structureOf(text: string): Members | undefined {
  // "OD" is the right eye there.
  if (/(?<![\p{L}])(?:eyes?|ears?|nostrils?|o\.?s|o\.?u)(?![\p{L}])/iu.test(text)) return undefined;
  const reading: Reading = { rest: text.toLowerCase(), isUnclear: false };
  const need = neededOf(reading);
  const pattern = patternOf(reading);
  const often = frequencyOf(reading);
  const bounds = take(reading, `(?:(?:for|x|×) ?)?(?:the next )?${N} ?${UNIT}`);
  const dose = doseOf(reading);
  const when = WHEN.filter(([one]) => take(reading, one)).map(([, code]) => code);
  const meals = take(reading, MEALS)?.[0];
  const route = routeOf(reading);
  reading.rest = reading.rest.replace(FILLERS, ' ');
  if (/[\p{L}\p{N}+<>=%/]/u.test(reading.rest)) reading.isUnclear = true;
  // Both would have to agree, and only a person can tell.
  if ((pattern && often) || (pattern && dose && pattern.amount !== 1)) return undefined;
  const frequency = pattern?.repeat ?? often ?? (when.length > 0 ? each(when.length, 1, 'd') : {});
  if (when.length > 0 && frequency.frequency !== when.length) return undefined;
  if (reading.isUnclear) return undefined;
  const repeat = {
    ...(bounds && {
      boundsDuration: durationOf(numberOf(bounds[1] ?? ''), periodUnit(bounds[2] ?? '')),
    }),
    ...frequency,
    ...(when.length > 0 && { when }),
  };
  const amount = dose ?? (pattern && { doseQuantity: { value: pattern.amount } });
  return {
    ...(meals && { additionalInstruction: [{ text: meals }] }),
    ...(Object.keys(repeat).length > 0 && { timing: { repeat } }),
    ...need,
    ...(route && { route }),
    ...(amount && { doseAndRate: [amount] }),
  };
}

const durationOf = (value: number, code: string): Members => ({
  value,
  unit: code,
  system: UCUM,
  code,
});

/** As needed, and for what. */
function neededOf(reading: Reading): Members {
  const reason = take(
    reading,
    '(?:(?:as|if|when) (?:needed|required|necessary)|s\\.?o\\.?s\\.?|p\\.?r\\.?n\\.?)?,? ?(?:if|for) ((?:fever|pain|headache|nausea|vomiting|cough|itching|wheez(?:e|ing)|breathlessness|acidity|cold|fever or pain|pain or fever)+)',
  );
  if (reason) {
    const isNeeded = /needed|required|necessary|s\.?o|p\.?r|if/i.test(reason[0]);
    return isNeeded ? { asNeededCodeableConcept: { text: reason[1] } } : {};
  }
  const needed = take(
    reading,
    '(?:as|if|when) (?:needed|required|necessary)|s\\.?o\\.?s\\.?|p\\.?r\\.?n\\.?',
  );
  return needed ? { asNeededBoolean: true } : {};
}
