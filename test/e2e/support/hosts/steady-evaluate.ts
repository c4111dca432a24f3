/** Asks the main process of Electron so that a lost answer is asked for again. */
import type { ElectronApplication } from '@playwright/test';

const TRIES = 5;

/**
 * Under load V8 may collect the promise through which DevTools hands an answer over. Each question
 * of this app runs once; when its answer was lost, the kept one is asked for.
 */
export function withSteadyAnswers(app: ElectronApplication): ElectronApplication {
  const evaluate = app.evaluate.bind(app);
  let asked = 0;
  const ask = async (question: unknown, input?: unknown) => {
    asked += 1;
    const once = { code: String(question), input, number: asked };
    for (let left = TRIES; ; left--) {
      try {
        return await evaluate(runOnce, once);
      } catch (error) {
        if (left === 0 || !String(error).includes('garbage collected')) throw error;
      }
    }
  };
  return Object.assign(app, { evaluate: ask as typeof app.evaluate });
}

type Once = { readonly code: string; readonly input: unknown; readonly number: number };

/** Runs in the main process. */
function runOnce(electron: unknown, { code, input, number }: Once): unknown {
  const held = globalThis as unknown as { answers?: Map<number, unknown> };
  held.answers ??= new Map();
  if (!held.answers.has(number)) {
    const question = new Function(`return (${code})`)();
    held.answers.set(number, question(electron, input));
  }
  return held.answers.get(number);
}
