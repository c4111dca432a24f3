/** Entities of the EMR template alone, with the codes that came with it: what the desk reads until the words of a note are read too. */
import { createHash } from 'node:crypto';
import type { Ontology } from '../../shared/codification.ts';
import { emrSections } from '../../shared/emr-sections.ts';
import type { GivenCode, NoteEntity } from '../../shared/entities.ts';
import type { EntityKind } from '../../shared/export.ts';
import { lineOf } from '../../shared/note-sections.ts';
import type { Note } from '../../shared/note.ts';

const kinds: Readonly<Record<string, EntityKind>> = {
  symptoms: 'symptom', diagnosis: 'diagnosis', medicalHistory: 'history', familyHistory: 'history', allergies: 'allergy', examinations: 'examination', vitals: 'vital',
  medications: 'medication', labTests: 'order', procedures: 'procedure', advices: 'advice', followup: 'followup',
};
const systems: readonly (readonly [name: string, ontology: Ontology])[] = [['SNOMED CT', 'snomed'], ['ICD-10-CM', 'icd-10-cm'], ['LOINC', 'loinc'], ['Medication', 'medication']];

/** In the order of the note. */
export function emrEntities(note: Note): NoteEntity[] {
  return note.documents.flatMap(({ kind, emr }, document) => {
    if (kind !== 'emr' || emr === undefined) return [];
    return emrSections(emr).flatMap(({ key, items }, at) => {
      let start = 0;
      return items.flatMap((item): NoteEntity[] => {
        const span = { start, end: start + item.name.length };
        start += lineOf(item).length + 1;
        const entityKind = kinds[key];
        if (!entityKind || item.name.trim() === '') return [];
        const section = `${at}-${key}`;
        const id = createHash('sha256').update(JSON.stringify([document, section, span, item.name, entityKind])).digest('base64url').slice(0, 22);
        return [{ id, text: item.name, kind: entityKind, status: key === 'familyHistory' ? 'family' : key === 'medicalHistory' ? 'historical' : 'present', document, section, span, source: 'template', given: item.codes.flatMap(given) }];
      });
    });
  });
}

function given(line: string): GivenCode[] {
  const system = systems.find(([name]) => line.startsWith(`${name} `));
  if (!system) return [];
  const [code = '', ...name] = line.slice(system[0].length + 1).split(' ');
  return code === '' ? [] : [{ ontology: system[1], code, name: name.join(' ') }];
}
