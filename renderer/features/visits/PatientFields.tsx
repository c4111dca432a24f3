/**
 * Day of birth and sex of a patient, wherever they may be entered; a day is repeated in words, so
 * that day and month are not mistaken.
 */

import { dayAt } from '../../../shared/calendar-day.ts';
import { sexes } from '../../../shared/model/visit.ts';
import { Field } from '../../ui/Field.tsx';
import { PickOne } from '../../ui/Pick.tsx';
import { useLocale } from '../../ui/useLocale.ts';
import { birthInWords, type PatientValues, readBirthDate } from './whole-patient.ts';

type Part<K extends keyof PatientValues> = {
  readonly value: PatientValues[K];
  readonly onChange: (value: string) => void;
  readonly autoFocus?: boolean;
};

/** `lack`: said where nothing is entered, and something has to be. */
export function BirthDateField({
  value,
  onChange,
  autoFocus = false,
  lack,
}: Part<'birthDate'> & { readonly lack?: string | undefined }) {
  const { t, language } = useLocale();
  const read = value.trim() === '' ? undefined : readBirthDate(value, dayAt(Date.now()));
  const wrong = value.trim().length >= 4 && read === undefined;
  return (
    <Field
      label={t('who.birthDate')}
      hint={
        read === undefined
          ? t('who.birthDateHint')
          : t('who.birthDateRead', { day: birthInWords(read, language) })
      }
      value={value}
      onChange={onChange}
      maxLength={12}
      autoComplete="off"
      autoFocus={autoFocus}
      problem={wrong ? t('who.birthDateWrong') : lack}
    />
  );
}

export function SexPick({ value, onChange }: Part<'sex'>) {
  const { t } = useLocale();
  return (
    <PickOne
      label={t('who.sex')}
      value={value === '' ? 'unsaid' : value}
      onChange={(next) => onChange(next === 'unsaid' ? '' : next)}
      options={['unsaid', ...sexes].map((id) => ({ id, label: t(`who.sexIs.${id}`) }))}
    />
  );
}
