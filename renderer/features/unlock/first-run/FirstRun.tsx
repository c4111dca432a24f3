/**
 * The first start: practise at once, or connect to the platform. It can be left at any step and
 * goes on there.
 */

import { useSession } from '../../../common/stores/session.ts';
import { AccountStep } from './AccountStep.tsx';
import { ChooseStep } from './ChooseStep.tsx';
import { useFirstRun } from './first-run-store.ts';
import { KeysStep } from './KeysStep.tsx';

export function FirstRun() {
  const step = useFirstRun((state) => state.step);
  const { info, vault } = useSession();
  if (step === 'account' && vault?.state === 'open') return <AccountStep />;
  // A first start that was left after choosing the clinic goes on with its key.
  if (step === 'keys' || (info?.profile === 'clinic' && vault?.state === 'none'))
    return <KeysStep />;
  return <ChooseStep />;
}
