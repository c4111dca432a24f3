/** Requests about notes that leave for an EMR. */
import type { Handlers } from '../../../shared/contract/contract.ts';
import type { exportsRequests } from '../../../shared/contract/exports.ts';
import type { DeliveryFeature } from '../../features/delivery/delivery.ts';

export function createExportsHandlers({
  delivery,
}: {
  readonly delivery: DeliveryFeature;
}): Pick<Handlers, keyof typeof exportsRequests> {
  return {
    'exports.list': ({ id }) => delivery.list(id),
    'exports.open': () => delivery.open(),
    'exports.missing': (asked) => delivery.missing(asked),
    'exports.copy': (asked) => delivery.copy(asked),
    'exports.copied': ({ receipt }) => delivery.copied(receipt),
    'exports.uncopied': ({ receipt }) => delivery.uncopied(receipt),
    'exports.save': (asked) => delivery.save(asked),
    'exports.send': (asked) => delivery.send(asked),
    'exports.retry': ({ receipt }) => delivery.retry(receipt),
    'exports.giveUp': ({ receipt }) => delivery.giveUp(receipt),
    'exports.targets.get': () => delivery.targets.get(),
    async 'exports.targets.set'(change) {
      const set = await delivery.targets.set(change);
      if (change.server?.token && set.server.hasToken) delivery.tokenEntered();
      return set;
    },
    'exports.targets.chooseFolder': () => delivery.targets.chooseFolder(),
    'exports.targets.makeKey': ({ alg }) => delivery.targets.makeKey(alg),
    'exports.targets.test': ({ target }) => delivery.trial(target),
  };
}
