/** Corrects the patient label of a visit; the sound is never touched. */
import { useState } from 'react';
import { Form } from 'react-aria-components';
import type { Consultation } from '../../shared/consultation.ts';
import { rename } from '../stores/visits.ts';
import { Ask } from './Ask.tsx';
import { Button } from './Button.tsx';
import { Field } from './Field.tsx';
import { useWords } from './useWords.ts';

export function RenameDialog({ visit, onClose }: { readonly visit: Consultation; readonly onClose: () => void }) {
  const { t, attempt } = useWords();
  const [name, setName] = useState(visit.patient.name);
  const [recordNumber, setRecordNumber] = useState(visit.patient.recordNumber ?? '');
  const save = () => attempt(async () => {
    if (name.trim() === '') return;
    await rename(visit.id, { name: name.trim(), ...(recordNumber.trim() && { recordNumber: recordNumber.trim() }) });
    onClose();
  }, t('rename.done'));
  return (
    <Ask open onClose={onClose} title={t('rename.title')} actions={null}>
      <Form onSubmit={(event) => { event.preventDefault(); save(); }} validationBehavior="aria">
        <div className="fields">
          <Field label={t('record.patient')} value={name} onChange={setName} maxLength={200} isRequired autoFocus />
          <Field label={t('record.number')} value={recordNumber} onChange={setRecordNumber} maxLength={60} />
        </div>
        <p className="hint">{t('rename.hint')}</p>
        <div className="dialog-actions">
          <Button onPress={onClose}>{t('rename.cancel')}</Button>
          <Button type="submit" look="primary" isDisabled={name.trim() === ''}>{t('rename.save')}</Button>
        </div>
      </Form>
    </Ask>
  );
}
