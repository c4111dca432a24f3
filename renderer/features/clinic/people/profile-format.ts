/** The form of the own profile: its values, and the part of them that is sent. */
import type { EmrChange, EmrUser } from '../../../../shared/model/clinic/emr-user.ts';

const fields = ['fln', 's', 'gen', 'dob', 'mobile', 'email', 'bg'] as const;
export type ProfileValues = { readonly [name in (typeof fields)[number] | 'details']: string };

export const profileValues = (profile: EmrUser): ProfileValues => ({
  fln: profile.fln ?? [profile.fn, profile.mn, profile.ln].filter(Boolean).join(' '),
  s: profile.s ?? '',
  gen: profile.gen ?? '',
  dob: profile.dob ?? '',
  mobile: profile.mobile ?? '',
  email: profile.email ?? '',
  bg: profile.bg ?? '',
  details: detailsOf(profile),
});
const detailsOf = ({ extras }: EmrUser) =>
  extras && Object.keys(extras).length > 0 ? JSON.stringify(extras, null, 2) : '';

/** `wrong`: the text is not JSON. An empty text means no details. */
export function readDetails(text: string): { readonly extras?: unknown; readonly wrong?: string } {
  if (text.trim() === '') return {};
  try {
    return { extras: JSON.parse(text) as unknown };
  } catch (error) {
    return { wrong: (error as Error).message };
  }
}

/**
 * Only the changed values. Details are sent whole, as they replace the stored ones; emptied details
 * as an empty object.
 */
export function profileChange(profile: EmrUser, values: ProfileValues): EmrChange {
  const before = profileValues(profile);
  const { extras } = readDetails(values.details);
  return {
    ...Object.fromEntries(
      fields.flatMap((name) =>
        values[name].trim() === before[name] ? [] : [[name, values[name].trim()]],
      ),
    ),
    ...(values.details.trim() !== before.details && { extras: extras ?? {} }),
  };
}
