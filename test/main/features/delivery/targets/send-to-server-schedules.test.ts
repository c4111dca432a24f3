/** A FHIR server under whatever schedule of faults: one document at the end, and never two. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  asha,
  type EmrFault,
  type EmrServer,
  startEmr,
} from '../../../../support/servers/emr-server.ts';
import { type DeliveryRig, deliveryRig, serverOn, VISIT } from '../support.ts';

type Step = 'retry' | 'restart' | 'lock';

/** In parts, each with its own time: on a full machine all of them together take long. */
const PARTS = [1, 2, 3, 4, 5];
const RUNS_OF_A_PART = 5;

const fault = fc.constantFrom<EmrFault>(
  'right',
  'cut-after',
  'cut-before',
  400,
  401,
  409,
  412,
  429,
  500,
  503,
);

async function sent(emr: EmrServer): Promise<DeliveryRig> {
  const made = deliveryRig();
  made.sign();
  await serverOn(made.delivery, emr.url);
  await made.delivery.send({ id: VISIT, target: 'server' });
  return made;
}

async function walk(emr: EmrServer, steps: readonly Step[]): Promise<void> {
  let made = await sent(emr);
  for (const step of steps) {
    if (step === 'restart') made = made.again();
    if (step === 'lock') {
      const late = made.delivery.open().map(({ id }) => made.delivery.retry(id).catch(() => {}));
      made.delivery.stop();
      await Promise.all(late);
      made.delivery.start();
    }
    for (const { id } of made.delivery.open()) await made.delivery.retry(id).catch(() => {});
    await made.delivery.idle();
    expect(emr.documents.length).toBeLessThanOrEqual(1);
  }
  Object.assign(emr, { faults: [], searches: [] });
  for (const { id } of made.delivery.open()) await made.delivery.retry(id);
  expect(made.delivery.list(VISIT)).toMatchObject([{ state: 'done' }]);
  expect(emr.documents).toHaveLength(1);
  made.delivery.stop();
}

test.for(PARTS)(
  'whatever goes wrong in whatever order, with restarts and locks between: one document at the end, and never two (part %i)',
  { timeout: 60_000 },
  () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fault, { maxLength: 6 }),
        fc.array(fault, { maxLength: 3 }),
        fc.array(fc.constantFrom<Step>('retry', 'restart', 'lock'), { minLength: 1, maxLength: 5 }),
        fc.boolean(),
        async (faults, searches, steps, forgetful) => {
          // Its own server: a run that was given up may still be sending.
          const emr = await startEmr();
          const patients = [asha];
          Object.assign(emr, { patients, faults: [...faults], searches: [...searches], forgetful });
          try {
            await walk(emr, steps);
          } finally {
            await emr.stop();
          }
        },
      ),
      { numRuns: RUNS_OF_A_PART },
    ),
);
