/** What the linker must not do: say the opposite, or more than was asked. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { saysOpposite } from '../../../../../main/infrastructure/terminology/query/reading/nearest-words.ts';
import { buildSmallIndex } from '../../../../support/terminology/small-index.ts';

const CODES = `Code,Description,ChapterID,SectionID
A60,Anogenital herpesviral infections,1,A
B00.9,"Herpesviral infection, unspecified",1,A
D64.9,"Anemia, unspecified",1,A
D69.0,Allergic purpura,1,A
D75.9,"Disease of blood and blood-forming organs, unspecified",1,A
E23.0,Hypopituitarism,1,A
H16.32,Diffuse interstitial keratitis,1,A
J03.90,"Acute tonsillitis, unspecified",1,A
J32.2,Chronic ethmoidal sinusitis,1,A
J45.909,"Unspecified asthma, uncomplicated",1,A
M77.20,"Periarthritis, unspecified wrist",1,A
M77.2,"Periarthritis, wrist",1,A
M77.9,"Enthesopathy, unspecified",1,A
P35.2,Congenital herpesviral [herpes simplex] infection,1,A
Q20.5,Discordant atrioventricular connection,1,A
Y09,Assault by unspecified means,1,A
Z12.89,Encounter for screening for malignant neoplasm of other sites,1,A
`;
const INDEX = `RowID,Letter,Level,Term,See,SeeAlso,NonEssModif,Code
1,A,0,"Asthma, asthmatic",,,,J45.909
2,C,0,Cogan's syndrome,,,,H16.32
3,C,0,Corrected transposition,,,,Q20.5
4,D,0,Deficiency,,,,
5,D,1,hemoglobin,,,,D64.9
6,D,0,Disease,,,,
7,D,1,hematopoietic organ system,,,,D75.9
8,E,0,Ethmoiditis,,,,J32.2
9,H,0,Henoch,,,,D69.0
10,H,0,Herpes,,,,
11,H,1,simplex,,,,B00.9
12,H,0,Hypogonadism,,,,
13,H,1,hypogonadotropic,,,,E23.0
14,P,0,Periarthritis,,,,M77.9
15,S,0,Screening,,,,
16,S,1,hematopoietic system,,,,Z12.89
`;
const { linker } = buildSmallIndex({ 'codes_2025.csv': CODES, 'index_2025.csv': INDEX });
const first = (query: string) => linker.link(query)[0];
const corrections = (query: string) =>
  linker.link(query).flatMap(({ why }) => (why.corrected ? [why.corrected] : []));

test('a word is never corrected into its opposite', () => {
  for (const [one, other] of [
    ['hypergonadotropic', 'hypogonadotropic'],
    ['uncorrected', 'corrected'],
    ['menorrhea', 'amenorrhea'],
    ['rehydration', 'dehydration'],
    ['macrocytic', 'microcytic'],
    ['intercostal', 'intracostal'],
    ['tachycardia', 'bradycardia'],
    ['monarticular', 'nonarticular'],
    ['complete', 'incomplete'],
  ] as const) {
    expect(saysOpposite(one, other), one).toBe(true);
    expect(saysOpposite(other, one), other).toBe(true);
  }
  expect(saysOpposite('hyperkalmia', 'hyperkalemia')).toBe(false);
  expect(saysOpposite('diabtes', 'diabetes')).toBe(false);
  for (const asked of ['hypergonadotropic hypogonadism', 'uncorrected transposition']) {
    expect(corrections(asked), asked).toEqual([]);
    expect(linker.link(asked).some(({ isLinked }) => isLinked)).toBe(false);
  }
});

test('whatever word stands behind them: hyper and hypo are no slips of one another', () =>
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z]{0,12}$/), (rest) =>
      saysOpposite(`hyper${rest}`, `hypo${rest}`),
    ),
  ));

test('letters that are a name are not corrected into a word, and a word in capitals is', () => {
  for (const asked of ['MEEN', 'MEEN1', 'CoGEN']) {
    expect(corrections(asked), asked).toEqual([]);
    expect(corrections(asked.toLowerCase()), asked).not.toEqual([]);
  }
  expect(first('ASTHAM')).toMatchObject({ code: 'J45.909' });
});

test('a short and rare name that was corrected is shown and not promised', () => {
  expect(first('hench')).toMatchObject({ code: 'D69.0', isLinked: false });
  expect(first('asthmaa')).toMatchObject({ code: 'J45.909', isLinked: true });
});

test('a lack of something unknown is no lack of something else', () =>
  expect(linker.link('zyxilase deficiency').map(({ code }) => code)).not.toContain('D64.9'));

test('a disease is not the screening for it, and none of those who are born with it', () => {
  expect(first('hematopoietic system')?.code).toBe('D75.9');
  expect(first('herpes simplex')?.code).toBe('B00.9');
  expect(first('congenital herpes simplex')?.code).toBe('P35.2');
});

test('a code of a part that nobody named comes after the one that leaves the part open', () => {
  expect(first('periarthritis')?.code).toBe('M77.9');
  expect(first('periarthritis of wrist')?.code).toMatch(/^M77\.2/);
});

test('a chronic disease does not come first for who asked for the acute one', () => {
  expect(first('acute ethmoiditis')?.code).toBe('J03.90');
  expect(first('ethmoiditis')).toMatchObject({ code: 'J32.2' });
});
