/**
 * Says whether the core answers, and whether the platform can be reached and accepts us. Being
 * offline is normal: it stands in grey, with the number of visits that wait.
 */
import { Cloud, CloudOff, KeyRound, Laptop, RefreshCw, Unplug } from 'lucide-react';
import { useCoreAnswers } from '../../common/heartbeat.ts';
import { useDoor } from '../../common/stores/core.ts';
import { go } from '../../common/stores/navigation.ts';
import { useSession } from '../../common/stores/session.ts';
import { useWorkHere } from '../../common/stores/work-here.ts';
import { asksForSignIn } from '../../features/visits/state/asks-for-sign-in.ts';
import { isQueued } from '../../features/visits/state/visit-format.ts';
import { useVisits } from '../../features/visits/visits-store.ts';
import { Button } from '../../ui/Button.tsx';
import { useLocale } from '../../ui/useLocale.ts';

export function ConnectionBadge() {
  const { t } = useLocale();
  const { account, reachable } = useSession();
  const waiting = useVisits(({ list }) =>
    list.reduce((sum, visit) => sum + (isQueued(visit) && visit.state !== 'attention' ? 1 : 0), 0),
  );
  const isUsuallyHere = useWorkHere(({ here }) => here?.usual === true);
  const asks = useVisits(({ list }) => asksForSignIn(account, isUsuallyHere, list));
  const answers = useCoreAnswers();
  const reconnect = useDoor((door) => door.reconnect);
  if (!answers) {
    return (
      <div className="badge" role="status">
        <p>
          <Unplug aria-hidden="true" className="icon" />
          {t('badge.coreLost')}
        </p>
        {reconnect && (
          <Button look="quiet" icon={RefreshCw} onPress={reconnect}>
            {t('gone.reconnect')}
          </Button>
        )}
      </div>
    );
  }
  if (account && asks) {
    return (
      <div className="badge" role="status">
        <p>
          <KeyRound aria-hidden="true" className="icon" />
          {t(`badge.${account.state}`)}
        </p>
        <Button look="quiet" onPress={() => go({ name: 'settings', section: 'account' })}>
          {t('queue.openAccount')}
        </Button>
      </div>
    );
  }
  // No platform is asked, so that none can be out of reach.
  if (account?.profile === 'clinic' && account.state === 'signed-out') {
    return (
      <div className="badge" role="status">
        <p>
          <Laptop aria-hidden="true" className="icon" />
          {t('badge.here')}
        </p>
      </div>
    );
  }
  const offline = reachable?.reachable === false;
  const Icon = offline ? CloudOff : Cloud;
  return (
    <div className="badge" role="status">
      <p>
        <Icon aria-hidden="true" className="icon" />
        {t(badgeKey(offline, waiting), { count: waiting })}
      </p>
    </div>
  );
}

function badgeKey(offline: boolean, waiting: number): string {
  if (!offline) return 'badge.online';
  return waiting > 0 ? 'badge.offlineWaiting' : 'badge.offline';
}
