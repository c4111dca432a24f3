/** The terms of the practice platform: no code that is not in an official list under the same name, none that is made up. */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { isSnomedConcept } from '../../../main/features/delivery/forms/check-digits.ts';
import { medicines, terms, tests } from '../../../sandbox/codes/terms.ts';

const document = (path: string) => fileURLToPath(new URL(`../../../docs/${path}`, import.meta.url));
const shared = (path: string) =>
  fileURLToPath(new URL(`../../../../shared/${path}`, import.meta.url));
const ICD = shared('terminology/icd10cm/icd10cm_merged.csv');
const LOINC = shared('terminology/loinc/Loinc.csv');
const CONTRACT = document('platform/contract.md');
const SCREENS = document('screens.md');

/** One line of CSV; quotes may stand around a field. */
const fields = (line: string) =>
  [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
  );
const codings = [...terms.flatMap(({ codes }) => codes), ...tests.map(({ coding }) => coding)];
const of = (ontology: string) => codings.filter((one) => one.ontology === ontology);

test.skipIf(!existsSync(ICD))(
  'every ICD-10-CM code is in the official list, billable, under the name we give it',
  () => {
    const wanted = new Set(of('icd-10-cm').map(({ code }) => code));
    const known = new Map(
      readFileSync(ICD, 'utf8')
        .split(/\r?\n/)
        .filter((line) => wanted.has(line.slice(0, line.indexOf(','))))
        .map(fields)
        .map(([code, billable, name]) => [code, { billable, name }]),
    );
    expect(wanted.size).toBeGreaterThan(50);
    for (const { code, display } of of('icd-10-cm'))
      expect({ code, ...known.get(code) }).toEqual({ code, billable: '1', name: display });
  },
);

test.skipIf(!existsSync(LOINC))(
  'every LOINC code is in the list, active, under the name we give it',
  () => {
    const [head = [], ...rows] = readFileSync(LOINC, 'utf8').split(/\r?\n/).map(fields);
    const at = (name: string) => head.indexOf(name);
    const known = new Map(
      rows.map((row) => [
        row[at('LOINC_NUM')],
        { name: row[at('LONG_COMMON_NAME')], status: row[at('STATUS')] },
      ]),
    );
    for (const { code, display } of of('loinc'))
      expect({ code, ...known.get(code) }).toEqual({ code, name: display, status: 'ACTIVE' });
  },
);

test.skipIf(!existsSync(CONTRACT) || !existsSync(SCREENS))(
  'SNOMED CT codes are only those that the shared pages show, or ask for',
  () => {
    const pages = readFileSync(CONTRACT, 'utf8') + readFileSync(SCREENS, 'utf8');
    // Contract 2.4 wants htn, copd, mi and chf known and shows no code; no list here has them, published sources agree on these.
    const agreed = ['38341003', '13645005', '22298006', '42343007'];
    expect(of('snomed').length).toBe(3 + agreed.length);
    for (const { code } of of('snomed')) {
      expect(isSnomedConcept(code)).toBe(true);
      if (!agreed.includes(code)) expect(pages).toContain(code);
    }
  },
);

test('a medicine’s id says that it is practice, and no name stands for two terms of one kind', () => {
  for (const { id } of medicines) expect(id).toMatch(/^practice-medicine-/);
  expect(new Set(medicines.map(({ id }) => id)).size).toBe(medicines.length);
  const names = terms.map(({ name }) => name.toLowerCase());
  expect(new Set(names).size).toBe(names.length);
});
