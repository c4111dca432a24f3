/** The orders of an admission, oldest first. Dispatching is for good, so it asks. */
import { CircleCheck, Clock4, Truck } from 'lucide-react';
import { useState } from 'react';
import type { Order } from '../../../../shared/model/clinic/orders.ts';
import { say } from '../../../common/stores/messages.ts';
import { Button } from '../../../ui/Button.tsx';
import { Confirm } from '../../../ui/Confirm.tsx';
import { useWords } from '../../../ui/useWords.ts';
import { useVisits } from '../../visits/visits-store.ts';
import { visitOf } from './orders-format.ts';
import { dispatch, useWard } from './orders-store.ts';

export function OrderList() {
  const { t } = useWords();
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
            <Row key={order.id} order={order} onDispatch={() => setAsking(order)} />
          ))}
        </ul>
      )}
      {asking && <Dispatch order={asking} onClose={() => setAsking(undefined)} />}
    </section>
  );
}

function Row({ order, onDispatch }: { readonly order: Order; readonly onDispatch: () => void }) {
  const { t, exists, moment, nameOf } = useWords();
  const visits = useVisits(({ list }) => list);
  const { id, status, rxId, createdBy, createdAt, updatedAt } = order;
  const visit = visitOf(rxId, visits);
  const dispatched = status === 'DISPATCHED';
  return (
    <li className="card order">
      <div className="person-who">
        <p>
          <strong>
            {visit
              ? t('orders.forVisit', { name: nameOf(visit), when: moment(visit.createdAt) })
              : rxId
                ? t('orders.forRx', { rx: rxId })
                : t('orders.forNone')}
          </strong>
        </p>
        <p className="hint">
          {[
            createdAt !== undefined && t('orders.made', { when: moment(createdAt) }),
            createdBy && t('orders.by', { who: createdBy }),
            dispatched &&
              updatedAt !== undefined &&
              t('orders.sentAt', { when: moment(updatedAt) }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
        <p className="hint">{t('orders.id', { id })}</p>
      </div>
      <div className="row-actions">
        <span className={dispatched ? 'chip chip-good' : 'chip'}>
          {dispatched ? (
            <CircleCheck aria-hidden="true" className="icon" />
          ) : (
            <Clock4 aria-hidden="true" className="icon" />
          )}
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

function Dispatch({
  order: { id },
  onClose,
}: {
  readonly order: Order;
  readonly onClose: () => void;
}) {
  const { t } = useWords();
  const name = useWard(({ admission }) => admission?.patientName) || t('orders.nameless');
  const go = async () => {
    await dispatch(id);
    say(t('orders.dispatched'));
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
      run={go}
      onClose={onClose}
    >
      <p>{t('orders.dispatchText', { id, name })}</p>
    </Confirm>
  );
}
