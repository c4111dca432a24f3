/** Questions to another process, each answered by its number. */
import { Failure } from '../../../../shared/failure.ts';
import type { Answer, Refusal } from '../../common/refusal.ts';

export type Calls = {
  /** `send` is handed the number. Resolves with what `take` is given, or `end`. */
  ask(send: (id: number) => void): Promise<Answer>;
  take(id: number, answer: Answer): void;
  /** Answers all that wait: nobody else will. */
  end(answer: Answer): void;
};

export function createCalls(): Calls {
  const waiting = new Map<number, (answer: Answer) => void>();
  let last = 0;
  return {
    ask(send) {
      last += 1;
      const id = last;
      return new Promise((resolve) => {
        waiting.set(id, resolve);
        send(id);
      });
    },
    take(id, answer) {
      waiting.get(id)?.(answer);
      waiting.delete(id);
    },
    end(answer) {
      for (const resolve of waiting.values()) resolve(answer);
      waiting.clear();
    },
  };
}

/** Throws the Failure that the other side answered with. */
export function takeValue(answer: Answer): unknown {
  if (answer.ok) return answer.value;
  throw failureOf(answer);
}

export const failureOf = ({ code, message, detail, retryAfter }: Refusal): Failure =>
  new Failure(code, message, {
    ...(detail !== undefined && { detail }),
    ...(retryAfter !== undefined && { retryAfter }),
  });
