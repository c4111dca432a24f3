/**
 * Illnesses that stay for life: under "medical history" they are present, unless words say that
 * they are over.
 */
import chronicCategories from './chronic.json' with { type: 'json' };

const ranges = chronicCategories.map((categories) => {
  const [from = '', to = from] = categories.split('-');
  return { from, to };
});

/** `icd`: a code of ICD-10-CM, where the words have one. */
export const isChronic = (icd: string | undefined): boolean =>
  icd !== undefined &&
  ranges.some(({ from, to }) => icd.slice(0, 3) >= from && icd.slice(0, 3) <= to);
