/** Receipts of consents that were withdrawn; nothing is shown while there are none. */
import { Download } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { Withdrawal } from '../../../shared/model/withdrawal.ts';
import { Button } from '../../ui/Button.tsx';
import { useLocale } from '../../ui/useLocale.ts';
import { saveReceipt, withdrawals } from '../visits/visits-store.ts';

export function Withdrawals() {
  const { t, attempt, moment } = useLocale();
  const [receipts, setReceipts] = useState<readonly Withdrawal[]>([]);
  useEffect(() => {
    withdrawals().then(setReceipts, () => setReceipts([]));
  }, []);
  if (receipts.length === 0) return null;
  return (
    <details className="further">
      <summary>{t('consent.receipts', { count: receipts.length })}</summary>
      <ul className="plain-list">
        {receipts.map(({ id, askedAt, erasedAt, platform, sent }) => (
          <li key={id}>
            {t(erasedAt === undefined ? 'consent.receiptOpen' : 'consent.receiptDone', {
              time: moment(erasedAt ?? askedAt),
            })}{' '}
            {platform.length + sent.length > 0 && t('consent.receiptElsewhere')}{' '}
            <Button
              look="quiet"
              icon={Download}
              onPress={() => attempt(async () => saveReceipt(id))}
            >
              {t('consent.saveReceipt')}
            </Button>
          </li>
        ))}
      </ul>
    </details>
  );
}
