/** Answers of FHIR servers: of a terminology server, and of the EMR that takes signed notes. */
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { undiciNet } from '../../../../../main/hosts/node/node-net.ts';
import { soundsDoubtful } from '../../../../../main/infrastructure/terminology/query/reading/parse-query.ts';
import { createTerminologyServer } from '../../../../../main/infrastructure/terminology/server/terminology-server.ts';
import {
  createNormaliser,
  keyOf,
} from '../../../../../main/infrastructure/terminology/text/normalise.ts';
import { Failure } from '../../../../../shared/failure.ts';
import { deliveryRig, serverOn, VISIT } from '../../../../main/features/delivery/support.ts';
import { ready } from '../../../../main/features/notes/support.ts';
import { heldClock } from '../../../../support/ports/clocks.ts';
import { asha, capability } from '../../../../support/servers/emr-server.ts';
import type { Dice } from '../dice.ts';
import type { Door, OpenDoor, Outcome } from '../door.ts';
import { mutateJson } from '../mutate-json.ts';
import { FAMILY, WORD } from '../patient.ts';
import { oddAnswer, onlyHere, type RawAnswer, rightAnswer, serveRaw } from '../raw-http.ts';

const terminologyCalls = ['test', 'link', 'validate', 'lookup', 'translate'] as const;
const emrCalls = ['trial', 'send'] as const;
type Asked = {
  readonly call: (typeof terminologyCalls)[number] | (typeof emrCalls)[number];
  /** The end of the address whose answer is odd; the others are answered rightly. */
  readonly at: string;
  readonly answer: RawAnswer;
};

const system = 'http://snomed.info/sct';
const bundle = (resources: readonly object[]) => ({
  resourceType: 'Bundle',
  type: 'searchset',
  total: resources.length,
  entry: resources.map((resource) => ({ resource })),
});
/** Right answers by the end of the address. */
const right: Readonly<Record<string, unknown>> = {
  metadata: capability,
  'ValueSet/$expand': {
    resourceType: 'ValueSet',
    expansion: {
      total: 1,
      parameter: [
        { name: 'version', valueUri: `${system}|${system}/900000000000207008/version/20260701` },
      ],
      contains: [
        {
          system,
          code: '386661006',
          display: 'Fever',
          designation: [{ value: WORD, use: { code: '900000000000013009' } }],
        },
      ],
    },
  },
  'CodeSystem/$validate-code': {
    resourceType: 'Parameters',
    parameter: [
      { name: 'result', valueBoolean: true },
      { name: 'display', valueString: 'Fever' },
    ],
  },
  'CodeSystem/$lookup': {
    resourceType: 'Parameters',
    parameter: [
      { name: 'display', valueString: 'Fever' },
      { name: 'version', valueString: '1' },
      { name: 'designation', part: [{ name: 'value', valueString: 'Pyrexia' }] },
      {
        name: 'property',
        part: [
          { name: 'code', valueCode: 'inactive' },
          { name: 'value', valueBoolean: false },
        ],
      },
    ],
  },
  'ConceptMap/$translate': {
    resourceType: 'Parameters',
    parameter: [
      { name: 'result', valueBoolean: true },
      {
        name: 'match',
        part: [
          { name: 'equivalence', valueCode: 'equivalent' },
          {
            name: 'concept',
            valueCoding: { system: 'http://hl7.org/fhir/sid/icd-10-cm', code: 'R50.9' },
          },
        ],
      },
    ],
  },
  'Patient/_search': bundle([{ ...asha, name: [...asha.name, { text: FAMILY }] }]),
  DocumentReference: { resourceType: 'DocumentReference', id: 'd-1' },
  'DocumentReference?': bundle([]),
};
const askedOf: Readonly<Record<Asked['call'], readonly string[]>> = {
  test: ['metadata', 'ValueSet/$expand'],
  link: ['ValueSet/$expand'],
  validate: ['CodeSystem/$validate-code'],
  lookup: ['CodeSystem/$lookup'],
  translate: ['ConceptMap/$translate'],
  trial: ['metadata'],
  send: ['Patient/_search', 'DocumentReference', 'DocumentReference?'],
};

function make(dice: Dice): Asked {
  const call = dice.of([...terminologyCalls, ...emrCalls, 'send', 'send'] as const);
  const at = dice.of(askedOf[call]);
  return { call, at, answer: oddAnswer(mutateJson(right[at], dice), dice) };
}

const wordsOf = createNormaliser();
const words = { key: (text: string) => keyOf(wordsOf(text)), doubtful: soundsDoubtful };

async function open(base: string): Promise<OpenDoor<Asked>> {
  let now: Asked | undefined;
  let runs = 0;
  const server = await serveRaw((method, url) => {
    const [address = '', query] = url.split('?');
    const end =
      address.replace('/fhir/', '') +
      (query && method === 'GET' && address.endsWith('Reference') ? '?' : '');
    if (now?.at === end) return now.answer;
    return end in right ? rightAnswer(right[end]) : rightAnswer({}, '404 Not Found');
  });
  const net = onlyHere(undiciNet());
  const address = `http://127.0.0.1:${server.port}/fhir`;
  const linker = () =>
    createTerminologyServer({
      serves: () => true,
      net,
      clock: heldClock(),
      words,
      address: async () => ({ base: new URL(address) }),
    });

  async function askTerminology(call: Asked['call']): Promise<void> {
    if (call === 'test') await linker().test();
    else if (call === 'link')
      await linker().link({ id: '1', ontology: 'snomed', text: 'fever' }, 10);
    else if (call === 'validate') await linker().validate('snomed', '386661006');
    else if (call === 'lookup') await linker().lookup('snomed', '386661006');
    else await linker().translate('386661006', 'icd-10-cm');
  }

  async function askEmr(call: Asked['call']): Promise<void> {
    runs += 1;
    const home = path.join(base, `run-${runs}`);
    mkdirSync(home);
    const rig = deliveryRig({ net }, ready({ file: path.join(home, 'scriba.db') }));
    const { visits, notes, noteVersions, signatures } = rig.rig.store;
    const rows = () =>
      JSON.stringify([
        visits.get(VISIT),
        notes.get(VISIT),
        noteVersions.branches(VISIT),
        signatures.list(VISIT),
      ]);
    try {
      rig.sign();
      const before = rows();
      await serverOn(rig.delivery, address);
      if (call === 'trial') await rig.delivery.trial('server');
      else {
        const [receipt] = await rig.delivery.send({ id: VISIT, target: 'server' });
        if (rows() !== before) throw new Error('the note was changed by a delivery');
        if (receipt?.state === 'done') return;
        const { detail, message } = receipt?.trouble ?? {};
        if (!detail || !message) throw new Error(`${receipt?.state} without a reason`);
        throw new Failure('refused', message, { detail });
      }
    } finally {
      rig.delivery.stop();
      await rig.delivery.idle();
      rig.rig.store.close();
      rmSync(home, { recursive: true, force: true });
    }
  }

  async function run(one: Asked): Promise<Outcome> {
    now = one;
    await ((emrCalls as readonly string[]).includes(one.call)
      ? askEmr(one.call)
      : askTerminology(one.call));
    return { kind: 'taken' };
  }
  return { run, state: () => '', close: () => server.close() };
}

export const door: Door<Asked> = { make, open };
