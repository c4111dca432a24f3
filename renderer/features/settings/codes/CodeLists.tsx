/** The lists of codes on this computer: what is installed, importing a release from its files, fetching what is in the public domain. */
import { BookOpen, Download, FileUp, FolderUp, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { FileTrigger } from 'react-aria-components';
import type { Ontology } from '../../../../shared/model/coding/codification.ts';
import {
  downloads,
  type InstalledTerminology,
  type ReleaseName,
  releases,
  type TerminologyState,
} from '../../../../shared/model/coding/terminology.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { useWords } from '../../../ui/useWords.ts';
import { OwnChoices } from './OwnChoices.tsx';
import { TerminologyServer } from './TerminologyServer.tsx';
import {
  cancelReleaseImport,
  downloadRelease,
  followTerminology,
  handOver,
  type ReleaseFile,
  useTerminology,
} from './terminology-store.ts';

/** Which list a release becomes. */
const listOf: Readonly<Record<ReleaseName, Ontology>> = {
  icd10cm: 'icd-10-cm',
  snomed: 'snomed',
  loinc: 'loinc',
  rxnorm: 'medication',
};

export function CodeLists() {
  const { t, exists } = useWords();
  const { state, server, registry } = useTerminology();
  // Once for each time that the part is opened.
  useEffect(() => followTerminology(), []);
  if (!state)
    return (
      <p className="empty" role="status">
        {t('lists.opening')}
      </p>
    );
  return (
    <>
      <p className="lead">{t('lists.text')}</p>
      {state.trouble && (
        <Banner tone="warn" title={t('lists.unreadable')}>
          {t('lists.unreadableText')}
        </Banner>
      )}
      <ul className="plain-list rows">
        {releases.map((release) => (
          <Release
            key={release}
            release={release}
            state={state}
            installed={state.installed.find(({ ontology }) => ontology === listOf[release])}
          />
        ))}
      </ul>
      {server && <TerminologyServer server={server} />}
      <OwnChoices />
      {registry && registry.length > 0 && (
        <div className="setting">
          <h2>{t('lists.registry')}</h2>
          <dl className="facts">
            {registry.map(({ ontology, versions }) => (
              <div key={ontology}>
                <dt>{exists(`codes.name.${ontology}`) ? t(`codes.name.${ontology}`) : ontology}</dt>
                <dd>{versions.join(', ')}</dd>
              </div>
            ))}
          </dl>
        </div>
      )}
    </>
  );
}

type Props = {
  readonly release: ReleaseName;
  readonly state: TerminologyState;
  readonly installed: InstalledTerminology | undefined;
};

function Release({ release, state: { running, last }, installed }: Props) {
  const { t, size, language, failure, exists } = useWords();
  const [problem, setProblem] = useState<string | undefined>();
  const mine = running?.release === release ? running : undefined;
  const ended = !running && last?.release === release ? last : undefined;
  const count = (value: number) => value.toLocaleString(language);
  const name = t(`lists.name.${release}`);

  const attempt = async (run: () => Promise<void>) => {
    setProblem(undefined);
    // What was cancelled was wished for, and the core says what else went wrong.
    await run().catch((error: unknown) =>
      setProblem(
        (error as { detail?: string }).detail === 'cancelled' ? undefined : failure(error),
      ),
    );
  };
  const hand = (files: FileList | null) => {
    if (files && files.length > 0)
      void attempt(() => handOver(release, [...files] as ReleaseFile[]));
  };
  const starter = installed?.version.startsWith('starter') === true;
  return (
    <li className="row">
      <section className="row-words code-list" aria-label={name} tabIndex={-1}>
        <h2 className="row-name">
          <BookOpen aria-hidden="true" className="icon" /> {name}
        </h2>
        {installed && !installed.trouble && (
          <p>
            {t(starter ? 'lists.starter' : 'lists.installed', {
              version: installed.version,
              codes: count(installed.codes),
              terms: count(installed.terms),
              size: size(installed.bytes),
            })}
          </p>
        )}
        {!installed && <p>{t('lists.none')}</p>}
        {installed?.trouble && (
          <Banner tone="warn" title={t('lists.unreadable')}>
            {t('lists.unreadableText')}
          </Banner>
        )}
        <p className="hint">{t(starter ? 'lists.starterHint' : `lists.from.${release}`)}</p>
        {mine && (
          <div className="import-going">
            <p role="status">{t(`lists.stage.${mine.stage}`)}</p>
            <progress
              className="progress"
              max={1}
              value={mine.share}
              aria-label={t('lists.progress', { name })}
            />
            {mine.bytes !== undefined && (
              <p className="hint">{t('lists.bytes', { size: size(mine.bytes) })}</p>
            )}
          </div>
        )}
        <div role="status">
          {ended && !ended.trouble && <Banner tone="good" title={t('lists.done', { name })} />}
          {ended?.trouble?.detail === 'cancelled' && <p className="hint">{t('lists.cancelled')}</p>}
        </div>
        {ended?.trouble && ended.trouble.detail !== 'cancelled' && (
          // What was looked for stands in the message alone.
          <Banner tone="bad" urgent title={t('lists.failed', { name })}>
            {ended.trouble.detail === 'terminology-file' ||
            !exists(`failure.${ended.trouble.detail}`)
              ? ended.trouble.message
              : failure(ended.trouble)}
          </Banner>
        )}
        {problem !== undefined && (
          <Banner tone="bad" urgent title={t('lists.failed', { name })}>
            {problem}
          </Banner>
        )}
        {ended?.fetched && (
          <dl className="facts">
            {ended.fetched.map(({ address, bytes, sha256 }) => (
              <div key={address}>
                <dt>{t('lists.fetched', { size: size(bytes) })}</dt>
                <dd className="hint">
                  {address}
                  <br />
                  {t('lists.sum')} <span className="code">{sha256}</span>
                </dd>
              </div>
            ))}
          </dl>
        )}
        <div className="row-actions">
          {mine ? (
            <Button icon={X} onPress={() => void attempt(cancelReleaseImport)}>
              {t('lists.cancel')}
            </Button>
          ) : (
            <>
              <FileTrigger allowsMultiple onSelect={hand}>
                <Button
                  icon={FileUp}
                  isDisabled={running !== undefined}
                  aria-label={t('lists.filesOf', { name })}
                >
                  {t('lists.files')}
                </Button>
              </FileTrigger>
              <FileTrigger acceptDirectory onSelect={hand}>
                <Button
                  icon={FolderUp}
                  isDisabled={running !== undefined}
                  aria-label={t('lists.folderOf', { name })}
                >
                  {t('lists.folder')}
                </Button>
              </FileTrigger>
              {downloads.some((one) => one === release) && (
                <Button
                  icon={Download}
                  isDisabled={running !== undefined}
                  onPress={() => void attempt(() => downloadRelease('icd10cm'))}
                >
                  {t('lists.download')}
                </Button>
              )}
            </>
          )}
        </div>
      </section>
    </li>
  );
}
