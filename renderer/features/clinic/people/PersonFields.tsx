/** The groups of fields in the form of a person. */
import { genders, personas, seatTypes } from '../../../../shared/model/clinic/users.ts';
import { Toggle } from '../../../ui/Check.tsx';
import { Choice } from '../../../ui/Choice.tsx';
import { Field } from '../../../ui/Field.tsx';
import { Tags } from '../../../ui/Tags.tsx';
import { dateInWords } from '../../../ui/times.ts';
import { useLocale } from '../../../ui/useLocale.ts';
import { usePeople } from './people-store.ts';
import type { PersonValues } from './person-format.ts';

/** State of the form, as its groups of fields need it. */
export type PersonFormState = {
  readonly values: PersonValues;
  readonly known: boolean;
  readonly set: <N extends keyof PersonValues>(name: N) => (value: PersonValues[N]) => void;
  readonly problem: (field: string) => string | undefined;
};

type Props = { readonly form: PersonFormState };

type TextName = 'firstname' | 'lastname' | 'mobile' | 'email' | 'auth_userid' | 'partner_id';
type TextProps = Props & {
  readonly name: TextName;
  readonly hint?: string;
  readonly inputMode?: 'numeric' | 'email';
  readonly isRequired?: boolean;
};

function PersonText({ form: { values, set, problem }, name, ...rest }: TextProps) {
  const { t } = useLocale();
  return (
    <Field
      label={t(`people.field.${name}`)}
      value={values[name]}
      onChange={set(name)}
      problem={problem(name)}
      autoComplete="off"
      maxLength={200}
      {...rest}
    />
  );
}

export function IdentityFields({ form }: Props) {
  const { t, language } = useLocale();
  const { values, known, set, problem } = form;
  const unchanged = known ? t('people.unchanged') : undefined;
  return (
    <div className="fields fields-two">
      <PersonText form={form} name="firstname" isRequired={!known} />
      <PersonText form={form} name="lastname" isRequired={!known} />
      <Choice
        label={t('people.field.gender')}
        value={values.gender}
        problem={problem('gender')}
        onChange={set('gender')}
        options={genders.map((id) => ({ id: id as string, label: t(`people.gender.${id}`) }))}
        {...(unchanged && { hint: unchanged })}
      />
      <Field
        type="date"
        label={t('people.field.dob')}
        value={values.dob}
        onChange={set('dob')}
        problem={problem('dob')}
        isRequired={!known}
        hint={dateInWords(values.dob, language) ?? unchanged}
      />
    </div>
  );
}

export function ContactFields({ form }: Props) {
  const { t } = useLocale();
  return (
    <fieldset className="group">
      <legend>{t('people.reach')}</legend>
      <p className="hint">{t('people.reachHint')}</p>
      <div className="fields fields-two">
        <PersonText form={form} name="mobile" inputMode="numeric" hint={t('people.mobileHint')} />
        <PersonText form={form} name="email" inputMode="email" />
        <PersonText form={form} name="auth_userid" hint={t('people.authHint')} />
      </div>
    </fieldset>
  );
}

export function RoleFields({ form: { values, known, set, problem } }: Props) {
  const { t } = useLocale();
  return (
    <fieldset className="group">
      <legend>{t('people.role')}</legend>
      <div className="fields fields-two">
        <Choice
          label={t('people.field.persona')}
          value={values.persona}
          problem={problem('persona')}
          onChange={set('persona')}
          options={personas.map((id) => ({ id: id as string, label: t(`people.persona.${id}`) }))}
          {...(known && { hint: t('people.unchanged') })}
        />
        <Choice
          label={t('people.field.seat_type')}
          value={values.seat_type}
          problem={problem('seat_type')}
          onChange={set('seat_type')}
          options={seatTypes.map((id) => ({ id: id as string, label: t(`people.seat.${id}`) }))}
        />
      </div>
      <Toggle on={values.is_admin} onChange={set('is_admin')} hint={t('people.adminHint')}>
        {t('people.field.is_admin')}
      </Toggle>
    </fieldset>
  );
}

/** The doctors and clinics that the person works with. */
export function AccessFields({ form }: Props) {
  const { t } = useLocale();
  const list = usePeople((state) => state.list) ?? [];
  const { values, known, set, problem } = form;
  const doctors = optionsOf(list.flatMap((user) => user.doctors));
  const clinics = optionsOf(list.flatMap((user) => user.clinics));
  return (
    <fieldset className="group">
      <legend>{t('people.where')}</legend>
      <Choice
        label={t('people.doctorsBy')}
        value={values.doctorsBy}
        onChange={set('doctorsBy')}
        hint={t('people.doctorsByHint')}
        options={(['doctor_ids', 'partner_doctor_ids'] as const).map((id) => ({
          id,
          label: t(`people.by.${id}`),
        }))}
      />
      <Tags
        label={t('people.field.doctors')}
        hint={t('people.tagsHint')}
        value={values[values.doctorsBy]}
        onChange={set(values.doctorsBy)}
        problem={problem(values.doctorsBy)}
        known={values.doctorsBy === 'doctor_ids' ? doctors : []}
      />
      <div className="fields fields-two">
        <Tags
          label={t('people.field.clinic_ids')}
          value={values.clinic_ids}
          onChange={set('clinic_ids')}
          problem={problem('clinic_ids')}
          known={clinics}
        />
        <Tags
          label={t('people.field.partner_clinic_ids')}
          value={values.partner_clinic_ids}
          onChange={set('partner_clinic_ids')}
          problem={problem('partner_clinic_ids')}
        />
        {known && <PersonText form={form} name="partner_id" hint={t('people.partnerHint')} />}
      </div>
    </fieldset>
  );
}

/** Each id once, without those that have no name. */
const optionsOf = (list: readonly { readonly id: string; readonly name: string }[]) =>
  [...new Map(list.map(({ id, name }) => [id, { id, label: name }])).values()].filter(
    ({ label }) => label !== '',
  );
