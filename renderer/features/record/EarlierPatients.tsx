/** Offers patients of earlier visits while a name or a number is typed, and warns of doubles. */
import { TriangleAlert } from 'lucide-react';
import { useEffect } from 'react';
import type { Patient } from '../../../shared/model/visit.ts';
import { Button } from '../../ui/Button.tsx';
import { useLocale } from '../../ui/useLocale.ts';
import type { PatientValues } from '../visits/whole-patient.ts';
import { doubleOf } from './doubles.ts';
import { findEarlier, forgetEarlier, useEarlier } from './earlier-store.ts';

type Props = {
  readonly values: PatientValues;
  readonly onChoose: (patient: Patient) => void;
};

export function EarlierPatients({ values, onChoose }: Props) {
  const { t, moment } = useLocale();
  const found = useEarlier((state) => state.found);
  const { name, recordNumber } = values;
  useEffect(() => {
    void findEarlier(name, recordNumber);
  }, [name, recordNumber]);
  useEffect(() => forgetEarlier, []);
  const isChosen = found.some(
    ({ patient }) =>
      patient.name === name.trim() && (patient.recordNumber ?? '') === recordNumber.trim(),
  );
  return (
    <>
      <div role="status">
        <DoubleLine values={values} />
      </div>
      {found.length > 0 && !isChosen && (
        <ul className="plain-list earlier" aria-label={t('record.earlier')}>
          {found.map(({ patient, lastAt, lastId }) => (
            <li key={lastId}>
              <Button look="quiet" onPress={() => onChoose(patient)}>
                {[patient.name, patient.recordNumber, patient.birthDate]
                  .filter(Boolean)
                  .join(' · ')}
                {` · ${t('record.earlierAt', { when: moment(lastAt) })}`}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function DoubleLine({ values }: Pick<Props, 'values'>) {
  const { t } = useLocale();
  const double = doubleOf(
    values,
    useEarlier((state) => state.found),
  );
  if (!double) return null;
  return (
    <p className="hint hint-warn">
      <TriangleAlert aria-hidden="true" className="icon" />
      {double.kind === 'number'
        ? t('record.numberTaken', {
            number: double.patient.recordNumber,
            name: double.patient.name,
          })
        : t('record.sameName', { count: double.count })}
    </p>
  );
}
