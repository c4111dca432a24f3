/** Who we are to the platform, and how it is reached. A secret goes in and is never shown again. */
import { LogOut } from 'lucide-react';
import { useEffect, useState } from 'react';
import { request } from '../../../common/stores/core.ts';
import { loadProfile, usePlatform } from '../../../common/stores/platform.ts';
import { signOut, useSession } from '../../../common/stores/session.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { useWords } from '../../../ui/useWords.ts';
import { AccountForm } from '../../unlock/AccountForm.tsx';
import { BusinessToken } from './BusinessToken.tsx';
import { ProfilePart } from './PlatformProfile.tsx';

export function Account() {
  const { t, attempt, moment } = useWords();
  const account = useSession((session) => session.account);
  const profile = usePlatform((platform) => platform.profile);
  const [looked, setLooked] = useState(profile !== undefined);
  useEffect(() => attempt(() => loadProfile().finally(() => setLooked(true))), []);
  if (!account) return null;
  if (account.profile === 'practice') {
    return (
      <>
        <Banner tone="info" title={t('account.practice')}>
          {t('account.practiceText')}
        </Banner>
        {profile && <ProfilePart profile={profile} account={account} />}
      </>
    );
  }
  const facts = [
    ['base', account.baseUrl],
    ['brand', account.brand],
    ['clientId', account.clientId],
  ] as const;
  const inside = account.state === 'signed-in';
  const until = account.expiresAt === undefined ? undefined : moment(account.expiresAt);
  return (
    <>
      <Banner
        tone={inside ? 'good' : 'warn'}
        title={t(`account.state.${account.state}`)}
        actions={
          account.state !== 'signed-out' && (
            <Button icon={LogOut} onPress={() => attempt(signOut, t('account.signedOut'))}>
              {t('account.signOut')}
            </Button>
          )
        }
      >
        <p>{inside ? standing(account.by === 'token', until, t) : t('account.waiting')}</p>
      </Banner>
      {inside ? (
        <dl className="facts">
          {facts.map(([id, value]) => (
            <div key={id}>
              <dt>{t(`account.${id}`)}</dt>
              <dd>{value}</dd>
            </div>
          ))}
          <Who />
        </dl>
      ) : (
        looked && (
          <AccountForm
            key={`${profile?.environment} ${profile?.production} ${profile?.staging} ${profile?.brand}`}
            account={account}
            profile={profile}
          />
        )
      )}
      {account.state !== 'signed-out' && <BusinessToken kept={account.business === true} />}
      {profile && <ProfilePart profile={profile} account={account} />}
    </>
  );
}

type T = ReturnType<typeof useWords>['t'];
function standing(byToken: boolean, until: string | undefined, t: T): string {
  if (!byToken) return until === undefined ? '' : t('account.expires', { when: until });
  return until === undefined
    ? t('account.tokenStands')
    : t('account.tokenStandsUntil', { when: until });
}

/** Whom the platform takes us for, where it says so. */
function Who() {
  const { t } = useWords();
  const [who, setWho] = useState<
    { readonly userName?: string | undefined; readonly workspace?: string | undefined } | undefined
  >();
  useEffect(() => {
    request('account.who').then(setWho, () => setWho(undefined));
  }, []);
  return (['userName', 'workspace'] as const).map(
    (id) =>
      who?.[id] !== undefined && (
        <div key={id}>
          <dt>{t(`account.${id}`)}</dt>
          <dd>{who[id]}</dd>
        </div>
      ),
  );
}
