/** Where a document is given in: chosen or dropped, looked at, sent; what is wrong with it is said before anything leaves. */
import { FileText, FolderOpen } from 'lucide-react';
import { useState } from 'react';
import { type DropItem, DropZone, FileTrigger, Text } from 'react-aria-components';
import { type DocumentTask, documentTasks } from '../../../../shared/model/clinic/document.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Field, useFields } from '../../../ui/Field.tsx';
import { PickOne } from '../../../ui/Pick.tsx';
import { useWords } from '../../../ui/useWords.ts';
import { sendDocument } from './documents-store.ts';

const ACCEPTED = ['application/pdf', 'image/jpeg', 'image/png'];

export function GiveIn() {
  const { t, failure, size } = useWords();
  const { values, set, setValues } = useFields({ patientName: '', patientId: '' });
  const [task, setTask] = useState<DocumentTask>('smart');
  const [chosen, setChosen] = useState<readonly File[]>([]);
  const [busy, setBusy] = useState(false);
  const [problems, setProblems] = useState<readonly string[]>([]);
  const patientId = values.patientId.trim();
  const badId = patientId !== '' && !/^[\x21-\x7e]{1,100}$/.test(patientId);

  const choose = (files: readonly File[]) => {
    setProblems([]);
    setChosen(files);
  };
  const dropped = async (items: readonly DropItem[]) =>
    choose(
      await Promise.all(items.flatMap((item) => (item.kind === 'file' ? [item.getFile()] : []))),
    );

  const send = async () => {
    if (badId) return;
    setBusy(true);
    const left: File[] = [];
    const said: string[] = [];
    for (const file of chosen) {
      try {
        await sendDocument(file, {
          task,
          ...(values.patientName.trim() && { patientName: values.patientName.trim() }),
          ...(patientId && { patientId }),
        });
      } catch (error) {
        // What was refused stays chosen, with what was typed: only the others are on their way.
        left.push(file);
        said.push(t('documents.not', { file: file.name, why: failure(error) }));
      }
    }
    setChosen(left);
    // The next document may be of another patient.
    if (left.length === 0) setValues({ patientName: '', patientId: '' });
    setProblems(said);
    setBusy(false);
  };

  return (
    <section className="card import documents-new" aria-labelledby="documents-new">
      <div className="fields">
        <Field
          label={t('documents.patient')}
          hint={t('documents.patientHint')}
          value={values.patientName}
          onChange={set('patientName')}
          maxLength={200}
          autoComplete="off"
        />
        <Field
          label={t('documents.patientId')}
          hint={t('documents.patientIdHint')}
          problem={badId ? t('documents.patientIdWrong') : undefined}
          value={values.patientId}
          onChange={set('patientId')}
          maxLength={100}
          autoComplete="off"
        />
        <PickOne
          label={t('documents.task')}
          value={task}
          onChange={(id) => setTask(id as DocumentTask)}
          options={documentTasks.map((id) => ({ id, label: t(`documents.tasks.${id}`) }))}
        />
      </div>
      <DropZone
        className="drop"
        aria-labelledby="documents-new"
        getDropOperation={() => 'copy'}
        onDrop={(event) => void dropped(event.items)}
      >
        <FileText aria-hidden="true" className="icon drop-icon" />
        <div className="drop-words">
          <Text slot="label" id="documents-new" className="drop-title">
            {t('documents.drop')}
          </Text>
          <p className="hint">
            {chosen.length === 0
              ? t('documents.dropText')
              : chosen
                  .map((file) => t('documents.chosen', { file: file.name, size: size(file.size) }))
                  .join(', ')}
          </p>
        </div>
        <div className="row-actions">
          {chosen.length > 0 && (
            <Button look="primary" onPress={() => void send()} isPending={busy}>
              {t(busy ? 'documents.handing' : 'documents.send', { count: chosen.length })}
            </Button>
          )}
          <FileTrigger
            acceptedFileTypes={ACCEPTED}
            allowsMultiple
            onSelect={(files) => files && files.length > 0 && choose([...files])}
          >
            <Button icon={FolderOpen} isDisabled={busy}>
              {t(chosen.length > 0 ? 'documents.other' : 'documents.choose')}
            </Button>
          </FileTrigger>
        </div>
      </DropZone>
      {problems.map((problem) => (
        <Banner key={problem} tone="bad" urgent title={problem} />
      ))}
    </section>
  );
}
