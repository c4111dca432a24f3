/**
 * The account on the platform, and how the platform is reached. A secret is entered and never shown
 * again.
 */
import { LogOut } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import type { AccountState } from '../../../../shared/model/account/account.ts';
import type { PlatformProfile } from '../../../../shared/model/account/platform-profile.ts';
import { request } from '../../../common/stores/core.ts';
import { loadProfile, usePlatform } from '../../../common/stores/platform.ts';
import { signOut, usePolicy, useSession } from '../../../common/stores/session.ts';
import { useWorkHere } from '../../../common/stores/work-here.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { useLocale } from '../../../ui/useLocale.ts';
import { AccountForm } from '../../unlock/AccountForm.tsx';
import { BrowserForm } from './BrowserForm.tsx';
import { BusinessToken } from './BusinessToken.tsx';
import { PersonForm } from './PersonForm.tsx';
import { ProfileSettings } from './PlatformProfile.tsx';

export function Account() {
  const { t } = useLocale();
  const account = useSession((session) => session.account);
  const { profile, isLoaded } = useLoadedProfile();
  if (!account) return null;
  const isSignedIn = account.state === 'signed-in';
  return (
    <>
      {account.profile === 'practice' ? (
        <Banner tone="info" title={t('account.practice')}>
          {t('account.practiceText')}
        </Banner>
      ) : (
        <>
          <SignInState account={account} />
          {isSignedIn && <AccountFacts account={account} />}
          {!isSignedIn && isLoaded && (
            <SignInForms
              key={`${profile?.environment} ${profile?.production} ${profile?.staging} ${profile?.brand}`}
              account={account}
              profile={profile}
            />
          )}
          {account.state !== 'signed-out' && <BusinessToken kept={account.business === true} />}
        </>
      )}
      {profile && <ProfileSettings profile={profile} account={account} />}
    </>
  );
}

/** `isLoaded`: the profile is here, or could not be read. */
function useLoadedProfile() {
  const { attempt } = useLocale();
  const profile = usePlatform((platform) => platform.profile);
  const [isLoaded, setIsLoaded] = useState(profile !== undefined);
  const load = useEffectEvent(() => attempt(() => loadProfile().finally(() => setIsLoaded(true))));
  useEffect(() => load(), []);
  return { profile, isLoaded };
}

const ways = ['client', 'browser', 'person'] as const;
const wayWords = { client: 'byClient', browser: 'byBrowser', person: 'byPerson' } as const;
const wayForms = { client: AccountForm, browser: BrowserForm, person: PersonForm } as const;

/** By a client of the platform, or as a person. */
function SignInForms(props: {
  readonly account: AccountState;
  readonly profile: PlatformProfile | undefined;
}) {
  const { t } = useLocale();
  const rule = usePolicy()?.platform;
  // The organisation names the client that signs in: the core would refuse a person.
  const isClientSet = typeof rule === 'object' && rule.clientId !== undefined;
  // A clinic whose IT has named Scriba's id there signs in that way.
  const [chosen, setChosen] = useState<(typeof ways)[number]>(
    props.profile?.oidcClientId ? 'browser' : 'client',
  );
  const way = isClientSet ? 'client' : chosen;
  const Way = wayForms[way];
  const others = isClientSet ? [] : ways.filter((other) => other !== way);
  return (
    <Way
      {...props}
      otherwise={others.map((other) => (
        <Button key={other} look="quiet" onPress={() => setChosen(other)}>
          {t(`account.${wayWords[other]}`)}
        </Button>
      ))}
    />
  );
}

type AccountProps = { readonly account: AccountState };

function SignInState({ account }: AccountProps) {
  const { t, attempt } = useLocale();
  const text = useAccessText(account);
  const isUsuallyHere = useWorkHere(({ here }) => here?.usual === true);
  // Nothing is wrong where no account is needed.
  const restTone = isUsuallyHere && account.state === 'signed-out' ? 'info' : 'warn';
  return (
    <Banner
      tone={account.state === 'signed-in' ? 'good' : restTone}
      title={t(`account.state.${account.state}`)}
      actions={
        account.state !== 'signed-out' && (
          <Button icon={LogOut} onPress={() => attempt(signOut, ({ t }) => t('account.signedOut'))}>
            {t('account.signOut')}
          </Button>
        )
      }
    >
      <p>{text}</p>
    </Banner>
  );
}

/** End of the access; a token without an end is valid until it is revoked. */
function useAccessText({ state, by, expiresAt }: AccountState): string {
  const { t, moment } = useLocale();
  const isUsuallyHere = useWorkHere(({ here }) => here?.usual === true);
  if (state !== 'signed-in')
    return t(isUsuallyHere && state === 'signed-out' ? 'account.notNeeded' : 'account.waiting');
  const when = expiresAt === undefined ? undefined : moment(expiresAt);
  if (by === undefined) return when === undefined ? '' : t('account.expires', { when });
  if (by === 'oidc')
    return when === undefined ? t('account.onceStands') : t('account.onceStandsUntil', { when });
  return when === undefined ? t('account.tokenStands') : t('account.tokenStandsUntil', { when });
}

function AccountFacts({ account }: AccountProps) {
  const { t } = useLocale();
  const facts = [
    ['base', account.baseUrl],
    ['brand', account.brand],
    ['clientId', account.clientId],
  ] as const;
  return (
    <dl className="facts">
      {facts.map(([id, value]) => (
        <div key={id}>
          <dt>{t(`account.${id}`)}</dt>
          <dd>{value}</dd>
        </div>
      ))}
      <UserFacts />
    </dl>
  );
}

/** User and workspace, if the platform names them. */
function UserFacts() {
  const { t } = useLocale();
  const [user, setUser] = useState<
    { readonly userName?: string | undefined; readonly workspace?: string | undefined } | undefined
  >();
  useEffect(() => {
    request('account.who').then(setUser, () => setUser(undefined));
  }, []);
  return (['userName', 'workspace'] as const).map(
    (id) =>
      user?.[id] !== undefined && (
        <div key={id}>
          <dt>{t(id === 'userName' ? 'account.userNameThere' : 'account.workspace')}</dt>
          <dd>{user[id]}</dd>
        </div>
      ),
  );
}
