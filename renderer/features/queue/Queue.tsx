/** Lists the visits that are on their way, that wait (and why), and that need a person. */
import { Settings as Gear, Send, Trash2, Undo2 } from 'lucide-react';
import type { Visit } from '../../../shared/model/visit.ts';
import { allows } from '../../../shared/model/visit-state.ts';
import { DAY } from '../../../shared/time.ts';
import { go } from '../../common/stores/navigation.ts';
import { useSession } from '../../common/stores/session.ts';
import { useWorkHere } from '../../common/stores/work-here.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Screen } from '../../ui/Screen.tsx';
import { useLocale } from '../../ui/useLocale.ts';
import { useNow } from '../../ui/useNow.ts';
import { SystemAlerts } from '../visits/alerts/SystemAlerts.tsx';
import { CancelVisit, canCancel } from '../visits/CancelVisit.tsx';
import { asksForSignIn } from '../visits/state/asks-for-sign-in.ts';
import { FallbackLine, FallbackOffer } from '../visits/state/FallbackLine.tsx';
import { ReasonLine } from '../visits/state/ReasonLine.tsx';
import { Remedies } from '../visits/state/Remedies.tsx';
import { isQueued } from '../visits/state/visit-format.ts';
import { useDiscard } from '../visits/useDiscard.ts';
import { VisitCard } from '../visits/VisitCard.tsx';
import { sendNow, useVisits } from '../visits/visits-store.ts';

export function Queue() {
  const { t, time, attempt } = useLocale();
  const now = useNow();
  const list = useVisits((state) => state.list);
  const { reachable, account } = useSession();
  const isUsuallyHere = useWorkHere(({ here }) => here?.usual === true);
  const queued = list.filter(isQueued);
  const asking = queued.filter(({ state }) => state === 'attention');
  const going = queued.filter(({ state }) => state !== 'attention');
  const discarded = list.filter(
    ({ state, discardedAt }) =>
      allows(state, 'discard-undone') && discardedAt !== undefined && discardedAt + DAY > now,
  );
  return (
    <Screen
      title={t('queue.title')}
      lead={t(leadKey(asking.length, queued.length))}
      actions={
        going.length > 0 && (
          <Button icon={Send} onPress={() => attempt(sendNow, ({ t }) => t('queue.looking'))}>
            {t('queue.sendNow')}
          </Button>
        )
      }
    >
      {reachable?.reachable === false && (
        <Banner tone="info" title={t('queue.offline', { since: time(reachable.since) })}>
          {t('queue.offlineText')}
        </Banner>
      )}
      <SystemAlerts />
      {account?.state === 'signed-out' && asksForSignIn(account, isUsuallyHere, list) && (
        <Banner
          tone="warn"
          title={t(`badge.${account.state}`)}
          actions={
            <Button icon={Gear} onPress={() => go({ name: 'settings', section: 'account' })}>
              {t('queue.openAccount')}
            </Button>
          }
        >
          {t('queue.signInText')}
        </Banner>
      )}
      <FallbackOffer visits={queued} />
      <Group title={t('queue.asking')} visits={asking} />
      <Group title={t('queue.going')} visits={going} />
      {discarded.length > 0 && (
        <section aria-labelledby="discarded-title">
          <h2 id="discarded-title">{t('queue.discarded')}</h2>
          <ul className="plain-list cards">
            {discarded.map((visit) => (
              <li key={visit.id}>
                <Discarded visit={visit} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {queued.length === 0 && discarded.length === 0 && <p className="empty">{t('queue.empty')}</p>}
    </Screen>
  );
}

function leadKey(asking: number, queued: number): string {
  if (asking > 0) return 'queue.leadAsking';
  return queued === 0 ? 'queue.leadEmpty' : 'queue.lead';
}

function Group({ title, visits }: { readonly title: string; readonly visits: readonly Visit[] }) {
  const id = `queue-${visits[0]?.state === 'attention' ? 'asking' : 'going'}`;
  if (visits.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <ul className="plain-list cards">
        {visits.map((visit) => (
          <li key={visit.id}>
            <Row visit={visit} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A visit can be discarded until its transaction is opened on the platform. */
const canDiscard = ({ state }: Visit) => allows(state, 'discarded');

function Row({ visit }: { readonly visit: Visit }) {
  const { t, size, forVisit } = useLocale();
  const { discardVisit } = useDiscard();
  return (
    <VisitCard
      visit={visit}
      facts={visit.bytes > 0 && ` · ${size(visit.bytes)}`}
      reason={
        <>
          <ReasonLine visit={visit} />
          <FallbackLine visit={visit} isExplained />
        </>
      }
      actions={
        <>
          <Remedies visit={visit} />
          {canDiscard(visit) && (
            <Button
              look="quiet"
              icon={Trash2}
              aria-label={forVisit(t('queue.delete'), visit)}
              onPress={() => discardVisit(visit)}
            >
              {t('queue.delete')}
            </Button>
          )}
          {canCancel(visit) && <CancelVisit visit={visit} />}
        </>
      }
    />
  );
}

function Discarded({ visit }: { readonly visit: Visit }) {
  const { t, forVisit } = useLocale();
  const { undo } = useDiscard();
  return (
    <VisitCard
      visit={visit}
      actions={
        <Button
          icon={Undo2}
          aria-label={forVisit(t('discard.undo'), visit)}
          onPress={() => undo(visit.id)}
        >
          {t('discard.undo')}
        </Button>
      }
    />
  );
}
