/**
 * A recording that exists already takes the same way: chosen or dropped here, checked, sealed,
 * sent.
 */
import { FileAudio, FolderOpen, X } from 'lucide-react';
import { useState } from 'react';
import { type DropItem, DropZone, FileTrigger, Text } from 'react-aria-components';
import { soundExtensions } from '../../../shared/model/sound-file.ts';
import type { VisitRequest } from '../../../shared/model/visit.ts';
import { say } from '../../common/stores/messages.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { useLocale } from '../../ui/useLocale.ts';
import { cancelImport, checkSoundFile, importFile, useImport } from './imports-store.ts';

/**
 * `setup`: what the form says now; it tells itself what is missing. `onTaken`: the form has done
 * its work.
 */
type Props = {
  readonly worksHere: boolean;
  readonly setup: () => VisitRequest | undefined;
  readonly onTaken: (setup: VisitRequest) => void;
};

export function ImportFile({ setup, worksHere, onTaken }: Props) {
  const { t, failure, size } = useLocale();
  const going = useImport((state) => state.going);
  const [chosen, setChosen] = useState<File | undefined>();
  const [problem, setProblem] = useState<string | undefined>();

  const look = async (file: File | undefined) => {
    if (!file) return;
    setProblem(undefined);
    setChosen(undefined);
    try {
      await checkSoundFile(file);
      setChosen(file);
    } catch (error) {
      setProblem(t('import.not', { file: file.name, why: failure(error) }));
    }
  };
  const dropped = async (items: readonly DropItem[]) => {
    const files = items.flatMap((item) => (item.kind === 'file' ? [item] : []));
    if (files.length > 1) return setProblem(t('import.one'));
    await look(await files[0]?.getFile());
  };
  const send = async () => {
    const visit = setup();
    if (!visit || !chosen) return;
    setProblem(undefined);
    try {
      const taking = importFile(visit, chosen);
      setChosen(undefined);
      await taking;
      onTaken(visit);
      say(({ t }) => t('import.done', { name: visit.patient.name }));
    } catch (error) {
      if ((error as { detail?: string }).detail === 'import-cancelled')
        say(({ t }) => t('import.cancelled'));
      else setProblem(t('import.not', { file: chosen.name, why: failure(error) }));
    }
  };

  return (
    <section className="import" aria-labelledby="import-title">
      {going ? (
        <div className="import-going">
          <p id="import-title">
            <strong>{t('import.going', { name: going.patient })}</strong>
          </p>
          <progress
            className="progress"
            max={going.size}
            value={going.sent}
            aria-label={t('import.progress')}
          />
          <p className="hint">
            {t('import.sent', { sent: size(going.sent), of: size(going.size) })}
          </p>
          <Button icon={X} onPress={cancelImport}>
            {t('import.cancel')}
          </Button>
        </div>
      ) : (
        <DropZone
          className="drop"
          aria-labelledby="import-title"
          getDropOperation={() => 'copy'}
          onDrop={(event) => void dropped(event.items)}
        >
          <FileAudio aria-hidden="true" className="icon drop-icon" />
          <div className="drop-words">
            <Text slot="label" id="import-title" className="drop-title">
              {t('import.title')}
            </Text>
            <p className="hint">
              {chosen
                ? t('import.chosen', { file: chosen.name, size: size(chosen.size) })
                : t('import.text')}
            </p>
            {worksHere && <p className="hint">{t('import.here')}</p>}
          </div>
          <div className="row-actions">
            {chosen && (
              <Button look="primary" onPress={() => void send()}>
                {t('import.go')}
              </Button>
            )}
            <FileTrigger
              acceptedFileTypes={[
                ...soundExtensions.map((extension) => `.${extension}`),
                'audio/*',
              ]}
              onSelect={(files) => void look(files?.[0])}
            >
              <Button icon={FolderOpen}>{t(chosen ? 'import.other' : 'import.choose')}</Button>
            </FileTrigger>
          </div>
        </DropZone>
      )}
      {problem !== undefined && <Banner tone="bad" urgent title={problem} />}
    </section>
  );
}
