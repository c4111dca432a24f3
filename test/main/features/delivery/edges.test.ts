/** Edges of forms, targets and rows: what a change of one word or one sign would break. */
import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isSnomedConcept } from '../../../../main/features/delivery/forms/check-digits.ts';
import { unmetRequirements } from '../../../../main/features/delivery/forms/export-requirements.ts';
import { fhirBundle } from '../../../../main/features/delivery/forms/fhir/bundle.ts';
import { hl7Message } from '../../../../main/features/delivery/forms/hl7.ts';
import {
  checkCapability,
  tryServer,
} from '../../../../main/features/delivery/targets/capability.ts';
import { failureOf } from '../../../../main/features/delivery/targets/emr-call.ts';
import { nodeDisk } from '../../../../main/hosts/node/node-ports.ts';
import { Failure } from '../../../../shared/failure.ts';
import { exportForms, neutralNote } from '../../../../shared/model/export/export.ts';
import { failure } from '../../../support/failure.ts';
import { ready } from '../notes/support.ts';
import { type Loose, wholeNote } from './forms/notes.ts';
import { type DeliveryRig, deliveryRig, dropOn, profile, serverOn, VISIT } from './support.ts';

const settings = { ...profile, version: '1.2.3' };
const field = (message: string, segment: string, at: number) =>
  message
    .split('\r')
    .find((one) => one.startsWith(`${segment}|`))
    ?.split('|')[at];
const messageOf = (patient: Record<string, unknown>) =>
  Buffer.from(
    hl7Message(
      neutralNote.parse(wholeNote({ patient: { ...wholeNote().patient, ...patient } })),
      settings,
    ) as never,
  ).toString();

test.each([
  ['m', 'M'],
  ['M', 'M'],
  ['male', 'M'],
  ['Male', 'M'],
  ['f', 'F'],
  ['Female', 'F'],
  ['o', 'O'],
  ['other', 'O'],
  ['unknown', 'U'],
])('the sex %j stands in HL7 as %j', (gender, wanted) => {
  expect(field(messageOf({ gender }), 'PID', 8)).toBe(wanted);
});

test.each([
  ['Dr', 'Dr'],
  ['Dr Rao', 'Rao^^^^Dr'],
  ['Rao,', 'Rao'],
  ['Rao, Asha', 'Rao^Asha'],
  ['Dr Rao, Asha Devi Kumari', 'Rao^Asha^Devi Kumari^^Dr'],
])('the name %s stands in HL7 as %s', (name, wanted) => {
  expect(field(messageOf({ name }), 'PID', 5)).toBe(wanted);
});

test.each([
  ['386661006', true],
  ['100000104', false],
  // Verhoeff's digit fits, and the partition is one of descriptions, relations, or no partition.
  ['754786011', false],
])('whether %s names a concept: %s', (code, concept) => {
  expect(isSnomedConcept(code)).toBe(concept);
});

test('what a note lacks is said with the name of the form', () => {
  const bare = neutralNote.parse(
    wholeNote({ patient: { name: '' }, practitioner: { name: '' }, sections: [], entities: [] }),
  );
  const names = {
    text: 'Text',
    markdown: 'Markdown',
    html: 'HTML',
    fhir: 'FHIR',
    hl7: 'HL7',
    pdf: 'PDF',
  };
  for (const form of exportForms) {
    const unmet = unmetRequirements(bare, form, 'r4');
    expect(unmet[0]).toEqual(failure('invalid', 'export-patient-name'));
    expect(unmet[0]?.message).toContain(`${names[form]} export needs one`);
    expect(unmet[1]).toEqual(failure('invalid', 'export-empty'));
    const more = unmet.slice(2).map(({ detail }) => detail);
    expect(more).toEqual(
      form === 'fhir' || form === 'hl7' ? ['export-record-number', 'export-doctor-name'] : [],
    );
  }
});

