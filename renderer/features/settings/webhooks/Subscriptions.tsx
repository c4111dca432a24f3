/** Addresses that the platform notifies of finished notes: listed, registered, removed. */
import { Plus, RefreshCw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Form } from 'react-aria-components';
import {
  type ActedEvent,
  actedEvents,
  type Subscription,
} from '../../../../shared/model/clinic/webhooks.ts';
import { say } from '../../../common/stores/messages.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Confirm } from '../../../ui/Confirm.tsx';
import { Field } from '../../../ui/Field.tsx';
import { PickMany } from '../../../ui/Pick.tsx';
import { useLocale } from '../../../ui/useLocale.ts';
import { eventKey } from './webhooks-format.ts';
import { registerEndpoint, removeSubscription } from './webhooks-store.ts';

type Props = {
  readonly list: readonly Subscription[] | undefined;
  readonly problem: string | undefined;
  readonly onLoad: () => Promise<void>;
};

export function Subscriptions({ list, problem, onLoad }: Props) {
  const { t } = useLocale();
  const [removing, setRemoving] = useState<Subscription | undefined>();
  return (
    <div className="setting">
      <h2>{t('webhooks.registered')}</h2>
      <p className="hint">{t('webhooks.registeredHint')}</p>
      {problem !== undefined && (
        <Banner
          tone="warn"
          title={t('webhooks.notListed')}
          actions={
            <Button icon={RefreshCw} onPress={() => void onLoad()}>
              {t('webhooks.again')}
            </Button>
          }
        >
          {problem}
        </Banner>
      )}
      {list?.length === 0 && <p className="empty">{t('webhooks.none')}</p>}
      {list && list.length > 0 && (
        <ul className="plain-list rows">
          {list.map((one) => (
            <li key={one.id} className="row">
              <div className="row-words">
                <p className="row-name">{one.endpoint}</p>
                <p className="hint">{one.events.join(', ') || t('webhooks.noEvents')}</p>
                <p className="hint">{t(`webhooks.key.${one.key}`)}</p>
              </div>
              <Button
                icon={Trash2}
                onPress={() => setRemoving(one)}
                aria-label={t('webhooks.removeNamed', { endpoint: one.endpoint })}
              >
                {t('webhooks.remove')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <Register />
      {removing && <RemoveDialog subscription={removing} onClose={() => setRemoving(undefined)} />}
    </div>
  );
}

type RemoveProps = { readonly subscription: Subscription; readonly onClose: () => void };

function RemoveDialog({ subscription, onClose }: RemoveProps) {
  const { t } = useLocale();
  const remove = async () => {
    await removeSubscription(subscription.id);
    say(({ t }) => t('webhooks.removed'));
  };
  return (
    <Confirm
      title={t('webhooks.removeAsk')}
      stay={t('webhooks.keep')}
      act={t('webhooks.remove')}
      acting={t('webhooks.removing')}
      icon={Trash2}
      refused={t('webhooks.notRemoved')}
      run={remove}
      onClose={onClose}
    >
      <p className="row-name">{subscription.endpoint}</p>
      <p>{t('webhooks.removeText')}</p>
    </Confirm>
  );
}

function Register() {
  const { t, failure } = useLocale();
  const [endpoint, setEndpoint] = useState('');
  const [events, setEvents] = useState<string[]>([actedEvents[0]]);
  const [problem, setProblem] = useState<string | undefined>();
  const [busy, setBusy] = useState(false);
  const send = async () => {
    if (busy || endpoint.trim() === '') return;
    setBusy(true);
    setProblem(undefined);
    try {
      await registerEndpoint(endpoint.trim(), events as ActedEvent[]);
      setEndpoint('');
      say(({ t }) => t('webhooks.registeredDone'));
    } catch (error) {
      setProblem(failure(error));
    } finally {
      setBusy(false);
    }
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
      <div className="fields fields-two">
        <Field
          label={t('webhooks.endpoint')}
          hint={t('webhooks.endpointHint')}
          placeholder={t('webhooks.endpointExample')}
          value={endpoint}
          onChange={setEndpoint}
          inputMode="url"
          autoComplete="off"
          maxLength={1000}
        />
        <PickMany
          label={t('webhooks.events')}
          hint={t('webhooks.eventsHint')}
          value={events}
          limit={actedEvents.length}
          onChange={setEvents}
          options={actedEvents.map((id) => ({
            id,
            label: id,
            also: t(`webhooks.event.${eventKey(id)}`),
          }))}
        />
      </div>
      {problem !== undefined && (
        <Banner tone="bad" urgent title={t('webhooks.refused')}>
          {problem}
        </Banner>
      )}
      <div className="row-actions">
        <Button type="submit" icon={Plus} isDisabled={busy || endpoint.trim() === ''}>
          {t(busy ? 'webhooks.registering' : 'webhooks.register')}
        </Button>
      </div>
    </Form>
  );
}
