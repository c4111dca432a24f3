/** The day's board of the made-up core: a list of appointments, and numbers for each note. */
import type { Appointment, DayPreview } from '../../../shared/model/day.ts';
import type { Visit } from '../../../shared/model/visit.ts';
import type { FakeHandlers } from './fake-handlers.ts';

const patients = [
  ['14:10', 'Ravi Das', 'U-2001', '1970-03-02'],
  ['14:25', 'Venkatanarasimharajuvaripeta Lakshmi Subrahmanyam', 'U-2002', '1946-11-30'],
  ['14:40', 'Salma Ali', 'U-2003', '2019-05-12'],
  ['14:55', 'Gurpreet Kaur', 'U-2004', '1988-02-29'],
] as const;
const listed = (): Appointment[] =>
  patients.map(([time, name, recordNumber, birthDate], index) => ({
    id: `appointment-${index}`,
    time,
    patient: { name, recordNumber, birthDate, sex: 'female' },
  }));

export function fakeDay(
  given: boolean | undefined,
  deps: {
    readonly visits: () => readonly Visit[];
    readonly tell: (name: string, payload: unknown) => void;
  },
): FakeHandlers {
  let appointments = given ? listed() : [];
  const set = (next: Appointment[]) => {
    appointments = next;
    deps.tell('day.changed', {});
    return { appointments };
  };
  return {
    'day.list': () => ({ appointments }),
    'day.preview': (): DayPreview => ({
      kind: 'csv',
      appointments: listed(),
      problems: [
        { line: 4, why: 'birth-date' },
        { line: 7, why: 'other-day' },
      ],
      known: appointments.length,
    }),
    'day.take': () => set(listed()),
    'day.clear': () => set([]),
    'day.standing': ({ ids }) =>
      ids.map((id, index) => ({
        id,
        codesLeft: index === 0 ? 9 : 0,
        ...(index < 2 && { differences: index + 1 }),
        sent: deps.visits().find((visit) => visit.id === id)?.signedAt !== undefined,
      })),
  };
}
