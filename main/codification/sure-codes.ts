/** The codes that a list on this computer promises for an entity: only where the linker is sure of one concept. */
import type { Ontology } from '../../shared/codification.ts';
import { ontologiesOf } from '../../shared/entities.ts';
import { systemOf } from '../../shared/fhir-systems.ts';
import type { Terminology } from '../terminology/terminology.ts';
import type { TextEntity } from './entities.ts';

export type SureCode = { readonly system: string; readonly code: string; readonly name: string };

const ORDER: readonly Ontology[] = ['icd-10-cm', 'snomed', 'loinc', 'medication'];

/** At most one code an ontology. Doubt about whether it is there is the entity's status, not the code's: the words alone are asked. */
export function sureCodes(terminology: Pick<Terminology, 'link' | 'status'>, { text, kind, readAs, hints }: Pick<TextEntity, 'text' | 'kind' | 'readAs' | 'hints'>): SureCode[] {
  const installed = new Set(terminology.status().filter(({ trouble }) => trouble === undefined).map(({ ontology }) => ontology));
  const sure = (ontology: Ontology, query: string) => terminology.link(ontology, query, 1, hints).find(({ isLinked }) => isLinked);
  return ORDER.filter((ontology) => ontologiesOf[kind].includes(ontology) && installed.has(ontology)).flatMap((ontology) => {
    const found = sure(ontology, text) ?? (readAs === undefined ? undefined : sure(ontology, readAs));
    return found ? [{ system: systemOf[ontology], code: found.code, name: found.name }] : [];
  });
}
