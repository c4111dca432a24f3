/** Medicines and measured values that a text names by their form alone: "Tab. Azithral 500 mg OD", "BP 130/80", "SpO2 98 %". */
import type { EntityKind } from '../../shared/export.ts';
import { formOf } from './template.ts';

export type Pattern = { readonly start: number; readonly end: number; readonly kind: EntityKind; readonly hints: Readonly<Record<string, string>> };

const FORMS = 'tab|tabs|tablet|cap|caps|capsule|inj|injection|syp|syr|syrup|oint|ointment|susp|suspension|drops|inhaler|nasal spray|sachet';
const NOT_NAME = '(?!(?:continue|initiate|start|started|take|taking|took|give|given|stop|increase|decrease|reduce|add|on|the|with|of|per|prescribed|advised|dose|dosage|about|only|daily|once|twice|and|also|for|use|tab|tablets?|cap|inj|refill|switch|get|a|one|two|day|week|form)(?![a-z]))';
const NAME = `${NOT_NAME}` + '[\\p{L}][\\p{L}\\d-]{2,}(?:[ -](?!for|twice|once|daily|one|two|at|sos|if|since|and|before|after|to|in|on|of|per|od|bd|tds|hs|stat|was|with|given|started|is)[\\p{L}][\\p{L}\\d]*)?';
const STRENGTH = '\\d+(?:[.,/]\\d+)?\\s*(?:mg|mcg|µg|g|gm|ml|iu|units?|%)(?:\\s*/\\s*\\d*\\s*ml)?';
/** A form in front, or a strength behind with how often it is taken. */
const MEDICINES = [
  new RegExp(`(?<![\\p{L}])(?:${FORMS})\\.?\\s+${NAME}(?:\\s+${STRENGTH}|\\s+\\d{2,4}(?![\\d/]))?`, 'giu'),
  new RegExp(`(?<![\\p{L}])${NAME}\\s+${STRENGTH}(?=\\s*,?\\s*(?:od|bd|bid|tds|tid|qid|qd|hs|sos|prn|stat|po|iv|im|once|twice|thrice|daily|every|\\d-\\d-\\d|x\\s*\\d|for \\d|orally|by mouth|at night))`, 'giu'),
];
/** What has a value with it, and its usual unit. */
const VITALS: readonly (readonly [RegExp, string])[] = [
  [/(?<![\p{L}])(?:bp|blood pressure)\s*(?:is|was|of|[:=-])?\s*(\d{2,3}\s*\/\s*\d{2,3})(?:\s*(mm\s*hg))?/giu, 'mmHg'],
  [/(?<![\p{L}])(?:pulse(?: rate)?|heart rate|pr|hr)\s*(?:is|was|of|[:=-])?\s*(\d{2,3})(?!\d|\s*[/%]\s*\d)(?:\s*(\/\s*min(?:ute)?|bpm|beats? per min(?:ute)?))?/giu, '/min'],
  [/(?<![\p{L}])(?:resp(?:iratory)?(?: rate)?|rr)\.?\s*(?:is|was|of|[:=-])?\s*(\d{2})(?!\d|\s*\/\s*\d)(?:\s*(\/\s*min(?:ute)?|breaths? per min(?:ute)?))?/giu, '/min'],
  [/(?<![\p{L}])(?:spo2|sp02|o2 sat(?:uration)?s?|oxygen saturation|sats)\s*(?:is|was|of|[:=-])?\s*(\d{2,3})\s*(%)?/giu, '%'],
  [/(?<![\p{L}])(?:temp(?:erature)?)\.?\s*(?:is|was|of|[:=-])?\s*(\d{2,3}(?:\.\d)?)\s*(?:°|º|deg(?:rees)?)?\s*([fc])(?![\p{L}])/giu, ''],
  [/(?<![\p{L}])(?:wt|weight)\.?\s*(?:is|was|of|[:=-])?\s*(\d{1,3}(?:\.\d+)?)\s*(kgs?|lbs?|pounds)/giu, 'kg'],
  [/(?<![\p{L}])(?:bmi)\s*(?:is|was|of|[:=-])?\s*(\d{2}(?:\.\d+)?)/giu, 'kg/m2'],
];

export function patternsIn(text: string): Pattern[] {
  const found: Pattern[] = [];
  const add = (one: Pattern) => {
    if (!found.some((other) => other.start < one.end && one.start < other.end)) found.push(one);
  };
  for (const [pattern, usual] of VITALS) {
    for (const { 0: words, 1: value, 2: unit, index } of text.matchAll(pattern)) {
      add({ start: index, end: index + words.trimEnd().length, kind: 'vital', hints: { value: value!.replace(/\s/g, ''), ...(unit ?? usual ? { unit: (unit ?? usual).replace(/\s/g, '') } : {}) } });
    }
  }
  for (const pattern of MEDICINES) {
    for (const { 0: words, index } of text.matchAll(pattern)) {
      const form = formOf(words);
      add({ start: index, end: index + words.trimEnd().length, kind: 'medication', hints: form === undefined ? {} : { form } });
    }
  }
  return found.sort((a, b) => a.start - b.start);
}
