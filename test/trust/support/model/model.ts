/**
 * P5 as a model: the real `step.ts`, and around it a worker, a database and a platform small enough
 * to live through a million schedules in seconds. The worker does what `executor.ts` does, in the
 * same order; what it does there is proved by the real one.
 */
import {
  askedAgain,
  needsNewTransaction,
  needsNewUpload,
  type OutboxEvent,
  type Progress,
  step,
} from '../../../../main/features/outbox/step.ts';
import { Failure } from '../../../../shared/failure.ts';
import { alive, expired, modelPlatform, refOf } from './model-platform.ts';

/** Returns 0 up to, not including, `of`; 0 means that all goes well. */
export type Choose = (of: number) => number;

/** Deliberately broken workers: the oracle must see each of them. */
export type Variant =
  | 'right'
  | 'without-stored-folder'
  | 'new-id-on-retry'
  | '409-is-failure'
  | 'parts-by-name'
  | 'never-asks-after-loss'
  | 'made-anew-on-retry'
  | 'ids-by-chance';

type Transaction = {
  epoch: number;
  folder: number | undefined;
  attempts: number;
  status: 'open' | 'committed' | 'dead';
};
type Durable = {
  at: Progress;
  id: number;
  transactions: Map<number, Transaction>;
  digests: number[];
  uploaded: (number | undefined)[];
  note: number | undefined;
  ref: number | undefined;
};
type Memory = {
  form: number | undefined;
  tries: number;
  polls: number;
  elapsed: number;
  ranOut: boolean;
  expiredIn: number | undefined;
  earlier: boolean;
  asked: number;
};
type Outcome = { event: OutboxEvent; settle?: (next: Progress) => void };

const CRASH = Symbol('the process is gone');
const fail = (code: Failure['code'], detail: string) => new Failure(code, 'm', { detail });
/** Made once: an Error collects its stack, which is slow. */
const troubles = [
  fail('offline', 'not-sent'),
  fail('busy', 'platform-busy'),
  fail('busy', 'rate-limited'),
  fail('signed-out', 'sign-in-needed'),
  fail('refused', 'clock-wrong'),
  fail('broken', 'answer-unreadable'),
  fail('offline', 'not-the-platform'),
];
const cut = fail('offline', 'unclear');
const notPrepared = fail('broken', 'not-prepared');

const nameOf = (part: number) => `audio_${part + 1}`;
const digestOf = (part: number, making: number) => 1000 * (part + 1) + making;

export type Lived = { verdict: string | undefined; crashes: number; steps: number; faults: number };

/**
 * One visit of so many parts, from sealed to its note; `verdict` says what went wrong, if anything.
 */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: the reference model stands in one place and shares no code with what it judges
