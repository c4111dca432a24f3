/**
 * The lines of the Table of Neoplasms to which the Alphabetic Index refers by name ("Osteosarcoma,
 * see Neoplasm, bone, malignant"); the files of the Index do not have the table. A code that a
 * release has under another number is not taken: a test holds each against the tabular list.
 */
type Nature = 'malignant' | 'benign' | 'in situ' | 'uncertain behavior';
type Line = readonly [site: string, codes: Readonly<Partial<Record<Nature, string>>>];

export const NEOPLASMS: readonly Line[] = [
  ['connective tissue', { malignant: 'C49.9', benign: 'D21.9', 'uncertain behavior': 'D48.1' }],
  [
    'skin',
    { malignant: 'C44.90', 'in situ': 'D04.9', benign: 'D23.9', 'uncertain behavior': 'D48.5' },
  ],
  ['bone', { malignant: 'C41.9', benign: 'D16.9', 'uncertain behavior': 'D48.0' }],
  ['cartilage', { malignant: 'C41.9', benign: 'D16.9', 'uncertain behavior': 'D48.0' }],
  ['breast', { malignant: 'C50.919', benign: 'D24.9' }],
  ['meninges', { malignant: 'C70.9', benign: 'D32.9', 'uncertain behavior': 'D42.9' }],
  ['nerve', { malignant: 'C47.9', benign: 'D36.10', 'uncertain behavior': 'D48.2' }],
  ['lung', { malignant: 'C34.90' }],
  ['nasopharynx', { malignant: 'C11.9', benign: 'D10.6' }],
  ['salivary gland', { malignant: 'C08.9', benign: 'D11.9' }],
  ['salivary gland or duct', { malignant: 'C08.9', benign: 'D11.9' }],
  ['prostate', { malignant: 'C61', benign: 'D29.1' }],
  ['pancreas', { malignant: 'C25.9' }],
  ['stomach', { malignant: 'C16.9' }],
];
const codes: ReadonlyMap<string, string> = new Map(
  NEOPLASMS.flatMap(([site, natures]) =>
    Object.entries(natures).map(([nature, code]) => [`${site}, ${nature}`, code] as const),
  ),
);

/** "Neoplasm, bone, malignant"; undefined for other references. */
export function neoplasmCode(reference: string): string | undefined {
  const parts = reference
    .toLowerCase()
    .split(',')
    .map((part) => part.trim().replace(/\s+/g, ' '))
    .filter((part) => part !== 'by site');
  return parts[0] === 'neoplasm' ? codes.get(parts.slice(1).join(', ')) : undefined;
}
