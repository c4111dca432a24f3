import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { collect } from '../../../../main/features/day/entry.ts';
import { readCsv } from '../../../../main/features/day/read-csv.ts';
import { readBirth, readDay, readMoment, readTime } from '../../../../main/features/day/values.ts';
import { readRows, separatorOf } from '../../../../main/infrastructure/csv.ts';

const TODAY = '2026-11-22';
const read = (text: string) => collect(readCsv(text, TODAY));

describe('rows', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', 'ç', 'र', ' ', ',', ';', '"', '\n', '\t') });
  const quoted = (value: string) => `"${value.replaceAll('"', '""')}"`;

  test('whatever is written with quotes is read back, each row with its line', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(cell, { minLength: 2, maxLength: 5 }), { minLength: 1, maxLength: 6 }),
        fc.constantFrom(',', ';', '\t', '|'),
        fc.constantFrom('\n', '\r\n', '\r'),
        (table, separator, end) => {
          const text = table.map((row) => row.map(quoted).join(separator)).join(end);
          let line = 1;
          const expected = table.flatMap((row) => {
            const at = line;
            line += 1 + row.join('').split('\n').length - 1;
            const cells = row.map((value) => value.trim());
            return cells.some((value) => value !== '') ? [{ line: at, cells }] : [];
          });
          expect(readRows(text, separator)).toEqual({ rows: expected });
        },
      ),
    );
  });

  test('any text is read to its end without an error, and no row stands before the one above it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => {
        const lines = readRows(text, separatorOf(text)).rows.map(({ line }) => line);
        expect(lines).toEqual([...lines].sort((a, b) => a - b));
        expect(read(text).appointments.every(({ patient }) => patient.name !== '')).toBe(true);
      }),
    );
  });

  test('a quote that is never closed is told with its line; the rows before it stay', () => {
    expect(read('Name,Time\nAsha Rao,10:15\n"Ravi Das,10:30\nS. Ali,11:00')).toEqual({
      appointments: [expect.objectContaining({ time: '10:15', patient: { name: 'Asha Rao' } })],
      problems: [{ line: 3, why: 'quote-open' }],
    });
  });
});

describe('a list of a clinic', () => {
  test('is understood by the words of its header, in any order, with days before months', () => {
    const { appointments, problems } = read(
      '\ufeffMRN;Gender;Patient name;D.O.B.;Appointment Time\r\nU-1001;F;Asha  Rao;03/02/1988;10:15\r\nU-1002;male;"Das, Ravi";2-Mar-1970;9.05 am\r\n',
    );
    expect(problems).toEqual([]);
    expect(appointments.map(({ time, patient }) => ({ time, ...patient }))).toEqual([
      {
        time: '09:05',
        name: 'Das, Ravi',
        recordNumber: 'U-1002',
        birthDate: '1970-03-02',
        sex: 'male',
      },
      {
        time: '10:15',
        name: 'Asha Rao',
        recordNumber: 'U-1001',
        birthDate: '1988-02-03',
        sex: 'female',
      },
    ]);
  });

  test.each([
    ['Time,Name,DOB\n25:10,Asha,', 'time'],
    ['Name,DOB\nAsha,02/29/1988', 'birth-date'],
    ['Name,DOB\nAsha,03/02/88', 'birth-date'],
    ['Name,DOB\nAsha,03/02/2088', 'birth-date'],
    ['Name,Sex\nAsha,maybe', 'sex'],
    ['Name,MRN\n,U-1', 'no-name'],
    ['Date,Name\n23/11/2026,Asha', 'other-day'],
    ['Time,Name\n2026-11-23 10:15,Asha', 'other-day'],
  ])('what is unclear in %j is not guessed, and told with its line', (text, why) => {
    expect(read(text)).toEqual({ appointments: [], problems: [{ line: 2, why }] });
  });

  test('a list without a column of names says so', () => {
    expect(read('10:15,Asha Rao\n10:30,Ravi Das').problems).toEqual([
      { line: 1, why: 'no-header' },
    ]);
  });

  test('a row that comes twice is taken once', () => {
    const { appointments, problems } = read('Time,Name\n10:15,Asha Rao\n10:15,asha  rao\n');
    expect(appointments).toHaveLength(1);
    expect(problems).toEqual([{ line: 3, why: 'twice' }]);
  });
});

test('days and times are read as they are written, or not at all', () => {
  expect(
    ['03/02/1988', '3.2.1988', '1988-02-03', '3 Feb 1988', '03-February-1988'].map(readDay),
  ).toEqual(Array(5).fill('1988-02-03'));
  expect(['31/02/1988', '1988', '3/2', 'soon', '3 Foo 1988'].map(readDay)).toEqual(
    Array(5).fill(undefined),
  );
  expect(
    ['9:05', '9.05', '09:05:00', '9:05 AM', '9:05 p.m.', '12 am', '12:30pm', '21h10'].map(readTime),
  ).toEqual(['09:05', '09:05', '09:05', '09:05', '21:05', '00:00', '12:30', '21:10']);
  expect(['9', '24:00', '13 pm', '10:60', 'ten'].map(readTime)).toEqual(Array(5).fill(undefined));
  expect(readMoment('22/11/2026 10:15')).toEqual({ day: TODAY, time: '10:15' });
  expect(readMoment('2026-11-22T10:15')).toEqual({ day: TODAY, time: '10:15' });
  expect(readMoment('22 Nov 2026, 10:15 am')).toEqual({ day: TODAY, time: '10:15' });
  expect([readBirth('1950', TODAY), readBirth('1850', TODAY)]).toEqual(['1950', undefined]);
});
