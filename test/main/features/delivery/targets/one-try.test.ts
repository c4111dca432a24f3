/** One try to send a note to a FHIR server, call by call. */
import { expect, test } from 'vitest';
import { tryServer } from '../../../../../main/features/delivery/targets/capability.ts';
import { identifierOf } from '../../../../../main/features/delivery/targets/document-reference.ts';
import type { Made } from '../../../../../main/features/delivery/targets/emr-server.ts';
import type { ServerPatient } from '../../../../../main/features/delivery/targets/same-patient.ts';
import {
  type ServerTryDeps,
  toServer,
} from '../../../../../main/features/delivery/targets/send-to-server.ts';
import type { ExportRow } from '../../../../../main/infrastructure/store/tables/exports.ts';
import { Failure } from '../../../../../shared/failure.ts';
import { failure } from '../../../../support/failure.ts';
import { type Loose, wholeNote } from '../forms/notes.ts';

const note = wholeNote();
const asha: ServerPatient = {
  id: 'p-1',
  names: ['Asha Rao'],
  birthDate: '1988-02-29',
  gender: 'female',
};
const OWN = identifierOf(note.id, 'r4');
const capability = (types: readonly string[] = ['DocumentReference', 'Patient']) => ({
  fhirVersion: '4.0.1',
  rest: [
    {
      interaction: [],
      resource: types.map((type) => ({ type, interaction: [], searchParam: [] })),
    },
  ],
});

function rig({
  row = {},
  target = {},
  patients = [asha],
  there = {},
  made = { kind: 'made', location: 'DocumentReference/d-1' },
  earlier = [],
  overtaken = () => false,
  supersede,
  types,
}: {
  row?: Partial<ExportRow>;
  target?: Partial<ServerTryDeps['target']>;
  patients?: readonly ServerPatient[];
  /** Ids of documents that the server finds, by their identifier. */
  there?: Record<string, string>;
  made?: Made;
  earlier?: readonly string[];
  overtaken?: ServerTryDeps['overtaken'];
  supersede?: Failure;
  types?: readonly string[];
} = {}) {
  const calls: string[] = [];
  const sent: Loose[] = [];
  const retired: string[] = [];
  const content = (form: string) => ({
    bytes: Buffer.from(form),
    contentType: form === 'pdf' ? 'application/pdf' : 'text/plain',
    extension: form,
  });
  const deps = {
    server: {
      capability: async () => {
        calls.push('capability');
        return capability(types);
      },
      patients: async (number: string, system?: string) => {
        calls.push(`patients ${system}|${number}`);
        return patients;
      },
      document: async (identifier: string) => {
        calls.push('document');
        return there[identifier] === undefined ? undefined : { id: there[identifier] };
      },
      create: async (resource: unknown, identifier: string) => {
        calls.push(`create ${identifier === OWN}`);
        sent.push(resource);
        return made;
      },
      transact: async (bundle: unknown) => {
        calls.push('transact');
        sent.push(bundle);
        return made;
      },
      supersede: async (identifier: string) => {
        calls.push(`supersede ${identifier === OWN ? 'own' : 'earlier'}`);
        if (supersede) throw supersede;
      },
    },
    sources: {
      profile: () => ({ version: '1', mrnSystem: 'urn:mrn' }),
      content: async (_source: unknown, form: string) => content(form),
    },
    source: { visitId: 'v', branch: 'b', version: 1, note },
    row: { form: 'fhir', flavour: 'r4', attempts: 0, ...row },
    target: { patients: 'known', sendAs: 'document', withPdf: false, ...target },
    earlier: earlier.map((signature) => ({
      signature,
      retired: () => void retired.push(signature),
    })),
    overtaken,
    before: (digest: string) => void calls.push(`before ${digest}`),
    sha256: (bytes: Uint8Array) => `digest of ${Buffer.from(bytes)}`,
    signal: new AbortController().signal,
  } as unknown as ServerTryDeps;
  return { calls, sent, retired, send: () => toServer(deps) };
}

