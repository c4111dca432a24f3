/** The form of a person. Every problem stands at its field, and what belongs to none stands above the button. */
import { Check as Tick } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Form } from 'react-aria-components';
import {
  genders,
  type Problems,
  personas,
  seatTypes,
} from '../../../../shared/model/clinic/users.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Toggle } from '../../../ui/Check.tsx';
import { Choice } from '../../../ui/Choice.tsx';
import { Field } from '../../../ui/Field.tsx';
import { Tags } from '../../../ui/Tags.tsx';
import { dateInWords } from '../../../ui/times.ts';
import { useWords } from '../../../ui/useWords.ts';
import { usePeople } from './people-store.ts';
import { countOf, elsewhere, type PersonValues, problemKey } from './person-format.ts';

type Props = {
  readonly start: PersonValues;
  /** Somebody who is there already: what the platform does not tell of them is left as it is. */
  readonly known?: boolean;
  readonly onEdit?: (values: PersonValues) => void;
  /** Answers what is wrong; nothing when it is done. Throws a Failure. */
  readonly send: (values: PersonValues) => Promise<Problems>;
  readonly word: 'people.addNow' | 'people.save';
  readonly busyWord: 'people.adding' | 'people.saving';
  readonly onCancel: () => void;
};

export function PersonForm({
  start,
  known = false,
  onEdit,
  send,
  word,
  busyWord,
  onCancel,
}: Props) {
  const { t, exists, failure, language } = useWords();
  const [values, setValues] = useState(start);
  const [problems, setProblems] = useState<Problems>({});
  const [trouble, setTrouble] = useState<string | undefined>();
  const [busy, setBusy] = useState(false);
  const [sent, setSent] = useState(0);
  const form = useRef<HTMLFormElement>(null);
  const list = usePeople((state) => state.list);

  // To the first field that is not right, whichever that is.
  useEffect(() => {
    if (sent > 0)
      (
        form.current?.querySelector<HTMLElement>(
          '[aria-invalid="true"], [data-invalid] [role="radio"], [data-invalid] input',
        ) ?? form.current?.querySelector<HTMLElement>('[role="alert"]')
      )?.focus();
  }, [sent]);

  const set =
    <N extends keyof PersonValues>(name: N) =>
    (value: PersonValues[N]) => {
      const next = { ...values, [name]: value };
      setValues(next);
      onEdit?.(next);
      const { [name]: _mended, ...rest } = problems;
      setProblems(rest);
    };
  const wordFor = (message: string) => {
    const key = message === 'last-one' ? 'people.problem.lastOne' : problemKey(message);
    return key !== undefined && exists(key) ? t(key) : message;
  };
  const problem = (field: string) => problems[field]?.map(wordFor).join(' ');
  const submit = async () => {
    if (busy) return;
    setBusy(true);
    setTrouble(undefined);
    try {
      setProblems(await send(values));
    } catch (error) {
      setTrouble(failure(error));
    } finally {
      setBusy(false);
      setSent((times) => times + 1);
    }
  };

  const doctors = unique((list ?? []).flatMap((user) => user.doctors));
  const clinics = unique((list ?? []).flatMap((user) => user.clinics));
  const others = elsewhere(problems);
  const text = (
    name: 'firstname' | 'lastname' | 'mobile' | 'email' | 'auth_userid' | 'partner_id',
    more: object = {},
  ) => (
    <Field
      label={t(`people.field.${name}`)}
      value={values[name]}
      onChange={set(name)}
      problem={problem(name)}
      autoComplete="off"
      maxLength={200}
      {...more}
    />
  );
  return (
    <Form
      ref={form}
      className="form card"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
      validationBehavior="aria"
    >
      <div className="fields fields-two">
        {text('firstname', { isRequired: !known })}
        {text('lastname', { isRequired: !known })}
        <Choice
          label={t('people.field.gender')}
          value={values.gender}
          problem={problem('gender')}
          onChange={set('gender')}
          options={genders.map((id) => ({ id: id as string, label: t(`people.gender.${id}`) }))}
          {...(known && { hint: t('people.unchanged') })}
        />
        <Field
          type="date"
          label={t('people.field.dob')}
          value={values.dob}
          onChange={set('dob')}
          problem={problem('dob')}
          isRequired={!known}
          hint={dateInWords(values.dob, language) ?? (known ? t('people.unchanged') : undefined)}
        />
      </div>
      <fieldset className="group">
        <legend>{t('people.reach')}</legend>
        <p className="hint">{t('people.reachHint')}</p>
        <div className="fields fields-two">
          {text('mobile', { inputMode: 'numeric', hint: t('people.mobileHint') })}
          {text('email', { inputMode: 'email' })}
          {text('auth_userid', { hint: t('people.authHint') })}
        </div>
      </fieldset>
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
          {known && text('partner_id', { hint: t('people.partnerHint') })}
        </div>
      </fieldset>
      {(countOf(problems) > 0 || trouble !== undefined) && (
        <div role="alert" tabIndex={-1} className="told-problems">
          <Banner
            tone="bad"
            title={
              trouble === undefined
                ? t('people.lookAgain', { count: countOf(problems) })
                : t('people.notSent')
            }
          >
            {trouble !== undefined && <p>{trouble}</p>}
            {others.length > 0 && (
              <ul>
                {others.map(({ field, message }, index) => (
                  <li key={index}>
                    {field && <strong>{field}: </strong>}
                    {wordFor(message)}
                  </li>
                ))}
              </ul>
            )}
          </Banner>
        </div>
      )}
      <div className="row-actions">
        <Button type="submit" look="primary" icon={Tick} isDisabled={busy}>
          {t(busy ? busyWord : word)}
        </Button>
        <Button look="quiet" isDisabled={busy} onPress={onCancel}>
          {t('people.cancel')}
        </Button>
      </div>
    </Form>
  );
}

const unique = (list: readonly { readonly id: string; readonly name: string }[]) =>
  [...new Map(list.map(({ id, name }) => [id, { id, label: name }])).values()].filter(
    ({ label }) => label !== '',
  );
