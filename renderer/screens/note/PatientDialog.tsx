/** The patient of a visit, whole: before signing it is put right; afterwards as a new version of the same words, which is signed again. */
import { useState } from 'react';
import { Form } from 'react-aria-components';
import { sexes, type Consultation, type Patient, type Sex } from '../../../shared/consultation.ts';
import { Ask } from '../../parts/Ask.tsx';
import { Banner } from '../../parts/Banner.tsx';
import { Button } from '../../parts/Button.tsx';
import { Choice } from '../../parts/Choice.tsx';
import { Field, useFields } from '../../parts/Field.tsx';
import { useWords } from '../../parts/useWords.ts';
import { say } from '../../stores/messages.ts';
import { leaveAll } from '../../stores/note-drafts.ts';
import { correctPatient } from '../../stores/note-versions.ts';
import { rename } from '../../stores/visits.ts';
import { isBirthDate } from '../../words/patient.ts';

export function PatientDialog({ visit, onClose }: { readonly visit: Consultation; readonly onClose: () => void }) {
  const { t, failure } = useWords();
  const { name, recordNumber = '', birthDate = '', sex } = visit.patient;
  const { values, set } = useFields({ name, recordNumber, birthDate, sex: sex ?? '' });
  const [problem, setProblem] = useState<string | undefined>();
  const [busy, setBusy] = useState(false);
  const signed = visit.signedAt !== undefined;
  const wrongDay = values.birthDate.trim() !== '' && !isBirthDate(values.birthDate.trim());
  const save = async () => {
    if (busy || wrongDay || values.name.trim() === '') return;
    const patient: Patient = {
      name: values.name.trim(),
      ...(values.recordNumber.trim() && { recordNumber: values.recordNumber.trim() }), ...(values.birthDate.trim() && { birthDate: values.birthDate.trim() }),
      ...(values.sex !== '' && { sex: values.sex as Sex }),
    };
    setBusy(true);
    setProblem(undefined);
    try {
      await leaveAll(visit.id);
      await (signed ? correctPatient(visit.id, patient) : rename(visit.id, patient));
      say(t(signed ? 'patient.corrected' : 'patient.saved'));
      onClose();
    } catch (error) {
      setProblem(failure(error));
      setBusy(false);
    }
  };
  return (
    <Ask open onClose={onClose} title={t(signed ? 'patient.correct' : 'patient.change')} actions={null}>
      <Form onSubmit={(event) => { event.preventDefault(); void save(); }} validationBehavior="aria">
        <div className="fields">
          <Field label={t('record.patient')} value={values.name} onChange={set('name')} maxLength={200} isRequired autoFocus autoComplete="off" />
          <Field label={t('record.number')} value={values.recordNumber} onChange={set('recordNumber')} maxLength={60} autoComplete="off" />
          <Field label={t('patient.birthDate')} value={values.birthDate} onChange={set('birthDate')} maxLength={10} autoComplete="off" hint={t('patient.birthHint')} problem={wrongDay ? t('patient.birthWrong') : undefined} />
        </div>
        <Choice label={t('patient.sex')} value={values.sex} onChange={set('sex')} options={sexes.map((id) => ({ id, label: t(`patient.sexes.${id}`) }))} />
        {signed ? <Banner tone="warn" title={t('patient.signAgain')}>{t('patient.signAgainText')}</Banner> : <p className="hint">{t('patient.hint')}</p>}
        {problem !== undefined && <Banner tone="bad" urgent title={problem} />}
        <div className="dialog-actions">
          <Button onPress={onClose}>{t('rename.cancel')}</Button>
          <Button type="submit" look="primary" isDisabled={busy || wrongDay || values.name.trim() === ''}>{t('patient.save')}</Button>
        </div>
      </Form>
    </Ask>
  );
}
