/** A sign-in that a form sends, and one that goes on until a browser has finished it. */
import { useEffect, useEffectEvent, useState } from 'react';
import { useLocale } from '../../../ui/useLocale.ts';

type Attempt = {
  readonly busy: boolean;
  readonly problem: string | undefined;
  run(work: () => Promise<void>): Promise<void>;
};

export function useAttempt(): Attempt {
  const { failure } = useLocale();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | undefined>();
  const run = async (work: () => Promise<void>) => {
    if (busy) return;
    setBusy(true);
    setProblem(undefined);
    await work().catch((error: unknown) => setProblem(failure(error)));
    setBusy(false);
  };
  return { busy, problem, run };
}

/**
 * Asks the core until the sign-in is done or over. `step` returns milliseconds until it is worth
 * asking again; undefined: signed in. Returns the problem that ended it.
 */
export function useSteps(
  first: number,
  step: () => Promise<number | undefined>,
  onDone: () => Promise<void>,
): string | undefined {
  const { failure } = useLocale();
  const [wait, setWait] = useState({ ms: first });
  const [problem, setProblem] = useState<string | undefined>();
  const ask = useEffectEvent(() =>
    step().then(
      (next) => (next === undefined ? onDone() : setWait({ ms: next })),
      (error: unknown) => setProblem(failure(error)),
    ),
  );
  useEffect(() => {
    const timer = setTimeout(() => void ask(), wait.ms);
    return () => clearTimeout(timer);
  }, [wait]);
  return problem;
}
