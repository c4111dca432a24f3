/**
 * The platform of the model: as little as it takes to accept a consultation twice, or with audio
 * missing, if it is asked to.
 */
import { Failure } from '../../../../shared/failure.ts';

/**
 * A platform that checks nothing: what init names in a folder is taken, there or not. Each presign
 * may have opened another folder.
 */
export type Sent = {
  folder: number;
  folders: (number | undefined)[][];
  begun: (number | undefined)[] | undefined;
  ref: number;
  foreign: boolean;
  dead: boolean;
  forgets: number;
  looks: number;
  expired: boolean;
  failures: number;
  forgetful: boolean;
};

/** Said so often, at a person's asking too, it is the platform's last word. */
const FAILED_FOR_GOOD = 4;
export const expired = new Failure('refused', 'm', { detail: 'upload-expired' });
const refused = new Failure('invalid', 'm', { detail: 'init-refused' });

export const alive = ({ begun, dead, failures }: Sent): boolean =>
  begun !== undefined && !dead && failures < FAILED_FOR_GOOD;
/** Stand-in for a digest of all parts in their order. */
export const refOf = (digests: readonly number[]): number =>
  digests.reduce((sum, digest, at) => sum + (at + 1) * digest, 7);

type Said = {
  kind: 'working' | 'done' | 'partial' | 'unknown' | 'dead' | 'failed';
  ref?: number;
  text?: number;
};
/** Lets `strange` more things go wrong than any call may meet; `odd` is told which. */
type Call = <T>(effect: () => T, strange?: number, odd?: (which: number) => void) => T;

type Platform = { readonly world: Map<number, Sent>; readonly call: Call; uploadedAgain: boolean };

export function modelPlatform(call: Call) {
  const platform: Platform = { world: new Map(), call, uploadedAgain: false };
  return {
    world: platform.world,
    presign: (id: number) => presign(platform, id),
    upload: (id: number, folder: number, part: number, digest: number) =>
      upload(platform, id, folder, part, digest),
    init: (id: number, folder: number, order: number[], ref: number) =>
      init(platform, id, folder, order, ref),
    status: (id: number) => status(platform, id),
    reUploaded: () => platform.uploadedAgain,
  };
}

const newTransaction = (): Sent => ({
  folder: 0,
  folders: [[]],
  begun: undefined,
  ref: 0,
  foreign: false,
  dead: false,
  forgets: 0,
  looks: 0,
  expired: false,
  failures: 0,
  forgetful: false,
});

function presign({ world, call }: Platform, id: number): number {
  return call(
    () => {
      let sent = world.get(id);
      if (!sent) {
        sent = newTransaction();
        world.set(id, sent);
      }
      return sent.folder;
    },
    1,
    () => {
      const sent = world.get(id);
      if (sent && !sent.begun) sent.folder = sent.folders.push([]) - 1;
    },
  );
}
function upload(
  platform: Platform,
  id: number,
  folder: number,
  part: number,
  digest: number,
): void {
  const { world, call } = platform;
  call(
    () => {
      const sent = world.get(id)!;
      if (sent.expired) {
        sent.expired = false;
        throw expired;
      }
      if (!sent.begun) sent.folders[folder]![part] = digest;
      else if (!sent.forgetful) platform.uploadedAgain = true;
    },
    1,
    () => {
      world.get(id)!.expired = true;
    },
  );
}
function init(
  { world, call }: Platform,
  id: number,
  folder: number,
  order: number[],
  ref: number,
): 'accepted' | 'already' {
  let refuses = false;
  return call(
    () => {
      const sent = world.get(id)!;
      if (sent.begun || sent.foreign) return 'already' as const;
      if (refuses) throw refused;
      sent.begun = order.map((part) => sent.folders[folder]![part]);
      sent.ref = ref;
      return 'accepted' as const;
    },
    2,
    (which) => {
      const sent = world.get(id)!;
      if (which === 0) refuses = true;
      else if (!sent.begun) sent.foreign = true;
    },
  );
}
function status({ world, call }: Platform, id: number): Said {
  let failed = false;
  let partial = false;
  return call(
    (): Said => {
      const sent = world.get(id);
      if (!sent || (!sent.begun && !sent.foreign)) return { kind: 'unknown' };
      if (sent.foreign) return { kind: 'working', ref: -1 };
      if (sent.dead) return { kind: 'dead' };
      if (sent.forgets-- > 0) return { kind: 'unknown' };
      if (failed && sent.failures < FAILED_FOR_GOOD) sent.failures += 1;
      if (failed || sent.failures >= FAILED_FOR_GOOD) return { kind: 'failed', ref: sent.ref };
      if (sent.looks++ < 1) return { kind: 'working', ref: sent.ref };
      return {
        kind: partial ? 'partial' : 'done',
        ref: sent.ref,
        text: refOf(sent.begun!.map((digest) => digest ?? 0)),
      };
    },
    4,
    (which) => {
      const sent = world.get(id);
      if (which === 0 && sent?.begun) sent.dead = true;
      if (which === 1 && sent) [sent.forgets, sent.forgetful] = [3, true];
      failed = which === 2;
      partial = which === 3;
    },
  );
}
