/** The rows of the question before signing: their order, what makes one row of several places, their lines. */
import { expect, test } from 'vitest';
import { asSigned, leavingRows } from '../../../../../main/features/notes/versions/leaving.ts';
import type { NeutralEntity } from '../../../../../shared/model/export/export.ts';
import type { DecidedEntity, Leaving } from '../../../../../shared/model/export/leaving.ts';
import { asSaid, leavingOf } from '../../../../../shared/model/export/leaving-rules.ts';
import { neutralEntity } from '../../../../support/acts.ts';

const codes = [{ system: 'http://snomed.info/sct', code: '387458008', display: 'Aspirin' }];
const entity = (text: string, over: Partial<NeutralEntity> = {}) =>
  neutralEntity('prescription', text, { codes, ...over });
const plan = (...lines: string[]) => [{ id: 'plan', title: 'Plan', text: lines.join('\n') }];

/** As it stands in the note, with nothing said. */
const decided = (read: NeutralEntity, entityId = read.text): DecidedEntity => ({
  ...read,
  origin: { entityId, of: 'medicine', read, isSaid: false },
});
const rowsOf = (all: readonly DecidedEntity[], lines: readonly string[] = []) =>
  leavingRows(
    { entities: all, reads: all.map(({ origin: _none, ...read }) => read) },
    { sections: plan(...lines), without: [] },
  );

test('what is not clear is told first, then the orders, then the rest; each in the order of the note', () => {
  const taken = { kind: 'medication', taking: 'active' } as const;
  const unclear = { kind: 'medication', taking: 'unknown' } as const;
  const rows = rowsOf([
    decided(entity('One', taken)),
    decided(entity('Two')),
    decided(entity('Three', unclear)),
    decided(entity('Four', taken)),
    decided(entity('Five')),
    decided(entity('Six', unclear)),
  ]);
  expect(rows.map(({ text }) => text)).toEqual(['Three', 'Six', 'Two', 'Five', 'One', 'Four']);
});

test('places that name a thing in the same way, large or small letters, are one row with each finding once', () => {
  const rows = rowsOf([
    decided(entity('Aspirin'), 'first'),
    decided(entity('aspirin'), 'second'),
    decided(entity('ASPIRIN', { kind: 'medication', taking: 'stopped' }), 'third'),
  ]);
  expect(rows.map(({ text, entities, as }) => [text, entities, as])).toEqual([
    ['Aspirin', ['first', 'second'], 'ordered'],
    ['ASPIRIN', ['third'], 'stopped'],
  ]);
  const operations = rowsOf([
    decided(entity('CABG'), 'surgery'),
    decided(entity('TKR'), 'surgery'),
  ]);
  expect(operations.map(({ text, entities }) => [text, entities])).toEqual([
    ['CABG, TKR', ['surgery']],
  ]);
});

test('a row shows three lines at most, each once, and the beginning of a long one', () => {
  const long = `Aspirin ${'x'.repeat(292)}`;
  expect(long).toHaveLength(300);
  const linesOf = (...lines: string[]) => rowsOf([decided(entity('Aspirin'))], lines)[0]!.lines;
  expect(linesOf('  Aspirin 75 mg ', 'Aspirin 75 mg', 'Aspirin tomorrow')).toEqual([
    'Aspirin 75 mg',
    'Aspirin tomorrow',
  ]);
  expect(linesOf('Aspirin 1', 'Aspirin 2', 'Aspirin 3', 'Aspirin 4')).toHaveLength(3);
  expect(linesOf(long)).toEqual([long]);
  expect(linesOf(`${long}y`)).toEqual([`${long} …`]);
});

/** As the doctor said of words that were read as `saidOf`. */
const said = (read: NeutralEntity, as: 'taken' | 'words', saidOf?: Leaving): DecidedEntity => ({
  ...asSaid(read, read, { of: 'medicine', as }),
  origin: { entityId: read.text, of: 'medicine', read, isSaid: true, saidOf },
});
const leaves = (one: DecidedEntity, line: string) => {
  const { entities } = asSigned([one], plan(line));
  const [signed] = entities;
  return [leavingOf(signed!), signed!.origin?.isSaid];
};

test('what the doctor said gives way only to words that are read as another thing', () => {
  const aspirin = entity('Aspirin');
  expect(leaves(said(aspirin, 'taken', 'ordered'), 'Aspirin 75 mg OD')).toEqual(['taken', true]);
  expect(leaves(said(aspirin, 'taken', 'ordered'), 'Stop aspirin')).toEqual(['stopped', false]);
  // Not known of what it was said: it stands.
  expect(leaves(said(aspirin, 'taken'), 'Stop aspirin')).toEqual(['taken', true]);
  // What is not clear contradicts nobody.
  const unclear = 'Aspirin?';
  expect(leaves(decided(aspirin), unclear)).toEqual(['unclear', false]);
  expect(leaves(said(aspirin, 'taken', 'ordered'), unclear)).toEqual(['taken', true]);
  // As words alone it harms nobody.
  expect(leaves(said(aspirin, 'words', 'ordered'), 'Stop aspirin')).toEqual(['words', true]);
});
