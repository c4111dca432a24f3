import { expect, test } from 'vitest';
import { readAbbreviations } from '../../../../../main/infrastructure/terminology/text/abbreviations.ts';
import { plainWordsOfCompound } from '../../../../../main/infrastructure/terminology/text/compounds.ts';
import { createNormaliser } from '../../../../../main/infrastructure/terminology/text/normalise.ts';
import { PLAIN_WORDS } from '../../../../../main/infrastructure/terminology/text/plain-words.ts';
import { everydayPhrases } from '../../../../fixtures/everyday-phrases.ts';
import { buildSmallIndex } from '../../../../support/terminology/small-index.ts';

const HEAD = 'Code,Description,ChapterID,SectionID\n';
const CODES =
  `D64,Other anemias|D64.9,"Anemia, unspecified"|J45,Asthma|J45.5,Severe persistent asthma|J45.50,"Severe persistent asthma, uncomplicated"|J45.909,"Unspecified asthma, uncomplicated"
C23,Malignant neoplasm of gallbladder|D13.5,Benign neoplasm of extrahepatic bile ducts|K82.9,"Disease of gallbladder, unspecified"|N20.1,Calculus of ureter|N28.9,"Disorder of kidney and ureter, unspecified"
I10,Essential (primary) hypertension|D67,Hereditary factor IX deficiency|D84.1,Defects in the complement system|G60.0,Hereditary motor and sensory neuropathy|K14.8,Other diseases of tongue|R30.0,Dysuria`
    .split(/[|\n]/)
    .map((line) => `${line},1,A`)
    .join('\n');
const INDEX = `RowID,Letter,Level,Term,See,SeeAlso,NonEssModif,Code
1,A,0,Anemia,,,,D64.9
2,A,0,Asthma,,,,J45.909
3,D,0,Deficiency,,,,
4,D,1,PTC,,,(plasma thromboplastin component),D67
5,D,1,complement,,,,D84.1`;
const { linker } = buildSmallIndex({
  'codes_2025.csv': `${HEAD}${CODES}\n`,
  'index_2025.csv': `${INDEX}\n`,
});
const first = (query: string) => linker.link(query)[0];

test('a degree that no code of the category has is told, and the rest is promised', () => {
  expect(first('severe anemia')).toMatchObject({
    code: 'D64.9',
    isLinked: true,
    why: { aside: ['severe'] },
  });
  expect(first('anemia')?.why.aside).toBeUndefined();
});

test('where the category has degrees, the plain code is not promised to who named one', () => {
  expect(linker.link('mild asthma').some(({ isLinked }) => isLinked)).toBe(false);
  expect(first('asthma')).toMatchObject({ code: 'J45.909', isLinked: true });
  expect(first('severe persistent asthma')?.code).toMatch(/^J45\.5/);
});

test('a tumor that nobody called benign shows the cancer, and promises nothing', () => {
  const found = linker.link('gallbladder neoplasm');
  expect(found.map(({ code }) => code)).toContain('C23');
  expect(found.some(({ isLinked }) => isLinked)).toBe(false);
  expect(linker.link('benign gallbladder neoplasm')[0]?.code).not.toBe('C23');
});

test('words in brackets weigh little where the term itself was not said', () =>
  expect(first('complement component deficiency')?.code).toBe('D84.1'));

test('a word that is put together is taken apart, and not promised', () => {
  expect(plainWordsOfCompound('ureterolithiasis')).toBe('calculus ureter');
  expect(plainWordsOfCompound('gastroduodenitis')).toBe('inflammation stomach duodenum');
  expect(plainWordsOfCompound('situation')).toBeUndefined();
  expect(first('ureterolithiasis')).toMatchObject({
    code: 'N20.1',
    isLinked: false,
    why: { corrected: { ureterolithiasis: 'calculus ureter' } },
  });
});

test('plain English is no slip of a name: nothing is corrected into a disease', () => {
  for (const word of ['rolled', 'threw', 'hold', 'breaking', 'watering']) {
    expect(PLAIN_WORDS.has(word), word).toBe(true);
    expect(
      linker.link(`${word} tongue`).every(({ why }) => why.corrected?.[word] === undefined),
      word,
    ).toBe(true);
  }
});

test('"pressure" by itself is blood pressure; in the sinus it is not', () => {
  expect(linker.link('pressure')[0]?.code).toBe('I10');
  expect(linker.link('sinus pressure').map(({ code }) => code)).not.toContain('I10');
});

test('abbreviations of rare diseases and Hindi words lead to words', () => {
  expect(first('HMSN')?.code).toBe('G60.0');
  expect(first('peshab me jalan')).toMatchObject({ code: 'R30.0', isLinked: true });
  const { of } = readAbbreviations();
  for (const { query } of everydayPhrases)
    expect(
      of(query.toLowerCase())?.senses.every(({ words }) => !/\b[A-Z]\d{2}/.test(words)) ?? true,
      query,
    ).toBe(true);
});

