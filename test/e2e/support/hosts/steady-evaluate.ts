/** Asks the main process of Electron without a promise that could be lost on the way. */
import { setTimeout } from 'node:timers/promises';
import type { ElectronApplication } from '@playwright/test';

const TRIES = 20;
const ASK_EVERY = 25;

/**
 * Under load V8 may collect the promise through which DevTools hands an answer over. So each
 * question of this app is begun once, keeps its answer in the main process, and is asked for it
 * until it is there.
 */
export function withSteadyAnswers(app: ElectronApplication): ElectronApplication {
  const evaluate = app.evaluate.bind(app);
  let asked = 0;
  const ask = async (question: unknown, input?: unknown) => {
    asked += 1;
    const once = { code: String(question), input, number: asked };
    let left = TRIES;
    for (;;) {
      try {
        const told = await evaluate(runOnce, once);
        if (told.outcome === 'answered') return told.answer;
        if (told.outcome === 'threw') throw new Error(told.message);
      } catch (error) {
        if (left === 0 || !String(error).includes('garbage collected')) throw error;
        left -= 1;
      }
      await setTimeout(ASK_EVERY);
    }
  };
  return Object.assign(app, { evaluate: ask as typeof app.evaluate });
}

type Once = { readonly code: string; readonly input: unknown; readonly number: number };
type Told =
  | { readonly outcome: 'pending' }
  | { readonly outcome: 'answered'; readonly answer: unknown }
  | { readonly outcome: 'threw'; readonly message: string };

/** Runs in the main process; never returns a promise. */
function runOnce(electron: unknown, { code, input, number }: Once): Told {
  const held = globalThis as unknown as { answers?: Map<number, Told> };
  held.answers ??= new Map();
  const { answers } = held;
  const known = answers.get(number);
  if (known) return known;
  answers.set(number, { outcome: 'pending' });
  // A question that answers at once has its answer with the first look.
  const question = new Function(`return (${code})`)();
  const failed = (error: unknown) =>
    void answers.set(number, { outcome: 'threw', message: String(error) });
  try {
    const answer: unknown = question(electron, input);
    if (answer instanceof Promise)
      answer.then(
        (value) => void answers.set(number, { outcome: 'answered', answer: value }),
        failed,
      );
    else answers.set(number, { outcome: 'answered', answer });
  } catch (error) {
    failed(error);
  }
  return answers.get(number) ?? { outcome: 'pending' };
}