export function liveModel(
  choose: Choose,
  { parts, faults, variant = 'right' }: { parts: number; faults: number; variant?: Variant },
): Lived {
  let left = faults;
  let crashes = 0;
  let nextFree = 1;
  let row: Durable = {
    at: { state: 'sealed', attempts: 0 },
    id: 0,
    transactions: new Map(),
    digests: [],
    uploaded: [],
    note: undefined,
    ref: undefined,
  };
  let memory = remember(false);
  let now = 0;

  function remember(earlier: boolean): Memory {
    return {
      form: undefined,
      tries: 0,
      polls: 0,
      elapsed: 0,
      ranOut: false,
      expiredIn: undefined,
      earlier,
      asked: -1,
    };
  }
  /** 0, or which of `of` things goes wrong here. */
  function fault(of: number): number {
    if (left === 0) return 0;
    const met = choose(of + 1);
    if (met > 0) left -= 1;
    return met;
  }
  const transactionOf = (): Transaction =>
    row.transactions.get(row.id) ?? { epoch: 0, folder: undefined, attempts: 0, status: 'open' };
  const keep = (transaction: Transaction, id = row.id) =>
    void row.transactions.set(id, transaction);

  const { world, presign, upload, init, status, reUploaded } = modelPlatform(call);

  /**
   * A call to the platform: troubles before the effect, after it, or the end of this life at either
   * point.
   */
  function call<T>(effect: () => T, strange = 0, odd?: (which: number) => void): T {
    const met = fault(troubles.length + 3 + strange);
    if (met === 0) return effect();
    if (met <= troubles.length) throw troubles[met - 1];
    if (met === troubles.length + 1) throw CRASH;
    if (met > troubles.length + 3) {
      odd!(met - troubles.length - 4);
      return effect();
    }
    effect();
    throw met === troubles.length + 2 ? CRASH : cut;
  }

  // --- the worker, as work.ts ---
  function work(): Outcome | undefined {
    switch (row.at.state) {
      case 'sealed':
        return prepare();
      case 'prepared':
        return ask(transactionOf().attempts > 0) ?? permit();
      case 'uploading':
        return uploading();
      case 'committing':
        return committing();
      default:
        return processing();
    }
  }
  function prepare(): undefined {
    const met = fault(2);
    if (met === 1) throw CRASH;
    const making = variant === 'made-anew-on-retry' && row.ref !== undefined ? crashes : 0;
    const digests = Array.from({ length: parts }, (_, part) => digestOf(part, making));
    if (met === 2) throw CRASH;
    row = {
      ...row,
      at: { ...row.at, state: 'prepared' },
      digests,
      uploaded: [],
      ref: variant === 'made-anew-on-retry' ? undefined : refOf(digests),
    };
    return undefined;
  }
  function ask(sentBefore: boolean): Outcome | undefined {
    const unsure = memory.earlier && memory.asked !== row.id;
    if (!unsure && !sentBefore) return undefined;
    const known = known_('init-decides');
    memory.asked = row.id;
    return known;
  }
  function known_(unsaid: 'ours' | 'theirs' | 'init-decides'): Outcome | undefined {
    const said = status(row.id);
    if (said.kind === 'unknown') return undefined;
    if (said.kind === 'dead') return dead();
    if (said.ref === undefined && unsaid === 'init-decides') return undefined;
    if ((said.ref ?? (unsaid === 'ours' ? mine() : -2)) !== mine())
      return { event: { type: 'conflict' } };
    return accepted('committed-before');
  }
  const mine = () => row.ref ?? refOf(row.digests);
  function permit(): Outcome {
    const transaction = transactionOf();
    const folder = presign(row.id);
    const same =
      folder === transaction.folder ||
      (variant === 'without-stored-folder' && transaction.folder !== undefined);
    const ranOut = memory.ranOut && memory.expiredIn !== transaction.folder;
    return {
      event: { type: 'presigned' },
      settle() {
        keep({
          ...transaction,
          epoch: same && !ranOut ? transaction.epoch : transaction.epoch + 1,
          folder,
        });
        if (ranOut) memory.expiredIn = folder;
        memory.ranOut = false;
        memory.form = folder;
      },
    };
  }
  function uploading(): Outcome {
    const known = ask(false);
    if (known) return known;
    const transaction = transactionOf();
    const part = row.digests.findIndex(
      (_, at) => transaction.folder === undefined || row.uploaded[at] !== transaction.epoch,
    );
    if (part < 0) return { event: { type: 'all-uploaded' } };
    if (memory.form === undefined || memory.form !== transaction.folder) return permit();
    try {
      upload(
        row.id,
        memory.form,
        part,
        variant === 'made-anew-on-retry' ? digestOf(part, crashes) : row.digests[part]!,
      );
    } catch (error) {
      if (error === expired) [memory.form, memory.ranOut] = [undefined, true];
      throw error;
    }
    return {
      event: { type: 'part-uploaded' },
      settle: () => {
        row.uploaded = row.digests.map((_, at) =>
          at === part ? transaction.epoch : row.uploaded[at],
        );
      },
    };
  }
  function committing(): Outcome {
    const transaction = transactionOf();
    const sentBefore = transaction.attempts > 0;
    if (sentBefore && variant === 'new-id-on-retry') return dead();
    const known = ask(sentBefore);
    if (known) return known;
    keep({ ...transaction, attempts: transaction.attempts + 1 });
    const order = row.digests.map((_, part) => part);
    if (variant === 'parts-by-name')
      order.sort((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1));
    const answer = init(row.id, transaction.folder!, order, mine());
    if (answer === 'accepted') return accepted('committed');
    if (variant === '409-is-failure') return { event: { type: 'conflict' } };
    const ours = sentBefore || memory.earlier;
    return (
      known_(ours ? 'ours' : 'theirs') ??
      (ours ? accepted('committed-before') : { event: { type: 'conflict' } })
    );
  }
  function accepted(type: 'committed' | 'committed-before'): Outcome {
    return {
      event: { type },
      settle: () => {
        keep({ ...transactionOf(), status: 'committed' });
        row.ref = mine();
      },
    };
  }
  function dead(): Outcome {
    const times =
      [...row.transactions.values()].filter(({ status }) => status === 'dead').length + 1;
    return {
      event: { type: 'dead', times },
      settle(next) {
        if (next.state !== 'attention') return renew();
        keep({ ...transactionOf(), status: 'dead' });
      },
    };
  }
  function renew(): void {
    const old = transactionOf();
    keep({ ...old, status: 'dead' });
    row.id = variant === 'ids-by-chance' ? 100 + nextFree++ : row.id + 1;
    keep({ epoch: old.epoch + 1, folder: undefined, attempts: 0, status: 'open' });
  }
  function processing(): Outcome {
    const said = status(row.id);
    memory.polls += 1;
    if (said.kind !== 'unknown') memory.elapsed = 0;
    switch (said.kind) {
      case 'working':
        return { event: { type: 'working', polls: memory.polls, elapsed: 0 } };
      case 'unknown':
        return { event: { type: 'unknown', polls: memory.polls, elapsed: memory.elapsed } };
      case 'dead':
        return dead();
      case 'failed':
        if (askedAgain(row.at)) return dead();
        return {
          event: {
            type: 'ended',
            final: false,
            code: 'platform-failed',
            message: 'm',
            tries: memory.tries,
          },
        };
      default:
        if (said.ref !== mine()) return { event: { type: 'conflict' } };
        return {
          event: { type: 'finished', partial: said.kind === 'partial' },
          settle: () => {
            row.note = said.text;
          },
        };
    }
  }

  /**
   * The process is gone; its database is there, or an older one is, or none: then the vault's files
   * make it anew.
   */
  function reborn(): void {
    crashes += 1;
    memory = remember(variant !== 'never-asks-after-loss');
    if (row.digests.length === 0 || fault(1) === 0) return;
    row = {
      at: { state: 'prepared', attempts: 0 },
      id: 0,
      transactions: new Map([
        [
          0,
          {
            epoch: 0,
            folder: undefined,
            attempts: variant === 'never-asks-after-loss' ? 0 : 1,
            status: 'open',
          },
        ],
      ]),
      digests: row.digests,
      uploaded: [],
      note: undefined,
      ref: row.ref,
    };
  }
  const aliveAtOnce = () => [...world.values()].filter(alive).length;

  let steps = 0;
  for (; steps < 600; steps++) {
    const { state } = row.at;
    if (state === 'ready' || state === 'partial') break;
    if (state === 'attention') {
      // A person tries again.
      const next = step(row.at, { type: 'retried' }, now, 0);
      if (needsNewUpload(row.at))
        keep({ ...transactionOf(), epoch: transactionOf().epoch + 1, folder: undefined });
      if (needsNewTransaction(row.at)) renew();
      row = { ...row, at: next };
      memory = remember(memory.earlier);
      continue;
    }
    let outcome: Outcome | undefined;
    try {
      outcome = work();
    } catch (error) {
      if (error === CRASH) {
        reborn();
        continue;
      }
      outcome = {
        event: {
          type: 'failed',
          failure: (error ?? notPrepared) as Failure,
          tries: memory.tries,
        },
      };
    }
    if (!outcome) continue;
    const { event } = outcome;
    memory.tries = event.type === 'failed' || event.type === 'ended' ? memory.tries + 1 : 0;
    const after = step(row.at, event, now, 0.5);
    // State and what belongs to it, in one transaction: a crash leaves both or neither.
    row = { ...row, transactions: new Map(row.transactions) };
    outcome.settle?.(after);
    row.at = after;
    const wait = Math.max((after.waitsUntil ?? now) - now, 0);
    now += wait;
    memory.elapsed += wait;
    if (aliveAtOnce() > 1)
      return { verdict: 'two transactions live at once', crashes, steps, faults: faults - left };
  }
  return { verdict: judge(), crashes, steps, faults: faults - left };

  function judge(): string | undefined {
    if (reUploaded()) return 'sent again what the platform had already begun';
    if (row.at.state !== 'ready' && row.at.state !== 'partial')
      return `still ${row.at.state} ${row.at.trouble?.code ?? row.at.hold ?? ''}`;
    const live = [...world].filter(([, sent]) => alive(sent));
    if (live.length !== 1) return `${live.length} transactions live`;
    const [id, sent] = live[0]!;
    if (id !== row.id) return 'another transaction is live than the one that is known';
    const meant = Array.from({ length: parts }, (_, part) => digestOf(part, 0));
    if (sent.begun!.length !== parts || sent.begun!.some((digest, at) => digest !== meant[at]))
      return 'not the sealed audio in its order';
    if (row.note !== refOf(meant)) return 'the note is of another recording';
    return undefined;
  }
}
