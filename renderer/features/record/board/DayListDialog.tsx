/** Brings the list of today in: chosen as a file or pasted, and shown before it is taken. */
import { ClipboardPaste, FolderOpen, ListPlus, Replace, Trash2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { FileTrigger } from 'react-aria-components';
import type { DayPreview } from '../../../../shared/model/day.ts';
import { LONGEST_LIST } from '../../../../shared/model/day.ts';
import { say } from '../../../common/stores/messages.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Lines } from '../../../ui/Lines.tsx';
import { useLocale } from '../../../ui/useLocale.ts';
import { birthInWords } from '../../visits/whole-patient.ts';
import { clearList, previewList, takeList, useDay } from './day-store.ts';

/** Milliseconds after the last letter. */
const PAUSE = 300;
/** Rows and problems that are shown; the numbers tell of the others. */
const SHOWN = 6;

export function DayListDialog({ onClose }: { readonly onClose: () => void }) {
  const words = useLocale();
  const { t } = words;
  const count = useDay(({ appointments }) => appointments.length);
  const [text, setText] = useState('');
  const { preview, problem } = usePreview(text);
  const take = (how: 'replace' | 'add') =>
    words.attempt(async () => {
      await takeList(text, how);
      say(({ t }) => t('dayList.done', { count: preview?.appointments.length ?? 0 }));
      onClose();
    });
  const clear = () =>
    words.attempt(
      async () => {
        await clearList();
        onClose();
      },
      ({ t }) => t('dayList.cleared'),
    );
  const choose = (file: File | undefined) => {
    if (file) words.attempt(async () => setText((await file.text()).slice(0, LONGEST_LIST + 1)));
  };
  const isEmpty = (preview?.appointments.length ?? 0) === 0;
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('dayList.title')}
      actions={
        <>
          {count > 0 && (
            <Button look="quiet" icon={Trash2} onPress={clear}>
              {t('dayList.clear')}
            </Button>
          )}
          <Button onPress={onClose}>{t('dayList.cancel')}</Button>
          {count > 0 && (
            <Button icon={ListPlus} isDisabled={isEmpty} onPress={() => take('add')}>
              {t('dayList.add')}
            </Button>
          )}
          <Button
            look="primary"
            icon={count > 0 ? Replace : ListPlus}
            isDisabled={isEmpty}
            onPress={() => take('replace')}
          >
            {t(count > 0 ? 'dayList.replace' : 'dayList.take')}
          </Button>
        </>
      }
    >
      <p className="hint">{t('dayList.text')}</p>
      <div className="row-actions">
        <FileTrigger
          acceptedFileTypes={['.csv', '.tsv', '.txt', '.json', 'text/csv', 'application/json']}
          onSelect={(files) => choose(files?.[0])}
        >
          <Button icon={FolderOpen}>{t('dayList.choose')}</Button>
        </FileTrigger>
        <p className="hint">
          <ClipboardPaste aria-hidden="true" className="icon" /> {t('dayList.paste')}
        </p>
      </div>
      <Lines label={t('dayList.list')} rows={4} value={text} onChange={setText} autoFocus />
      <div role="status">
        {problem !== undefined && <Banner tone="bad" title={problem} />}
        {preview && <Understood preview={preview} />}
      </div>
    </Dialog>
  );
}

function usePreview(text: string) {
  const { failure, t } = useLocale();
  const [preview, setPreview] = useState<DayPreview | undefined>();
  const [problem, setProblem] = useState<string | undefined>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the words of a failure are those of the moment
  useEffect(() => {
    setPreview(undefined);
    setProblem(text.length > LONGEST_LIST ? t('dayList.tooLong') : undefined);
    if (text.trim() === '' || text.length > LONGEST_LIST) return;
    let over = false;
    const timer = setTimeout(() => {
      previewList(text).then(
        (found) => over || setPreview(found),
        (error: unknown) => over || setProblem(failure(error)),
      );
    }, PAUSE);
    return () => {
      over = true;
      clearTimeout(timer);
    };
  }, [text]);
  return { preview, problem };
}

function Understood({ preview }: { readonly preview: DayPreview }) {
  const { t, language } = useLocale();
  const { appointments, problems, known, kind } = preview;
  return (
    <div className="day-preview">
      <p>
        <strong>{t('dayList.understood', { count: appointments.length })}</strong>
        {known > 0 && ` · ${t('dayList.known', { count: known })}`}
      </p>
      <ul className="plain-list">
        {appointments.slice(0, SHOWN).map(({ id, time, patient }) => (
          <li key={id}>
            {[
              time,
              patient.name,
              patient.recordNumber,
              patient.birthDate && birthInWords(patient.birthDate, language),
              patient.sex && t(`who.sexIs.${patient.sex}`),
            ]
              .filter(Boolean)
              .join(' · ')}
          </li>
        ))}
        {appointments.length > SHOWN && (
          <li className="hint">{t('dayList.more', { count: appointments.length - SHOWN })}</li>
        )}
      </ul>
      {problems.length > 0 && (
        <Banner tone="warn" title={t('dayList.problems', { count: problems.length })}>
          <ul className="plain-list">
            {problems.slice(0, SHOWN).map(({ line, why }) => (
              <li key={`${line} ${why}`}>
                {t(kind === 'csv' ? 'dayList.line' : 'dayList.entry', {
                  line,
                  why: t(`dayList.why.${why}`),
                })}
              </li>
            ))}
            {problems.length > SHOWN && (
              <li>{t('dayList.more', { count: problems.length - SHOWN })}</li>
            )}
          </ul>
        </Banner>
      )}
    </div>
  );
}
