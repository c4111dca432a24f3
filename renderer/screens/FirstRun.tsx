/** The first start: practise at once, or connect to the platform. It can be left at any step and goes on there. */
import { useFirstRun } from '../stores/first-run.ts';
import { useSession } from '../stores/session.ts';
import { AccountStep } from './first-run/AccountStep.tsx';
import { ChooseStep } from './first-run/ChooseStep.tsx';
import { KeysStep } from './first-run/KeysStep.tsx';

export function FirstRun() {
  const step = useFirstRun((state) => state.step);
  const { info, vault } = useSession();
  if (step === 'account' && vault?.state === 'open') return <AccountStep />;
  // A first start that was left after choosing the clinic goes on with its key.
  if (step === 'keys' || (info?.profile === 'clinic' && vault?.state === 'none'))
    return <KeysStep />;
  return <ChooseStep />;
}
