/** Screens that are loaded on demand. */
import { onDemand } from '../ui/on-demand.tsx';

export const Note = onDemand(async () => (await import('../features/review/Note.tsx')).Note);
export const Unlock = onDemand(async () => (await import('../features/unlock/Unlock.tsx')).Unlock);
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
export const CodeStep = onDemand(
  async () => (await import('../features/unlock/first-run/CodeStep.tsx')).CodeStep,
);
