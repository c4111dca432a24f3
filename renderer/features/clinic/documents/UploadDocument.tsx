/**
 * Uploads documents: chosen or dropped, checked here, then sent. A file that is refused never
 * leaves this computer.
 */
import { FileText, FolderOpen } from 'lucide-react';
import { useState } from 'react';
import { type DropItem, DropZone, FileTrigger, Text } from 'react-aria-components';
import { type DocumentTask, documentTasks } from '../../../../shared/model/clinic/document.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Field, useFields } from '../../../ui/Field.tsx';
import { PickOne } from '../../../ui/Pick.tsx';
import { useLocale } from '../../../ui/useLocale.ts';
import { sendDocument } from './documents-store.ts';

const ACCEPTED = ['application/pdf', 'image/jpeg', 'image/png'];

export function UploadDocument() {
  const { t } = useLocale();
  const upload = useUpload();
  const { values, set, task, setTask, isBadId } = upload;
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
          problem={isBadId ? t('documents.patientIdWrong') : undefined}
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
      <FilePick upload={upload} />
      {upload.problems.map((problem) => (
        <Banner key={problem} tone="bad" urgent title={problem} />
      ))}
    </section>
  );
}

function useUpload() {
  const { t, failure } = useLocale();
  const { values, set, setValues } = useFields({ patientName: '', patientId: '' });
  const [task, setTask] = useState<DocumentTask>('smart');
  const [chosen, setChosen] = useState<readonly File[]>([]);
  const [busy, setBusy] = useState(false);
  const [problems, setProblems] = useState<readonly string[]>([]);
  const patientName = values.patientName.trim();
  const patientId = values.patientId.trim();
  const isBadId = patientId !== '' && !/^[\x21-\x7e]{1,100}$/.test(patientId);
  const choose = (files: readonly File[]) => {
    setProblems([]);
    setChosen(files);
  };
  const send = async () => {
    if (isBadId) return;
    setBusy(true);
    const refused: File[] = [];
    const messages: string[] = [];
    const setup = { task, ...(patientName && { patientName }), ...(patientId && { patientId }) };
    for (const file of chosen) {
      try {
        await sendDocument(file, setup);
      } catch (error) {
        refused.push(file);
        messages.push(t('documents.not', { file: file.name, why: failure(error) }));
      }
    }
    // A refused file stays chosen, with the typed values: the others are on their way.
    setChosen(refused);
    // The next document may be of another patient.
    if (refused.length === 0) setValues({ patientName: '', patientId: '' });
    setProblems(messages);
    setBusy(false);
  };
  return { values, set, task, setTask, isBadId, chosen, choose, send, busy, problems };
}

/** Drop zone, file dialog and send button. */
function FilePick({ upload }: { readonly upload: ReturnType<typeof useUpload> }) {
  const { t, size } = useLocale();
  const { chosen, choose, send, busy } = upload;
  const names = chosen.map((file) =>
    t('documents.chosen', { file: file.name, size: size(file.size) }),
  );
  return (
    <DropZone
      className="drop"
      aria-labelledby="documents-new"
      getDropOperation={() => 'copy'}
      onDrop={(event) => void filesIn(event.items).then(choose)}
    >
      <FileText aria-hidden="true" className="icon drop-icon" />
      <div className="drop-words">
        <Text slot="label" id="documents-new" className="drop-title">
          {t('documents.drop')}
        </Text>
        <p className="hint">{names.join(', ') || t('documents.dropText')}</p>
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
  );
}

const filesIn = (items: readonly DropItem[]): Promise<File[]> =>
  Promise.all(items.flatMap((item) => (item.kind === 'file' ? [item.getFile()] : [])));
