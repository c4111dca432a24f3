/** Alerts about this computer: each says what is safe and what to do, and leads there. */
import { ChevronDown, Settings as Gear, LifeBuoy } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { ConditionNotice } from '../../../../shared/model/health.ts';
import { MINUTE } from '../../../../shared/time.ts';
import { createStore } from '../../../common/store-registry.ts';
import { lookAtRoom, useHealth } from '../../../common/stores/health.ts';
import { go } from '../../../common/stores/navigation.ts';
import { useSession } from '../../../common/stores/session.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { useLocale } from '../../../ui/useLocale.ts';
import { useRecorder } from '../recorder/recorder-store.ts';
import { useVisits } from '../visits-store.ts';
import { noticeWords } from './notice-words.ts';
import { type SystemAlert, systemAlertsOf } from './system-alerts-format.ts';

/** Alerts that were put away, until the page is opened anew. */
const usePutAway = createStore<{ readonly ids: readonly string[] }>(
  'alerts-put-away',
  { ids: [] },
  { reset: 'holds no patient data' },
);
const putAway = ({ id }: SystemAlert) => usePutAway.setState(({ ids }) => ({ ids: [...ids, id] }));

/**
 * `most`: the number of the gravest that are shown, the rest on demand; `brief`: one line for all.
 * Both keep the content below in view.
 */
export function SystemAlerts({
  most = Infinity,
  brief = false,
}: {
  readonly most?: number;
  readonly brief?: boolean;
}) {
  const { t } = useLocale();
  const [all, setAll] = useState(false);
  const { conditions, room } = useHealth();
  const account = useSession((session) => session.account);
  const visits = useVisits(({ list }) => list);
  const hidden = usePutAway(({ ids }) => ids);
  const recording = useRecorder(({ status }) => status !== 'idle');
  useEffect(() => {
    void lookAtRoom();
    const timer = setInterval(() => void lookAtRoom(), recording ? MINUTE : 5 * MINUTE);
    return () => clearInterval(timer);
  }, [recording]);
  const alerts = systemAlertsOf({ conditions, room, account, visits }).filter(
    (alert) => !(alert.once && hidden.includes(alert.id)),
  );
  const [first] = alerts;
  if (brief && !all && first)
    return <Brief first={first} count={alerts.length} room={room} onShow={() => setAll(true)} />;
  const shown = all ? alerts : alerts.slice(0, most);
  const more = alerts.length - shown.length;
  return (
    <>
      {shown.map((alert) => (
        <AlertBanner key={alert.id} alert={alert} room={room} />
      ))}
      {more > 0 && (
        <div className="row-actions">
          <Button look="quiet" icon={ChevronDown} onPress={() => setAll(true)}>
            {t('matter.more', { count: more })}
          </Button>
        </div>
      )}
    </>
  );
}

const useTitle = () => {
  const { t, lengthOfSeconds } = useLocale();
  return ({ id, count }: SystemAlert, room: number | undefined) => {
    const values = {
      ...(count !== undefined && { count }),
      ...(room !== undefined && { length: lengthOfSeconds(room) }),
    };
    return { title: t(`matter.${id}.title`, values), values };
  };
};

function Brief({
  first,
  count,
  room,
  onShow,
}: {
  readonly first: SystemAlert;
  readonly count: number;
  readonly room: number | undefined;
  readonly onShow: () => void;
}) {
  const { t } = useLocale();
  return (
    <Banner
      tone={first.tone}
      title={useTitle()(first, room).title}
      urgent={first.tone === 'bad'}
      actions={
        <Button look="quiet" icon={ChevronDown} onPress={onShow}>
          {t('matter.show', { count })}
        </Button>
      }
    />
  );
}

function AlertBanner({
  alert,
  room,
}: {
  readonly alert: SystemAlert;
  readonly room: number | undefined;
}) {
  const { t, exists } = useLocale();
  const { id, tone, notice, once } = alert;
  const { title, values } = useTitle()(alert, room);
  return (
    <Banner
      tone={tone}
      title={title}
      urgent={tone === 'bad'}
      actions={
        <>
          <RemedyButton alert={alert} />
          {once && (
            <Button look="quiet" onPress={() => putAway(alert)}>
              {t('matter.seen')}
            </Button>
          )}
        </>
      }
    >
      {notice ? (
        <NoticeText id={id} notice={notice} />
      ) : (
        exists(`matter.${id}.text`) && <p>{t(`matter.${id}.text`, values)}</p>
      )}
    </Banner>
  );
}

function NoticeText({
  id,
  notice,
}: {
  readonly id: SystemAlert['id'];
  readonly notice: ConditionNotice;
}) {
  const { t, language } = useLocale();
  const words = noticeWords({ id, notice, language, t });
  return (
    <>
      <p {...(words === undefined && { lang: 'en' })}>{words ?? notice.message}</p>
      {words !== undefined && notice.values?.sentences && (
        <p lang="en">{notice.values.sentences.join(' ')}</p>
      )}
    </>
  );
}

function RemedyButton({ alert: { remedy } }: { readonly alert: SystemAlert }) {
  const { t } = useLocale();
  switch (remedy) {
    case 'account':
      return (
        <Button icon={Gear} onPress={() => go({ name: 'settings', section: 'account' })}>
          {t('queue.openAccount')}
        </Button>
      );
    case 'privacy':
      return (
        <Button icon={Gear} onPress={() => go({ name: 'settings', section: 'privacy' })}>
          {t('matter.openPrivacy')}
        </Button>
      );
    case 'encryption':
      return (
        <Button icon={Gear} onPress={() => go({ name: 'settings', section: 'encryption' })}>
          {t('matter.openEncryption')}
        </Button>
      );
    case 'help':
      return (
        <Button icon={LifeBuoy} onPress={() => go({ name: 'settings', section: 'about' })}>
          {t('remedy.help')}
        </Button>
      );
    default:
      return null;
  }
}
