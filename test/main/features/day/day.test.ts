import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createDay } from '../../../../main/features/day/day.ts';
import { createStore } from '../../../../main/infrastructure/store/store.ts';
import { dayAt } from '../../../../shared/calendar-day.ts';
import { Failure } from '../../../../shared/failure.ts';
import { DAY, HOUR } from '../../../../shared/time.ts';
import { heldClock } from '../../../support/ports/clocks.ts';
import { temporaryFolder, testCipher } from '../../../support/rows.ts';

/** Noon here, whatever the zone of this computer. */
const NOON = new Date(2026, 10, 22, 12).getTime();

function open() {
  const file = path.join(temporaryFolder(), 'scriba.db');
  const cipher = testCipher();
  const lock = { closed: false };
  const clock = heldClock(NOON);
  const store = createStore({ file, seal: () => cipher });
  const told: number[] = [];
  const day = createDay({
    clock,
    store,
    seal() {
      if (lock.closed) throw new Failure('locked', 'locked', { detail: 'vault-closed' });
      return cipher;
    },
    changed: () => told.push(1),
  });
  const onDisk = () =>
    [file, `${file}-wal`]
      .filter((name) => existsSync(name))
      .map((name) => readFileSync(name).toString('latin1'))
      .join('');
  return { day, store, clock, lock, told, onDisk };
}
const names = ({ appointments }: ReturnType<ReturnType<typeof open>['day']['list']>) =>
  appointments.map(({ patient }) => patient.name);

const list = 'Time,Name,MRN\n10:40,Ravi Das,U-2\n10:15,Asha Rao,U-1\n';

test('the same list twice doubles nothing; another list is added to it or replaces it', () => {
  const { day, told } = open();
  expect(names(day.take(list, 'replace'))).toEqual(['Asha Rao', 'Ravi Das']);
  expect(day.preview(list)).toMatchObject({ kind: 'csv', known: 2, problems: [] });
  expect(names(day.take(list, 'add'))).toEqual(['Asha Rao', 'Ravi Das']);
  expect(names(day.take('Time,Name\n09:00,Salma Ali', 'add'))).toEqual([
    'Salma Ali',
    'Asha Rao',
    'Ravi Das',
  ]);
  expect(names(day.take(list, 'replace'))).toEqual(['Asha Rao', 'Ravi Das']);
  expect(names(day.list())).toEqual(['Asha Rao', 'Ravi Das']);
  expect(told).toHaveLength(4);
});

test('a look at a list keeps nothing of it', () => {
  const { day, store } = open();
  expect(day.preview(list).appointments).toHaveLength(2);
  expect(store.values.get('day.list')).toBeUndefined();
  expect(day.list()).toEqual({ appointments: [] });
});

test('no name of the list can be read on the disk, and the day after nothing of it is left', () => {
  const { day, store, clock, onDisk } = open();
  day.take('Name,MRN\nZarin Contractor,U-4711', 'replace');
  const { sealed } = JSON.parse(store.values.get('day.list') ?? '') as { sealed: string };
  expect(onDisk()).toContain(sealed.slice(0, 40));
  expect(onDisk()).not.toMatch(/Zarin|Contractor|4711/);
  clock.jump(DAY);
  day.expire();
  expect(onDisk()).not.toContain(sealed.slice(0, 40));
  expect(day.list()).toEqual({ appointments: [] });
});

test('the list of yesterday goes also while the vault is locked; that of today stays closed', () => {
  const { day, store, clock, lock } = open();
  day.take(list, 'replace');
  lock.closed = true;
  expect(() => day.list()).toThrow('locked');
  expect(() => day.preview(list)).toThrow('locked');
  clock.jump(2 * HOUR);
  day.expire();
  expect(store.values.get('day.list')).not.toBe('');
  clock.jump(DAY);
  day.expire();
  expect(store.values.get('day.list')).toBe('');
});

test('appointments of a FHIR bundle come with their patients; the others are told by their entry', () => {
  const { day } = open();
  const at = (hour: number) => new Date(2026, 10, 22, hour, 15).toISOString();
  const appointment = (reference: string, more: object = {}) => ({
    resource: {
      resourceType: 'Appointment',
      status: 'booked',
      start: at(10),
      participant: [{ actor: { reference: 'Practitioner/1' } }, { actor: { reference } }],
      ...more,
    },
  });
  const bundle = {
    resourceType: 'Bundle',
    type: 'searchset',
    entry: [
      appointment('Patient/a'),
      appointment('urn:uuid:5', { start: at(9) }),
      appointment('Patient/nobody'),
      appointment('Patient/a', { status: 'cancelled' }),
      appointment('Patient/a', { start: new Date(NOON + DAY).toISOString() }),
      {
        resource: {
          resourceType: 'Patient',
          id: 'a',
          name: [{ use: 'official', given: ['Asha'], family: 'Rao' }],
          identifier: [{ value: 'other' }, { type: { coding: [{ code: 'MR' }] }, value: 'U-1001' }],
          birthDate: '1988-02-03',
          gender: 'female',
        },
      },
      {
        fullUrl: 'urn:uuid:5',
        resource: { resourceType: 'Patient', name: [{ text: 'Ravi Das' }] },
      },
    ],
  };
  const { kind, appointments, problems } = day.preview(JSON.stringify(bundle));
  expect(dayAt(NOON)).toBe('2026-11-22');
  expect(kind).toBe('bundle');
  expect(appointments.map(({ time, patient }) => ({ time, ...patient }))).toEqual([
    { time: '09:15', name: 'Ravi Das' },
    {
      time: '10:15',
      name: 'Asha Rao',
      recordNumber: 'U-1001',
      birthDate: '1988-02-03',
      sex: 'female',
    },
  ]);
  expect(problems).toEqual([
    { line: 3, why: 'no-patient' },
    { line: 4, why: 'cancelled' },
    { line: 5, why: 'other-day' },
  ]);
  expect(day.preview('{"resourceType":').problems).toEqual([{ line: 1, why: 'not-json' }]);
  expect(day.preview('{"resourceType":"Patient"}').problems).toEqual([
    { line: 1, why: 'not-a-bundle' },
  ]);
});
