/** Check digits: find a mistyped code before it is written into a patient's record. */

/** Verhoeff's table of the dihedral group D5, and of its permutations. */
const multiply = [
  [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
  [1, 2, 3, 4, 0, 6, 7, 8, 9, 5],
  [2, 3, 4, 0, 1, 7, 8, 9, 5, 6],
  [3, 4, 0, 1, 2, 8, 9, 5, 6, 7],
  [4, 0, 1, 2, 3, 9, 5, 6, 7, 8],
  [5, 9, 8, 7, 6, 0, 4, 3, 2, 1],
  [6, 5, 9, 8, 7, 1, 0, 4, 3, 2],
  [7, 6, 5, 9, 8, 2, 1, 0, 4, 3],
  [8, 7, 6, 5, 9, 3, 2, 1, 0, 4],
  [9, 8, 7, 6, 5, 4, 3, 2, 1, 0],
];
const permute = [
  [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
  [1, 5, 7, 6, 2, 8, 3, 0, 9, 4],
  [5, 8, 0, 3, 7, 9, 6, 1, 4, 2],
  [8, 9, 1, 6, 0, 4, 3, 5, 2, 7],
  [9, 4, 5, 3, 1, 2, 6, 8, 7, 0],
  [4, 2, 8, 6, 5, 7, 3, 9, 0, 1],
  [2, 7, 9, 3, 8, 0, 6, 4, 1, 5],
  [7, 0, 4, 6, 9, 1, 3, 2, 5, 8],
];

/**
 * SNOMED CT identifiers: 6 to 18 digits, Verhoeff's check digit, and one that names a concept
 * (partition 00 or 10).
 */
export function isSnomedConcept(code: string): boolean {
  if (!/^[1-9]\d{5,17}$/.test(code)) return false;
  const sum = [...code].reverse().reduce((check, digit, at) => {
    const permuted = permute[at % 8]?.[Number(digit)] ?? NaN;
    return multiply[check]?.[permuted] ?? NaN;
  }, 0);
  return sum === 0 && ['00', '10'].includes(code.slice(-3, -1));
}

/** LOINC numbers: up to seven digits, a dash, and the Mod 10 digit. */
export function isLoinc(code: string): boolean {
  const [, number, digit] = /^(\d{1,7})-(\d)$/.exec(code) ?? [];
  if (number === undefined) return false;
  const sum = [...number].reverse().reduce((total, each, at) => {
    const value = Number(each) * (at % 2 === 0 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return (10 - (sum % 10)) % 10 === Number(digit);
}

/** Checks the form only; the terminology knows which codes exist. */
export const isIcd10cm = (code: string): boolean =>
  /^[A-TV-Z]\d[0-9A-Z](\.[0-9A-Z]{1,4})?$/.test(code);
