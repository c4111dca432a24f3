/** Tells every listener of a notice; one that throws keeps no other from hearing. */
import type { NoticeName } from '../../shared/contract/contract.ts';
import { asFailure } from '../../shared/failure.ts';
import type { Log } from '../infrastructure/log/log.ts';

export type NoticeListener = (name: NoticeName, payload: unknown) => void;

export function tellAll(
  listeners: Iterable<NoticeListener>,
  log: Pick<Log, 'note'>,
  name: NoticeName,
  payload: unknown,
): void {
  for (const listener of listeners)
    try {
      listener(name, payload);
    } catch (error) {
      log.note('part-failed', { detail: asFailure(error).detail ?? 'unforeseen' });
    }
}
