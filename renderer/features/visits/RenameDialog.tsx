/**
 * Corrects the patient of a visit, the whole of it; the sound is never touched. A signed note gets
 * a new version, to be signed again.
 */
import { useState } from 'react';
import { Form } from 'react-aria-components';
import { dayAt } from '../../../shared/calendar-day.ts';
import type { Visit } from '../../../shared/model/visit.ts';
import { say } from '../../common/stores/messages.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Field, useFields } from '../../ui/Field.tsx';
import { useLocale } from '../../ui/useLocale.ts';
import { leaveAll } from './note/note-drafts-store.ts';
import { BirthDateField, SexPick } from './PatientFields.tsx';
import { correctPatient } from './visits-store.ts';
import { patientFrom, valuesOfPatient, wrongAbha } from './whole-patient.ts';

export function RenameDialog({
  visit,
  onClose,
}: {
  readonly visit: Visit;
  readonly onClose: () => void;
}) {
  const { t, failure } = useLocale();
  // Another window may change it while this form stands open.
  const [was] = useState(visit.patient);
  const { values, set } = useFields(valuesOfPatient(was));
  const [problem, setProblem] = useState<string | undefined>();
  const [busy, setBusy] = useState(false);
  const signed = visit.signedAt !== undefined;
  const wrong = wrongAbha(values);
  const patient = patientFrom(values, dayAt(Date.now()));
  const save = async () => {
    if (!patient || busy) return;
    setBusy(true);
    setProblem(undefined);
    try {
      // Typed words become a version first, so that the version with the right patient has them,
      // too.
      await leaveAll(visit.id);
      await correctPatient(visit, patient, was);
      say(({ t }) => t(signed ? 'patient.corrected' : 'rename.done'));
      onClose();
    } catch (error) {
      setProblem(failure(error));
      setBusy(false);
    }
  };
  return (
    <Dialog open onClose={onClose} title={t('rename.title')} actions={null}>
      <Form
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
        validationBehavior="aria"
      >
        <div className="fields fields-two">
          <Field
            wide
            label={t('record.patient')}
            value={values.name}
            onChange={set('name')}
            maxLength={200}
            isRequired
            autoFocus
          />
          <Field
            wide
            label={t('record.number')}
            value={values.recordNumber}
            onChange={set('recordNumber')}
            maxLength={60}
          />
          <BirthDateField value={values.birthDate} onChange={set('birthDate')} />
          <SexPick value={values.sex} onChange={set('sex')} />
          {(['abhaNumber', 'abhaAddress'] as const).map((field) => (
            <Field
              key={field}
              label={t(`patient.${field}`)}
              value={values[field]}
              onChange={set(field)}
              autoComplete="off"
              maxLength={100}
              problem={wrong.includes(field) ? t(`patient.${field}Wrong`) : undefined}
            />
          ))}
        </div>
        {signed ? (
          <Banner tone="warn" title={t('patient.signAgain')}>
            {t('patient.signAgainText')}
          </Banner>
        ) : (
          <p className="hint">{t('rename.hint')}</p>
        )}
        {problem !== undefined && (
          <Banner tone="bad" urgent title={t('rename.refused')}>
            {problem}
          </Banner>
        )}
        <div className="dialog-actions">
          <Button onPress={onClose}>{t('rename.cancel')}</Button>
          <Button type="submit" look="primary" isDisabled={!patient || busy}>
            {t('rename.save')}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
