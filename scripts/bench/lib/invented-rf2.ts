/**
 * A SNOMED CT Snapshot of any size: invented words, identifiers of a namespace that nobody has, the
 * same each time.
 */
import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import path from 'node:path';
import { isSnomedId } from '../../../main/infrastructure/terminology/importers/snomed/snomed-ids.ts';

const SYLLABLES = [
  'ba',
  'co',
  'di',
  'fu',
  'ga',
  'lo',
  'mi',
  'nu',
  'ra',
  'so',
  'te',
  'vi',
  'ze',
  'pho',
  'thy',
  'cra',
];
const TAGS = ['finding', 'disorder', 'procedure', 'body structure', 'substance'];
const MODULE = '900000000000207008';
const [FULL, SYNONYM, PREFERRED, ACCEPTABLE] = [
  '900000000000003001',
  '900000000000013009',
  '900000000000548007',
  '900000000000549004',
];

const withCheckDigit = (digits: string) => {
  for (let digit = 0; digit < 10; digit++)
    if (isSnomedId(`${digits}${digit}`)) return `${digits}${digit}`;
  throw new Error(digits);
};

/** Writes rows in pages of a megabyte. */
function openTable(file: string, columns: string) {
  const handle = openSync(file, 'w');
  let page = `${columns.split(' ').join('\t')}\r\n`;
  return {
    row(cells: readonly string[]) {
      page += `${cells.join('\t')}\r\n`;
      if (page.length <= 1 << 20) return;
      writeSync(handle, page);
      page = '';
    },
    close() {
      writeSync(handle, page);
      closeSync(handle);
    },
  };
}

/** Writes the files into `folder`; three descriptions a concept. */
export function inventRf2(folder: string, descriptions: number): void {
  mkdirSync(folder, { recursive: true });
  const open = (name: string, columns: string) => openTable(path.join(folder, name), columns);
  const base = 'id effectiveTime active moduleId';
  const concepts = open('sct2_Concept_Snapshot_INT_20300101.txt', `${base} definitionStatusId`);
  const terms = open(
    'sct2_Description_Snapshot-en_INT_20300101.txt',
    `${base} conceptId languageCode typeId term caseSignificanceId`,
  );
  const language = open(
    'der2_cRefset_LanguageSnapshot-en_INT_20300101.txt',
    `${base} refsetId referencedComponentId acceptabilityId`,
  );
  const maps = open(
    'der2_iisssccRefset_ExtendedMapSnapshot_INT_20300101.txt',
    `${base} refsetId referencedComponentId mapGroup mapPriority mapRule mapAdvice mapTarget correlationId mapCategoryId`,
  );
  let seed = 4711;
  const next = (below: number) => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
    return seed % below;
  };
  const word = (at: number) =>
    [at % 16, Math.floor(at / 16) % 16, Math.floor(at / 256) % 16, Math.floor(at / 4096) % 16]
      .slice(0, 2 + (at % 3))
      .map((one) => SYLLABLES[one])
      .join('');
  let made = 0;
  const row = () => `00000000-0000-4000-8000-${String(++made).padStart(12, '0')}`;
  for (let at = 0; at * 3 < descriptions; at++) {
    const concept = withCheckDigit(`${100 + at}000000010`);
    concepts.row([concept, '20300101', '1', MODULE, '900000000000074008']);
    const name = Array.from({ length: 2 + next(4) }, () => word(next(30_000))).join(' ');
    for (const [place, text] of [
      `${name} (${TAGS[at % TAGS.length]})`,
      name,
      `${word(next(30_000))} ${name}`,
    ].entries()) {
      const id = withCheckDigit(`${100 + at * 3 + place}000000011`);
      terms.row([
        id,
        '20300101',
        '1',
        MODULE,
        concept,
        'en',
        place === 0 ? FULL : SYNONYM,
        text,
        '900000000000448009',
      ]);
      for (const dialect of ['900000000000509007', '900000000000508004'])
        language.row([
          row(),
          '20300101',
          '1',
          MODULE,
          dialect,
          id,
          place < 2 ? PREFERRED : ACCEPTABLE,
        ]);
    }
    if (at % 3 === 0)
      maps.row([
        row(),
        '20300101',
        '1',
        MODULE,
        '447562003',
        concept,
        '1',
        '1',
        'TRUE',
        'ALWAYS R69',
        'R69',
        '447561005',
        '447637006',
      ]);
  }
  for (const file of [concepts, terms, language, maps]) file.close();
}
