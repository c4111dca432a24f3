/** The admission as the platform describes it: patient, bed, doctor, department. */
import type { Admission } from '../../../../shared/model/clinic/orders.ts';
import { useLocale } from '../../../ui/useLocale.ts';

export function AdmissionCard({ admission }: { readonly admission: Admission }) {
  const { t, exists, moment } = useLocale();
  const {
    patientName,
    ipid,
    id,
    stage,
    status,
    bed,
    doctor,
    department,
    facility,
    attendee,
    admittedAt,
  } = admission;
  const when = Date.parse(admittedAt);
  const facts = [
    ['ipid', ipid],
    ['bed', bed],
    ['doctor', doctor],
    ['department', department],
    ['facility', facility],
    ['attendee', attendee],
    ['since', Number.isNaN(when) ? admittedAt : moment(when)],
    ['number', id],
  ] as const;
  // The catalogue's word, else the platform's own, made readable.
  const word = (group: 'stage' | 'status', value: string) =>
    exists(`orders.${group}.${value}`)
      ? t(`orders.${group}.${value}`)
      : value.replaceAll('_', ' ').toLowerCase();
  return (
    <section className="card admission">
      <div className="visit-head">
        <h2>{patientName || t('orders.nameless')}</h2>
        <p className="chips">
          {stage && <span className="chip chip-moving">{word('stage', stage)}</span>}
          {status && <span className="chip">{word('status', status)}</span>}
        </p>
      </div>
      <dl className="facts facts-two">
        {facts
          .filter(([, value]) => value !== '')
          .map(([name, value]) => (
            <div key={name}>
              <dt>{t(`orders.fact.${name}`)}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
    </section>
  );
}
