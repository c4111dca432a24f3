/** Codes at the words of the note: only what a person accepted, and only where the words still stand. */
import { expect, test } from 'vitest';
import {
  marksIn,
  marksOf,
  piecesOf,
  placesIn,
} from '../../../../../renderer/features/review/document/note-marks.ts';
import type { Decision } from '../../../../../shared/model/coding/desk.ts';
import type { NoteEntity } from '../../../../../shared/model/coding/entities.ts';

const plain = [{ id: '1', title: 'Plan', text: 'Fever for 3 days\nNo fever today. Fever again' }];
const entity = (id: string, start: number, rest: Partial<NoteEntity> = {}): NoteEntity => ({
  id,
  text: 'Fever',
  kind: 'symptom',
  status: 'present',
  document: 0,
  section: '1',
  span: { start, end: start + 5 },
  source: 'text',
  given: [],
  ...rest,
});
const decision = (entityId: string, rest: Partial<Decision> = {}): Decision => ({
  entityId,
  verdict: 'accepted',
  codes: [{ ontology: 'icd-10-cm', code: 'R50.9', name: 'Fever, unspecified' }],
  at: 1,
  who: '',
  seen: [],
  ...rest,
});
const second = plain[0]?.text.lastIndexOf('Fever') ?? 0;
const codesAt = (text: string, ...args: Parameters<typeof marksIn>) =>
  placesIn(marksIn(...args), { id: '1', text }).map(({ start, end, chips }) => [
    start,
    text.slice(start, end),
    chips.map(({ code }) => code).join(),
  ]);
const written = '• **Fever** for 3 days\n• No fever today. Fever again';

test('an accepted code stands at its words, the second at the second', () => {
  const desk = {
    entities: [entity('a', 0), entity('b', second)],
    decisions: [decision('b')],
  };
  expect(codesAt(written, desk, 0, plain, {})).toEqual([
    [written.lastIndexOf('Fever'), 'Fever', 'R50.9'],
  ]);
  expect(codesAt(written, { ...desk, decisions: [decision('a')] }, 0, plain, {})).toEqual([
    [4, 'Fever', 'R50.9'],
  ]);
});

test('nothing that was not accepted has a code: undecided, rejected, absent, superseded, of another document', () => {
  const entities = [entity('a', 0)];
  for (const decisions of [
    [],
    [decision('a', { verdict: 'rejected', codes: [] })],
    [decision('a', { status: 'absent' })],
  ])
    expect(codesAt(written, { entities, decisions }, 0, plain, {})).toEqual([]);
  const decisions = [decision('a')];
  expect(codesAt(written, { entities, decisions }, 0, plain, { uncoded: ['Fever'] })).toEqual([]);
  expect(codesAt(written, { entities, decisions }, 1, plain, {})).toEqual([]);
  expect(codesAt('• Cough', { entities, decisions }, 0, plain, {})).toEqual([]);
});

test('the entity in focus is marked without a code', () => {
  const desk = { entities: [entity('a', 0)], decisions: [] };
  expect(codesAt(written, desk, 0, plain, { here: 'a' })).toEqual([[4, 'Fever', '']]);
});

test('pieces joined are the text', () => {
  const marks = [
    { id: 'a', chips: [], here: false, start: 12, end: 17 },
    { id: 'b', chips: [], here: false, start: 15, end: 19 },
  ];
  const pieces = piecesOf('of fever today', 9, marks);
  expect(pieces.map(({ text }) => text).join('')).toBe('of fever today');
  expect(pieces.flatMap(({ text, mark }) => (mark ? [[mark.id, text]] : []))).toEqual([
    ['a', 'fever'],
    ['b', ' t'],
  ]);
});

test('words to be checked are marked at their place, and nowhere once the text is another', () => {
  const check = (inNote: string, start: number) => ({
    id: inNote,
    kind: 'dose' as const,
    section: '1',
    inNote,
    span: { start, end: start + inNote.length },
    here: false,
  });
  const at = (text: string, ...checked: ReturnType<typeof check>[]) =>
    placesIn({ marked: [], plain: new Map(), checked }, { id: '1', text });
  expect(at('Dose **20 mg** daily', check('20 mg', 7))).toEqual([
    { id: '20 mg', chips: [], here: false, check: true, start: 7, end: 12 },
  ]);
  expect(at('Dose now 20 mg daily', check('20 mg', 5))).toEqual([]);
  expect(at('Dose', { ...check('', 4) })).toEqual([]);
  expect(
    placesIn({ marked: [], plain: new Map(), checked: [check('20 mg', 5)] }, { id: '2', text: '' }),
  ).toEqual([]);
});

test('words that were doubted are marked so, also where a code is drawn over them', () => {
  const checked = [
    {
      id: 'h',
      kind: 'heard' as const,
      section: '1',
      inNote: 'Fever',
      span: { start: 4, end: 9 },
      here: false,
    },
  ];
  const places = placesIn(
    {
      ...marksIn({ entities: [entity('a', 0)], decisions: [decision('a')] }, 0, plain, {}),
      checked,
    },
    { id: '1', text: written },
  );
  expect(places.map(({ id, doubt }) => [id, doubt])).toEqual([
    ['a', true],
    ['h', true],
  ]);
});

test('in a draft the words are marked that were not surely heard, and nothing else', () => {
  const heard = {
    id: 'd',
    kind: 'heard',
    section: '1',
    span: { start: 7, end: 11 },
    inNote: 'Dolo',
    text: '',
  } as const;
  expect(placesIn(marksOf([heard]), { id: '1', text: 'I take Dolo' })).toEqual([
    { id: 'd', chips: [], here: false, check: true, doubt: true, start: 7, end: 11 },
  ]);
  expect(placesIn(marksOf([]), { id: '1', text: 'I take Dolo' })).toEqual([]);
});