test('the description, the patient, the digest, the document: in this order', async () => {
  const made = rig();
  expect(await made.send()).toEqual({ location: 'DocumentReference/d-1', trouble: undefined });
  expect(made.calls).toEqual([
    'capability',
    'patients urn:mrn|MR-77',
    'before digest of fhir',
    'create true',
  ]);
  expect(made.sent[0]).toMatchObject({ subject: { reference: 'Patient/p-1' } });
  expect(made.sent[0].content).toHaveLength(1);
});

test('a document that may be there already is asked for first, and not made again', async () => {
  const found = rig({ row: { posted: true }, there: { [OWN]: 'd-1' } });
  expect(await found.send()).toEqual({ trouble: undefined });
  expect(found.calls).toEqual(['capability', 'document']);
  const lost = rig({ row: { posted: true } });
  expect((await lost.send()).location).toBe('DocumentReference/d-1');
  expect(lost.calls.slice(0, 2)).toEqual(['capability', 'document']);
});

test('one that was overtaken is not sent; one that is there already is marked as superseded', async () => {
  const late = rig({ overtaken: () => true });
  await expect(late.send()).rejects.toThrow(failure('refused', 'superseded'));
  expect(late.calls).toEqual(['capability']);
  const there = rig({
    row: { posted: true },
    there: { [OWN]: 'd-1' },
    overtaken: () => true,
  });
  expect(await there.send()).toEqual({ trouble: undefined, retired: true });
  expect(there.calls).toEqual(['capability', 'document', 'supersede own']);
  const waiting = rig({
    row: { posted: true },
    there: { [OWN]: 'd-1' },
    overtaken: (arrived) => arrived === undefined,
  });
  expect(await waiting.send()).toEqual({ trouble: undefined });
});

test('the PDF goes beside it where that was chosen, and never beside itself', async () => {
  const types = async (form: ExportRow['form'], withPdf: boolean) => {
    const made = rig({ row: { form }, target: { withPdf } });
    await made.send();
    return made.sent[0].content.map(({ attachment }: Loose) => attachment.contentType);
  };
  expect(await types('fhir', true)).toEqual(['text/plain', 'application/pdf']);
  expect(await types('fhir', false)).toEqual(['text/plain']);
  expect(await types('pdf', true)).toEqual(['application/pdf']);
});

test('as a transaction it goes with its surroundings', async () => {
  const made = rig({ target: { sendAs: 'transaction' } });
  await made.send();
  expect(made.calls.at(-1)).toBe('transact');
  expect(made.sent[0]).toMatchObject({ resourceType: 'Bundle', type: 'transaction' });
});

test('the newest earlier one is replaced, by the server’s own id where it finds it; all are marked', async () => {
  const first = identifierOf('s-2', 'r4');
  for (const [there, reference] of [
    [{ [first]: 'd-0' }, 'DocumentReference/d-0'],
    [{}, undefined],
  ] as const) {
    const made = rig({ earlier: ['s-2', 's-1'], there });
    expect((await made.send()).trouble).toBeUndefined();
    expect(made.sent[0].relatesTo[0].target).toMatchObject({ identifier: { value: first } });
    expect(made.sent[0].relatesTo[0].target.reference).toBe(reference);
    expect(made.retired).toEqual(['s-2', 's-1']);
  }
});

test('a server that lets no document be changed has the new one all the same; a busy one is asked again', async () => {
  const refusing = rig({
    earlier: ['s-2', 's-1'],
    supersede: new Failure('refused', 'It said no.', { detail: 'emr-refused' }),
  });
  const { trouble, location } = await refusing.send();
  expect(location).toBe('DocumentReference/d-1');
  expect(trouble).toEqual({
    detail: 'emr-not-superseded',
    message:
      'The note is on the FHIR server, but the earlier version stands there as current, too. Have it marked as superseded in the EMR. It said no.',
  });
  expect(refusing.retired).toEqual([]);
  for (const code of ['offline', 'busy', 'locked'] as const) {
    const busy = rig({ earlier: ['s-2'], supersede: new Failure(code, 'It did not work.') });
    await expect(busy.send()).rejects.toMatchObject({ code });
  }
});

