/** How far the first start has come, where a step is left that the core does not know of. */
import { create } from 'zustand';

/** `keys`: where this computer keeps its key. `account`: who we are to the platform; may be put off. */
export const useFirstRun = create<{ readonly step: 'keys' | 'account' | undefined }>(() => ({ step: undefined }));
export const walkTo = (step: 'keys' | 'account' | undefined) => useFirstRun.setState({ step });
