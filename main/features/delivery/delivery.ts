/**
 * Exports to an EMR: copied, saved, put into a drop folder, or sent to a FHIR server or an HL7
 * receiver; each with a receipt.
 */
import type { Input, Output } from '../../../shared/contract/contract.ts';
import { Failure } from '../../../shared/failure.ts';
import { failures } from '../../../shared/failures.ts';
import type {
  Receipt,
  TargetName,
  UnmetRequirement,
} from '../../../shared/model/export/exports.ts';
import type { SignatureRow } from '../../infrastructure/store/tables/signatures.ts';
import { checkAllowed } from './allowed.ts';
import { copyNote, markCopied, markUncopied } from './copy.ts';
import type { DeliveryDeps } from './deps.ts';
import { createQueue, isSent } from './queue/queue.ts';
import { createSources, type Source } from './queue/source.ts';
import { queueForPlatform } from './queue-for-platform.ts';
import { saveFile } from './save-file.ts';
import { sendNote, unmetForTarget } from './send.ts';
import { type DeliveryState, knownRow, presentOne, presentRows } from './state.ts';
import { tryFolder } from './targets/drop-folder.ts';
import { createTargets, type Targets } from './targets/targets.ts';
import { requirementOf, unmetFor } from './unmet-requirements.ts';

/** Each does what its row in `shared/contract/exports.ts` says, and throws what stands there. */
export type DeliveryFeature = {
  list(id: string): Receipt[];
  open(): Receipt[];
  missing(asked: Input<'exports.missing'>): UnmetRequirement[];
  copy(asked: Input<'exports.copy'>): Promise<Output<'exports.copy'>>;
  copied(receipt: string): Receipt;
  uncopied(receipt: string): Receipt;
  save(asked: Input<'exports.save'>): Promise<Output<'exports.save'>>;
  send(asked: Input<'exports.send'>): Promise<Receipt[]>;
  retry(receipt: string): Promise<Receipt>;
  giveUp(receipt: string): Receipt;
  readonly targets: Targets;
  trial(target: TargetName): Promise<Output<'exports.targets.test'>>;
  /**
   * A note was just signed; called in the database transaction that stores the signature. It is
   * saved on the platform where that is chosen.
   */
  signed(signature: SignatureRow): void;
  /** A token was entered: deliveries that failed without one are tried again. */
  tokenEntered(): void;
  /** The vault is open: waiting deliveries go on. */
  start(): void;
  stop(): void;
  idle(): Promise<void>;
};

export function createDelivery(deps: DeliveryDeps): DeliveryFeature {
  const targets = createTargets(deps);
  const sources = createSources({
    ...deps,
    newlines: () => targets.get().newlines,
    hl7: () => targets.get().hl7,
  });
  const queue = createQueue(deps, targets, sources);
  const state: DeliveryState = { deps, targets, sources, queue };
  return {
    list: (id) => listReceipts(state, id),
    open: () => openReceipts(state),
    missing: (asked) => missingRequirements(state, asked),
    copy: (asked) => copyNote(state, asked),
    copied: (receipt) => presentOne(state, markCopied(state, knownRow(state, receipt))),
    uncopied: (receipt) => presentOne(state, markUncopied(state, knownRow(state, receipt))),
    save: (asked) => saveFile(state, asked),
    send: (asked) => sendNote(state, asked),
    retry: (receipt) => retry(state, receipt),
    giveUp: (receipt) => giveUp(state, receipt),
    targets,
    trial: (target) => trial(state, target),
    signed: (signature) => queueForPlatform(state, signature),
    tokenEntered: () => queue.again('server', 'emr-token'),
    start: queue.start,
    stop: queue.stop,
    idle: queue.idle,
  };
}

function listReceipts(state: DeliveryState, id: string): Receipt[] {
  const { store } = state.deps;
  if (!store.visits.has(id)) throw failures.noVisit();
  return presentRows(state, store.exports.list(id));
}

function openReceipts(state: DeliveryState): Receipt[] {
  const rows = state.deps.store.exports.inStates('waiting', 'failed');
  return presentRows(state, rows.filter(isSent));
}

function missingRequirements(
  state: DeliveryState,
  { id, form: asked, flavour = 'r4', target, draft = false }: Input<'exports.missing'>,
): UnmetRequirement[] {
  const form = asked ?? 'text';
  const { targets, sources } = state;
  let source: Source;
  try {
    if (target) targets.check(target);
    else if (asked) checkAllowed(state.deps.policy, 'file', asked);
    source = sources.of(id, draft);
  } catch (error) {
    const unmet = requirementOf(error, false);
    if (!unmet) throw error;
    return [unmet];
  }
  const found = target
    ? unmetForTarget(state, source, target)
    : unmetFor(source, form, flavour, sources.profile());
  return found.map(
    (failure): UnmetRequirement =>
      requirementOf(failure, !draft) ?? {
        detail: failure.detail ?? 'unforeseen',
        message: failure.message,
        place: 'note',
      },
  );
}

/** Throws Failure `refused` / `not-sent-anywhere` for a copy or a file. */
async function retry(state: DeliveryState, receipt: string): Promise<Receipt> {
  const row = knownRow(state, receipt);
  if (row.state === 'done') return presentOne(state, row);
  if (!isSent(row))
    throw new Failure('refused', 'Copy or save the note again.', {
      detail: 'not-sent-anywhere',
    });
  if (row.target !== 'platform') state.targets.check(row.target);
  state.queue.patch(row.id, { state: 'waiting', waitsUntil: undefined });
  return presentOne(state, await state.queue.run(row));
}

function giveUp(state: DeliveryState, receipt: string): Receipt {
  const row = knownRow(state, receipt);
  if (row.state !== 'waiting') return presentOne(state, row);
  const failed = state.queue.patch(row.id, {
    state: 'failed',
    waitsUntil: undefined,
    trouble: { detail: 'given-up', message: 'It is not tried any more.' },
  });
  return presentOne(state, failed ?? row);
}

async function trial(
  { deps, targets, queue }: DeliveryState,
  target: TargetName,
): Promise<Output<'exports.targets.test'>> {
  const { disk, removePart, ownFolder } = deps;
  if (target !== 'folder') {
    targets.check(target);
    return queue.trial(target);
  }
  // Also while it is off: a person looks before switching it on.
  checkAllowed(deps.policy, target);
  const { folder } = targets.get();
  if (folder.from === 'own' && !disk.exists(ownFolder)) disk.makeFolder(ownFolder);
  tryFolder({ disk, removePart, folder: folder.where, tag: targets.tag() });
  return { software: '', doubts: [] };
}
