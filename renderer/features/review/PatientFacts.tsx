/** The four facts that tell two patients apart; a missing fact is named as missing. */
import type { Patient } from '../../../shared/model/visit.ts';
import { dateInWords } from '../../ui/times.ts';
import { useLocale } from '../../ui/useLocale.ts';

export function PatientFacts({
  patient: { name, recordNumber, birthDate, sex },
}: {
  readonly patient: Patient;
}) {
  const { t, language } = useLocale();
  const facts = [
    recordNumber ? t('patient.number', { number: recordNumber }) : t('patient.noNumber'),
    birthDate
      ? t('patient.born', { date: dateInWords(birthDate, language) ?? birthDate })
      : t('patient.noBirth'),
    sex ? t(`patient.sexes.${sex}`) : t('patient.noSex'),
  ];
  return (
    <div className="patient-facts">
      <p>
        <strong>{name}</strong>
      </p>
      <p className="hint">{facts.join(' · ')}</p>
    </div>
  );
}