test('without mention of is without', () =>
  expect(createNormaliser()('varices without mention of bleeding')).toEqual(
    createNormaliser()('varices without bleeding'),
  ));

test('a question mark is a doubt wherever it stands: what was asked is shown, and not promised', () => {
  expect(first('dysuria')).toMatchObject({ code: 'R30.0', isLinked: true });
  for (const asked of ['? dysuria', '?dysuria', 'dysuria ?', 'dysuria?', 'dysuria (?)'])
    expect(first(asked), asked).toMatchObject({ code: 'R30.0', isLinked: false });
});

test('a word in another form than the term has is found by the very words, and not promised', () => {
  const { linker: eyes } = buildSmallIndex({
    'codes_2025.csv': `${HEAD}H52.53,Spasm of accommodation,1,A\nR25.2,Cramp and spasm,1,A\nM79.1,Myalgia,1,A\nG93.32,Myalgic encephalomyelitis,1,A\nG04.90,Encephalitis,1,A\nC32.2,Malignant neoplasm of laryngotrachea,1,A\nH50.43,Accommodative component in esotropia,1,A\n`,
  });
  expect(eyes.link('accommodative spasm')[0]).toMatchObject({
    code: 'H52.53',
    isLinked: false,
    why: { corrected: { accommodative: 'accommodation' } },
  });
  // A kin with a part of the words alone is another thing.
  expect(eyes.link('myalgic encephalitis').map(({ code }) => code)).not.toContain('M79.1');
  expect(eyes.link('spasm of accommodation')[0]).toMatchObject({ code: 'H52.53', isLinked: true });
});

test('a diabetes that depends on insulin is no gestational one', () => {
  const { linker: diabetes } = buildSmallIndex({
    'codes_2025.csv': `${HEAD}E10,Type 1 diabetes mellitus,1,A\nE10.9,Type 1 diabetes mellitus without complications,1,A\nE11,Type 2 diabetes mellitus,1,A\nE11.9,Type 2 diabetes mellitus without complications,1,A\nO24.414,"Gestational diabetes mellitus in pregnancy, insulin controlled",1,A\n`,
  });
  expect(diabetes.link('non-insulin-dependent diabetes mellitus')[0]?.code).toMatch(/^E11/);
  const insulin = diabetes.link('insulin dependent diabetes');
  expect(insulin[0]?.code).toMatch(/^E10/);
  // Some say it of a type 2 that needs insulin.
  expect(insulin.some(({ isLinked }) => isLinked)).toBe(false);
});

test('a part of the body is one word in English and in Latin', () => {
  const words = createNormaliser();
  for (const [plain, other] of [
    ['heel spur', 'calcaneal spur'],
    ['pustulosis of palms and soles', 'pustulosis palmaris plantaris'],
    ['seborrhoeic dermatitis', 'seborrheic dermatitis'],
    ['cancer of labia majora', 'cancer of labium majus'],
    ['candidiasis of cheek', 'buccal moniliasis'],
    ['disorder of vestibulocochlear nerve', 'disorder of acoustic nerve'],
  ] as const)
    expect(words(plain).sort(), other).toEqual(words(other).sort());
});

test('a tumor of the uterus is none of a pregnancy that nobody told of', () => {
  const { linker: uterus } = buildSmallIndex({
    'codes_2025.csv': `${HEAD}O34.1,Maternal care for benign tumor of corpus uteri,1,A\nC55,"Malignant neoplasm of uterus, part unspecified",1,A\nO32.1,Maternal care for breech presentation,1,A\n`,
    'index_2025.csv': `RowID,Letter,Level,Term,See,SeeAlso,NonEssModif,Code\n1,B,0,Breech presentation,,,,O32.1\n2,P,0,Pregnancy,,,,\n3,P,1,tumor,,,,O34.1\n4,T,0,Tumor,,,,\n5,T,1,uterus,"Pregnancy, tumor",,(body),\n`,
  });
  expect(uterus.link('uterine tumor').map(({ code }) => code)).toEqual(['C55', 'O34.1']);
  expect(uterus.link('breech presentation')[0]).toMatchObject({ code: 'O32.1', isLinked: true });
});

test('a colorectal cancer is shown as both of its places, and not promised', () => {
  const { linker: bowel } = buildSmallIndex({
    'codes_2025.csv': `${HEAD}C18.9,"Malignant neoplasm of colon, unspecified",1,A\nC19,Malignant neoplasm of rectosigmoid junction,1,A\nC80.1,"Malignant (primary) neoplasm, unspecified",1,A\n`,
  });
  const found = bowel.link('colorectal cancer');
  expect(found.slice(0, 2).map(({ code }) => code)).toEqual(['C19', 'C18.9']);
  expect(found.some(({ isLinked }) => isLinked)).toBe(false);
});
