/** Models of speech that a user added: what is known of each, which is used, and how to add more. */
import { Cpu, FolderPlus, Search } from 'lucide-react';
import { useEffect, useState } from 'react';
import { asFailure } from '../../../../shared/failure.ts';
import type { SpeechModel, SpeechModels } from '../../../../shared/model/speech-models.ts';
import { speechModels } from '../../../common/stores/work-here.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { useLocale } from '../../../ui/useLocale.ts';
import { engineWords } from './engine-words.ts';

/** What was asked for; `add`: to look for models, or to choose a folder. */
type Deed = 'list' | 'add' | 'use' | 'remove';
type Run = (at: Deed, action: () => Promise<SpeechModels>) => Promise<void>;

const lastPart = (folder: string) => folder.split(/[\\/]/).at(-1) ?? folder;

export function AddedModels() {
  const { t, exists, failure } = useLocale();
  const wordsOf = (detail: string | undefined, otherwise: string) =>
    engineWords({ exists, t: (key) => t(key) }, detail, otherwise);
  const [found, setFound] = useState<SpeechModels | undefined>();
  const [problem, setProblem] = useState<{ at: Deed; text: string } | undefined>();
  const [busy, setBusy] = useState<Deed | undefined>();
  const isBusy = busy !== undefined;
  const run: Run = async (at, action) => {
    setBusy(at);
    setProblem(undefined);
    try {
      setFound(await action());
    } catch (error) {
      setProblem({ at, text: wordsOf(asFailure(error).detail, failure(error)) });
      // The list that is shown may be older than the one that refused.
      if (at !== 'list') await speechModels.list().then(setFound, () => {});
    } finally {
      setBusy(undefined);
    }
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is opened
  useEffect(() => void run('list', speechModels.list), []);
  const refusal = problem && (
    <Banner tone="bad" urgent title={t(`here.models.not.${problem.at}`)}>
      {problem.text}
    </Banner>
  );
  if (!found) return refusal ?? null;
  return (
    <>
      <p className="hint">{t('here.models.put')}</p>
      <dl className="facts">
        <div>
          <dt>{t('here.models.place')}</dt>
          <dd>
            <span className="code">{found.place}</span>
          </dd>
        </div>
      </dl>
      <div className="row-actions">
        <Button
          icon={Search}
          isDisabled={isBusy}
          onPress={() => void run('add', speechModels.look)}
        >
          {t(busy === 'add' ? 'here.models.looking' : 'here.models.look')}
        </Button>
        {found.canChoose && (
          <Button
            icon={FolderPlus}
            isDisabled={isBusy}
            onPress={() => void run('add', speechModels.choose)}
          >
            {t('here.models.choose')}
          </Button>
        )}
      </div>
      {refusal}
      {found.refused.map(({ folder, detail, message, file }) => (
        <Banner
          key={folder}
          tone="warn"
          title={t('here.models.notUsable', {
            name: [lastPart(folder), ...(file ? [file] : [])].join('/'),
          })}
        >
          {wordsOf(detail, message)}
        </Banner>
      ))}
      {found.models.length === 0 && <p className="hint">{t('here.models.none')}</p>}
      <ul className="plain-list rows">
        {found.models.map((model) => (
          <Model
            key={model.id}
            model={model}
            isUsed={found.used === model.id}
            isBusy={isBusy}
            run={run}
          />
        ))}
      </ul>
    </>
  );
}

type Props = {
  readonly model: SpeechModel;
  readonly isUsed: boolean;
  readonly isBusy: boolean;
  readonly run: Run;
};

function Model({ model: { id, name, licence, languages, bytes, folder }, ...props }: Props) {
  const { isUsed, isBusy, run } = props;
  const { t, languagesNamed, size } = useLocale();
  return (
    <li className="row">
      <section className="row-words" aria-label={name}>
        <h3 className="row-name">
          <Cpu aria-hidden="true" className="icon" /> {name}
        </h3>
        <dl className="facts">
          <div>
            <dt>{t('here.models.languages')}</dt>
            <dd>
              {languages.length === 0
                ? t('here.models.languagesUnknown')
                : languagesNamed(languages)}
            </dd>
          </div>
          <div>
            <dt>{t('here.models.licence')}</dt>
            <dd>{licence === '' ? t('here.models.licenceUnknown') : licence}</dd>
          </div>
          <div>
            <dt>{t('here.models.size')}</dt>
            <dd>{size(bytes)}</dd>
          </div>
          <div>
            <dt>{t('here.models.folder')}</dt>
            <dd>
              <span className="code">{folder}</span>
            </dd>
          </div>
        </dl>
        {isUsed && <p role="status">{t('here.models.used')}</p>}
        <div className="row-actions">
          {!isUsed && (
            <Button isDisabled={isBusy} onPress={() => void run('use', () => speechModels.use(id))}>
              {t('here.models.use', { name })}
            </Button>
          )}
          <Button
            look="quiet"
            isDisabled={isBusy}
            onPress={() => void run('remove', () => speechModels.remove(id))}
          >
            {t('here.models.remove', { name })}
          </Button>
        </div>
      </section>
    </li>
  );
}
