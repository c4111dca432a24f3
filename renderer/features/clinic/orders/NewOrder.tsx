/**
 * Makes an order for the prescription of a visit, for one whose number is typed, or for none; warns
 * if the patient differs.
 */
import { ClipboardPlus } from 'lucide-react';
import { useState } from 'react';
import { Form } from 'react-aria-components';
import type { Admission } from '../../../../shared/model/clinic/orders.ts';
import { say } from '../../../common/stores/messages.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Field } from '../../../ui/Field.tsx';
import { PickOne } from '../../../ui/Pick.tsx';
import { useLocale } from '../../../ui/useLocale.ts';
import { useVisits } from '../../visits/visits-store.ts';
import { namesDiffer, visitOf, visitsWithPrescription } from './orders-format.ts';
import { makeOrder, setWard, useWard } from './orders-store.ts';

const NONE = 'none';
const TYPED = 'typed';

export function NewOrder({ admission }: { readonly admission: Admission }) {
  const { t, moment, nameOf, failure } = useLocale();
  const { visit, typedRx } = useWard();
  const visits = visitsWithPrescription(
    useVisits(({ list }) => list),
    visit,
  );
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | undefined>();
  const [missing, setMissing] = useState(false);
  const rxId = visit === TYPED ? typedRx.trim() : visit;
  const other = visitOf(rxId, visits);
  const isOtherPatient = other && namesDiffer(nameOf(other), admission.patientName);
  // Without a name in the admission only a person can compare the patients.
  const isNameless = rxId !== '' && admission.patientName.trim() === '';

  const make = async () => {
    if (busy) return;
    if (visit === TYPED && rxId === '') return setMissing(true);
    setBusy(true);
    setProblem(undefined);
    try {
      const found = await makeOrder({ admissionId: admission.id, rxId });
      say(({ t }) => t(found ? 'orders.found' : 'orders.done'));
    } catch (error) {
      setProblem(failure(error));
    } finally {
      setBusy(false);
    }
  };
  const options = [
    { id: NONE, label: t('orders.noRx') },
    { id: TYPED, label: t('orders.typedRx') },
    ...visits.map((one) => ({
      id: one.transactionId,
      label: nameOf(one),
      also: [one.patient.recordNumber, moment(one.createdAt)].filter(Boolean).join(' · '),
    })),
  ];
  return (
    <section className="card">
      <Form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          void make();
        }}
        validationBehavior="aria"
      >
        <h2>{t('orders.new')}</h2>
        <div className="fields fields-two">
          <PickOne
            label={t('orders.rx')}
            hint={t('orders.rxHint')}
            searchable
            options={options}
            value={visit === '' ? NONE : visit}
            onChange={(id) => setWard({ visit: id === NONE ? '' : id })}
          />
          {visit === TYPED && (
            <Field
              label={t('orders.rxNumber')}
              value={typedRx}
              onChange={(typed) => {
                setWard({ typedRx: typed });
                setMissing(false);
              }}
              problem={missing ? t('orders.rxMissing') : undefined}
              maxLength={200}
              autoComplete="off"
              autoFocus
            />
          )}
        </div>
        {isOtherPatient && (
          <Banner tone="warn" urgent title={t('orders.mixed')}>
            {t('orders.mixedText', { visit: nameOf(other), admission: admission.patientName })}
          </Banner>
        )}
        {isNameless && (
          <Banner tone="warn" urgent title={t('orders.mixed')}>
            {t('orders.namelessText')}
          </Banner>
        )}
        {problem !== undefined && (
          <Banner tone="bad" urgent title={t('orders.notMade')}>
            {problem}
          </Banner>
        )}
        <div className="row-actions">
          <Button type="submit" look="primary" icon={ClipboardPlus} isDisabled={busy}>
            {t(busy ? 'orders.making' : 'orders.make')}
          </Button>
        </div>
      </Form>
    </section>
  );
}
