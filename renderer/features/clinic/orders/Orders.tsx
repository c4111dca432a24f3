/**
 * Orders of a ward: find an admission, see its orders, make one for a prescription, dispatch it.
 */
import { Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Form } from 'react-aria-components';
import { useSession } from '../../../common/stores/session.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Field } from '../../../ui/Field.tsx';
import { Screen } from '../../../ui/Screen.tsx';
import { useLocale } from '../../../ui/useLocale.ts';
import { useVisits } from '../../visits/visits-store.ts';
import { AdmissionCard } from './AdmissionCard.tsx';
import { NewOrder } from './NewOrder.tsx';
import { OrderList } from './OrderList.tsx';
import { visitOf } from './orders-format.ts';
import { loadUnclear, lookUp, setWard, useWard } from './orders-store.ts';
import { UnclearOrders } from './UnclearOrders.tsx';

/** An admission of the practice platform. */
const EXAMPLE = '707261637469636500000001';

export function Orders() {
  const { t, failure: wordsOf, nameOf, moment } = useLocale();
  const { search, admission, failure, visit } = useWard();
  const chosen = visitOf(
    visit,
    useVisits(({ list }) => list),
  );
  const looking = useWard((ward) => ward.looking !== undefined);
  const practice = useSession(({ info }) => info?.profile === 'practice');
  const [empty, setEmpty] = useState(false);
  const card = useRef<HTMLElement>(null);
  useEffect(() => void loadUnclear().catch(() => {}), []);
  const look = async (id: string) => {
    setEmpty(id.trim() === '');
    if (id.trim() !== '' && (await lookUp(id.trim())))
      requestAnimationFrame(() => card.current?.focus());
  };
  const problem = empty ? t('orders.numberMissing') : undefined;
  return (
    <Screen title={t('orders.title')} lead={t('orders.lead')}>
      {chosen && !admission && (
        <Banner
          tone="info"
          title={t('orders.forChosen', { name: nameOf(chosen), when: moment(chosen.createdAt) })}
        />
      )}
      <UnclearOrders onLook={(id) => void look(id)} />
      <Form
        className="look-up"
        onSubmit={(event) => {
          event.preventDefault();
          if (!looking) void look(search);
        }}
        validationBehavior="aria"
      >
        <Field
          label={t('orders.number')}
          hint={t('orders.numberHint')}
          value={search}
          onChange={(typed) => {
            setWard({ search: typed });
            setEmpty(false);
          }}
          problem={problem}
          maxLength={64}
          autoComplete="off"
          spellCheck="false"
        />
        <Button type="submit" look="primary" icon={Search} isDisabled={looking}>
          {t(looking ? 'orders.looking' : 'orders.look')}
        </Button>
      </Form>
      {practice && !admission && (
        <div className="row-actions">
          <Button
            look="quiet"
            isDisabled={looking}
            onPress={() => {
              setWard({ search: EXAMPLE });
              void look(EXAMPLE);
            }}
          >
            {t('orders.example')}
          </Button>
        </div>
      )}
      {failure && (
        <Banner
          tone={failure.code === 'missing' ? 'info' : 'bad'}
          urgent
          title={t('orders.notRead')}
        >
          {wordsOf(failure)}
        </Banner>
      )}
      {admission && (
        <section
          ref={card}
          tabIndex={-1}
          aria-label={t('orders.admissionOf', {
            name: admission.patientName || admission.ipid || admission.id,
          })}
          className="ward"
        >
          <AdmissionCard admission={admission} />
          <OrderList />
          <NewOrder admission={admission} />
        </section>
      )}
    </Screen>
  );
}
