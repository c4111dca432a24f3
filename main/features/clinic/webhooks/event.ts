/**
 * Reads from an event its kind and its transaction (contract 4.2). The rest of it is not trusted.
 */
import { actedEvents } from '../../../../shared/model/clinic/webhooks.ts';
import { transactionIdPattern } from '../../../../shared/wire/common.ts';
import { eventBody } from '../../../../shared/wire/webhooks.ts';

export type Hint = {
  /** The platform's word for it, where it has the form of one. */
  readonly event: string | undefined;
  readonly transactionId: string | undefined;
  /** Whether Scriba looks because of it; every other event is acknowledged and dropped. */
  readonly acts: boolean;
};

/** Never throws: an event of any other form says nothing. */
export function readHint(event: unknown): Hint {
  const read = eventBody.safeParse(event);
  const { event: name, transactionId } = read.success ? read.data : {};
  const known = name !== undefined && /^[a-z][a-z0-9_.]{0,60}$/.test(name) ? name : undefined;
  return {
    event: known,
    transactionId:
      transactionId !== undefined && transactionIdPattern.test(transactionId)
        ? transactionId
        : undefined,
    acts: (actedEvents as readonly (string | undefined)[]).includes(known),
  };
}
