/** Reads a list of appointments from separated values. A value that is unclear is never guessed. */
import type { ListProblem } from '../../../shared/model/day.ts';
import type { Patient } from '../../../shared/model/visit.ts';
import { type Row, readRows, separatorOf } from '../../infrastructure/csv.ts';
import { type Column, type Columns, columnsOf } from './columns.ts';
import { checkedPatient, type Entry } from './entry.ts';
import { readBirth, readDay, readMoment, readSex } from './values.ts';

/** `today`: YYYY-MM-DD. */
export function readCsv(text: string, today: string): Entry[] {
  const { rows, open } = readRows(text, separatorOf(text));
  const [header, ...rest] = rows;
  const columns = header && columnsOf(header.cells);
  const unclosed: Entry[] = open === undefined ? [] : [{ line: open, why: 'quote-open' }];
  if (!columns) return [{ line: header?.line ?? 1, why: 'no-header' }, ...unclosed];
  return [...rest.map((row) => entryOf(row, columns, today)), ...unclosed];
}

function entryOf({ line, cells }: Row, columns: Columns, today: string): Entry {
  const cell = (column: Column) => cells[columns.get(column) ?? -1] ?? '';
  const when = timeOf(cell('time'), cell('date'), today);
  if ('why' in when) return { line, why: when.why };
  const patient = patientOf(cell, today);
  if (typeof patient === 'string') return { line, why: patient };
  return { line, appointment: { ...when, patient } };
}

type When = { readonly time?: string } | { readonly why: ListProblem };

function timeOf(time: string, date: string, today: string): When {
  const moment = time === '' ? undefined : readMoment(time);
  if (time !== '' && moment === undefined) return { why: 'time' };
  const day = date === '' ? moment?.day : readDay(date);
  if (date !== '' && day === undefined) return { why: 'time' };
  if (day !== undefined && day !== today) return { why: 'other-day' };
  return moment === undefined ? {} : { time: moment.time };
}

function patientOf(cell: (column: Column) => string, today: string): Patient | ListProblem {
  const [number, birth, sex] = [cell('number'), cell('birth'), cell('sex')];
  const birthDate = birth === '' ? undefined : readBirth(birth, today);
  const read = sex === '' ? undefined : readSex(sex);
  if (birth !== '' && birthDate === undefined) return 'birth-date';
  if (sex !== '' && read === undefined) return 'sex';
  const parts = [cell('given'), cell('family')].filter((part) => part !== '');
  return checkedPatient({
    name: (cell('name') || parts.join(' ')).replace(/\s+/gu, ' '),
    ...(number !== '' && { recordNumber: number }),
    ...(birthDate !== undefined && { birthDate }),
    ...(read !== undefined && { sex: read }),
  });
}
