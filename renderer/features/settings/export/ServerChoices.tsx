/** How notes go to the FHIR server: form, way, patients, and who Scriba is to it. */
import { Copy, KeyRound } from 'lucide-react';
import { useState } from 'react';
import {
  type ServerTarget,
  serverAuths,
  serverWays,
  smartAlgorithms,
} from '../../../../shared/model/export/exports.ts';
import { mayLeave } from '../../../../shared/model/policy-rules.ts';
import { usePolicy } from '../../../common/stores/session.ts';
import { Button } from '../../../ui/Button.tsx';
import { Toggle } from '../../../ui/Check.tsx';
import { Choice } from '../../../ui/Choice.tsx';
import { copyText } from '../../../ui/copy-text.ts';
import { Field } from '../../../ui/Field.tsx';
import { useLocale } from '../../../ui/useLocale.ts';
import { FlavourChoice } from './TargetFields.tsx';
import { makeServerKey } from './targets-store.ts';

export type ServerOptions = Partial<
  Omit<ServerTarget, 'address' | 'hasToken' | 'jwks' | 'authority'>
>;
type Props = {
  readonly server: ServerTarget;
  readonly set: (part: ServerOptions) => Promise<void>;
};

export function ServerChoices({
  server,
  possible,
  set,
}: Props & {
  /** Forms that the organisation allows. */
  readonly possible: readonly ServerTarget['form'][];
}) {
  const { form, flavour, patients, sendAs, withPdf, searchInAddress, auth } = server;
  const { t } = useLocale();
  const policy = usePolicy();
  return (
    <>
      <Choice
        label={t('emr.server.auth')}
        hint={t('emr.server.authHint')}
        value={auth}
        options={serverAuths.map((id) => ({ id, label: t(`emr.server.authBy.${id}`) }))}
        onChange={(next) => void set({ auth: next })}
      />
      {auth === 'smart' && <ServerKey server={server} set={set} />}
      <Choice
        label={t('emr.server.form')}
        value={form}
        options={possible.map((id) => ({ id, label: t(`export.form.${id}`) }))}
        onChange={(next) => void set({ form: next })}
      />
      {form === 'fhir' && (
        <FlavourChoice value={flavour} onChange={(next) => void set({ flavour: next })} />
      )}
      <Choice
        label={t('emr.server.sendAs')}
        hint={t('emr.server.sendAsHint')}
        value={sendAs}
        options={serverWays.map((id) => ({ id, label: t(`emr.server.way.${id}`) }))}
        onChange={(next) => void set({ sendAs: next })}
      />
      {form !== 'pdf' && (
        <Toggle
          on={withPdf}
          onChange={(next) => void set({ withPdf: next })}
          isDisabled={!withPdf && !mayLeave(policy, 'server', 'pdf')}
          hint={t('emr.server.withPdfHint')}
        >
          {t('emr.server.withPdf')}
        </Toggle>
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
      <Toggle
        on={searchInAddress}
        onChange={(next) => void set({ searchInAddress: next })}
        hint={t('emr.server.searchInAddressHint')}
      >
        {t('emr.server.searchInAddress')}
      </Toggle>
    </>
  );
}

/** SMART backend services: client id, scopes, and the key, whose public half is shown. */
function ServerKey({ server: { clientId, scope, jwks }, set }: Props) {
  const { t, attempt } = useLocale();
  const [client, setClient] = useState(clientId);
  const [scopes, setScopes] = useState(scope);
  const [copied, setCopied] = useState<boolean | undefined>();
  const changed = client.trim() !== clientId || scopes.trim() !== scope;
  return (
    <>
      <div className="fields fields-two">
        <Field
          label={t('emr.server.clientId')}
          hint={t('emr.server.clientIdHint')}
          value={client}
          onChange={setClient}
          autoComplete="off"
          maxLength={300}
        />
        <Field
          label={t('emr.server.scope')}
          hint={t('emr.server.scopeHint')}
          value={scopes}
          onChange={setScopes}
          autoComplete="off"
          maxLength={1000}
        />
      </div>
      {jwks !== '' && (
        <>
          <p className="label">{t('emr.server.jwks')}</p>
          {/* biome-ignore lint/a11y/useSemanticElements: a pre keeps the lines, the role gives it a name */}
          <pre
            className="diagnostics"
            // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, by keyboard too (WCAG 2.1.1)
            tabIndex={0}
            role="region"
            aria-label={t('emr.server.jwks')}
          >
            {jwks}
          </pre>
        </>
      )}
      <p className="hint" role="status">
        {copied === undefined ? t('emr.server.keyHint') : t(`emr.server.copied.${copied}`)}
      </p>
      <div className="row-actions">
        <Button
          isDisabled={!changed}
          onPress={() => void set({ clientId: client.trim(), scope: scopes.trim() })}
        >
          {t('emr.server.saveClient')}
        </Button>
        {jwks !== '' && (
          <Button icon={Copy} onPress={() => void copyText(jwks).then(setCopied)}>
            {t('emr.server.copyKey')}
          </Button>
        )}
        {smartAlgorithms.map((alg) => (
          <Button
            key={alg}
            look={jwks === '' ? 'plain' : 'quiet'}
            icon={KeyRound}
            onPress={() => {
              setCopied(undefined);
              attempt(() => makeServerKey(alg));
            }}
          >
            {t(jwks === '' ? 'emr.server.makeKey' : 'emr.server.newKey', { alg })}
          </Button>
        ))}
      </div>
    </>
  );
}
