/** Signs in to the platform. The secret is sent once, kept by the core in the key store, and forgotten here. */
import { LogIn } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Form } from 'react-aria-components';
import type { AccountState } from '../../shared/account.ts';
import { say } from '../stores/messages.ts';
import { signIn } from '../stores/session.ts';
import { Banner } from './Banner.tsx';
import { Button } from './Button.tsx';
import { Field, useFields } from './Field.tsx';
import { useWords } from './useWords.ts';

type Props = { readonly account?: AccountState | undefined; readonly onDone?: () => void; readonly otherwise?: ReactNode };

export function AccountForm({ account, onDone, otherwise }: Props) {
  const { t, failure } = useWords();
  const { values, set } = useFields({ baseUrl: account?.baseUrl ?? '', brand: account?.brand ?? '', clientId: account?.clientId ?? '', clientSecret: '' });
  const [problem, setProblem] = useState<string | undefined>();
  const [busy, setBusy] = useState(false);
  const whole = Object.values(values).every((value) => value.trim() !== '');

  const send = async () => {
    if (!whole || busy) return;
    setBusy(true);
    setProblem(undefined);
    try {
      await signIn(values);
      say(t('account.signedIn'));
      onDone?.();
    } catch (error) {
      setProblem(failure(error));
    } finally {
      set('clientSecret')('');
      setBusy(false);
    }
  };

  return (
    <Form className="form" onSubmit={(event) => { event.preventDefault(); void send(); }} validationBehavior="aria">
      <div className="fields fields-two">
        <Field wide label={t('account.base')} hint={t('account.baseHint')} placeholder={t('account.baseExample')} value={values.baseUrl} onChange={set('baseUrl')} inputMode="url" autoComplete="off" isRequired />
        <Field label={t('account.brand')} hint={t('account.brandHint')} value={values.brand} onChange={set('brand')} autoComplete="off" maxLength={20} isRequired />
        <Field label={t('account.clientId')} value={values.clientId} onChange={set('clientId')} autoComplete="off" maxLength={200} isRequired />
        <Field wide type="password" label={t('account.secret')} hint={t('account.secretHint')} value={values.clientSecret} onChange={set('clientSecret')} autoComplete="off" maxLength={1000} isRequired />
      </div>
      {problem !== undefined && <Banner tone="bad" urgent title={t('account.refused')}>{problem}</Banner>}
      <div className="row-actions">
        <Button type="submit" look="primary" icon={LogIn} isDisabled={!whole || busy}>{t(busy ? 'account.signingIn' : 'account.signIn')}</Button>
        {otherwise}
      </div>
    </Form>
  );
}
