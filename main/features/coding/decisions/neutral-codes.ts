/**
 * Decisions in the neutral form in which a note is exported: only what the patient has, or may
 * have, carries a code.
 */
import type { Ontology } from '../../../../shared/model/coding/codification.ts';
import type { Decision } from '../../../../shared/model/coding/desk.ts';
import type { NoteEntity, Status } from '../../../../shared/model/coding/entities.ts';
import { systemOf } from '../../../../shared/model/coding/fhir-systems.ts';
import type { NeutralEntity } from '../../../../shared/model/export/export.ts';

/** A relative's illness, or a hypothetical one, must never leave as the patient's own. */
const NOT_THE_PATIENTS: readonly Status[] = ['family', 'hypothetical'];

/** `brand`: of the platform, whose codes of medicines have no other name (contract 3.6). */
export function neutralEntities(
  decided: readonly { readonly entity: NoteEntity; readonly decision: Decision }[],
  brand: string,
): NeutralEntity[] {
  return decided.map(({ entity, decision }) => {
    const status = decision.status ?? entity.status;
    const isNotThePatients = NOT_THE_PATIENTS.includes(status);
    const system = (ontology: Ontology, code: string) => {
      if (ontology !== 'medication') return systemOf[ontology];
      const by = decision.seen.find(
        (seen) => seen.ontology === ontology && seen.offered.some((one) => one.code === code),
      )?.linker;
      return by === 'platform' || by === 'platform-legacy'
        ? `urn:${brand}:medication`
        : systemOf.medication;
    };
    return {
      kind:
        status === 'historical' &&
        entity.kind !== 'allergy' &&
        entity.kind !== 'procedure' &&
        entity.kind !== 'medication'
          ? 'history'
          : entity.kind,
      text: entity.text,
      decision: isNotThePatients ? 'pending' : decision.verdict,
      codes: isNotThePatients
        ? []
        : decision.codes.map(({ ontology, code, name }) => ({
            system: system(ontology, code),
            code,
            display: name,
          })),
      negated: status === 'absent',
      suspected: status === 'possible',
      performed: false,
      components: [],
    };
  });
}
