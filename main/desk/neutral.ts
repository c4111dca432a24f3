/** What was decided at the code desk, as a signed note carries it (shared/export.ts). */
import type { Linker, Ontology } from '../../shared/codification.ts';
import type { Decision } from '../../shared/desk.ts';
import type { NoteEntity, Status } from '../../shared/entities.ts';
import type { NeutralEntity } from '../../shared/export.ts';

const systems: Readonly<Record<Ontology, string>> = { snomed: 'http://snomed.info/sct', 'icd-10-cm': 'http://hl7.org/fhir/sid/icd-10-cm', loinc: 'http://loinc.org', medication: 'http://www.nlm.nih.gov/research/umls/rxnorm' };
/** Somebody else's illness, and what may come, are words of the note and no finding of this patient's. */
const notTheirs: readonly Status[] = ['family', 'hypothetical'];

/** `brand`: the platform's medicines have numbers of its own (contract 3.6). Rejected ones stay in, so that they are told from those never looked at. */
export function neutralEntity({ text, kind, status: read }: NoteEntity, { verdict, codes, status = read, seen }: Decision, brand: string): NeutralEntity[] {
  if (notTheirs.includes(status)) return [];
  const linkerOf = (ontology: Ontology, code: string): Linker | undefined => seen.find((one) => one.ontology === ontology && one.offered.some((each) => each.code === code))?.linker;
  const systemOf = (ontology: Ontology, code: string) => (ontology === 'medication' && linkerOf(ontology, code)?.startsWith('platform') ? `urn:${brand}:medication` : systems[ontology]);
  return [{
    kind: status === 'historical' ? 'history' : kind, text: text.trim(), decision: verdict,
    codes: codes.map(({ ontology, code, name }) => ({ system: systemOf(ontology, code), code, display: name.trim() })),
    negated: status === 'absent', suspected: status === 'possible', performed: false, components: [],
  }];
}
