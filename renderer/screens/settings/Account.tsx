/** Who we are to the platform. The secret goes in and is never shown again. */
import { LogOut } from 'lucide-react';
import { AccountForm } from '../../parts/AccountForm.tsx';
import { Banner } from '../../parts/Banner.tsx';
import { Button } from '../../parts/Button.tsx';
import { useWords } from '../../parts/useWords.ts';
import { signOut, useSession } from '../../stores/session.ts';

export function Account() {
  const { t, attempt, moment } = useWords();
  const account = useSession((session) => session.account);
  if (!account) return null;
  if (account.profile === 'practice') return <Banner tone="info" title={t('account.practice')}>{t('account.practiceText')}</Banner>;
  const facts = [['base', account.baseUrl], ['brand', account.brand], ['clientId', account.clientId]] as const;
  const inside = account.state === 'signed-in';
  return (
    <>
      <Banner
        tone={inside ? 'good' : 'warn'} title={t(`account.state.${account.state}`)}
        actions={inside && <Button icon={LogOut} onPress={() => attempt(signOut, t('account.signedOut'))}>{t('account.signOut')}</Button>}
      >
        {inside ? account.expiresAt !== undefined && <p>{t('account.expires', { when: moment(account.expiresAt) })}</p> : <p>{t('account.waiting')}</p>}
      </Banner>
      {inside
        ? <dl className="facts">{facts.map(([id, value]) => <div key={id}><dt>{t(`account.${id}`)}</dt><dd>{value}</dd></div>)}</dl>
        : <AccountForm account={account} />}
    </>
  );
}
