/**
 * Notes of the practice visits, read, coded with what came with them and written as FHIR in both
 * flavours: each keeps to every rule.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { Hl7Message } from '@medplum/core';
import { expect, test } from 'vitest';
import { neutralEntities } from '../../../../../main/features/coding/decisions/neutral-codes.ts';
import { createExtraction } from '../../../../../main/features/coding/extraction/extraction.ts';
import { exportNote } from '../../../../../main/features/delivery/forms/export.ts';
import { breaches } from '../../../../../main/features/delivery/forms/fhir/rules.ts';
import { structureBreaches } from '../../../../../main/features/delivery/forms/fhir/structure.ts';
import { toNeutral } from '../../../../../main/features/notes/neutral.ts';
import { createTerminology } from '../../../../../main/infrastructure/terminology/terminology.ts';
import { consultations } from '../../../../../sandbox/scribe/consultations/consultations.ts';
import { writeEmr, writeNotes } from '../../../../../sandbox/scribe/document-writer.ts';
import type { NeutralNote } from '../../../../../shared/model/export/export.ts';
import type { NoteDocument } from '../../../../../shared/model/note/note.ts';
import { sectionsOf } from '../../../../../shared/model/note/note-sections.ts';
import { temporaryFolder } from '../../../../support/rows.ts';
import { wholeFlavours } from './notes.ts';

const profile = {
  version: '1.0.0',
  facility: 'Sunrise Clinic',
  mrnSystem: 'https://clinic.example/mrn',
  registrationSystem: 'https://register.example',
};
const visits = ['general-medicine', 'diabetes-follow-up', 'fever-hindi'].map(
  (id) => consultations.find((one) => one.id === id)!,
);

function noteOf(consultation: (typeof consultations)[number]): NeutralNote {
  const terminology = createTerminology({ folder: temporaryFolder(), starter: [] });
  const language = consultation.language === 'hi' ? 'hi' : 'en';
  const writing = { consultation, language, codify: true, brand: 'practice' } as const;
  const document = (kind: NoteDocument['kind'], more: Partial<NoteDocument>): NoteDocument => ({
    templateId: kind,
    name: kind,
    kind,
    status: 'success',
    errors: [],
    warnings: [],
    ...more,
  });
  const emr: unknown = JSON.parse(writeEmr(writing));
  const documents = [
    document('emr', { emr, text: JSON.stringify(emr) }),
    document('markdown', { text: writeNotes(writing) }),
  ];
  const entities = createExtraction({ terminology }).ofNote({ documents });
  terminology.close();
  const decided = entities.map((entity) => ({
    entity,
    decision: {
      entityId: entity.id,
      verdict: 'accepted' as const,
      codes: entity.given.filter(
        (code, at) => entity.given.findIndex(({ ontology }) => ontology === code.ontology) === at,
      ),
      at: 1,
      who: 'doctor',
      seen: [],
    },
  }));
  return toNeutral({
    id: consultation.id,
    title: 'Consultation',
    language: consultation.language,
    patient: { name: 'Asha Practice', recordNumber: 'P-1', birthDate: '1988', sex: 'female' },
    practitioner: { name: 'Dr Meera Nair', registration: 'KMC-1' },
    date: 1_760_000_000_000,
    signedAt: 1_760_000_600_000,
    sections: sectionsOf(documents[0]!),
    entities: neutralEntities(decided, { brand: 'practice', tagOf: () => '', documents }),
  });
}

test.each(visits.map((visit) => [visit.id, visit] as const))('%s', (_id, visit) => {
  const note = noteOf(visit);
  expect(note.entities.filter(({ codes }) => codes.length > 0).length).toBeGreaterThan(1);
  for (const flavour of wholeFlavours) {
    const bundle = JSON.parse(exportNote(note, 'fhir', flavour, profile).text);
    expect([...structureBreaches(bundle), ...breaches(bundle, flavour)]).toEqual([]);
    expect(
      bundle.entry.map(
        ({ resource }: { resource: { resourceType: string } }) => resource.resourceType,
      ),
    ).toEqual(
      expect.arrayContaining([
        'Composition',
        'Patient',
        'Practitioner',
        'Encounter',
        'Condition',
        'MedicationRequest',
        'Provenance',
      ]),
    );
  }
});

type ReadHl7 = {
  readonly segments: readonly string[];
  readonly mrn: string;
  readonly name: string;
  readonly status: string;
  readonly lines: readonly string[];
};

/** Chapter 2.7 of the standard; Medplum's parser leaves this to the one who asks. */
const unescaped = (text: string) =>
  text.replace(
    /\\([EFSTR])\\/g,
    (_, letter: string) => ({ E: '\\', F: '|', S: '^', T: '&', R: '~' })[letter] ?? '',
  );

