/** References of the Alphabetic Index: "see Injury, liver". */
import { expect, test } from 'vitest';
import {
  NEOPLASMS,
  neoplasmCode,
} from '../../../../../../main/infrastructure/terminology/importers/icd10cm/neoplasm-table.ts';
import { createBox } from '../../../../../../main/infrastructure/terminology/index/box.ts';
import { buildSmallIndex } from '../../../../../support/terminology/small-index.ts';
import { aFolder } from '../../../../../support/terminology/small-terminology.ts';

const CODES = `Code,Description,ChapterID,SectionID
C41.9,"Malignant neoplasm of bone and articular cartilage, unspecified",1,A
E11.641,Type 2 diabetes mellitus with hypoglycemia with coma,1,A
I35.1,Nonrheumatic aortic (valve) insufficiency,1,A
L27.0,Generalized skin eruption due to drugs and medicaments taken internally,1,A
M84.47,"Pathological fracture, ankle, foot and toes",1,A
N20.1,Calculus of ureter,1,A
R11.10,"Vomiting, unspecified",1,A
S36.119,Unspecified injury of liver,1,A
S82.899,Other fracture of unspecified lower leg,1,A
T71.29,Asphyxiation due to being trapped in a low oxygen environment,1,A
`;
const INDEX = `RowID,Letter,Level,Term,See,SeeAlso,NonEssModif,Code
1,C,0,Calculi,Calculus,,,
2,C,0,"Calculus, calculi, calculous",,,,
3,C,1,ureter,,,(impacted),N20.1
4,C,0,"Cave-in, injury",,,,
5,C,1,asphyxiation,,,,T71.29
6,C,0,Coma,,,,
7,C,1,hypoglycemic,"Diabetes, by type, with hypoglycemia, with coma",,,
8,D,0,Dermatitis,,,,
9,D,1,due to,,,,
10,D,2,drugs and medicaments,,,,L27.0
11,D,0,Diabetes,,,,
12,D,1,type 2,,,,
13,D,2,with,,,,
14,D,3,hypoglycemia,,,,
15,D,4,with coma,,,,E11.641
16,D,0,Drug rash,"Dermatitis, due to, drugs and medicaments",,,
17,E,0,Ebur ankle,"Fracture, ankle",,,
18,F,0,"Fracture, pathological",,,,
19,F,1,ankle,,,,M84.47
20,F,0,"Fracture, traumatic",,,,
21,F,1,ankle,,,,S82.899
22,H,0,Hepatic burst,"Injury, liver",,,
23,I,0,Injury,,,,
24,I,1,liver,,,,S36.119
25,I,0,"Insufficiency, insufficient",,,,
26,I,1,aortic,,,(valve),I35.1
27,O,0,Osteosarcoma,"Neoplasm, bone, malignant",,,
28,R,0,Regurgitation,,,,R11.10
29,R,1,aortic,"Insufficiency, aortic",,(valve),
30,U,0,"Ureterolith, ureterolithiasis","Calculus, ureter",,,
`;

test.each([
  ['ureterolithiasis', 'N20.1', 'an entry whose other form stands before it and refers to it'],
  ['hepatic burst', 'S36.119', 'an entry whose word is the second one of an earlier entry'],
  ['ebur ankle', 'S82.899', 'a fracture by an injury, where no other kind is said'],
  ['aortic regurgitation', 'I35.1', 'a line below an entry'],
  ['drug rash', 'L27.0', 'a line below a small word'],
  ['osteosarcoma', 'C41.9', 'a line of the Table of Neoplasms'],
])('%s leads to %s: %s', (asked, code) => {
  const { index, linker } = buildSmallIndex({ 'codes_2025.csv': CODES, 'index_2025.csv': INDEX });
  expect(linker.link(asked)[0]).toMatchObject({ code, why: { kind: 'see' } });
  index.close();
});

