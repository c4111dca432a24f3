/** What becomes of a finding whose sentence is not understood: `isLeftOpen` in `statuses.ts`. */
import { expect, test } from 'vitest';
import { checkDeps } from '../../../../../main/app/check-deps.ts';
import { createExtraction } from '../../../../../main/features/coding/extraction/extraction.ts';
import { statusAsSaid } from '../../../../../main/features/coding/extraction/from-text.ts';
import { createTerminology } from '../../../../../main/infrastructure/terminology/terminology.ts';
import { noteDocument } from '../../../../support/note-document.ts';
import { folderWithLists } from '../../../../support/terminology/placed-lists.ts';

const extraction = createExtraction({
  terminology: createTerminology({ folder: folderWithLists() }),
});
const said = (text: string, title?: string) =>
  extraction.ofText(text, title).map((one) => [one.text, one.kind, one.status]);

test('beside words that are not understood a finding is possible, and says why', () => {
  const [left] = extraction.ofText('Her asthma has glorped.');
  expect(left).toMatchObject({ text: 'asthma', status: 'possible', unread: true });
  expect(statusAsSaid({ status: 'possible', unread: true })).toBe('present');
  expect(statusAsSaid({ status: 'possible' })).toBe('possible');
  const [query] = extraction.ofText('Possible asthma.');
  expect(query).toMatchObject({ status: 'possible' });
  expect(query).not.toHaveProperty('unread');
  // Other findings of the sentence are no words of it.
  expect(said('Fever, asthma, loose motions')).toHaveLength(3);
  expect(said('Fever, asthma, loose motions').every(([, , status]) => status === 'present')).toBe(
    true,
  );
});

test('a finding that is understood at one of its places is present, and named once', () => {
  for (const text of ['Her asthma has glorped. She has asthma.', 'She has asthma. Asthma glorped.'])
    expect(said(text), text).toEqual([['asthma', 'diagnosis', 'present']]);
  const [entity] = extraction.ofText('Her asthma has glorped. She has asthma.');
  expect(entity?.span.start).toBe(32);
  expect(extraction.everywhereIn('Asthma glorped. She has asthma.')).toMatchObject([
    { status: 'possible', unread: true },
    { status: 'present' },
  ]);
});

test('the note of a visit keeps that a finding was not understood', () => {
  const entities = extraction.ofNote({
    documents: [noteDocument('## Complaints\n- Her asthma has glorped')],
  });
  expect(entities).toMatchObject([{ text: 'asthma', status: 'possible', unread: true }]);
});

test('medicines are not judged so, and an allergy is never lowered', () => {
  expect(said('Paracetamol has glorped.')).toMatchObject([
    ['Paracetamol', 'medication', 'present'],
  ]);
  for (const text of ['Allergic to penicillin glorped', 'Penicillin allergy has glorped'])
    expect(
      said(text).map(([, , status]) => status),
      text,
    ).not.toContain('possible');
});

test('note and visit are compared as they say it', () => {
  const { concepts } = checkDeps(extraction, () => false);
  expect(concepts('Her asthma has glorped.', '')).toMatchObject([{ status: 'present' }]);
  expect(concepts('Possible asthma.', '')).toMatchObject([{ status: 'possible' }]);
});

test('blanks beside one another change no finding, and places are those of the given text', () => {
  const given = 'No\u00a0 sign  of   asthma.\nBurning  micturition since   Monday';
  const found = extraction.ofText(given);
  expect(found.map(({ text, status }) => [text, status])).toEqual(
    extraction
      .ofText(given.replace(/[^\S\n]+/g, ' '))
      .map(({ text, status }) => [
        text === 'Burning micturition' ? 'Burning  micturition' : text,
        status,
      ]),
  );
  expect(found.map(({ status }) => status)).toEqual(['absent', 'present']);
  for (const { text, span } of found) expect(given.slice(span.start, span.end)).toBe(text);
});