function readByMedplum(text: string): ReadHl7 {
  const message = Hl7Message.parse(text);
  const component = (segment: string, field: number) =>
    unescaped(message.getSegment(segment)?.getComponent(field, 1) ?? '');
  return {
    // The end of the last segment reads as one more, an empty one.
    segments: message.segments.map(({ name }) => name).filter((name) => name !== ''),
    mrn: component('PID', 3),
    name: [2, 3, 1]
      .map((at) => unescaped(message.getSegment('PID')?.getComponent(5, at) ?? ''))
      .filter((part) => part !== '')
      .join(' '),
    status: component('TXA', 17),
    lines: message.getAllSegments('OBX').map((line) => unescaped(line.getField(5).toString())),
  };
}

const python = ['/usr/bin/python3', 'python3'].find(
  (name) => spawnSync(name, ['-c', 'import hl7'], { stdio: 'ignore' }).status === 0,
);
function readByPython(command: string, text: string): ReadHl7 {
  const file = path.join(temporaryFolder(), 'note.hl7');
  writeFileSync(file, text);
  const program =
    'import hl7,json,sys\nm=hl7.parse(open(sys.argv[1],encoding="utf-8",newline="").read())\nprint(json.dumps({"segments":[str(s[0]) for s in m],"mrn":str(m.segment("PID")[3]),"name":" ".join(m.unescape(str(m.segment("PID")[5][0][at])) for at in (1,2,0) if at<len(m.segment("PID")[5][0])),"status":str(m.segment("TXA")[17]),"lines":[m.unescape(str(s[5])) for s in m.segments("OBX")]}))';
  return JSON.parse(execFileSync(command, ['-c', program, file], { encoding: 'utf8' })) as ReadHl7;
}

test.each(visits.map((visit) => [visit.id, visit] as const))(
  'HL7 of %s is read by parsers that are not ours (@medplum/core; python3-hl7 where it is installed) as it was meant',
  (_id, visit) => {
    const practice = noteOf(visit);
    const note = {
      ...practice,
      patient: { ...practice.patient, name: 'Asha R&D | Practice^2~\\' },
    };
    const text = exportNote(note, 'hl7', 'r4', profile).text;
    const readings = [readByMedplum(text), ...(python ? [readByPython(python, text)] : [])];
    for (const read of readings) {
      expect(read.segments.slice(0, 5)).toEqual(['MSH', 'EVN', 'PID', 'PV1', 'TXA']);
      expect(read.segments.slice(5).length).toBeGreaterThan(10);
      expect(read.segments.slice(5).every((name) => name === 'OBX')).toBe(true);
      expect(read.name).toBe(note.patient.name);
      expect(read.status).toBe('AU');
      expect(read.mrn).toContain('P-1');
      const lines = note.sections
        .flatMap((section) => section.text.split('\n'))
        .filter((line) => line.trim() !== '');
      expect(lines.length).toBeGreaterThan(10);
      for (const line of lines) expect(read.lines.join('\n')).toContain(line.trim());
    }
  },
);
