/** Step three for a clinic: the account. It may be put off, as recording needs no account. */

import { useSession } from '../../../common/stores/session.ts';
import { setWorkHere } from '../../../common/stores/work-here.ts';
import { Button } from '../../../ui/Button.tsx';
import { CenteredPage } from '../../../ui/CenteredPage.tsx';
import { useLocale } from '../../../ui/useLocale.ts';
import { AccountForm } from '../AccountForm.tsx';
import { walkTo } from './first-run-store.ts';

export function AccountStep() {
  const { t, attempt } = useLocale();
  const account = useSession((session) => session.account);
  const leave = () => walkTo(undefined);
  const workHere = () =>
    attempt(async () => {
      await setWorkHere({ usual: true });
      leave();
    });
  return (
    <CenteredPage title={t('first.account.title')} lead={t('first.account.lead')}>
      <AccountForm
        account={account}
        onDone={leave}
        otherwise={
          <>
            <Button look="quiet" onPress={leave}>
              {t('first.account.later')}
            </Button>
            <Button look="quiet" onPress={workHere}>
              {t('first.account.here')}
            </Button>
          </>
        }
      />
    </CenteredPage>
  );
}
