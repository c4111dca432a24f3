/** How far the first start has come, where a step is left that the core does not know of. */
import { create } from 'zustand';

/** `keys`: where this computer keeps its key. `account`: who we are to the platform; may be put off. */
type Step = 'keys' | 'account' | undefined;

/** `code`: a recovery code that waits to be written down; it is nowhere else, and comes before everything. */
export const useFirstRun = create<{ readonly step: Step; readonly code: string | undefined }>(
  () => ({ step: undefined, code: undefined }),
);
export const walkTo = (step: Step) => useFirstRun.setState({ step });
export const showCode = (code: string) => useFirstRun.setState({ code });
export const codeIsWritten = () => useFirstRun.setState({ code: undefined });