test('a prescription for ABDM holds what this doctor orders, and nothing that is taken already', () => {
  const note = wholeNote({
    entities: [
      { kind: 'medication', text: 'Metformin 500 mg', decision: 'accepted' },
      { kind: 'prescription', text: 'Paracetamol 650 mg', decision: 'accepted' },
      { kind: 'prescription', text: 'Aspirin', decision: 'accepted', status: 'stopped' },
      { kind: 'prescription', text: 'Ibuprofen', decision: 'accepted', negated: true },
    ],
  });
  const bundle = fhirBundle(note, 'nrces-prescription', settings) as Loose;
  const of = (type: string) =>
    bundle.entry
      .map(({ resource }: Loose) => resource)
      .filter(({ resourceType }: Loose) => resourceType === type);
  const orders = of('MedicationRequest').map(
    ({ medicationCodeableConcept }: Loose) => medicationCodeableConcept.text,
  );
  expect(orders).toContain('Paracetamol 650 mg');
  expect(orders).not.toContain('Metformin 500 mg');
  expect(of('MedicationStatement')).toEqual([]);
  const [composition] = of('Composition');
  expect(composition.section[0].entry.map(({ display }: Loose) => display)).toEqual(orders);
});

const answer = (status: number, body: unknown) => ({
  status,
  headers: {},
  body: new TextEncoder().encode(JSON.stringify(body)),
});

test('what a server says for a person stands in the refusal, once and in one line', () => {
  const outcome = (issue: object[]) =>
    failureOf(answer(422, { resourceType: 'OperationOutcome', issue }) as never).message;
  const plain = 'The FHIR server did not accept the note.';
  expect(outcome([{ diagnostics: 'No\n patient ' }, { details: { text: 'No\u202e code' } }])).toBe(
    `${plain} It said: “No patient No code”`,
  );
  expect(outcome([{ diagnostics: 'Twice' }, { diagnostics: 'Twice' }])).toBe(
    `${plain} It said: “Twice”`,
  );
  for (const silent of [[], [{}], [{ details: {} }], [{ diagnostics: '' }]])
    expect(outcome(silent)).toBe(plain);
  expect(failureOf({ ...answer(422, ''), body: new Uint8Array() } as never).message).toBe(plain);
});

const capability = (resource: object[], interaction: object[] = []) =>
  ({
    rest: [
      {
        interaction,
        resource: resource.map((one) => ({ interaction: [], searchParam: [], ...one })),
      },
    ],
  }) as never;

test('only a server that names its resources can say that it takes no documents', () => {
  const refused = failure('refused', 'emr-no-documents');
  expect(() => checkCapability({ rest: [] } as never, 'document')).not.toThrow();
  expect(() => checkCapability(capability([]), 'document')).not.toThrow();
  expect(() => checkCapability(capability([{ type: 'Patient' }]), 'document')).toThrow(refused);
  const documents = (...codes: string[]) =>
    capability([{ type: 'DocumentReference', interaction: codes.map((code) => ({ code })) }]);
  expect(() => checkCapability(documents(), 'document')).not.toThrow();
  expect(() => checkCapability(documents('read', 'create'), 'document')).not.toThrow();
  expect(() => checkCapability(documents('read'), 'document')).toThrow(refused);
});

test('a server is doubted for each thing that it does not name', async () => {
  const doubts = async (resource: object[], interaction: object[] = []) =>
    (
      await tryServer(
        {
          capability: async () => capability(resource, interaction),
          patients: async () => [],
          document: async () => undefined,
        } as never,
        { sendAs: 'transaction', patients: 'any' },
        { number: 'n', identifier: 'i', system: undefined },
      )
    ).doubts;
  const whole = {
    type: 'DocumentReference',
    interaction: [{ code: 'create' }, { code: 'update' }],
    conditionalCreate: true,
    searchParam: [{ name: 'patient' }, { name: 'identifier' }],
  };
  const patients = { type: 'Patient', searchParam: [{ name: 'name' }, { name: 'identifier' }] };
  const transaction = [{ code: 'transaction' }];
  expect(await doubts([whole, patients], transaction)).toEqual([]);
  expect(
    await doubts([{ ...whole, searchParam: [{ name: 'patient' }] }, patients], transaction),
  ).toEqual(['searchIdentifier']);
  expect(await doubts([whole, { ...patients, searchParam: [] }], transaction)).toEqual([
    'patientSearch',
  ]);
  expect(await doubts([whole], transaction)).toEqual(['patientSearch']);
  expect(await doubts([{ ...whole, conditionalCreate: false }, patients], transaction)).toEqual([
    'conditionalCreate',
  ]);
  expect(
    await doubts([{ ...whole, interaction: [{ code: 'create' }] }, patients], transaction),
  ).toEqual(['supersede']);
});

