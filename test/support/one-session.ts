/**
 * Checks what the practice platform must have of a visit that went by a session, whatever happened
 * to the connection.
 */
import { expect } from 'vitest';
import type { createRig } from './rigs/outbox-rig.ts';
import type { RunningSandbox } from './rigs/sandbox.ts';

type Rig = Awaited<ReturnType<typeof createRig>>;

/** One that was begun and lives, with every part as it is here, in order; and one note. */
export async function onlyOneSession(sandbox: RunningSandbox, rig: Rig, id: string) {
  const { transactionId } = rig.row(id);
  const known = (await sandbox.state()).transactions.filter(
    ({ txnId }) => txnId.startsWith(`txn-${id}-`) || txnId === transactionId,
  );
  expect(
    known
      .filter(
        ({ started, dead, processingStatus }) =>
          started && !dead && processingStatus !== 'cancelled',
      )
      .map(({ txnId }) => txnId),
  ).toEqual([transactionId]);
  const audio = await sandbox.audioOf(transactionId);
  expect(audio.map((bytes, index) => bytes.equals(rig.audio.get(id)![index]!))).toEqual(
    rig.audio.get(id)!.map(() => true),
  );
  expect(rig.store.notes.get(id)!.documents).toHaveLength(2);
  return known.find(({ txnId }) => txnId === transactionId)!;
}
