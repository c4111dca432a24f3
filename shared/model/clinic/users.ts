/**
 * The people of a clinic as the platform keeps them (contract 6): what may be said of one, and what
 * a form of one holds.
 */

export const genders = ['M', 'F', 'O'] as const;
/** `b`: the ordinary seat; `p`: the larger one. */
export const seatTypes = ['b', 'p'] as const;
/** `D`: a doctor; `S`: staff. */
export const personas = ['D', 'S'] as const;

/** How a person signs in or is found; one of them must be there. */
export const handles = ['mobile', 'email', 'auth_userid'] as const;
export const listFields = [
  'doctor_ids',
  'partner_doctor_ids',
  'clinic_ids',
  'partner_clinic_ids',
] as const;

/** Draft of a new user as it is sent, complete and valid or not. */
export type UserDraft = {
  readonly firstname?: string | undefined;
  readonly lastname?: string | undefined;
  readonly gender?: string | undefined;
  /** YYYY-MM-DD. */
  readonly dob?: string | undefined;
  /** Ten digits, without the country. */
  readonly mobile?: string | undefined;
  readonly email?: string | undefined;
  /** The person's id in the clinic's own sign-in system. */
  readonly auth_userid?: string | undefined;
  readonly is_admin?: boolean | undefined;
  readonly seat_type?: string | undefined;
  readonly persona?: string | undefined;
  readonly doctor_ids?: readonly string[] | undefined;
  readonly partner_doctor_ids?: readonly string[] | undefined;
  readonly clinic_ids?: readonly string[] | undefined;
  readonly partner_clinic_ids?: readonly string[] | undefined;
};
/** Only what is to become otherwise. */
export type UserChange = UserDraft & { readonly partner_id?: string | undefined };

/** Messages by field, as the platform words them; under `message` what concerns more than one. */
export type Problems = { readonly [field: string]: readonly string[] };

/** `found`: the answer had been lost, and the person turned out to be there. */
export type UserOutcome =
  | { readonly kind: 'done'; readonly id: string; readonly found: boolean }
  | { readonly kind: 'refused'; readonly problems: Problems };

/** One person as the platform shows them; it keeps the gender and the date of birth to itself. */
export type ServiceUser = {
  readonly id: string;
  readonly firstName: string;
  readonly lastName: string;
  /** With the country, as it came. */
  readonly mobile: string;
  readonly email: string;
  readonly isAdmin: boolean;
  readonly seatType: string;
  readonly partnerId: string;
  readonly doctors: readonly { readonly id: string; readonly name: string }[];
  readonly clinics: readonly { readonly id: string; readonly name: string }[];
};
