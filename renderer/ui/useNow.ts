/** The wall clock for a component, read at intervals. */
import { useEffect, useState } from 'react';

/** Milliseconds since 1970, renewed every `every` ms. */
export function useNow(every = 30_000): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), every);
    return () => clearInterval(timer);
  }, [every]);
  return now;
}
