/** Progress of the first start in the steps that the core does not know of. */
import { createStore } from '../../../common/store-registry.ts';

/**
 * `keys`: where this computer keeps its key. `account`: who we are to the platform; may be put off.
 */
type Step = 'keys' | 'account' | undefined;

/**
 * `code`: a recovery code that waits to be written down; it is nowhere else, and comes before
 * everything.
 */
export const useFirstRun = createStore<{ readonly step: Step; readonly code: string | undefined }>(
  'first-run',
  { step: undefined, code: undefined },
  // A lock leaves the code where it is: it could not be shown again.
  { reset: 'holds no patient data' },
);
export const walkTo = (step: Step) => useFirstRun.setState({ step });
export const showCode = (code: string) => useFirstRun.setState({ code });
export const codeIsWritten = () => useFirstRun.setState({ code: undefined });
