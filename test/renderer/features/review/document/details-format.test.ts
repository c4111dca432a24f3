import { expect, test } from 'vitest';
import {
  additionOf,
  canAdd,
  canOffer,
  contextOf,
  orphansOf,
  readAmount,
  usualProperties,
  writeAmount,
} from '../../../../../renderer/features/review/document/details-format.ts';

const options = ['Hour', 'Day', 'Week', 'Month', 'Year'];
const item = (name: string) => ({ name, facts: [], codes: [] });
const addition = (section: string, name: string) => ({
  section,
  name,
  values: [{ id: 'note', label: 'Note', text: 'x' }],
});

test('symptoms, diagnoses, findings and procedures have details; other lines have none', () => {
  expect(
    ['symptoms', 'diagnosis', 'examinations', 'procedures', 'medications', 'constructor', ''].map(
      contextOf,
    ),
  ).toEqual([
    'symptoms',
    'diagnosis',
    'examination_findings',
    'procedures',
    undefined,
    undefined,
    undefined,
  ]);
});

test('only a note that is here and open can be added to', () => {
  expect(
    (['ready', 'partial', 'purged', 'reviewed', 'processing', 'discarded'] as const).map((state) =>
      canAdd({ state }),
    ),
  ).toEqual([true, true, true, false, false, false]);
  expect(canAdd({ state: 'ready', locked: true })).toBe(false);
  const lines = (count: number) => [
    { key: 'symptoms', items: Array.from({ length: count }, (_, at) => item(String(at))) },
  ];
  expect([
    canOffer({ state: 'ready' }, lines(300)),
    canOffer({ state: 'ready' }, lines(301)),
    canOffer({ state: 'processing' }, lines(1)),
  ]).toEqual([true, false, false]);
});

test('an addition stands at the line of its section and name; those without a line are not lost', () => {
  const additions = [
    addition('symptoms', 'Fever'),
    addition('diagnosis', 'Fever'),
    addition('symptoms', 'Cough'),
  ];
  expect(additionOf(additions, 'diagnosis', 'Fever')).toBe(additions[1]);
  expect(additionOf(undefined, 'symptoms', 'Fever')).toBeUndefined();
  expect(orphansOf(additions, [{ key: 'symptoms', items: [item('Fever')] }])).toEqual([
    additions[1],
    additions[2],
  ]);
});

test('an amount is a number and its unit, and comes back as it went in', () => {
  for (const [amount, unit] of [
    ['3', 'Day'],
    ['2.5', 'Week'],
    ['', 'Year'],
  ] as const)
    expect(readAmount(writeAmount(amount, unit), options)).toEqual(
      amount === '' ? { amount: '', unit: '' } : { amount, unit },
    );
  expect(readAmount('since childhood', options)).toEqual({ amount: 'since childhood', unit: '' });
  expect(writeAmount(' 3 ', '')).toBe('3');
});

test('without the platform the usual details are offered, in the words of the catalogue', () => {
  const names = (context: Parameters<typeof usualProperties>[0]) =>
    usualProperties(context, (id) => id).map(({ name }) => name);
  expect(names('symptoms')).toEqual(['since', 'severity', 'laterality', 'note']);
  expect(names('diagnosis')).toEqual(['since', 'severity', 'laterality', 'note']);
  expect(names('examination_findings')).toEqual(['severity', 'laterality', 'note']);
  expect(names('procedures')).toEqual(['date', 'note']);
});