test('another word for an entry has all that stands below that one, and its own lines first', () => {
  const codes = `Code,Description,ChapterID,SectionID
J01.20,"Acute ethmoidal sinusitis, unspecified",1,A
J11.1,Influenza with other respiratory manifestations,1,A
J32.2,Chronic ethmoidal sinusitis,1,A
B37.9,"Candidiasis, unspecified",1,A
B37.2,Candidiasis of skin and nail,1,A
B37.89,Other sites of candidiasis,1,A
`;
  const lines = `RowID,Letter,Level,Term,See,SeeAlso,NonEssModif,Code
1,C,0,Fungal growth,,,,B37.9
2,C,1,skin,,,,B37.2
3,C,1,mouth,,,,B37.89
4,E,0,Ethmoiditis,,"Sinusitis, ethmoidal",(chronic),
5,E,1,influenzal,,,,J11.1
6,S,0,Sinusitis,,,,
7,S,1,ethmoidal,,,,J32.2
8,S,2,acute,,,,J01.20
9,S,2,influenzal,,,,J32.2
10,W,0,White mould,,Fungal growth,,B37.2
`;
  const { index, linker } = buildSmallIndex({ 'codes_2025.csv': codes, 'index_2025.csv': lines });
  const whole = (asked: string) =>
    linker.link(asked).find(({ why }) => why.term.toLowerCase() === asked.toLowerCase())?.code;
  expect(whole('ethmoiditis, acute')).toBe('J01.20');
  expect(linker.link('acute ethmoiditis')[0]).toMatchObject({ code: 'J01.20', isLinked: true });
  expect(whole('ethmoiditis, influenzal')).toBe('J11.1');
  // A "see also" of another code is only something near.
  expect(whole('white mould, mouth')).toBeUndefined();
  index.close();
});

test('a line below an entry does not take a long list of another one', () => {
  const injuries = Array.from({ length: 24 }, (_, at) => `S${10 + at}.9`);
  const codes = `Code,Description,ChapterID,SectionID\n${injuries.map((code, at) => `${code},Injury of part${at},1,A`).join('\n')}\n`;
  const linesTo = (most: number) =>
    `RowID,Letter,Level,Term,See,SeeAlso,NonEssModif,Code
1,B,0,Blow,,,,
2,B,1,inner,Injury,,,
3,I,0,Injury,,,,
${injuries
  .slice(0, most)
  .map((code, at) => `${4 + at},I,1,place${'abcdefghijklmnopqrstuvwxyz'[at]},,,,${code}`)
  .join('\n')}
`;
  for (const [most, there] of [
    [20, true],
    [21, false],
  ] as const) {
    const { index } = buildSmallIndex({
      'codes_2025.csv': codes,
      'index_2025.csv': linesTo(most),
    });
    expect(index.exactly('blow inner placea').length > 0, String(most)).toBe(there);
    index.close();
  }
});

test('a reference that leaves the type open leads to no type', () => {
  const { index, linker } = buildSmallIndex({ 'codes_2025.csv': CODES, 'index_2025.csv': INDEX });
  expect(linker.link('hypoglycemic coma').some(({ isLinked }) => isLinked)).toBe(false);
  index.close();
});

test('each line of the Table of Neoplasms is a code of the list, of that nature', () => {
  const { index, metadata } = createBox(aFolder()).open('icd-10-cm');
  const names = { malignant: /malignant/i, benign: /benign/i, 'in situ': /in situ/i } as const;
  for (const [site, natures] of NEOPLASMS)
    for (const [nature, code] of Object.entries(natures)) {
      const said = names[nature as keyof typeof names] ?? /uncertain behavior/i;
      expect(index.codeOf(code)?.name ?? '', `${site}, ${nature}`).toMatch(said);
      expect(neoplasmCode(` Neoplasm,  ${site}, ${nature}, by site`)).toBe(code);
    }
  expect(neoplasmCode('Injury, bone, malignant')).toBeUndefined();
  index.close();
  metadata.close();
});
