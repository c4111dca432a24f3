/** Whether what is typed may make a second patient out of one that was here before. */
import type { EarlierPatient } from '../../../shared/model/visit-search.ts';
import type { PatientValues } from '../visits/whole-patient.ts';

export type Double =
  /** The number belongs to a patient of another name: one of both is wrong. */
  | { readonly kind: 'number'; readonly patient: EarlierPatient['patient'] }
  /** So many patients of this name, none of whom was chosen. */
  | { readonly kind: 'name'; readonly count: number };

const folded = (text = '') => text.trim().replace(/\s+/gu, ' ').toLowerCase();

export function doubleOf(
  { name, recordNumber }: Pick<PatientValues, 'name' | 'recordNumber'>,
  earlier: readonly EarlierPatient[],
): Double | undefined {
  if (folded(name) === '') return undefined;
  const ofNumber = earlier.filter(
    ({ patient }) =>
      folded(recordNumber) !== '' && folded(patient.recordNumber) === folded(recordNumber),
  );
  const ofName = earlier.filter(({ patient }) => folded(patient.name) === folded(name));
  if (ofNumber.some((one) => ofName.includes(one))) return undefined;
  if (ofNumber[0]) return { kind: 'number', patient: ofNumber[0].patient };
  const isChosen = ofName.some(
    ({ patient }) => folded(patient.recordNumber) === folded(recordNumber),
  );
  return ofName.length === 0 || (isChosen && ofName.length === 1)
    ? undefined
    : { kind: 'name', count: ofName.length };
}
