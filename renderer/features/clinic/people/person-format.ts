/**
 * The form of a person: its values, the part of them that is sent, and the field of each problem
 * that the platform names.
 */
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
  /**
   * Doctors are named in one way or the other, so that there is only ever one list (contract 6.1).
   */
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

/**
 * Values of a person as the platform returns them; it does not return gender, date of birth and
 * role.
 */
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

/**
 * The request that adds this person. Empty fields are left out, so that the rules name them as
 * missing.
 */
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

/** Only the changed values. An emptied field is sent empty, so that the rules judge it. */
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

/** Emptied lists: the platform ignores an empty list and leaves the old one (contract 6.1). */
export const emptiedLists = (change: UserChange): (keyof UserChange)[] =>
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

/** Problems without a field in the form; `field` is empty for one that concerns several. */
export const problemsWithoutField = (problems: Problems): { field: string; message: string }[] =>
  Object.entries(problems)
    .filter(([field]) => !shown.has(field))
    .flatMap(([field, messages]) =>
      messages.map((message) => ({ field: field === 'message' ? '' : field, message })),
    );

/** Number of problems. */
export const countOf = (problems: Problems): number =>
  Object.values(problems).reduce((sum, messages) => sum + messages.length, 0);

/**
 * Key of the catalogue for a message of the platform; undefined for an unknown one, which is shown
 * as it came.
 */
export function problemKey(message: string): string | undefined {
  const code = codeOf(message);
  return code === undefined ? undefined : `people.problem.${code}`;
}

/** People whose name, mobile, e-mail or own id contains each word of the search. */
export function findPeople(list: readonly ServiceUser[], search: string): readonly ServiceUser[] {
  const wanted = search.toLowerCase().split(/\s+/).filter(Boolean);
  return list.filter(({ firstName, lastName, mobile, email, partnerId }) => {
    const text = `${firstName} ${lastName} ${mobile} ${email} ${partnerId}`.toLowerCase();
    return wanted.every((word) => text.includes(word));
  });
}
