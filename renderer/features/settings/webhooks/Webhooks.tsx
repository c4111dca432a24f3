/**
 * Webhooks, for clinics with a relay of their own: the receiver on this computer, the registered
 * addresses, the deliveries, and hints if none come.
 */
import { Copy } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { Form } from 'react-aria-components';
import { asFailure, type Failure } from '../../../../shared/failure.ts';
import {
  HIGHEST_PORT,
  LOWEST_PORT,
  type WebhookState,
} from '../../../../shared/model/clinic/webhooks.ts';
import { say } from '../../../common/stores/messages.ts';
import { useSession } from '../../../common/stores/session.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Toggle } from '../../../ui/Check.tsx';
import { copyText } from '../../../ui/copy-text.ts';
import { Field } from '../../../ui/Field.tsx';
import { useLocale } from '../../../ui/useLocale.ts';
import { Deliveries } from './Deliveries.tsx';
import { Subscriptions } from './Subscriptions.tsx';
import { hintsOf, toneOf } from './webhooks-format.ts';
import { followWebhooks, listenAt, loadSubscriptions, useWebhooks } from './webhooks-store.ts';

export function Webhooks() {
  const { t, failure } = useLocale();
  const { state, list } = useWebhooks();
  const account = useSession((session) => session.account?.state);
  const [problem, setProblem] = useState<Failure | undefined>();
  const load = useCallback(
    () =>
      loadSubscriptions().then(
        () => setProblem(undefined),
        (error: unknown) => setProblem(asFailure(error)),
      ),
    [],
  );
  useEffect(() => {
    void load();
    return followWebhooks();
  }, [load]);
  if (!state)
    return (
      <p className="empty" role="status">
        {t('webhooks.opening')}
      </p>
    );
  return (
    <>
      <p className="lead">{t('webhooks.text')}</p>
      <Receiver state={state} />
      {hintsOf({ state, list, account }).map((hint) => (
        <Banner key={hint} tone={toneOf(hint)} title={t(`webhooks.hint.${hint}.title`)}>
          <p>{t(`webhooks.hint.${hint}.text`)}</p>
        </Banner>
      ))}
      <Subscriptions list={list} problem={problem && failure(problem)} onLoad={load} />
      <Deliveries delivered={state.delivered} />
    </>
  );
}

function Receiver({ state }: { readonly state: WebhookState }) {
  const { t, exists, failure } = useLocale();
  const [port, setPort] = useState(String(state.port));
  const [problem, setProblem] = useState<string | undefined>();
  const [busy, setBusy] = useState(false);
  const number = Number(port);
  const isValid = /^\d{1,5}$/.test(port.trim()) && number >= LOWEST_PORT && number <= HIGHEST_PORT;
  const listen = async (on: boolean) => {
    if (busy || (on && !isValid)) return;
    setBusy(true);
    setProblem(undefined);
    await listenAt(on, on ? number : state.port).catch((error: unknown) =>
      setProblem(failure(error)),
    );
    setBusy(false);
  };
  const trouble =
    problem ??
    (state.receiver === 'failed' && state.trouble !== undefined
      ? t(exists(`failure.${state.trouble}`) ? `failure.${state.trouble}` : 'failure.broken')
      : undefined);
  return (
    <>
      <Toggle
        on={state.on}
        isDisabled={busy || (!state.on && !isValid)}
        onChange={(on) => void listen(on)}
        hint={t('webhooks.switchHint')}
      >
        {t('webhooks.switch')}
      </Toggle>
      {/* The port has a form of its own: it may be changed while the receiver is on. */}
      <Form
        className="port-form"
        onSubmit={(event) => {
          event.preventDefault();
          void listen(true);
        }}
        validationBehavior="aria"
      >
        <Field
          label={t('webhooks.port')}
          hint={t('webhooks.portHint', { lowest: LOWEST_PORT, highest: HIGHEST_PORT })}
          value={port}
          onChange={setPort}
          inputMode="numeric"
          autoComplete="off"
          maxLength={5}
          problem={
            isValid
              ? undefined
              : t('webhooks.portWrong', { lowest: LOWEST_PORT, highest: HIGHEST_PORT })
          }
        />
        {state.on && number !== state.port && (
          <Button type="submit" isDisabled={!isValid || busy}>
            {t('webhooks.portUse')}
          </Button>
        )}
      </Form>
      {trouble !== undefined && (
        <Banner tone="bad" urgent title={t('webhooks.closed')}>
          {trouble}
        </Banner>
      )}
      <dl className="facts">
        <div>
          <dt>{t('webhooks.door')}</dt>
          <dd aria-live="polite">
            {t(`webhooks.receiver.${state.receiver}`, { port: state.port })}
          </dd>
        </div>
        <div>
          <dt>{t('webhooks.relayTo')}</dt>
          <dd>
            <code className="code">{state.relayTo}</code> <CopyButton text={state.relayTo} />
          </dd>
        </div>
        <div>
          <dt>{t('webhooks.header')}</dt>
          <dd>
            <code className="code">{state.header}</code>
          </dd>
        </div>
      </dl>
      <p className="hint">{t('webhooks.relayHint')}</p>
    </>
  );
}

function CopyButton({ text }: { readonly text: string }) {
  const { t } = useLocale();
  return (
    <Button
      look="quiet"
      icon={Copy}
      onPress={() =>
        void copyText(text).then((done) =>
          say(
            ({ t }) => t(done ? 'webhooks.copied' : 'diagnostics.notCopied'),
            done ? {} : { tone: 'trouble' },
          ),
        )
      }
    >
      {t('webhooks.copy')}
    </Button>
  );
}
