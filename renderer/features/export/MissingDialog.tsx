/**
 * Asks for the values that an export needs and the note does not have; then the export goes on by
 * itself.
 */
import { useState } from 'react';
import { Form } from 'react-aria-components';
import { dayAt } from '../../../shared/calendar-day.ts';
import { asFailure, type Failure } from '../../../shared/failure.ts';
import type { UnmetRequirement } from '../../../shared/model/export/exports.ts';
import type { Visit } from '../../../shared/model/visit.ts';
import { go } from '../../common/stores/navigation.ts';
import { useSettings } from '../../common/stores/settings.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Field, useFields } from '../../ui/Field.tsx';
import { keyed } from '../../ui/keyed.ts';
import { useLocale } from '../../ui/useLocale.ts';
import { focusCodes } from '../visits/note/workplace-store.ts';
import { BirthDateField, SexPick } from '../visits/PatientFields.tsx';
import { useVisits } from '../visits/visits-store.ts';
import { patientFrom, valuesOfPatient } from '../visits/whole-patient.ts';
import { isUri } from './emr-format.ts';
import {
  type ExportAction,
  missingFieldsOf,
  type PatientField,
  type ProfileField,
} from './export-format.ts';
import { closeMissing, enter } from './exports-store.ts';

type Props = {
  readonly visit: Visit;
  readonly action: ExportAction;
  readonly requirements: readonly UnmetRequirement[];
  readonly signed: boolean;
};
/** Fields that take an address (URI). */
const uris: readonly ProfileField[] = ['mrnSystem', 'registrationSystem'];
const isValid = (field: ProfileField, text: string) => !uris.includes(field) || isUri(text);

export function MissingDialog({ visit, action, requirements, signed }: Props) {
  const { t, failure } = useLocale();
  const form = useMissingForm(visit, requirements);
  const { fields, problem, busy } = form;
  const hasFields = fields.patient.length + fields.profile.length > 0;
  return (
    <Dialog
      open
      onClose={closeMissing}
      title={t(`export.missing.title.${action.kind}`)}
      actions={null}
    >
      <Form
        onSubmit={(event) => {
          event.preventDefault();
          void form.save();
        }}
        validationBehavior="aria"
      >
        {hasFields && <p>{t('export.missing.text', { name: visit.patient.name })}</p>}
        {keyed(fields.elsewhere, ({ place, message }) => `${place} ${message}`).map(
          ({ key, item: lack }) => (
            <Banner
              key={key}
              tone="warn"
              title={t(`export.missing.place.${lack.place}`)}
              actions={<PlaceButton place={lack.place} visit={visit} />}
            >
              {lack.message}
            </Banner>
          ),
        )}
        <Fields form={form} />
        {signed && hasFields && <p className="hint">{t('export.missing.signedAgain')}</p>}
        {problem && (
          <Banner tone="bad" urgent title={t('export.missing.refused')}>
            {failure(problem)}
          </Banner>
        )}
        <div className="dialog-actions">
          <Button onPress={closeMissing}>{t('export.missing.cancel')}</Button>
          {hasFields && (
            <Button type="submit" look="primary" isDisabled={busy}>
              {t(`export.missing.${signed ? 'sign' : 'save'}.${action.kind}`)}
            </Button>
          )}
        </div>
      </Form>
    </Dialog>
  );
}

type MissingForm = ReturnType<typeof useMissingForm>;

