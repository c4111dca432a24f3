/**
 * The platform profile: addresses, brand, paths, transport. It is exported to a file and imported
 * from one, and holds no secret.
 */
import { Download, FolderOpen, Save } from 'lucide-react';
import { useState } from 'react';
import { FileTrigger, Form } from 'react-aria-components';
import { asFailure, type Failure } from '../../../../shared/failure.ts';
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
import { usePolicy } from '../../../common/stores/session.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Toggle } from '../../../ui/Check.tsx';
import { Choice } from '../../../ui/Choice.tsx';
import { Field } from '../../../ui/Field.tsx';
import { PickOne } from '../../../ui/Pick.tsx';
import { SetByOrganisation } from '../../../ui/SetByOrganisation.tsx';
import { useLocale } from '../../../ui/useLocale.ts';

type Props = { readonly profile: PlatformProfile; readonly account: AccountState };

export function ProfileSettings({ profile, account }: Props) {
  const { t, attempt, failure } = useLocale();
  const [problem, setProblem] = useState<string | undefined>();
  /** Counts the imported files: each resets the fields. */
  const [imports, setImports] = useState(0);
  const clinic = account.profile === 'clinic';

  const importFile = async (file: File | undefined) => {
    if (!file) return;
    setProblem(undefined);
    try {
      // A file too large for a profile is not read at all.
      if (file.size > LARGEST_FILE) throw { code: 'invalid', detail: 'profile-unreadable' };
      await importProfile(await file.text());
      setImports((before) => before + 1);
      say(({ t }) => t('profile.taken'));
    } catch (error) {
      setProblem(failure(error));
    }
  };
  const save = () =>
    attempt(async () => {
      const how = await exportProfile();
      if (how !== 'cancelled') say(({ t }) => t(`profile.file.${how}`));
    });

  return (
    <div className="setting">
      <h2>{t('profile.title')}</h2>
      <p className="hint">{t(clinic ? 'profile.text' : 'profile.practiceText')}</p>
      {clinic && (
        <Addresses key={imports} profile={profile} fixed={account.state !== 'signed-out'} />
      )}
      <PickOne
        label={t('profile.transport')}
        hint={t(`profile.transportHint.${profile.transport}`)}
        value={profile.transport}
        onChange={(id) => attempt(() => changeProfile({ transport: id as TransportChoice }))}
        options={transports.map((id) => ({ id, label: t(`profile.transports.${id}`) }))}
      />
      {profile.transport !== 'transactions' && <DiscoverButton />}
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
            onSelect={(files) => void importFile(files?.[0])}
          >
            <Button icon={FolderOpen}>{t('profile.import')}</Button>
          </FileTrigger>
        </div>
      )}
    </div>
  );
}

type AddressProps = {
  readonly profile: PlatformProfile;
  /** Signed in: the address cannot change. */
  readonly fixed: boolean;
};

const addressFields = ['environment', 'production', 'staging', 'brand'] as const;
type Address = Pick<PlatformProfile, (typeof addressFields)[number]>;
type Paths = Readonly<Record<Chapter, string>>;

const addressOf = ({ environment, production, staging, brand }: PlatformProfile): Address => ({
  environment,
  production,
  staging,
  brand,
});
const pathsOf = ({ paths }: PlatformProfile) =>
  Object.fromEntries(chapters.map((chapter) => [chapter, paths[chapter] ?? ''])) as Paths;
/** The practice platform has no address: production is meant. */
const changeOf = ({ environment, ...rest }: Address) => ({
  ...rest,
  environment: environment === 'staging' ? ('staging' as const) : ('production' as const),
});
const isBadPath = (path: string) => path !== '' && !prefixPattern.test(path);

