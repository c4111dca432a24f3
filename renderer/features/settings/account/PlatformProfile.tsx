/** The platform profile: addresses, brand, paths, transport; saved as a file and taken over from one. Nothing secret in it. */
import { Download, FolderOpen, Save } from 'lucide-react';
import { useState } from 'react';
import { FileTrigger, Form } from 'react-aria-components';
import type { AccountState } from '../../../../shared/model/account/account.ts';
import {
  type Chapter,
  chapterPrefixes,
  chapters,
  LARGEST_FILE,
  type PlatformProfile,
  prefixPattern,
  type TransportChoice,
  transports,
} from '../../../../shared/model/account/platform-profile.ts';
import { request } from '../../../common/stores/core.ts';
import { say } from '../../../common/stores/messages.ts';
import {
  changeProfile,
  exportProfile,
  importProfile,
  usePlatform,
} from '../../../common/stores/platform.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Toggle } from '../../../ui/Check.tsx';
import { Choice } from '../../../ui/Choice.tsx';
import { Field } from '../../../ui/Field.tsx';
import { PickOne } from '../../../ui/Pick.tsx';
import { useWords } from '../../../ui/useWords.ts';

type Props = { readonly profile: PlatformProfile; readonly account: AccountState };

export function ProfilePart({ profile, account }: Props) {
  const { t, attempt, failure } = useWords();
  const [problem, setProblem] = useState<string | undefined>();
  /** Files taken over: what stands in the fields is then another. */
  const [taken, setTaken] = useState(0);
  const clinic = account.profile === 'clinic';

  const takeOver = async (file: File | undefined) => {
    if (!file) return;
    setProblem(undefined);
    try {
      // One that is too large to be a profile is not read at all.
      if (file.size > LARGEST_FILE) throw { code: 'invalid', detail: 'profile-unreadable' };
      await importProfile(await file.text());
      setTaken((before) => before + 1);
      say(t('profile.taken'));
    } catch (error) {
      setProblem(failure(error));
    }
  };
  const save = () =>
    attempt(async () => {
      const how = await exportProfile();
      if (how !== 'cancelled') say(t(`profile.file.${how}`));
    });

  return (
    <div className="setting">
      <h2>{t('profile.title')}</h2>
      <p className="hint">{t(clinic ? 'profile.text' : 'profile.practiceText')}</p>
      {clinic && <Addresses key={taken} profile={profile} fixed={account.state !== 'signed-out'} />}
      <PickOne
        label={t('profile.transport')}
        hint={t(`profile.transportHint.${profile.transport}`)}
        value={profile.transport}
        onChange={(id) => attempt(() => changeProfile({ transport: id as TransportChoice }))}
        options={transports.map((id) => ({ id, label: t(`profile.transports.${id}`) }))}
      />
      {profile.transport !== 'transactions' && <Discovered />}
      <Toggle
        on={profile.companionFile}
        onChange={(companionFile) => attempt(() => changeProfile({ companionFile }))}
        hint={t('profile.companionHint')}
      >
        {t('profile.companion')}
      </Toggle>
      {problem !== undefined && (
        <Banner tone="bad" urgent title={t('profile.notTaken')}>
          {problem}
        </Banner>
      )}
      {clinic && (
        <div className="row-actions">
          <Button icon={Download} onPress={save}>
            {t('profile.export')}
          </Button>
          <FileTrigger
            acceptedFileTypes={['application/json', '.json']}
            onSelect={(files) => void takeOver(files?.[0])}
          >
            <Button icon={FolderOpen}>{t('profile.import')}</Button>
          </FileTrigger>
        </div>
      )}
    </div>
  );
}

