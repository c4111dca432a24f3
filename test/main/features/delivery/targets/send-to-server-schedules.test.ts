/** A FHIR server under whatever schedule of faults: one document at the end, and never two. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  asha,
  type EmrFault,
  type EmrServer,
  startEmr,
} from '../../../../support/servers/emr-server.ts';
import { type DeliveryRig, deliveryRig, serverOn, VISIT } from '../support.ts';

let emr: EmrServer;
beforeAll(async () => {
  emr = await startEmr();
  Object.assign(emr, { patients: [asha] });
});
afterAll(() => emr.stop());

async function sent(): Promise<DeliveryRig> {
  const made = deliveryRig();
  made.sign();
  await serverOn(made.delivery, emr.url);
  await made.delivery.send({ id: VISIT, target: 'server' });
  return made;
}

test('whatever goes wrong in whatever order, with restarts and locks between: one document at the end, and never two', async () => {
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
  await fc.assert(
    fc.asyncProperty(
      fc.array(fault, { maxLength: 6 }),
      fc.array(fault, { maxLength: 3 }),
      fc.array(fc.constantFrom('retry', 'restart', 'lock'), { minLength: 1, maxLength: 5 }),
      fc.boolean(),
      async (faults, searches, steps, forgetful) => {
        Object.assign(emr, { faults: [...faults], searches: [...searches], forgetful });
        emr.documents.length = 0;
        let made: DeliveryRig = await sent();
        for (const step of steps) {
          if (step === 'restart') made = made.again();
          if (step === 'lock') {
            const late = made.delivery
              .open()
              .map(({ id }) => made.delivery.retry(id).catch(() => {}));
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
      },
    ),
    { numRuns: 25 },
  );
}, 60_000);
