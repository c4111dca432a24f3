/** Relatives: whose illness is told, and who only tells of the patient's. */

export const FAMILY_WORD =
  '(?:(?:maternal|paternal|elder|younger|twin|half|grand|step)[- ]?)*(?:mother|father|mom|mum|mummy|mama|dad|daddy|papa|parents?|brothers?|sisters?|siblings?|sons?|daughters?|grandmother|grandfather|grandma|grandpa|grandparents?|aunts?|auntie|uncles?|cousins?|nephews?|nieces?|wife|husband|spouse|partner|relatives?|mil|fil|mother-in-law|father-in-law|nan|nana|kids|neighbou?r|roommate|colleague)';

/** In Hindi of them who are older, before what they have: "pitaji ko sugar hai". Of a child that is brought, it is the patient's. */
const HINDI =
  '(?:maa|mata|pita|papa|mummy|bhai|behen|behan|bahan|dada|dadi|nana|nani|chacha|mausi|bua)(?:\\s?ji)?\\s+(?:ko|ke|ki|ka)';

const OTHERS = `(?<![a-z])(?:${HINDI}|${FAMILY_WORD}(?:['’]s)?)(?![a-z])`;
/** Who tells, brings, lives with: not whose illness it is. */
const TELLS =
  '(?:\\s+\\w+){0,2}?\\s+(?:(?:also |has |had |is |was )*(?:say|said|tell|told|state|report|note|notice|bring|brought|give|gave|describe|feel|felt|think|thought|worr|concern|complain|confirm|present at|at bedside|den(?:y|ie)|accompan|informant|mention|observ|saw|see[sn]?\\b|found|advised|counsel|explain|ask|agree|understand|came|call)|(?:of\\s+(?:two|three|four|five|\\d|a\\b)))';
const BY =
  '(?:with|by|per|from|to|via|accompanied by|informant|attendant|caregiver|called|lives? with|told|and)\\s*:?\\s+(?:(?:his|her|my|the|their|your|both|a)\\s+)*$';

const people = new RegExp(OTHERS, 'g');
const tells = new RegExp(`^${TELLS}`, '');
const by = new RegExp(`(?<![a-z])${BY}`, '');

/** Where a sentence speaks of somebody else as of one who is ill: positions in it. */
export function relatives(sentence: string): { readonly start: number; readonly end: number }[] {
  const found: { start: number; end: number }[] = [];
  for (const { 0: words, index } of sentence.matchAll(people)) {
    const before = sentence.slice(0, index);
    const shared = /(?<![a-z])and\s+(?:(?:his|her|my|the)\s+)?$/.test(before) && found.length > 0;
    if ((!shared && by.test(before)) || tells.test(sentence.slice(index + words.length))) continue;
    found.push({ start: index, end: index + words.length });
  }
  return found;
}