/** `fixed`: signed in, so that the address stays. */
function Addresses({
  profile,
  fixed,
}: {
  readonly profile: PlatformProfile;
  readonly fixed: boolean;
}) {
  const { t, failure } = useWords();
  const [draft, setDraft] = useState({
    environment: profile.environment,
    production: profile.production,
    staging: profile.staging,
    brand: profile.brand,
  });
  const [paths, setPaths] = useState(
    () =>
      Object.fromEntries(
        chapters.map((chapter) => [chapter, profile.paths[chapter] ?? '']),
      ) as Record<Chapter, string>,
  );
  const [shown, setShown] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | undefined>();
  const set = (name: keyof typeof draft) => (value: string) =>
    setDraft((before) => ({ ...before, [name]: value }));
  const wrong = (chapter: Chapter) => paths[chapter] !== '' && !prefixPattern.test(paths[chapter]);
  const changed =
    chapters.some((chapter) => paths[chapter] !== (profile.paths[chapter] ?? '')) ||
    (['environment', 'production', 'staging', 'brand'] as const).some(
      (name) => draft[name] !== profile[name],
    );

  const keep = async () => {
    setBusy(true);
    setProblem(undefined);
    const overrides = Object.fromEntries(
      chapters
        .filter((chapter) => paths[chapter] !== '')
        .map((chapter) => [chapter, paths[chapter]]),
    );
    const address = fixed
      ? {}
      : {
          environment:
            draft.environment === 'staging' ? ('staging' as const) : ('production' as const),
          production: draft.production,
          staging: draft.staging,
          brand: draft.brand,
        };
    try {
      await changeProfile({ ...address, paths: overrides });
      const { profile: kept = profile } = usePlatform.getState();
      setDraft({
        environment: kept.environment,
        production: kept.production,
        staging: kept.staging,
        brand: kept.brand,
      });
      say(t('profile.kept'));
    } catch (error) {
      setProblem(failure(error));
    } finally {
      setBusy(false);
    }
  };

  return (
    <Form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        if (!chapters.some(wrong)) void keep();
      }}
      validationBehavior="aria"
    >
      {fixed ? (
        <p className="hint">
          {t('profile.fixed', { environment: t(`profile.environments.${profile.environment}`) })}
        </p>
      ) : (
        <>
          <Choice
            label={t('profile.environment')}
            value={draft.environment}
            onChange={set('environment')}
            options={(['production', 'staging'] as const).map((id) => ({
              id,
              label: t(`profile.environments.${id}`),
            }))}
          />
          <div className="fields fields-two">
            <Field
              label={t('profile.production')}
              placeholder={t('account.baseExample')}
              value={draft.production}
              onChange={set('production')}
              inputMode="url"
              autoComplete="off"
              maxLength={500}
            />
            <Field
              label={t('profile.staging')}
              placeholder={t('account.baseExample')}
              value={draft.staging}
              onChange={set('staging')}
              inputMode="url"
              autoComplete="off"
              maxLength={500}
            />
            <Field
              label={t('profile.brand')}
              hint={t('account.brandHint')}
              value={draft.brand}
              onChange={set('brand')}
              autoComplete="off"
              maxLength={20}
            />
          </div>
        </>
      )}
      {shown && (
        <fieldset className="paths">
          <legend className="label">{t('profile.paths')}</legend>
          <p className="hint">{t('profile.pathsText')}</p>
          <div className="fields fields-two">
            {chapters.map((chapter) => (
              <Field
                key={chapter}
                label={t(`profile.chapter.${chapter}`)}
                placeholder={chapterPrefixes[chapter]}
                value={paths[chapter]}
                autoComplete="off"
                maxLength={200}
                onChange={(value) => setPaths((before) => ({ ...before, [chapter]: value.trim() }))}
                problem={wrong(chapter) ? t('profile.pathWrong') : undefined}
              />
            ))}
          </div>
        </fieldset>
      )}
      {problem !== undefined && (
        <Banner tone="bad" urgent title={t('profile.notKept')}>
          {problem}
        </Banner>
      )}
      <div className="row-actions">
        {(!fixed || shown) && (
          <Button type="submit" icon={Save} isDisabled={busy || !changed || chapters.some(wrong)}>
            {t('profile.keep')}
          </Button>
        )}
        <Button look="quiet" onPress={() => setShown(!shown)}>
          {t(shown ? 'profile.pathsHide' : 'profile.pathsShow')}
        </Button>
      </div>
    </Form>
  );
}

function Discovered() {
  const { t, failure } = useWords();
  const [said, setSaid] = useState<string | undefined>();
  const ask = () =>
    request('platform.discover').then(
      ({ offered, version }) =>
        setSaid(t(offered ? 'profile.offered' : 'profile.notOffered', { version: version ?? '' })),
      (error: unknown) => setSaid(failure(error)),
    );
  return (
    <div className="row-actions">
      <Button look="quiet" onPress={() => void ask()}>
        {t('profile.discover')}
      </Button>
      <p className="hint" role="status">
        {said ?? ''}
      </p>
    </div>
  );
}
