/**
 * Signs a person in on the hospital's own page, in the browser of this computer. Nothing secret is
 * typed here.
 */
import { ExternalLink, LogIn } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Form } from 'react-aria-components';
import type { AccountState, BrowserSignIn } from '../../../../shared/model/account/account.ts';
import type { PlatformProfile } from '../../../../shared/model/account/platform-profile.ts';
import { say } from '../../../common/stores/messages.ts';
import {
  beginBrowser,
  loadProfile,
  stepBrowser,
  stopBrowser,
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

export function BrowserForm({ account, profile, otherwise }: Props) {
  const { t } = useLocale();
  const rule = usePolicy()?.platform;
  const { baseUrl, brand } = {
    ...proposed(account, profile),
    ...(typeof rule === 'object' && setMembers(rule)),
  };
  const { values, set } = useFields({
    baseUrl,
    brand,
    oidcClientId: profile?.oidcClientId ?? '',
  });
  const [begun, setBegun] = useState<BrowserSignIn | undefined>();
  const { busy, problem, run } = useAttempt();
  const isComplete =
    rule !== 'unclear' && Object.values(values).every((value) => value.trim() !== '');
  const send = () => run(async () => setBegun(await beginBrowser(values)));
  if (begun) return <BrowserWait begun={begun} onStop={() => setBegun(undefined)} />;
  return (
    <Form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        if (isComplete) void send();
      }}
      validationBehavior="aria"
    >
      <p className="hint">{t('account.byBrowserText')}</p>
      <UnclearRule rule={rule} />
      <div className="fields fields-two">
        <AddressFields values={values} set={set} rule={rule} />
        <Field
          label={t('account.oidcClientId')}
          hint={t('account.oidcClientIdHint')}
          value={values.oidcClientId}
          onChange={set('oidcClientId')}
          autoComplete="off"
          maxLength={200}
          isRequired
        />
      </div>
      {problem !== undefined && (
        <Banner tone="bad" urgent title={t('account.refused')}>
          {problem}
        </Banner>
      )}
      <div className="row-actions">
        <Button type="submit" look="primary" icon={LogIn} isDisabled={!isComplete || busy}>
          {t(busy ? 'account.signingIn' : 'account.browserSignIn')}
        </Button>
        {otherwise}
      </div>
    </Form>
  );
}

/** Shows the page as a link where the core did not open it, and asks until the sign-in is done. */
function BrowserWait({
  begun,
  onStop,
}: {
  readonly begun: BrowserSignIn;
  readonly onStop: () => void;
}) {
  const { t, time } = useLocale();
  const [endsAt] = useState(() => Date.now() + begun.expiresIn);
  const problem = useSteps(begun.wait, stepBrowser, async () => {
    await loadProfile().catch(() => undefined);
    say(({ t }) => t('account.signedIn'));
  });
  const stop = () => {
    // The core closes by itself in five minutes where this does not reach it.
    stopBrowser().catch(() => undefined);
    onStop();
  };
  const isOver = problem !== undefined;
  return (
    <section className="form" aria-label={t('account.byBrowser')}>
      {!isOver && (
        <>
          <p>{t(begun.opened ? 'account.browserOpened' : 'account.browserLinkText')}</p>
          {!begun.opened && (
            <p>
              <a
                className="button button-primary button-normal"
                href={begun.address}
                target="_blank"
                rel="noopener noreferrer"
              >
                <ExternalLink aria-hidden="true" className="icon" />
                <span>{t('account.browserLink')}</span>
              </a>
            </p>
          )}
          <p className="hint" role="status">
            {t('account.browserEnds', { when: time(endsAt) })}
          </p>
        </>
      )}
      {isOver && (
        <Banner tone="bad" urgent title={t('account.refused')}>
          {problem}
        </Banner>
      )}
      <div className="row-actions">
        <Button look="quiet" onPress={stop}>
          {t(isOver ? 'account.browserAgain' : 'account.deviceStop')}
        </Button>
      </div>
    </section>
  );
}
