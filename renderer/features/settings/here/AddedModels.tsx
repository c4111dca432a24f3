/** Models of speech that a user added: what is known of each, which is used, and how to add more. */
import { Cpu, FolderPlus, Search } from 'lucide-react';
import { useEffect, useState } from 'react';
import { asFailure } from '../../../../shared/failure.ts';
import type { SpeechModel, SpeechModels } from '../../../../shared/model/speech-models.ts';
import { speechModels } from '../../../common/stores/work-here.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { useLocale } from '../../../ui/useLocale.ts';

/** Languages that are named; the rest is counted. */
const NAMED = 6;

const lastPart = (folder: string) => folder.split(/[\\/]/).at(-1) ?? folder;

export function AddedModels() {
  const { t, exists, failure } = useLocale();
  const [found, setFound] = useState<SpeechModels | undefined>();
  const [problem, setProblem] = useState<string | undefined>();
  const [isBusy, setBusy] = useState(false);
  const wordsOf = (detail: string, otherwise: string) =>
    exists(`here.said.${detail}`) ? t(`here.said.${detail}`) : otherwise;
  const run = async (action: () => Promise<SpeechModels>) => {
    setBusy(true);
    setProblem(undefined);
    try {
      setFound(await action());
    } catch (error) {
      setProblem(wordsOf(asFailure(error).detail ?? '', failure(error)));
    } finally {
      setBusy(false);
    }
  };
  useEffect(() => {
    speechModels.list().then(setFound, () => {});
  }, []);
  if (!found) return null;
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
        <Button icon={Search} isDisabled={isBusy} onPress={() => void run(speechModels.look)}>
          {t(isBusy ? 'here.models.looking' : 'here.models.look')}
        </Button>
        {found.canChoose && (
          <Button
            icon={FolderPlus}
            isDisabled={isBusy}
            onPress={() => void run(speechModels.choose)}
          >
            {t('here.models.choose')}
          </Button>
        )}
      </div>
      {problem && (
        <Banner tone="bad" urgent title={t('here.models.refused')}>
          {problem}
        </Banner>
      )}
      {found.refused.map(({ folder, detail, message }) => (
        <Banner
          key={folder}
          tone="warn"
          title={t('here.models.notUsable', { name: lastPart(folder) })}
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
  readonly run: (action: () => Promise<SpeechModels>) => Promise<void>;
};

function Model({ model: { id, name, licence, languages, bytes, folder }, ...props }: Props) {
  const { isUsed, isBusy, run } = props;
  const { t, language, size } = useLocale();
  const names = new Intl.DisplayNames([language], { type: 'language' });
  const named = languages.slice(0, NAMED).map((one) => names.of(one) ?? one);
  const more = languages.length - named.length;
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
              {named.length === 0 ? t('here.models.languagesUnknown') : named.join(', ')}
              {more > 0 && ` ${t('here.models.more', { count: more })}`}
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
            <Button isDisabled={isBusy} onPress={() => void run(() => speechModels.use(id))}>
              {t('here.models.use', { name })}
            </Button>
          )}
          <Button
            look="quiet"
            isDisabled={isBusy}
            onPress={() => void run(() => speechModels.remove(id))}
          >
            {t('here.models.remove', { name })}
          </Button>
        </div>
      </section>
    </li>
  );
}
