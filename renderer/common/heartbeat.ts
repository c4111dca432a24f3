/**
 * Asks the core every second whether it is there, and the core looks at its platform with the same
 * question: a core that stops is shown as silent within three seconds.
 */
import { asFailure } from '../../shared/failure.ts';
import { SECOND } from '../../shared/time.ts';
import { setAnswers, useDoor } from './stores/core.ts';
import { askReachable } from './stores/session.ts';

const BEAT = SECOND;
/** A busy computer may take as long for an answer. */
const LATE = 2 * SECOND;

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
  const late = setTimeout(() => setAnswers(false), LATE);
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
