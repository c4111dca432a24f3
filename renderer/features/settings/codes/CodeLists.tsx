/**
 * The code lists on this computer: the installed ones, the import of a release from its files, and
 * the download of one in the public domain.
 */
import { BookOpen, Download, FileUp, FolderUp, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { FileTrigger } from 'react-aria-components';
import { asFailure, type Failure } from '../../../../shared/failure.ts';
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
import { numberIn } from '../../../ui/times.ts';
import { useLocale } from '../../../ui/useLocale.ts';
import { OwnListPart } from './OwnListPart.tsx';
import { RememberedChoices } from './RememberedChoices.tsx';
import { TerminologyServer } from './TerminologyServer.tsx';
import {
  cancelReleaseImport,
  downloadRelease,
  followTerminology,
  importRelease,
  type ReleaseFile,
  useTerminology,
} from './terminology-store.ts';

/** The code list that a release becomes. */
const listOf: Readonly<Record<ReleaseName, Ontology>> = {
  icd10cm: 'icd-10-cm',
  snomed: 'snomed',
  loinc: 'loinc',
  rxnorm: 'medication',
};

export function CodeLists() {
  const { t, exists } = useLocale();
  const { state, server, registry, own } = useTerminology();
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
      {own && <OwnListPart own={own} />}
      {server && <TerminologyServer server={server} />}
      <RememberedChoices />
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
  const { t } = useLocale();
  const [problem, setProblem] = useState<Failure | undefined>();
  const own = running?.release === release ? running : undefined;
  const ended = !running && last?.release === release ? last : undefined;
  const name = t(`lists.name.${release}`);
  const attempt = async (run: () => Promise<void>) => {
    setProblem(undefined);
    await run().catch((error: unknown) => setProblem(asFailure(error)));
  };
  const isStarter = installed?.version.startsWith('starter') === true;
  return (
    <li className="row">
      <section className="row-words code-list" aria-label={name} tabIndex={-1}>
        <h2 className="row-name">
          <BookOpen aria-hidden="true" className="icon" /> {name}
        </h2>
        <InstalledRelease installed={installed} isStarter={isStarter} />
        <p className="hint">{t(isStarter ? 'lists.starterHint' : `lists.from.${release}`)}</p>
        {own && <ImportProgress running={own} name={name} />}
        <ImportOutcome ended={ended} problem={problem} name={name} />
        {ended?.fetched && <FetchedFiles fetched={ended.fetched} />}
        <div className="row-actions">
          {own ? (
            <Button icon={X} onPress={() => void attempt(cancelReleaseImport)}>
              {t('lists.cancel')}
            </Button>
          ) : (
            <ImportButtons
              release={release}
              name={name}
              isDisabled={running !== undefined}
              attempt={attempt}
            />
          )}
        </div>
      </section>
    </li>
  );
}

type InstalledProps = Pick<Props, 'installed'> & {
  /** The small list that Scriba ships. */
  readonly isStarter: boolean;
};

function InstalledRelease({ installed, isStarter }: InstalledProps) {
  const { t, size, language } = useLocale();
  if (!installed) return <p>{t('lists.none')}</p>;
  const builtIn = isStarter ? 'lists.starter' : 'lists.boxed';
  if (installed.trouble)
    return (
      <Banner tone="warn" title={t('lists.unreadable')}>
        {t('lists.unreadableText')}
      </Banner>
    );
  return (
    <p>
      {t(isStarter || installed.boxed ? builtIn : 'lists.installed', {
        version: installed.version,
        codes: numberIn(installed.codes, language),
        terms: numberIn(installed.terms, language),
        size: size(installed.bytes),
      })}
    </p>
  );
}

type Running = NonNullable<TerminologyState['running']>;
type Ended = NonNullable<TerminologyState['last']>;

function ImportProgress({ running, name }: { readonly running: Running; readonly name: string }) {
  const { t, size } = useLocale();
  return (
    <div className="import-going">
      <p role="status">{t(`lists.stage.${running.stage}`)}</p>
      <progress
        className="progress"
        max={1}
        value={running.share}
        aria-label={t('lists.progress', { name })}
      />
      {running.bytes !== undefined && (
        <p className="hint">{t('lists.bytes', { size: size(running.bytes) })}</p>
      )}
    </div>
  );
}

type OutcomeProps = {
  readonly ended: Ended | undefined;
  /** Failure of this page's own request. */
  readonly problem: Failure | undefined;
  readonly name: string;
};

/** Result of the last import. A cancelled one is no failure. */
function ImportOutcome({ ended, problem, name }: OutcomeProps) {
  const { t, failure, exists } = useLocale();
  const trouble = ended?.trouble;
  const isCancelled = trouble?.detail === 'cancelled';
  const textOf = ({ detail, message }: NonNullable<Ended['trouble']>) =>
    // Only the message names the file that was expected.
    detail === 'terminology-file' || !exists(`failure.${detail}`) ? message : failure({ detail });
  return (
    <>
      <div role="status">
        {ended && !trouble && <Banner tone="good" title={t('lists.done', { name })} />}
        {isCancelled && <p className="hint">{t('lists.cancelled')}</p>}
      </div>
      {trouble && !isCancelled && (
        <Banner tone="bad" urgent title={t('lists.failed', { name })}>
          {textOf(trouble)}
        </Banner>
      )}
      {problem && problem.detail !== 'cancelled' && (
        <Banner tone="bad" urgent title={t('lists.failed', { name })}>
          {failure(problem)}
        </Banner>
      )}
    </>
  );
}

function FetchedFiles({ fetched }: { readonly fetched: NonNullable<Ended['fetched']> }) {
  const { t, size } = useLocale();
  return (
    <dl className="facts">
      {fetched.map(({ address, bytes, sha256 }) => (
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
  );
}

type ImportProps = {
  readonly release: ReleaseName;
  readonly name: string;
  readonly isDisabled: boolean;
  readonly attempt: (run: () => Promise<void>) => Promise<void>;
};

function ImportButtons({ release, name, isDisabled, attempt }: ImportProps) {
  const { t } = useLocale();
  const importFiles = (files: FileList | null) => {
    if (files && files.length > 0)
      void attempt(() => importRelease(release, [...files] as ReleaseFile[]));
  };
  return (
    <>
      <FileTrigger allowsMultiple onSelect={importFiles}>
        <Button icon={FileUp} isDisabled={isDisabled} aria-label={t('lists.filesOf', { name })}>
          {t('lists.files')}
        </Button>
      </FileTrigger>
      <FileTrigger acceptDirectory onSelect={importFiles}>
        <Button icon={FolderUp} isDisabled={isDisabled} aria-label={t('lists.folderOf', { name })}>
          {t('lists.folder')}
        </Button>
      </FileTrigger>
      {downloads.some((one) => one === release) && (
        <Button
          icon={Download}
          isDisabled={isDisabled}
          onPress={() => void attempt(() => downloadRelease('icd10cm'))}
        >
          {t('lists.download')}
        </Button>
      )}
    </>
  );
}
