/**
 * Orders that were sent and never answered. Each can be sent again under its old key, which makes
 * no second order, or be dismissed.
 */
import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import type { UnclearOrder as Unclear } from '../../../../shared/model/clinic/orders.ts';
import { say } from '../../../common/stores/messages.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { useLocale } from '../../../ui/useLocale.ts';
import { forgetUnclear, makeOrder, useWard } from './orders-store.ts';

export function UnclearOrders({ onLook }: { readonly onLook: (admissionId: string) => void }) {
  const { unclear } = useWard();
  return unclear.map((order) => <UnclearOrder key={order.key} order={order} onLook={onLook} />);
}

function UnclearOrder({
  order,
  onLook,
}: {
  readonly order: Unclear;
  readonly onLook: (admissionId: string) => void;
}) {
  const { t, moment, attempt } = useLocale();
  const [busy, setBusy] = useState(false);
  const again = () => {
    setBusy(true);
    attempt(async () => {
      const found = await makeOrder(order).finally(() => setBusy(false));
      say(({ t }) => t(found ? 'orders.found' : 'orders.done'));
      onLook(order.admissionId);
    });
  };
  return (
    <Banner
      tone="warn"
      title={t('orders.unclear')}
      actions={
        <>
          <Button icon={RefreshCw} isDisabled={busy} onPress={again}>
            {t(busy ? 'orders.making' : 'orders.askAgain')}
          </Button>
          <Button
            look="quiet"
            isDisabled={busy}
            onPress={() => attempt(() => forgetUnclear(order.key))}
          >
            {t('orders.settled')}
          </Button>
        </>
      }
    >
      {t('orders.unclearText', { id: order.admissionId, when: moment(order.at) })}
    </Banner>
  );
}
