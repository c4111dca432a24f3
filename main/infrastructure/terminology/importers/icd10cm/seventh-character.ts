/**
 * ICD-10-CM codes that are not complete without a seventh character; for lists that do not say
 * which codes may be billed.
 */

/**
 * Categories or subcategories, by the chapters of the book. `needsSeventh` has chapter 19 and the
 * causes in chapter 20.
 */
const TAKE_SEVENTH = [
  ...['H40.10', 'H40.11', 'H40.12', 'H40.13', 'H40.14', 'H40.20', 'H40.22'],
  ...['H40.3', 'H40.4', 'H40.5', 'H40.6'],
  ...['M1A', 'M48.4', 'M48.5', 'M80', 'M84.3', 'M84.4', 'M84.5', 'M84.6'],
  ...['O31', 'O32', 'O33.3', 'O33.4', 'O33.5', 'O33.6', 'O33.7', 'O35', 'O36', 'O40', 'O41'],
  ...['O60.1', 'O60.2', 'O64', 'O69'],
  ...['R40.20', 'R40.21', 'R40.22', 'R40.23', 'R40.24'],
];
/** Burns by extent have none. */
const WITHOUT = /^T3[0-2]/;

export function needsSeventh(code: string): boolean {
  if (code.length >= 8) return false;
  if (/^[ST]/.test(code)) return !WITHOUT.test(code);
  if (/^[VWX]/.test(code) || /^Y[0-3]/.test(code)) return true;
  return TAKE_SEVENTH.some((start) => code.startsWith(start));
}
