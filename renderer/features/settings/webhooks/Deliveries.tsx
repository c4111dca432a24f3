/** What came through the door lately: no word of a patient, newest first. */
import type { Delivered } from '../../../../shared/model/clinic/webhooks.ts';
import { useWords } from '../../../ui/useWords.ts';

export function Deliveries({ delivered }: { readonly delivered: readonly Delivered[] }) {
  const { t, moment } = useWords();
  return (
    <div className="setting">
      <h2>{t('webhooks.lately')}</h2>
      <p className="hint">{t('webhooks.latelyHint')}</p>
      {delivered.length === 0 ? (
        <p className="empty">{t('webhooks.nothing')}</p>
      ) : (
        <div
          className="table-wrap audit deliveries"
          tabIndex={0}
          role="region"
          aria-label={t('webhooks.lately')}
        >
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
              {delivered.map(({ at, outcome, times, event, transactionId }, index) => (
                <tr key={index}>
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
              ))}
            </tbody>
          </table>
        </div>
      )}
    </div>
  );
}
