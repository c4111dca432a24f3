/**
 * Signs in to the platform, by client secret or by a token of its console. Both are sent once, kept
 * by the core in the key store, and forgotten here.
 */
import { LogIn } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Form } from 'react-aria-components';
import type { AccountState } from '../../../shared/model/account/account.ts';
import type { PlatformProfile } from '../../../shared/model/account/platform-profile.ts';
import type { PlatformRule } from '../../../shared/model/policy.ts';
import { say } from '../../common/stores/messages.ts';
import { loadProfile, signInWithToken } from '../../common/stores/platform.ts';
import { signIn, usePolicy } from '../../common/stores/session.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Field, useFields } from '../../ui/Field.tsx';
import { useLocale } from '../../ui/useLocale.ts';
import { AddressFields, lockedBy, proposed, setMembers, UnclearRule } from './AddressFields.tsx';

type Props = {
  readonly account?: AccountState | undefined;
  readonly profile?: PlatformProfile | undefined;
  readonly onDone?: () => void;
  readonly otherwise?: ReactNode;
};

export function AccountForm({ account, profile, onDone, otherwise }: Props) {
  const { t, failure } = useLocale();
  const rule = usePolicy()?.platform;
  const { values, set, setValues } = useFields({
    ...proposed(account, profile),
    ...(typeof rule === 'object' && setMembers(rule)),
    secret: '',
    sharingKey: '',
  });
  const [byToken, setByToken] = useState(false);
  const [sharing, setSharing] = useState(false);
  const [problem, setProblem] = useState<string | undefined>();
  const [busy, setBusy] = useState(false);
  const { sharingKey, secret, ...address } = values;
  const complete =
    rule !== 'unclear' && [...Object.values(address), secret].every((value) => value.trim() !== '');

  const forgetSecrets = () => setValues((before) => ({ ...before, secret: '', sharingKey: '' }));
  const send = async () => {
    if (!complete || busy) return;
    setBusy(true);
    setProblem(undefined);
    try {
      if (byToken) await signInWithToken({ ...address, token: secret });
      else
        await signIn({
          ...address,
          clientSecret: secret,
          ...(sharing && sharingKey.trim() !== '' && { sharingKey: sharingKey.trim() }),
        });
      await loadProfile().catch(() => undefined);
      say(({ t }) => t('account.signedIn'));
      onDone?.();
    } catch (error) {
      setProblem(failure(error));
    } finally {
      forgetSecrets();
      setBusy(false);
    }
  };
  const switchTo = (token: boolean) => {
    setByToken(token);
    setProblem(undefined);
    forgetSecrets();
  };

  return (
    <Form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
      validationBehavior="aria"
    >
      <UnclearRule rule={rule} />
      <AccountFields values={values} set={set} byToken={byToken} sharing={sharing} rule={rule} />
      {problem !== undefined && (
        <Banner tone="bad" urgent title={t('account.refused')}>
          {problem}
        </Banner>
      )}
      <div className="row-actions">
        <Button type="submit" look="primary" icon={LogIn} isDisabled={!complete || busy}>
          {t(busy ? 'account.signingIn' : 'account.signIn')}
        </Button>
        {otherwise}
        <Button look="quiet" onPress={() => switchTo(!byToken)}>
          {t(byToken ? 'account.bySecret' : 'account.byToken')}
        </Button>
        {!byToken && !sharing && (
          <Button look="quiet" onPress={() => setSharing(true)}>
            {t('account.otherWorkspace')}
          </Button>
        )}
      </div>
    </Form>
  );
}

type Values = ReturnType<typeof proposed> & {
  readonly secret: string;
  readonly sharingKey: string;
};

function AccountFields({
  values,
  set,
  byToken,
  sharing,
  rule,
}: {
  readonly values: Values;
  readonly set: (name: keyof Values) => (value: string) => void;
  readonly byToken: boolean;
  readonly sharing: boolean;
  readonly rule: PlatformRule | undefined;
}) {
  const { t } = useLocale();
  return (
    <div className="fields fields-two">
      <AddressFields values={values} set={set} rule={rule} />
      <Field
        label={t('account.clientId')}
        value={values.clientId}
        onChange={set('clientId')}
        autoComplete="off"
        maxLength={200}
        isRequired
        {...lockedBy(rule, 'clientId')}
      />
      <Field
        key={byToken ? 'token' : 'secret'}
        wide
        type="password"
        label={t(byToken ? 'account.token' : 'account.secret')}
        hint={t(byToken ? 'account.tokenHint' : 'account.secretHint')}
        value={values.secret}
        onChange={set('secret')}
        autoComplete="off"
        maxLength={byToken ? 8000 : 1000}
        isRequired
      />
      {sharing && !byToken && (
        <Field
          wide
          type="password"
          label={t('account.sharingKey')}
          hint={t('account.sharingKeyHint')}
          value={values.sharingKey}
          onChange={set('sharingKey')}
          autoComplete="off"
          maxLength={1000}
        />
      )}
    </div>
  );
}
