/** The form of a person: what it holds, what of it is sent, and where each answer of the platform belongs in it. */
import { codeOf } from '../../../../shared/model/clinic/user-rules.ts';
import type {
  Problems,
  ServiceUser,
  UserChange,
  UserDraft,
} from '../../../../shared/model/clinic/users.ts';

export type PersonValues = {
  readonly firstname: string;
  readonly lastname: string;
  /** Empty until it is chosen. */
  readonly gender: string;
  readonly dob: string;
  readonly mobile: string;
  readonly email: string;
  readonly auth_userid: string;
  readonly is_admin: boolean;
  readonly seat_type: string;
  readonly persona: string;
  /** Doctors are named in one way or the other, so that there is only ever one list (contract 6.1). */
  readonly doctorsBy: 'doctor_ids' | 'partner_doctor_ids';
  readonly doctor_ids: readonly string[];
  readonly partner_doctor_ids: readonly string[];
  readonly clinic_ids: readonly string[];
  readonly partner_clinic_ids: readonly string[];
  readonly partner_id: string;
};

export const newPerson: PersonValues = {
  firstname: '',
  lastname: '',
  gender: '',
  dob: '',
  mobile: '',
  email: '',
  auth_userid: '',
  is_admin: false,
  seat_type: 'b',
  persona: 'D',
  doctorsBy: 'doctor_ids',
  doctor_ids: [],
  partner_doctor_ids: [],
  clinic_ids: [],
  partner_clinic_ids: [],
  partner_id: '',
};

/** What the platform tells of a person; it keeps the gender, the date of birth and the role to itself. */
export const valuesOf = ({
  firstName,
  lastName,
  mobile,
  email,
  isAdmin,
  seatType,
  doctors,
  clinics,
  partnerId,
}: ServiceUser): PersonValues => ({
  ...newPerson,
  firstname: firstName,
  lastname: lastName,
  mobile: mobile.replace(/^\+91(?=\d{10}$)/, ''),
  email,
  is_admin: isAdmin,
  seat_type: seatType,
  persona: '',
  doctor_ids: doctors.map(({ id }) => id),
  clinic_ids: clinics.map(({ id }) => id),
  partner_id: partnerId,
});

const texts = [
  'firstname',
  'lastname',
  'gender',
  'dob',
  'mobile',
  'email',
  'auth_userid',
  'seat_type',
  'persona',
] as const;

/** What is sent to add this person: fields that were left empty are left out, so that they are asked for by name. */
export function draftOf(values: PersonValues): UserDraft {
  return {
    ...Object.fromEntries(
      texts.flatMap((name) => (values[name].trim() === '' ? [] : [[name, values[name].trim()]])),
    ),
    is_admin: values.is_admin,
    ...(values[values.doctorsBy].length > 0 && { [values.doctorsBy]: values[values.doctorsBy] }),
    ...(values.clinic_ids.length > 0 && { clinic_ids: values.clinic_ids }),
    ...(values.partner_clinic_ids.length > 0 && { partner_clinic_ids: values.partner_clinic_ids }),
  };
}

/** Only what became otherwise. A field that was emptied is sent empty, so that the rules speak of it. */
export function changeOf(before: PersonValues, values: PersonValues): UserChange {
  const same = (one: readonly string[], other: readonly string[]) =>
    one.length === other.length && one.every((id, index) => id === other[index]);
  return {
    ...Object.fromEntries(
      [...texts, 'partner_id' as const].flatMap((name) =>
        values[name].trim() === before[name] ? [] : [[name, values[name].trim()]],
      ),
    ),
    ...(values.is_admin !== before.is_admin && { is_admin: values.is_admin }),
    ...(!same(values[values.doctorsBy], before[values.doctorsBy]) && {
      [values.doctorsBy]: values[values.doctorsBy],
    }),
    ...(!same(values.clinic_ids, before.clinic_ids) && { clinic_ids: values.clinic_ids }),
    ...(!same(values.partner_clinic_ids, before.partner_clinic_ids) && {
      partner_clinic_ids: values.partner_clinic_ids,
    }),
  };
}

/** A list that was emptied: the platform takes an empty one for none at all and leaves it as it was (contract 6.1). */
export const emptied = (change: UserChange): (keyof UserChange)[] =>
  (['doctor_ids', 'partner_doctor_ids', 'clinic_ids', 'partner_clinic_ids'] as const).filter(
    (name) => change[name]?.length === 0,
  );

const shown: ReadonlySet<string> = new Set([
  'firstname',
  'lastname',
  'gender',
  'dob',
  'mobile',
  'email',
  'auth_userid',
  'seat_type',
  'persona',
  'doctor_ids',
  'partner_doctor_ids',
  'clinic_ids',
  'partner_clinic_ids',
  'partner_id',
]);

/** What has no field of its own in the form: `field` is empty for what concerns several. */
export const elsewhere = (problems: Problems): { field: string; message: string }[] =>
  Object.entries(problems)
    .filter(([field]) => !shown.has(field))
    .flatMap(([field, messages]) =>
      messages.map((message) => ({ field: field === 'message' ? '' : field, message })),
    );

/** How many things are not right. */
export const countOf = (problems: Problems): number =>
  Object.values(problems).reduce((sum, messages) => sum + messages.length, 0);

/** The catalogue's key for a message of the platform; undefined for one that only it knows, which is shown as it came. */
export function problemKey(message: string): string | undefined {
  const code = codeOf(message);
  return code === undefined ? undefined : `people.problem.${code}`;
}

/** Everyone whose name, mobile or address has each of these words. */
export function findPeople(list: readonly ServiceUser[], search: string): readonly ServiceUser[] {
  const sought = search.toLowerCase().split(/\s+/).filter(Boolean);
  return list.filter(({ firstName, lastName, mobile, email, partnerId }) => {
    const text = `${firstName} ${lastName} ${mobile} ${email} ${partnerId}`.toLowerCase();
    return sought.every((word) => text.includes(word));
  });
}
