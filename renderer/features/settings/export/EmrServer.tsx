/**
 * A FHIR server that takes documents: its address, its token (entered, never shown), the form of
 * the documents, and a test.
 */
import { useState } from 'react';
import { Form } from 'react-aria-components';
import { asFailure } from '../../../../shared/failure.ts';
import { type ServerTarget, serverForms } from '../../../../shared/model/export/exports.ts';
import { mayLeave } from '../../../../shared/model/policy-rules.ts';
import { say } from '../../../common/stores/messages.ts';
import { usePolicy } from '../../../common/stores/session.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Field } from '../../../ui/Field.tsx';
import { SetByOrganisation } from '../../../ui/SetByOrganisation.tsx';
import { useLocale } from '../../../ui/useLocale.ts';
import { AuthorityChoice } from './AuthorityChoice.tsx';
import { ServerChoices, type ServerOptions } from './ServerChoices.tsx';
import { TargetTrial } from './TargetFields.tsx';
import { setTargets, testTarget, useTargets } from './targets-store.ts';

export function EmrServer({ server }: { readonly server: ServerTarget }) {
  const { address: kept, hasToken, flavour, patients, auth } = server;
  const { t, failure } = useLocale();
  const testing = useTargets((state) => state.testing);
  const policy = usePolicy();
  const possible = serverForms.filter((one) => mayLeave(policy, 'server', one));
  const isAllowed = possible.length > 0;
  // A form that is not allowed any more gives way to one that is.
  const form = possible.includes(server.form) ? server.form : (possible[0] ?? server.form);
  const [address, setAddress] = useState(kept);
  const [token, setToken] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | undefined>();
  const typed = address.trim();
  const changed = typed !== kept || token !== '';
  const set = async (
    part: ServerOptions & { readonly address?: string; readonly token?: string },
  ) => {
    if (busy) return;
    setBusy(true);
    setProblem(undefined);
    try {
      const next = await setTargets({
        server: { address: kept, form, flavour, patients, ...part },
      });
      if (part.address !== undefined) {
        // As it was stored: without a slash at its end.
        setAddress(next.server.address);
        setToken('');
        say(({ t }) => t(next.server.address === '' ? 'emr.server.removed' : 'emr.server.saved'));
      }
    } catch (error) {
      const { detail } = asFailure(error);
      setProblem(
        detail === 'address-invalid' || detail === 'address-insecure'
          ? t(`emr.server.${detail}`)
          : failure(error),
      );
    }
    setBusy(false);
  };
  return (
    <section className="setting" aria-labelledby="emr-server-title">
      <h2 id="emr-server-title">{t('emr.server.title')}</h2>
      <p className="hint">{t('emr.server.text')}</p>
      {possible.length < serverForms.length && (
        <p className="hint">
          <SetByOrganisation more={t('policy.formsHint')} />
        </p>
      )}
      <Form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          void set({ address: typed, ...(token !== '' && { token }) });
        }}
        validationBehavior="aria"
      >
        <div className="fields fields-two">
          <Field
            label={t('emr.server.address')}
            hint={t('emr.server.addressHint')}
            value={address}
            onChange={setAddress}
            // One that was set up before the rule can still be taken out.
            isDisabled={!isAllowed && kept === ''}
            inputMode="url"
            autoComplete="off"
            maxLength={500}
          />
          {auth === 'token' && (
            <Field
              label={t('emr.server.token')}
              hint={t(hasToken ? 'emr.server.tokenKept' : 'emr.server.tokenHint')}
              value={token}
              onChange={setToken}
              isDisabled={!isAllowed}
              type="password"
              autoComplete="off"
              maxLength={4000}
            />
          )}
        </div>
        {problem !== undefined && (
          <Banner tone="bad" urgent title={t('emr.settings.notSaved')}>
            {problem}
          </Banner>
        )}
        <div className="row-actions">
          <Button type="submit" isDisabled={!changed || busy}>
            {t('emr.server.save')}
          </Button>
          <Button
            isDisabled={!isAllowed || kept === '' || changed || testing !== undefined}
            onPress={() => void testTarget('server')}
          >
            {t(testing === 'server' ? 'emr.testing' : 'emr.server.test')}
          </Button>
        </div>
      </Form>
      <TargetTrial of="server" />
      {kept !== '' && possible.length > 0 && (
        <>
          <ServerChoices server={server} possible={possible} set={set} />
          <AuthorityChoice
            authority={server.authority}
            onChange={(authority) =>
              setTargets({ server: { address: kept, form, flavour, patients, authority } })
            }
          />
        </>
      )}
    </section>
  );
}
