/** Tells the core that somebody is here, so that it does not lock itself while they work; at most every 30 s. */
import { request } from './core.ts';
import { useSession } from './session.ts';

const EVERY = 30_000;
const signs = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const;

/** Watches the page for signs of a person; answers how to stop. `now`: milliseconds that never jump. */
export function stayAwake(
  page: Pick<EventTarget, 'addEventListener' | 'removeEventListener'> = window,
  now: () => number = () => performance.now(),
): () => void {
  let told = -Infinity;
  const tell = () => {
    if (now() - told < EVERY || useSession.getState().vault?.state !== 'open') return;
    told = now();
    // A core that does not hear this locks itself, which is safe.
    request('vault.awake').catch(() => {});
  };
  for (const sign of signs) page.addEventListener(sign, tell, { capture: true, passive: true });
  return () => signs.forEach((sign) => page.removeEventListener(sign, tell, { capture: true }));
}
