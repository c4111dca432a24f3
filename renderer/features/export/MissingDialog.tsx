/** What a form needs and the note does not have, asked for at that moment; then the export goes on by itself. */
import { useState } from 'react';
import { Form } from 'react-aria-components';
import { dayAt } from '../../../shared/model/clinic/user-rules.ts';
import type { UnmetRequirement } from '../../../shared/model/export/exports.ts';
import type { Visit } from '../../../shared/model/visit.ts';
import { go } from '../../common/stores/navigation.ts';
import { useSettings } from '../../common/stores/settings.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Ask } from '../../ui/Dialog.tsx';
import { Field, useFields } from '../../ui/Field.tsx';
import { useWords } from '../../ui/useWords.ts';
import { BirthDateField, SexPick } from '../visits/PatientFields.tsx';
import { useVisits } from '../visits/visits-store.ts';
import { patientFrom, valuesOfPatient } from '../visits/whole-patient.ts';
import { isUri } from './emr-format.ts';
import { type Deed, type ProfileField, wantedOf } from './export-format.ts';
import { enter, stopAsking } from './exports-store.ts';

type Props = {
  readonly visit: Visit;
  readonly deed: Deed;
  readonly lacks: readonly UnmetRequirement[];
  readonly signed: boolean;
};
const uris: readonly ProfileField[] = ['mrnSystem', 'registrationSystem'];

export function MissingDialog({ visit, deed, lacks, signed }: Props) {
  const { t, failure } = useWords();
  const profile = useSettings(({ settings }) => settings?.exportProfile);
  const wanted = wantedOf(lacks);
  const { values, set } = useFields(valuesOfPatient(visit.patient));
  const entered = useFields<Record<ProfileField, string>>({
    doctorName: '',
    registrationNumber: '',
    registrationSystem: '',
    facility: '',
    mrnSystem: '',
  });
  const [problem, setProblem] = useState<string | undefined>();
  const [busy, setBusy] = useState(false);
  const patient = patientFrom(values, dayAt(Date.now()));
  const fields = wanted.patient.length + wanted.profile.length;
  const filled =
    patient !== undefined &&
    wanted.patient.every((field) => values[field].trim() !== '') &&
    wanted.profile.every((field) => {
      const text = entered.values[field].trim();
      return text !== '' && (!uris.includes(field) || isUri(text));
    });
  const save = async () => {
    if (!filled || busy || !profile) return;
    setBusy(true);
    setProblem(undefined);
    try {
      await enter({
        ...(wanted.patient.length > 0 && { patient }),
        ...(wanted.profile.length > 0 && {
          profile: {
            ...profile,
            ...Object.fromEntries(
              wanted.profile.map((field) => [field, entered.values[field].trim()]),
            ),
          },
        }),
      });
    } catch (error) {
      setProblem(failure(error));
    }
    setBusy(false);
  };
  const deedWord = deed.kind === 'send' ? 'send' : deed.kind;
  const first = wanted.patient[0] ?? wanted.profile[0];
  return (
    <Ask open onClose={stopAsking} title={t(`export.missing.title.${deedWord}`)} actions={null}>
      <Form
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
        validationBehavior="aria"
      >
        {fields > 0 && <p>{t('export.missing.text', { name: visit.patient.name })}</p>}
        {wanted.elsewhere.map((lack, index) => (
          <Banner
            key={index}
            tone="warn"
            title={t(`export.missing.place.${lack.place}`)}
            actions={<Way lack={lack} visit={visit} />}
          >
            {lack.message}
          </Banner>
        ))}
        <div className="fields">
          {wanted.patient.map((field) =>
            field === 'birthDate' ? (
              <BirthDateField
                key={field}
                value={values.birthDate}
                onChange={set('birthDate')}
                autoFocus={field === first}
              />
            ) : field === 'sex' ? (
              <SexPick key={field} value={values.sex} onChange={set('sex')} />
            ) : (
              <Field
                key={field}
                label={t(field === 'name' ? 'record.patient' : 'record.number')}
                value={values[field]}
                onChange={set(field)}
                maxLength={field === 'name' ? 200 : 60}
                autoComplete="off"
                autoFocus={field === first}
                isRequired
              />
            ),
          )}
          {wanted.profile.map((field) => (
            <Field
              key={field}
              label={t(`emr.profile.${field}`)}
              hint={t(`emr.profile.${field}Hint`)}
              value={entered.values[field]}
              onChange={entered.set(field)}
              maxLength={300}
              autoComplete="off"
              autoFocus={field === first}
              isRequired
              problem={
                uris.includes(field) &&
                entered.values[field].trim() !== '' &&
                !isUri(entered.values[field].trim())
                  ? t('emr.profile.uriWrong')
                  : undefined
              }
            />
          ))}
        </div>
        {signed && fields > 0 && <p className="hint">{t('export.missing.signedAgain')}</p>}
        {problem !== undefined && (
          <Banner tone="bad" urgent title={t('export.missing.refused')}>
            {problem}
          </Banner>
        )}
        <div className="dialog-actions">
          <Button onPress={stopAsking}>{t('export.missing.cancel')}</Button>
          {fields > 0 && (
            <Button type="submit" look="primary" isDisabled={!filled || busy}>
              {t(`export.missing.${signed ? 'sign' : 'save'}.${deedWord}`)}
            </Button>
          )}
        </div>
      </Form>
    </Ask>
  );
}

/** To the place where it is put right, where that is another one. */
function Way({
  lack: { place },
  visit,
}: {
  readonly lack: UnmetRequirement;
  readonly visit: Visit;
}) {
  const { t } = useWords();
  const ready = useVisits(({ list }) => list.some(({ id }) => id === visit.id));
  if (!ready || (place !== 'codes' && place !== 'targets' && place !== 'profile')) return null;
  return (
    <Button
      onPress={() => {
        stopAsking();
        go(
          place === 'codes'
            ? { name: 'desk', id: visit.id, from: 'history' }
            : { name: 'settings', section: 'emr' },
        );
      }}
    >
      {t(`export.missing.way.${place}`)}
    </Button>
  );
}
