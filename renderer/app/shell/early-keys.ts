/**
 * Keys that are pressed while the page is opening: until the core has answered, or while the vault
 * is being unlocked. They are kept until the frame of the screens is there. Only those are kept that
 * lead to a place, or lock: what signs, sends or destroys is for what a person sees.
 */
import { useOpening } from '../../common/lifecycle.ts';
import { useDoor } from '../../common/stores/core.ts';
import { useSession } from '../../common/stores/session.ts';
import { useFirstRun } from '../../features/unlock/first-run/first-run-store.ts';

const LEADING = new Set(['n', ',', 'f', 'o', 'l']);
/** Milliseconds; whoever waited longer has gone on, and means nothing by it any more. */
const MEANT_FOR = 30_000;
/** Whoever presses more does not mean each of them. */
const MOST = 8;

let kept: KeyboardEvent[] = [];

/** What is kept is forgotten as soon as the frame is not what comes next: a locked page, a start. */
export function forgetKeysInTime(): void {
  for (const store of [useOpening, useSession, useDoor, useFirstRun])
    store.subscribe(() => {
      if (!isFrameComing()) kept = [];
    });
}

/** Keeps a key for the frame that is coming; any other goes its own way. */
export function keepKey(event: KeyboardEvent): void {
  if (!isFrameComing() || !leads(event)) return;
  event.preventDefault();
  event.stopPropagation();
  if (!event.repeat && kept.length < MOST) kept.push(event);
}

export function takeKeptKeys(): readonly KeyboardEvent[] {
  const taken = kept.filter(({ timeStamp }) => performance.now() - timeStamp < MEANT_FOR);
  kept = [];
  return taken;
}

const leads = ({ key, ctrlKey, metaKey, shiftKey, altKey, isComposing }: KeyboardEvent) => {
  if (altKey || shiftKey || isComposing) return false;
  return key === 'F1' || ((ctrlKey || metaKey) && LEADING.has(key.toLowerCase()));
};

/** As `App` chooses its page. */
function isFrameComing(): boolean {
  const { opened, failure } = useOpening.getState();
  const { info, vault, unlocking } = useSession.getState();
  const { step, code } = useFirstRun.getState();
  if (useDoor.getState().connection !== 'connected') return false;
  if (!opened) return failure === undefined;
  if (code !== undefined || step !== undefined || !info?.profile) return false;
  return unlocking === true || vault?.state === 'open';
}