test('a server whose address was taken away is not set up, and says so', async () => {
  const made = deliveryRig();
  made.sign();
  await serverOn(made.delivery, 'https://emr.example/fhir', { auth: 'smart' });
  await serverOn(made.delivery, '', { auth: 'smart' });
  await expect(made.delivery.send({ id: VISIT, target: 'server' })).rejects.toThrow(
    failure('missing', 'no-target'),
  );
  await expect(made.delivery.trial('server')).rejects.toThrow(failure('missing', 'no-target'));
});

test('sections are counted as they are shown: those with words', async () => {
  const made = deliveryRig();
  const { notes } = made.rig;
  const branch = notes.state(VISIT).branches[0]!;
  notes.edit({
    id: VISIT,
    branch: branch.id,
    rev: branch.rev,
    sections: [
      { id: '0', title: 'History', text: 'Fever' },
      { id: '1', title: 'Empty', text: ' \n' },
      { id: '2', title: 'Plan', text: 'Rest' },
    ],
  });
  made.sign();
  expect((await made.delivery.copy({ id: VISIT, section: 1 })).text).toBe('PLAN\nRest\n');
});

test('of an address, lines without words are left out', async () => {
  const files: string[] = [];
  const made = deliveryRig({
    save: async (_name, _type, bytes) => {
      for await (const piece of bytes) files.push(Buffer.from(piece).toString());
      return { how: 'saved' };
    },
  });
  made.rig.store.settings.change({
    exportProfile: { ...profile, addressLines: ['12 MG Road', '', 'Bengaluru', ''] },
  });
  made.sign();
  await made.delivery.save({ id: VISIT, form: 'html' });
  expect(files.join('')).toContain('<br>12 MG Road<br>Bengaluru<br>Registration KA-77</div>');
});

test('a file that was not yet named is named, also where another form of the same note is there', async () => {
  const disk = { ...nodeDisk };
  const made = deliveryRig({ disk });
  made.sign();
  await dropOn(made.delivery, ['fhir', 'hl7']);
  disk.rename = (from, to) => {
    if (to.endsWith('.json')) throw Object.assign(new Error('EBUSY'), { code: 'EBUSY' });
    nodeDisk.rename(from, to);
  };
  const send = () => made.delivery.send({ id: VISIT, target: 'folder' });
  expect((await send()).map(({ form, state }) => [form, state])).toEqual([
    ['fhir', 'waiting'],
    ['hl7', 'done'],
  ]);
  disk.rename = nodeDisk.rename;
  made.rig.clock.advance(600_000);
  await made.delivery.idle();
  expect(made.delivery.list(VISIT).map(({ state }) => state)).toEqual(['done', 'done']);
  expect(
    readdirSync(made.folder)
      .map((name) => name.split('.').at(-1))
      .sort(),
  ).toEqual(['hl7', 'json']);
});

test('a note that cannot be read now is not said to be up to date anywhere', async () => {
  let readable = true;
  const given = ready();
  const made = deliveryRig(
    {
      notes: {
        state: (id) => {
          if (!readable) throw new Failure('locked', 'The vault is locked.');
          return given.notes.state(id);
        },
        draft: (id) => given.notes.draft(id),
      },
    },
    given,
  );
  made.sign();
  await made.delivery.copy({ id: VISIT });
  expect(made.delivery.list(VISIT)).toMatchObject([{ changedSince: false }]);
  readable = false;
  expect(made.delivery.list(VISIT)).toMatchObject([{ changedSince: true }]);
});

test('what a policy forbids of a target is what is missing, and alone', async () => {
  const free = deliveryRig();
  free.correct({ recordNumber: '' });
  free.sign();
  await serverOn(free.delivery, 'http://127.0.0.1:9', { withPdf: true });
  const missing = ({ delivery }: DeliveryRig) =>
    delivery.missing({ id: VISIT, target: 'server' }).map(({ detail }) => detail);
  expect(missing(free)).toEqual(['export-record-number']);
  const under = free.again({ policy: { exports: { allowed: ['server', 'fhir'] } } });
  expect(missing(under)).toEqual(['set-by-organisation']);
  const withPdf = under.again({ policy: { exports: { allowed: ['server', 'fhir', 'pdf'] } } });
  expect(missing(withPdf)).toEqual(['export-record-number']);
  const other = withPdf.again({ policy: { exports: { allowed: ['server', 'text'] } } });
  expect(missing(other)).toEqual(['set-by-organisation']);
});
