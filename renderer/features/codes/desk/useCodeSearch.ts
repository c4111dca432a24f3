/** Searches a code list while the doctor types. */
import { useEffect, useState } from 'react';
import { asFailure, type Failure } from '../../../../shared/failure.ts';
import type {
  CodeCandidate,
  Linker,
  Ontology,
} from '../../../../shared/model/coding/codification.ts';
import { searchCodes } from '../desk-store.ts';

/** Milliseconds after the last letter; the search runs on this computer. */
const PAUSE = 120;
/** Further milliseconds before the platform is asked. */
const PLATFORM_PAUSE = 400;
const MIN_LENGTH = 2;
const MAX_LENGTH = 200;
const MAX_SHOWN = 30;

export type CodeSearch =
  | {
      readonly failure?: undefined;
      readonly candidates: readonly CodeCandidate[];
      /** All that were found; `candidates` are the first of them. */
      readonly count: number;
      readonly linker: Linker;
      readonly version: string;
    }
  | { readonly failure: Failure; readonly candidates: readonly [] };

/** Undefined without a query. During a new search the last result stays. */
export function useCodeSearch(ontology: Ontology, query: string): CodeSearch | undefined {
  const [result, setResult] = useState<CodeSearch | undefined>();
  useEffect(() => {
    if (query.length < MIN_LENGTH) return setResult(undefined);
    const controller = new AbortController();
    const show = (next: CodeSearch | undefined) => {
      if (next && !controller.signal.aborted) setResult(next);
    };
    search(ontology, query.slice(0, MAX_LENGTH), controller.signal).then(show, (error: unknown) =>
      show({ failure: asFailure(error), candidates: [] }),
    );
    return () => controller.abort();
  }, [ontology, query]);
  return result;
}

async function search(
  ontology: Ontology,
  query: string,
  signal: AbortSignal,
): Promise<CodeSearch | undefined> {
  await pause(PAUSE, signal);
  let answer = await searchCodes(ontology, query).catch(() => undefined);
  // Without a list on this computer, or without a result in it, the platform is asked.
  if (!answer?.candidates.length) {
    await pause(PLATFORM_PAUSE, signal);
    if (signal.aborted) return undefined;
    const empty = answer;
    answer = await searchCodes(ontology, query, 'platform').catch((error: unknown) => {
      if (empty) return empty;
      throw error;
    });
  }
  const { linker, version, candidates } = answer;
  return { candidates: candidates.slice(0, MAX_SHOWN), count: candidates.length, linker, version };
}

/** Does not resolve any more once it is aborted. */
const pause = (milliseconds: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => clearTimeout(timer));
  });
