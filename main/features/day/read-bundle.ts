/** Reads appointments with their patients from a FHIR R4 Bundle. */
import { z } from 'zod';
import type { ListProblem } from '../../../shared/model/day.ts';
import type { Patient } from '../../../shared/model/visit.ts';
import { checkedPatient, type Entry } from './entry.ts';
import { readBirth, readInstant, readSex } from './values.ts';

const text = z.string().optional().catch(undefined);
const humanName = z.object({
  use: text,
  text,
  given: z.array(z.string()).optional().catch(undefined),
  family: text,
});
const identifier = z.object({
  value: text,
  type: z
    .object({
      coding: z
        .array(z.object({ code: text }))
        .optional()
        .catch(undefined),
    })
    .optional()
    .catch(undefined),
});
const resource = z.object({
  resourceType: z.string(),
  id: text,
  status: text,
  start: text,
  participant: z
    .array(
      z.object({
        actor: z.object({ reference: text, display: text }).optional().catch(undefined),
      }),
    )
    .optional()
    .catch(undefined),
  name: z.array(humanName).optional().catch(undefined),
  identifier: z.array(identifier).optional().catch(undefined),
  birthDate: text,
  gender: text,
});
const bundle = z.object({
  resourceType: z.literal('Bundle'),
  entry: z
    .array(z.object({ fullUrl: text, resource: resource.optional().catch(undefined) }))
    .optional(),
});
type Resource = z.infer<typeof resource>;
type BundleEntry = {
  readonly fullUrl?: string | undefined;
  readonly resource?: Resource | undefined;
};

const over = new Set(['cancelled', 'noshow', 'entered-in-error']);

/** `line` is the number of the entry. `today`: YYYY-MM-DD. */
export function readBundle(json: string, today: string): Entry[] {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return [{ line: 1, why: 'not-json' }];
  }
  const read = bundle.safeParse(value);
  if (!read.success) return [{ line: 1, why: 'not-a-bundle' }];
  const entries = read.data.entry ?? [];
  const patients = patientsOf(entries);
  return entries.flatMap((entry, index) =>
    entry.resource?.resourceType === 'Appointment'
      ? [{ line: index + 1, ...appointmentOf(entry.resource, patients, today) } as Entry]
      : [],
  );
}

function patientsOf(entries: readonly BundleEntry[]): ReadonlyMap<string, Resource> {
  const patients = new Map<string, Resource>();
  for (const { fullUrl, resource: one } of entries) {
    if (one?.resourceType !== 'Patient') continue;
    if (one.id !== undefined) patients.set(`Patient/${one.id}`, one);
    if (fullUrl !== undefined) patients.set(fullUrl, one);
  }
  return patients;
}

function appointmentOf(
  one: Resource,
  patients: ReadonlyMap<string, Resource>,
  today: string,
):
  | { readonly why: ListProblem }
  | { readonly appointment: { readonly time?: string; readonly patient: Patient } } {
  if (over.has(one.status ?? '')) return { why: 'cancelled' };
  const when = one.start === undefined ? undefined : readInstant(one.start);
  if (one.start !== undefined && when === undefined) return { why: 'time' };
  if (when !== undefined && when.day !== today) return { why: 'other-day' };
  const found = (one.participant ?? [])
    .map(({ actor }) => patients.get(actor?.reference?.replace(/\/_history\/.*$/, '') ?? ''))
    .find((resource) => resource !== undefined);
  if (!found) return { why: 'no-patient' };
  const patient = patientOf(found, today);
  if (typeof patient === 'string') return { why: patient };
  return { appointment: { ...(when && { time: when.time }), patient } };
}

function patientOf(one: Resource, today: string): Patient | ListProblem {
  const given = one.name ?? [];
  const name = given.find(({ use }) => use === 'official' || use === 'usual') ?? given[0];
  const number = (
    one.identifier?.find(({ type }) => type?.coding?.some(({ code }) => code === 'MR')) ??
    one.identifier?.find(({ value }) => value !== undefined)
  )?.value?.trim();
  const birthDate = one.birthDate === undefined ? undefined : readBirth(one.birthDate, today);
  if (one.birthDate !== undefined && birthDate === undefined) return 'birth-date';
  const sex = one.gender === undefined ? undefined : readSex(one.gender);
  if (one.gender !== undefined && sex === undefined) return 'sex';
  return checkedPatient({
    name: (name?.text ?? [...(name?.given ?? []), name?.family ?? ''].join(' '))
      .replace(/\s+/gu, ' ')
      .trim(),
    ...(number && { recordNumber: number }),
    ...(birthDate !== undefined && { birthDate }),
    ...(sex !== undefined && { sex }),
  });
}
