/** Recent deliveries of webhooks, newest first. They name no patient. */
import type { Delivered } from '../../../../shared/model/clinic/webhooks.ts';
import { keyed } from '../../../ui/keyed.ts';
import { ScrollRegion } from '../../../ui/ScrollRegion.tsx';
import { useLocale } from '../../../ui/useLocale.ts';

const textOf = ({ at, outcome, event, transactionId }: Delivered) =>
  `${at} ${outcome} ${event ?? ''} ${transactionId ?? ''}`;

export function Deliveries({ delivered }: { readonly delivered: readonly Delivered[] }) {
  const { t, moment } = useLocale();
  return (
    <div className="setting">
      <h2>{t('webhooks.lately')}</h2>
      <p className="hint">{t('webhooks.latelyHint')}</p>
      {delivered.length === 0 ? (
        <p className="empty">{t('webhooks.nothing')}</p>
      ) : (
        <ScrollRegion className="table-wrap audit deliveries" label={t('webhooks.lately')}>
          <table>
            <thead>
              <tr>
                <th scope="col">{t('audit.when')}</th>
                <th scope="col">{t('webhooks.outcome')}</th>
                <th scope="col">{t('webhooks.eventName')}</th>
                <th scope="col">{t('webhooks.transaction')}</th>
              </tr>
            </thead>
            <tbody>
              {keyed(delivered, textOf).map(
                ({ key, item: { at, outcome, times, event, transactionId } }) => (
                  <tr key={key}>
                    <td className="figures">{moment(at)}</td>
                    <td>
                      {t(`webhooks.delivery.${outcome}`)}
                      {times > 1 && (
                        <span className="quiet"> {t('webhooks.times', { count: times })}</span>
                      )}
                    </td>
                    <td>{event}</td>
                    <td className="figures">{transactionId}</td>
                  </tr>
                ),
              )}
            </tbody>
          </table>
        </ScrollRegion>
      )}
    </div>
  );
}
