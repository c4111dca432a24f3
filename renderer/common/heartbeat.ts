/**
 * Asks the core every three seconds whether it is there, and the core looks at its platform with
 * the same question: what the page says of a connection is never older than that.
 */
import { asFailure } from '../../shared/failure.ts';
import { SECOND } from '../../shared/time.ts';
import { setAnswers, useDoor } from './stores/core.ts';
import { askReachable } from './stores/session.ts';

const BEAT = 3 * SECOND;

/** Called once, when the bridge is open. */
export function startHeartbeat(): void {
  const beat = async () => {
    await ask();
    setTimeout(() => void beat(), BEAT);
  };
  setTimeout(() => void beat(), BEAT);
}

/** Resolves when the core has answered, however late. */
async function ask(): Promise<void> {
  const late = setTimeout(() => setAnswers(false), BEAT);
  try {
    await askReachable();
    setAnswers(true);
  } catch (error) {
    // Any other Failure is the core's own word: it is there.
    setAnswers(asFailure(error).detail !== 'host-lost');
  } finally {
    clearTimeout(late);
  }
}

/** Whether the core answers this page just now. */
export const useCoreAnswers = () =>
  useDoor(({ connection, answers }) => connection === 'connected' && answers);
