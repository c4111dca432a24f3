/** Step three for a clinic: the account. It may be put off, as recording needs no account. */
import { AccountForm } from '../../parts/AccountForm.tsx';
import { Button } from '../../parts/Button.tsx';
import { Plain } from '../../parts/Plain.tsx';
import { useWords } from '../../parts/useWords.ts';
import { walkTo } from '../../stores/first-run.ts';
import { useSession } from '../../stores/session.ts';

export function AccountStep() {
  const { t } = useWords();
  const account = useSession((session) => session.account);
  const leave = () => walkTo(undefined);
  return (
    <Plain title={t('first.account.title')} lead={t('first.account.lead')}>
      <AccountForm
        account={account}
        onDone={leave}
        otherwise={
          <Button look="quiet" onPress={leave}>
            {t('first.account.later')}
          </Button>
        }
      />
    </Plain>
  );
}