test('a second document that the server refuses is looked for, five times, then a person looks', async () => {
  const already: Made = { kind: 'there-already' };
  const found = rig({ made: already, there: { [OWN]: 'd-1' } });
  expect(await found.send()).toEqual({ trouble: undefined });
  for (const [attempts, code, words] of [
    [4, 'busy', /does not find it yet\. It is asked again by itself\.$/],
    [5, 'refused', /does not find it\. Look for it in the EMR\.$/],
  ] as const)
    await expect(rig({ made: already, row: { attempts } }).send()).rejects.toMatchObject({
      code,
      detail: code === 'busy' ? 'emr-busy' : 'emr-refused',
      message: expect.stringMatching(words),
    });
});

test.each([
  [{ patients: [] }, 'patient-unknown', /no patient with this record number/],
  [{ patients: [asha, { ...asha, id: 'p-2' }] }, 'patient-unclear', /several patients/],
  [
    { patients: [{ ...asha, names: ['Ravi'] }] },
    'patient-differs',
    /number: the name differs\. Nothing was sent\.$/,
  ],
  [
    { patients: [{ ...asha, names: ['Ravi'], gender: 'male' }] },
    'patient-differs',
    /number: the name and the sex differ\. Nothing was sent\.$/,
  ],
] as const)('nothing is sent to a wrong patient: %j', async (given, detail, words) => {
  const made = rig(given);
  await expect(made.send()).rejects.toMatchObject({
    code: 'refused',
    detail,
    message: expect.stringMatching(words),
  });
  expect(made.calls).toHaveLength(2);
});

test('where any patient will do, one that is not there goes with the number alone', async () => {
  const made = rig({ patients: [], target: { patients: 'any' } });
  await made.send();
  expect(made.sent[0].subject.reference).toBeUndefined();
  const none = rig({ types: ['DocumentReference'], target: { patients: 'any' } });
  await none.send();
  expect(none.calls).not.toContain('patients urn:mrn|MR-77');
});

test('the test of a server asks what sending asks, and creates nothing', async () => {
  const asked = async (patients: 'any' | 'known', types?: readonly string[]) => {
    const calls: unknown[][] = [];
    const trial = await tryServer(
      {
        capability: async () => ({
          ...capability(types),
          software: { name: 'Server', version: '7' },
        }),
        patients: async (...given: unknown[]) => {
          calls.push(['patients', ...given]);
          return [];
        },
        document: async (...given: unknown[]) => void calls.push(['document', ...given]),
      } as never,
      { sendAs: 'document', patients },
      { number: 'n', identifier: 'i', system: 's' },
    );
    return { calls, software: trial.software };
  };
  const both = [
    ['patients', 'n', 's'],
    ['document', 'i'],
  ];
  expect(await asked('known')).toEqual({ calls: both, software: 'Server 7' });
  expect((await asked('any')).calls).toEqual(both);
  expect((await asked('any', ['DocumentReference'])).calls).toEqual([['document', 'i']]);
  expect((await asked('known', ['DocumentReference'])).calls).toEqual(both);
});

test('a server says which version it speaks, and R4 is all that is spoken here', async () => {
  const trial = (fhirVersion: string | undefined, software?: object) =>
    tryServer(
      {
        capability: async () => ({ ...capability(), fhirVersion, software }),
        patients: async () => [],
        document: async () => undefined,
      } as never,
      { sendAs: 'document', patients: 'known' },
      { number: 'n', identifier: 'i', system: undefined },
    );
  for (const good of [undefined, '4.0.1', '4.3.0']) expect((await trial(good)).software).toBe('');
  for (const other of ['5.0.0', '3.0.2', '40', '14.0'])
    await expect(trial(other)).rejects.toMatchObject({
      detail: 'emr-fhir-version',
      message: `The FHIR server speaks version ${other}; Scriba needs R4 (4.0).`,
    });
  await expect(trial('x'.repeat(50))).rejects.toThrow(`version ${'x'.repeat(20)};`);
  expect((await trial('4.0.1', { name: 'n'.repeat(300) })).software).toHaveLength(200);
  expect((await trial('4.0.1', { version: '7' })).software).toBe('7');
});
