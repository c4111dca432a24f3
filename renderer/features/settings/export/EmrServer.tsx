/** A FHIR server that takes documents: its address, its token (entered, never shown), the form of the documents, and a test. */
import { useState } from 'react';
import { Form } from 'react-aria-components';
import { asFailure } from '../../../../shared/failure.ts';
import { type ServerTarget, serverForms } from '../../../../shared/model/export/exports.ts';
import { say } from '../../../common/stores/messages.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Choice } from '../../../ui/Choice.tsx';
import { Field } from '../../../ui/Field.tsx';
import { useWords } from '../../../ui/useWords.ts';
import { FlavourChoice, TargetTrial } from './TargetFields.tsx';
import { setTargets, testTarget, useTargets } from './targets-store.ts';

export function EmrServer({
  server: { address: kept, hasToken, form, flavour, patients },
}: {
  readonly server: ServerTarget;
}) {
  const { t, failure } = useWords();
  const testing = useTargets((state) => state.testing);
  const [address, setAddress] = useState(kept);
  const [token, setToken] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | undefined>();
  const typed = address.trim();
  const changed = typed !== kept || token !== '';
  const set = async (
    part: Partial<Pick<ServerTarget, 'address' | 'form' | 'flavour' | 'patients'>> & {
      token?: string;
    },
  ) => {
    if (busy) return;
    setBusy(true);
    setProblem(undefined);
    try {
      const { server } = await setTargets({
        server: { address: kept, form, flavour, patients, ...part },
      });
      if (part.address !== undefined) {
        // As it was stored: without a slash at its end.
        setAddress(server.address);
        setToken('');
        say(t(server.address === '' ? 'emr.server.removed' : 'emr.server.saved'));
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
            inputMode="url"
            autoComplete="off"
            maxLength={500}
          />
          <Field
            label={t('emr.server.token')}
            hint={t(hasToken ? 'emr.server.tokenKept' : 'emr.server.tokenHint')}
            value={token}
            onChange={setToken}
            type="password"
            autoComplete="off"
            maxLength={4000}
          />
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
            isDisabled={kept === '' || changed || testing !== undefined}
            onPress={() => void testTarget('server')}
          >
            {t(testing === 'server' ? 'emr.testing' : 'emr.server.test')}
          </Button>
        </div>
      </Form>
      <TargetTrial of="server" />
      {kept !== '' && (
        <>
          <Choice
            label={t('emr.server.form')}
            value={form}
            options={serverForms.map((id) => ({ id, label: t(`export.form.${id}`) }))}
            onChange={(next) => void set({ form: next })}
          />
          {form === 'fhir' && (
            <FlavourChoice value={flavour} onChange={(next) => void set({ flavour: next })} />
          )}
          <Choice
            label={t('emr.server.patients')}
            hint={t('emr.server.patientsHint')}
            value={patients}
            options={(['known', 'any'] as const).map((id) => ({
              id,
              label: t(`emr.server.patient.${id}`),
            }))}
            onChange={(next) => void set({ patients: next })}
          />
        </>
      )}
    </section>
  );
}
