/**
 * Screens that are loaded on demand. What a recording needs is in the first part of the page; the
 * others are fetched once the page has nothing to do, so that none waits for a core that has died.
 */
import { type ComponentType, lazy } from 'react';

/** `load` answers the same promise each time, so that fetching early and showing agree. */
function onDemand<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let loading: Promise<{ readonly default: ComponentType<Props> }> | undefined;
  const fetchOnce = () => {
    loading ??= load().then((screen) => ({ default: screen }));
    loading.catch(() => {
      loading = undefined;
    });
    return loading;
  };
  fetches.push(fetchOnce);
  return lazy(fetchOnce);
}
const fetches: (() => Promise<unknown>)[] = [];

export const Note = onDemand(async () => (await import('../features/review/Note.tsx')).Note);
export const Queue = onDemand(async () => (await import('../features/queue/Queue.tsx')).Queue);
export const History = onDemand(
  async () => (await import('../features/history/History.tsx')).History,
);
export const Settings = onDemand(
  async () => (await import('../features/settings/Settings.tsx')).Settings,
);
export const CodeLookup = onDemand(
  async () => (await import('../features/codes/lookup/CodeLookup.tsx')).CodeLookup,
);
export const Orders = onDemand(
  async () => (await import('../features/clinic/orders/Orders.tsx')).Orders,
);
export const People = onDemand(
  async () => (await import('../features/clinic/people/People.tsx')).People,
);
export const Documents = onDemand(
  async () => (await import('../features/clinic/documents/Documents.tsx')).Documents,
);
export const FirstRun = onDemand(
  async () => (await import('../features/unlock/first-run/FirstRun.tsx')).FirstRun,
);

/** One after the other, each when the page has nothing else to do. */
export function fetchScreens(): void {
  const [next, ...rest] = fetches.splice(0);
  if (!next) return;
  fetches.push(...rest);
  requestIdleCallback(() => void next().then(fetchScreens, fetchScreens), { timeout: 5000 });
}
