/**
 * All that leaves of a line of a note. MR: ordered medicine; MS: medicine with its state; SR: ordered
 * test or procedure; P: procedure that was done; C: condition.
 */
import { bundleOf, resourcesIn } from './accepted-note.ts';

const SHORT: Readonly<Record<string, string>> = {
  MedicationRequest: 'MR',
  MedicationStatement: 'MS',
  ServiceRequest: 'SR',
  Procedure: 'P',
  Condition: 'C',
};
const STATED = ['MS', 'P'];

export function leaving(line: string, heading: string): string {
  return resourcesIn(bundleOf(`## ${heading}\n- ${line}`))
    .map(({ resourceType, status, code, medicationCodeableConcept, verificationStatus }) => {
      const kind = SHORT[resourceType] ?? resourceType;
      const name = (code ?? medicationCodeableConcept)?.text;
      const state = kind === 'C' ? verificationStatus?.coding[0].code : status;
      return kind === 'C' || STATED.includes(kind) ? `${kind} ${name} ${state}` : `${kind} ${name}`;
    })
    .join('; ');
}
