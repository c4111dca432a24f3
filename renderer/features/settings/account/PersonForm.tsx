/**
 * Signs a person in: by name and password, or by a code that is entered in a browser. The password
 * is sent once and forgotten here.
 */
import { LogIn } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Form } from 'react-aria-components';
import type { AccountState, DeviceOffer } from '../../../../shared/model/account/account.ts';
import type { PlatformProfile } from '../../../../shared/model/account/platform-profile.ts';
import type { PlatformRule } from '../../../../shared/model/policy.ts';
import { say } from '../../../common/stores/messages.ts';
import {
  beginDevice,
  loadProfile,
  signInWithPassword,
  stepDevice,
} from '../../../common/stores/platform.ts';
import { usePolicy } from '../../../common/stores/session.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Field, useFields } from '../../../ui/Field.tsx';
import { useLocale } from '../../../ui/useLocale.ts';
import { AddressFields, proposed, setMembers, UnclearRule } from '../../unlock/AddressFields.tsx';
import { useAttempt, useSteps } from './sign-in-attempt.ts';

type Props = {
  readonly account: AccountState;
  readonly profile: PlatformProfile | undefined;
  readonly otherwise: ReactNode;
};

export function PersonForm({ account, profile, otherwise }: Props) {
  const { t } = useLocale();
  const rule = usePolicy()?.platform;
  const { baseUrl, brand } = {
    ...proposed(account, profile),
    ...(typeof rule === 'object' && setMembers(rule)),
  };
  const { values, set, setValues } = useFields({
    baseUrl,
    brand,
    userName: '',
    password: '',
  });
  const [device, setDevice] = useState<DeviceOffer | undefined>();
  const { busy, problem, run } = useAttempt();
  const where = { baseUrl: values.baseUrl, brand: values.brand };
  const isPlaceComplete =
    rule !== 'unclear' && values.baseUrl.trim() !== '' && values.brand.trim() !== '';
  const isComplete = isPlaceComplete && values.userName.trim() !== '' && values.password !== '';
  const done = async () => {
    await loadProfile().catch(() => undefined);
    say(({ t }) => t('account.signedIn'));
  };
  const send = () =>
    run(async () => {
      const { userName, password } = values;
      setValues((before) => ({ ...before, password: '' }));
      await signInWithPassword({ ...where, userName, password });
      await done();
    });
  if (device)
    return <DeviceWait device={device} onDone={done} onStop={() => setDevice(undefined)} />;
  return (
    <Form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        if (isComplete) void send();
      }}
      validationBehavior="aria"
    >
      <p className="hint">{t('account.personText')}</p>
      <UnclearRule rule={rule} />
      <PersonFields values={values} set={set} rule={rule} />
      {problem !== undefined && (
        <Banner tone="bad" urgent title={t('account.refused')}>
          {problem}
        </Banner>
      )}
      <div className="row-actions">
        <Button type="submit" look="primary" icon={LogIn} isDisabled={!isComplete || busy}>
          {t(busy ? 'account.signingIn' : 'account.signIn')}
        </Button>
        <Button
          isDisabled={!isPlaceComplete || busy}
          onPress={() => void run(async () => setDevice(await beginDevice(where)))}
        >
          {t('account.device')}
        </Button>
        {otherwise}
      </div>
    </Form>
  );
}

type Values = Record<'baseUrl' | 'brand' | 'userName' | 'password', string>;

function PersonFields({
  values,
  set,
  rule,
}: {
  readonly values: Values;
  readonly set: (name: keyof Values) => (value: string) => void;
  readonly rule: PlatformRule | undefined;
}) {
  const { t } = useLocale();
  return (
    <div className="fields fields-two">
      <AddressFields values={values} set={set} rule={rule} />
      <Field
        label={t('account.userName')}
        value={values.userName}
        onChange={set('userName')}
        autoComplete="off"
        maxLength={200}
      />
      <Field
        wide
        type="password"
        label={t('account.password')}
        hint={t('account.passwordHint')}
        value={values.password}
        onChange={set('password')}
        autoComplete="off"
        maxLength={1000}
      />
    </div>
  );
}

/** Shows the code, and asks the core until it was approved or is over. */
function DeviceWait({
  device,
  onDone,
  onStop,
}: {
  readonly device: DeviceOffer;
  readonly onDone: () => Promise<void>;
  readonly onStop: () => void;
}) {
  const { t, time } = useLocale();
  const [endsAt] = useState(() => Date.now() + device.expiresIn);
  const problem = useSteps(device.wait, stepDevice, onDone);
  return (
    <section className="form" aria-label={t('account.device')}>
      <p>{t('account.deviceText')}</p>
      <dl className="facts">
        <div>
          <dt>{t('account.deviceAddress')}</dt>
          <dd>
            <code className="code">{device.address}</code>
          </dd>
        </div>
        <div>
          <dt>{t('account.deviceCode')}</dt>
          <dd>
            <code className="code">{device.userCode}</code>
          </dd>
        </div>
      </dl>
      {problem === undefined ? (
        <p className="hint" role="status">
          {t('account.deviceEnds', { when: time(endsAt) })}
        </p>
      ) : (
        <Banner tone="bad" urgent title={t('account.refused')}>
          {problem}
        </Banner>
      )}
      <div className="row-actions">
        <Button look="quiet" onPress={onStop}>
          {t('account.deviceStop')}
        </Button>
      </div>
    </section>
  );
}
