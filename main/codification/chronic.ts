/** Illnesses that stay with whoever has them: under "medical history" these are there, unless words say that they are over. */

/** Categories of ICD-10-CM, first and last. Cancers and heart attacks may be over; these are treated on. */
const STAYING: readonly (readonly [from: string, to: string])[] = [
  ['B18', 'B20'], ['D56', 'D58'], ['D66', 'D68'], ['E03', 'E03'], ['E05', 'E05'], ['E06', 'E06'], ['E08', 'E14'], ['E20', 'E28'], ['E66', 'E66'], ['E70', 'E88'],
  ['F00', 'F03'], ['F20', 'F31'], ['F70', 'F84'], ['F90', 'F90'], ['G10', 'G13'], ['G20', 'G20'], ['G30', 'G37'], ['G40', 'G40'], ['G43', 'G43'], ['G47', 'G47'], ['G70', 'G71'], ['G80', 'G80'],
  ['H40', 'H40'], ['H90', 'H91'], ['I05', 'I09'], ['I10', 'I16'], ['I20', 'I20'], ['I25', 'I25'], ['I34', 'I37'], ['I42', 'I42'], ['I48', 'I48'], ['I50', 'I50'], ['I73', 'I73'],
  ['J30', 'J30'], ['J41', 'J47'], ['J84', 'J84'], ['K21', 'K21'], ['K50', 'K51'], ['K58', 'K58'], ['K70', 'K70'], ['K74', 'K74'], ['K90', 'K90'], ['L20', 'L20'], ['L40', 'L40'], ['L80', 'L80'],
  ['M05', 'M08'], ['M10', 'M10'], ['M15', 'M19'], ['M30', 'M35'], ['M45', 'M45'], ['M79', 'M79'], ['M80', 'M81'], ['N18', 'N18'], ['N40', 'N40'], ['Q00', 'Q99'],
];

/** `icd`: a code of ICD-10-CM, where the words have one. */
export const isChronic = (icd: string | undefined): boolean => icd !== undefined && STAYING.some(([from, to]) => icd.slice(0, 3) >= from && icd.slice(0, 3) <= to);
