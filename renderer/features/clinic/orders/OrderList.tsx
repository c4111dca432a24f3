/** The orders of an admission, oldest first. Dispatching cannot be undone, so it asks first. */
import { CircleCheck, Clock4, Truck } from 'lucide-react';
import { useState } from 'react';
import type { Order } from '../../../../shared/model/clinic/orders.ts';
import { say } from '../../../common/stores/messages.ts';
import { Button } from '../../../ui/Button.tsx';
import { Confirm } from '../../../ui/Confirm.tsx';
import { useLocale } from '../../../ui/useLocale.ts';
import { useVisits } from '../../visits/visits-store.ts';
import { visitOf } from './orders-format.ts';
import { dispatch, useWard } from './orders-store.ts';

export function OrderList() {
  const { t } = useLocale();
  const { orders } = useWard();
  const [asking, setAsking] = useState<Order | undefined>();
  return (
    <section className="cards">
      <h2>{t('orders.list')}</h2>
      <p className="hint" role="status">
        {t('orders.count', { count: orders.length })}
      </p>
      {orders.length > 0 && (
        <ul className="plain-list cards" aria-label={t('orders.list')}>
          {orders.map((order) => (
            <OrderRow key={order.id} order={order} onDispatch={() => setAsking(order)} />
          ))}
        </ul>
      )}
      {asking && <DispatchDialog order={asking} onClose={() => setAsking(undefined)} />}
    </section>
  );
}

type RowProps = { readonly order: Order; readonly onDispatch: () => void };

function OrderRow({ order, onDispatch }: RowProps) {
  const { t, exists } = useLocale();
  const { id, status } = order;
  const isDispatched = status === 'DISPATCHED';
  const StatusIcon = isDispatched ? CircleCheck : Clock4;
  return (
    <li className="card order">
      <div className="person-who">
        <p>
          <strong>
            <Purpose rxId={order.rxId} />
          </strong>
        </p>
        <OrderHistory order={order} />
        <p className="hint">{t('orders.id', { id })}</p>
      </div>
      <div className="row-actions">
        <span className={isDispatched ? 'chip chip-good' : 'chip'}>
          <StatusIcon aria-hidden="true" className="icon" />
          {exists(`orders.state.${status}`) ? t(`orders.state.${status}`) : status}
        </span>
        {status === 'CREATED' && (
          <Button icon={Truck} aria-label={t('orders.dispatchOf', { id })} onPress={onDispatch}>
            {t('orders.dispatch')}
          </Button>
        )}
      </div>
    </li>
  );
}

/** The visit of the prescription, its number, or that there is none. */
function Purpose({ rxId }: Pick<Order, 'rxId'>) {
  const { t, moment, nameOf } = useLocale();
  const visits = useVisits(({ list }) => list);
  const visit = visitOf(rxId, visits);
  if (visit) return t('orders.forVisit', { name: nameOf(visit), when: moment(visit.createdAt) });
  return rxId ? t('orders.forRx', { rx: rxId }) : t('orders.forNone');
}

function OrderHistory({
  order: { status, createdBy, createdAt, updatedAt },
}: Pick<RowProps, 'order'>) {
  const { t, moment } = useLocale();
  const facts = [
    createdAt !== undefined && t('orders.made', { when: moment(createdAt) }),
    createdBy && t('orders.by', { who: createdBy }),
    status === 'DISPATCHED' &&
      updatedAt !== undefined &&
      t('orders.sentAt', { when: moment(updatedAt) }),
  ];
  return <p className="hint">{facts.filter(Boolean).join(' · ')}</p>;
}

type DispatchProps = { readonly order: Order; readonly onClose: () => void };

function DispatchDialog({ order: { id }, onClose }: DispatchProps) {
  const { t } = useLocale();
  const name = useWard(({ admission }) => admission?.patientName) || t('orders.nameless');
  const run = async () => {
    await dispatch(id);
    say(({ t }) => t('orders.dispatched'));
  };
  return (
    <Confirm
      title={t('orders.dispatchAsk')}
      stay={t('orders.notYet')}
      act={t('orders.dispatch')}
      acting={t('orders.dispatching')}
      icon={Truck}
      refused={t('orders.notDispatched')}
      look="primary"
      run={run}
      onClose={onClose}
    >
      <p>{t('orders.dispatchText', { id, name })}</p>
    </Confirm>
  );
}
