/** The name of an infection in a row of tests is a test for it, and no diagnosis. */
import { describe, expect, test } from 'vitest';
import { createExtraction } from '../../../../../main/features/coding/extraction/extraction.ts';
import { createTerminology } from '../../../../../main/infrastructure/terminology/terminology.ts';
import { aFolder } from '../../../../support/terminology/small-terminology.ts';

const extraction = createExtraction({ terminology: createTerminology({ folder: aFolder() }) });
const diagnosesIn = (text: string, title: string) =>
  extraction
    .ofText(text, title)
    .filter(({ kind, status }) => kind === 'diagnosis' && status === 'present')
    .map((one) => one.text);

describe('no diagnosis', () => {
  test.each([
    ['CBC, dengue, malaria', 'Plan'],
    ['CBC, dengue and malaria', 'History of present illness'],
    ['HIV, HCV', 'Plan'],
    ['HIV, HBsAg, HCV', 'Plan'],
    ['Send HIV, VDRL', 'Plan'],
    ['HIV', 'Advice'],
    ['Tests: HIV, TB', 'Notes'],
    ['Dengue NS1, malaria antigen', 'Plan'],
    ['Chikungunya IgM', 'Investigations'],
    ['Vaccinate: influenza, hepatitis B', 'Plan'],
    ['Vaccines due: tetanus', 'Plan'],
    ['Steam inhalation', 'Plan'],
  ])('“%s” under %s', (text, title) => expect(diagnosesIn(text, title)).toEqual([]));
});

describe('a diagnosis', () => {
  test.each([
    ['HIV', 'Assessment', ['HIV']],
    ['HIV, TB', 'Assessment and plan', ['HIV', 'TB']],
    ['Dengue, thrombocytopenia', 'Assessment', ['Dengue', 'thrombocytopenia']],
    ['Known HIV on ART', 'Plan', ['HIV']],
    [
      'Hepatitis C, HBsAg positive',
      'History of present illness',
      ['Hepatitis C', 'HBsAg positive'],
    ],
    ['Hepatitis C, HBsAg positive', 'Assessment', ['Hepatitis C', 'HBsAg positive']],
    ['Tuberculosis, HBsAg positive', '', ['Tuberculosis', 'HBsAg positive']],
    ['NS1 positive, dengue', 'Assessment', ['dengue']],
    ['Platelets 40000, dengue', 'Assessment', ['dengue']],
    ['Dengue, platelets daily', 'Plan', ['Dengue']],
    ['TB, LFT 2 weekly', 'Plan', ['TB']],
    ['Dengue NS1 positive', 'History of present illness', ['Dengue']],
    ['Has dengue, fever for 3 days', 'History of present illness', ['dengue']],
  ])('“%s” under %s', (text, title, found) => expect(diagnosesIn(text, title)).toEqual(found));
});

describe('tests by their names', () => {
  test.each(
    'Mammogram|Pap smear|CT KUB|MRI knee|MRI left knee|CECT abdomen|Dengue NS1|Malaria smear|Pregnancy test|Sputum AFB|Anti CCP|FNAC|OGD|NCV|U&E|Hb electrophoresis|Vitamin D level'.split(
      '|',
    ),
  )('“%s” is one order', (text) =>
    expect(extraction.ofText(text, 'Plan').map((one) => [one.kind, one.text])).toEqual([
      ['order', text],
    ]),
  );

  test('a positive one is what it found', () =>
    expect(extraction.ofText('Malaria antigen positive', '').map(({ kind }) => kind)).toEqual([
      'diagnosis',
    ]));
});

describe('a question mark before it', () => {
  const statusesIn = (text: string) =>
    extraction.ofText(text, '').map((one) => [one.text, one.status]);

  test.each([
    'Cough? tuberculosis',
    'Chest pain? angina',
    'X-ray wrist? fracture',
    'Chest pain?angina',
  ])('“%s” asks of the second', (text) => expect(statusesIn(text).at(-1)?.[1]).toBe('possible'));

  test.each([
    'Any pain? headache since morning',
    'Cough? Fever for 3 days',
    'Dengue? fever for 3 days',
  ])('“%s” asks of the first only', (text) =>
    expect(statusesIn(text).map(([, status]) => status)).toEqual(['possible', 'present']),
  );
});
