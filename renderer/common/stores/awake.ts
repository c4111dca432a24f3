/** Tells the core that a person is at work, so that it does not lock itself; at most every 30 s. */
import { SECOND } from '../../../shared/time.ts';
import { request } from './core.ts';
import { useSession } from './session.ts';

const EVERY = 30 * SECOND;
const signs = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const;

/**
 * Watches the page for signs of a person; returns how to stop. `now`: milliseconds that never jump.
 */
export function stayAwake(
  page: Pick<EventTarget, 'addEventListener' | 'removeEventListener'> = window,
  now: () => number = () => performance.now(),
): () => void {
  let lastSent = -Infinity;
  const onSign = () => {
    if (now() - lastSent < EVERY || useSession.getState().vault?.state !== 'open') return;
    lastSent = now();
    // A core that does not hear this locks itself, which is safe.
    request('vault.awake').catch(() => {});
  };
  for (const sign of signs) page.addEventListener(sign, onSign, { capture: true, passive: true });
  return () => {
    for (const sign of signs) page.removeEventListener(sign, onSign, { capture: true });
  };
}