function Addresses({ profile, fixed: isSignedIn }: AddressProps) {
  const { t, failure } = useLocale();
  const isSet = usePolicy()?.platform !== undefined;
  const fixed = isSet || isSignedIn;
  const form = useAddresses(profile, fixed);
  const [pathsOpen, setPathsOpen] = useState(false);
  return (
    <Form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        if (!form.hasBadPath) void form.save();
      }}
      validationBehavior="aria"
    >
      {isSet && (
        <p className="hint">
          <SetByOrganisation more={t('policy.address')} />
        </p>
      )}
      {!isSet && fixed && (
        <p className="hint">
          {t('profile.fixed', { environment: t(`profile.environments.${profile.environment}`) })}
        </p>
      )}
      {!isSet && !fixed && <AddressFields address={form.address} set={form.setAddress} />}
      {pathsOpen && <PathFields paths={form.paths} set={form.setPath} />}
      {form.problem && (
        <Banner tone="bad" urgent title={t('profile.notKept')}>
          {failure(form.problem)}
        </Banner>
      )}
      <div className="row-actions">
        {(!fixed || pathsOpen) && (
          <Button
            type="submit"
            icon={Save}
            isDisabled={form.busy || !form.isChanged || form.hasBadPath}
          >
            {t('profile.keep')}
          </Button>
        )}
        <Button look="quiet" onPress={() => setPathsOpen(!pathsOpen)}>
          {t(pathsOpen ? 'profile.pathsHide' : 'profile.pathsShow')}
        </Button>
      </div>
    </Form>
  );
}

function useAddresses(profile: PlatformProfile, fixed: boolean) {
  const [address, setAddress] = useState(() => addressOf(profile));
  const [paths, setPaths] = useState(() => pathsOf(profile));
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Failure | undefined>();
  const isChanged =
    chapters.some((chapter) => paths[chapter] !== pathsOf(profile)[chapter]) ||
    addressFields.some((name) => address[name] !== profile[name]);
  const save = async () => {
    setBusy(true);
    setProblem(undefined);
    const overrides = Object.entries(paths).filter(([, path]) => path !== '');
    try {
      await changeProfile({
        ...(!fixed && changeOf(address)),
        paths: Object.fromEntries(overrides),
      });
      // The core may have completed an address.
      setAddress(addressOf(usePlatform.getState().profile ?? profile));
      say(({ t }) => t('profile.kept'));
    } catch (error) {
      setProblem(asFailure(error));
    } finally {
      setBusy(false);
    }
  };
  return {
    address,
    setAddress: (part: Partial<Address>) => setAddress((before) => ({ ...before, ...part })),
    paths,
    setPath: (chapter: Chapter, path: string) =>
      setPaths((before) => ({ ...before, [chapter]: path.trim() })),
    isChanged,
    hasBadPath: Object.values(paths).some(isBadPath),
    busy,
    problem,
    save,
  };
}

type AddressFieldsProps = {
  readonly address: Address;
  readonly set: (part: Partial<Address>) => void;
};

function AddressFields({ address, set }: AddressFieldsProps) {
  const { t } = useLocale();
  return (
    <>
      <Choice
        label={t('profile.environment')}
        value={address.environment}
        onChange={(environment) => set({ environment })}
        options={(['production', 'staging'] as const).map((id) => ({
          id,
          label: t(`profile.environments.${id}`),
        }))}
      />
      <div className="fields fields-two">
        {(['production', 'staging'] as const).map((id) => (
          <Field
            key={id}
            label={t(`profile.${id}`)}
            placeholder={t('account.baseExample')}
            value={address[id]}
            onChange={(value) => set({ [id]: value })}
            inputMode="url"
            autoComplete="off"
            maxLength={500}
          />
        ))}
        <Field
          label={t('profile.brand')}
          hint={t('account.brandHint')}
          value={address.brand}
          onChange={(brand) => set({ brand })}
          autoComplete="off"
          maxLength={20}
        />
      </div>
    </>
  );
}

type PathFieldsProps = {
  readonly paths: Paths;
  readonly set: (chapter: Chapter, path: string) => void;
};

function PathFields({ paths, set }: PathFieldsProps) {
  const { t } = useLocale();
  return (
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
            onChange={(path) => set(chapter, path)}
            problem={isBadPath(paths[chapter]) ? t('profile.pathWrong') : undefined}
          />
        ))}
      </div>
    </fieldset>
  );
}

/** Asks the platform if it offers the session protocol. */
function DiscoverButton() {
  const { t, failure } = useLocale();
  const [answer, setAnswer] = useState<string | undefined>();
  const ask = () =>
    request('platform.discover').then(
      ({ offered, version }) =>
        setAnswer(
          t(offered ? 'profile.offered' : 'profile.notOffered', { version: version ?? '' }),
        ),
      (error: unknown) => setAnswer(failure(error)),
    );
  return (
    <div className="row-actions">
      <Button look="quiet" onPress={() => void ask()}>
        {t('profile.discover')}
      </Button>
      <p className="hint" role="status">
        {answer ?? ''}
      </p>
    </div>
  );
}