function useMissingForm(visit: Visit, requirements: readonly UnmetRequirement[]) {
  const profile = useSettings(({ settings }) => settings?.exportProfile);
  const fields = missingFieldsOf(requirements);
  // Another window may change it while this form stands open.
  const [was] = useState(visit.patient);
  const patientForm = useFields(valuesOfPatient(was));
  const profileForm = useFields<Record<ProfileField, string>>({
    doctorName: '',
    registrationNumber: '',
    registrationSystem: '',
    facility: '',
    mrnSystem: '',
  });
  const [problem, setProblem] = useState<Failure | undefined>();
  const [busy, setBusy] = useState(false);
  /** Somebody wanted to go on before all was filled in. */
  const [tried, setTried] = useState(false);
  const patient = patientFrom(patientForm.values, dayAt(Date.now()));
  const profileText = (field: ProfileField) => profileForm.values[field].trim();
  const isFilled =
    patient !== undefined &&
    fields.patient.every((field) => patientForm.values[field].trim() !== '') &&
    fields.profile.every(
      (field) => profileText(field) !== '' && isValid(field, profileText(field)),
    );
  const save = async () => {
    if (!isFilled) return setTried(true);
    if (busy || !profile) return;
    setBusy(true);
    setProblem(undefined);
    const changes = Object.fromEntries(fields.profile.map((field) => [field, profileText(field)]));
    try {
      await enter({
        ...(fields.patient.length > 0 && { patient: { is: patient, was } }),
        ...(fields.profile.length > 0 && { profile: { ...profile, ...changes } }),
      });
    } catch (error) {
      setProblem(asFailure(error));
    }
    setBusy(false);
  };
  return { fields, patientForm, profileForm, isFilled, tried, problem, busy, save };
}

/** Patient first; the first field takes the focus. */
function Fields({
  form: { fields, patientForm, profileForm, tried },
}: {
  readonly form: MissingForm;
}) {
  const first = fields.patient[0] ?? fields.profile[0];
  return (
    <div className="fields">
      {fields.patient.map((field) => (
        <MissingPatientField
          key={field}
          field={field}
          value={patientForm.values[field]}
          onChange={patientForm.set(field)}
          autoFocus={field === first}
          tried={tried}
        />
      ))}
      {fields.profile.map((field) => (
        <MissingProfileField
          key={field}
          field={field}
          value={profileForm.values[field]}
          onChange={profileForm.set(field)}
          autoFocus={field === first}
          tried={tried}
        />
      ))}
    </div>
  );
}

type FieldProps<T> = {
  readonly field: T;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly autoFocus: boolean;
  readonly tried: boolean;
};

function MissingPatientField({
  field,
  value,
  onChange,
  autoFocus,
  tried,
}: FieldProps<PatientField>) {
  const { t } = useLocale();
  const lack = tried && value.trim() === '' ? t('export.missing.value') : undefined;
  if (field === 'birthDate')
    return <BirthDateField value={value} onChange={onChange} autoFocus={autoFocus} lack={lack} />;
  if (field === 'sex') return <SexPick value={value} onChange={onChange} />;
  return (
    <Field
      label={t(field === 'name' ? 'record.patient' : 'record.number')}
      value={value}
      onChange={onChange}
      maxLength={field === 'name' ? 200 : 60}
      autoComplete="off"
      autoFocus={autoFocus}
      isRequired
      problem={lack}
    />
  );
}

function MissingProfileField({
  field,
  value,
  onChange,
  autoFocus,
  tried,
}: FieldProps<ProfileField>) {
  const { t } = useLocale();
  const problem = () => {
    if (value.trim() === '') return tried ? t('export.missing.value') : undefined;
    return isValid(field, value.trim()) ? undefined : t('emr.profile.uriWrong');
  };
  return (
    <Field
      label={t(`emr.profile.${field}`)}
      hint={t(`emr.profile.${field}Hint`)}
      value={value}
      onChange={onChange}
      maxLength={300}
      autoComplete="off"
      autoFocus={autoFocus}
      isRequired
      problem={problem()}
    />
  );
}

type PlaceProps = { readonly place: UnmetRequirement['place']; readonly visit: Visit };

/** Leads to the screen where the missing thing is entered, if there is one. */
function PlaceButton({ place, visit }: PlaceProps) {
  const { t } = useLocale();
  const isListed = useVisits(({ list }) => list.some(({ id }) => id === visit.id));
  if (!isListed || (place !== 'codes' && place !== 'targets' && place !== 'profile')) return null;
  const open = () => {
    closeMissing();
    if (place === 'codes') focusCodes();
    else go({ name: 'settings', section: 'emr' });
  };
  return <Button onPress={open}>{t(`export.missing.way.${place}`)}</Button>;
}
