/**
 * Pages for a core that is not there: not yet, not any more, or not at all. Each says what is safe.
 */
import { RefreshCw } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { Failure } from '../../shared/failure.ts';
import type { Closed, Reopened } from '../common/bridge.ts';
import { loadAll } from '../common/lifecycle.ts';
import { useDoor } from '../common/stores/core.ts';
import { Button } from '../ui/Button.tsx';
import { CenteredPage } from '../ui/CenteredPage.tsx';
import { useLocale } from '../ui/useLocale.ts';

export function Starting() {
  const { t } = useLocale();
  // A quick start needs no words: a flash would only disturb.
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), 600);
    return () => clearTimeout(timer);
  }, []);
  return slow ? <CenteredPage title={t('gone.starting')} /> : <main aria-busy="true" />;
}

const reopenedKeys: Record<Reopened, string> = {
  opened: 'gone.reopened',
  soon: 'gone.reopenSoon',
  gone: 'gone.notReopened',
};

/**
 * `final`: this page is cut off for good; otherwise the core may answer again and the page goes on
 * by itself.
 */
export function Unavailable({ final }: { readonly final: boolean }) {
  const { t } = useLocale();
  const { reopen, reconnect, closed } = useDoor();
  const cause = final ? finalCause(closed) : lostCause(closed);
  return (
    <CenteredPage title={t(`gone.${cause}.title`)} lead={t(`gone.${cause}.text`)}>
      {final && reopen && <Reopen reopen={reopen} />}
      {!final && reconnect && (
        <div className="row-actions">
          <Button look="primary" icon={RefreshCw} onPress={reconnect}>
            {t('gone.reconnect')}
          </Button>
        </div>
      )}
    </CenteredPage>
  );
}

const finalCause = (closed: Closed | undefined) =>
  closed === 'reloaded' || closed === 'used' ? closed : 'closed';

const lostCause = (why: Closed | undefined) => (why === 'failing' ? why : 'lost');

function Reopen({ reopen }: { readonly reopen: () => Promise<Reopened> }) {
  const { t } = useLocale();
  const [asked, setAsked] = useState<{ readonly outcome: Reopened } | undefined>();
  const [busy, setBusy] = useState(false);
  const result = useRef<HTMLParagraphElement>(null);
  // The result is read out wherever the focus was; the button to try once more is the next stop.
  useEffect(() => {
    if (asked) result.current?.focus();
  }, [asked]);
  const ask = () => {
    setBusy(true);
    void reopen().then((outcome) => {
      setAsked({ outcome });
      setBusy(false);
    });
  };
  return (
    <>
      <p className="lead" role="status" tabIndex={-1} ref={result}>
        {asked && t(reopenedKeys[asked.outcome])}
      </p>
      <div className="row-actions">
        <Button look="primary" icon={RefreshCw} onPress={ask} isDisabled={busy}>
          {t(asked ? 'gone.reopenOnce' : 'gone.reopen')}
        </Button>
      </div>
    </>
  );
}

/**
 * An error of ours in drawing the page. A recording goes on meanwhile: it does not depend on what
 * is drawn.
 */
export function Broken({ again }: { readonly again: () => void }) {
  const { t } = useLocale();
  return (
    <CenteredPage title={t('gone.broken.title')} lead={t('gone.broken.text')}>
      <div className="row-actions">
        <Button look="primary" icon={RefreshCw} onPress={again}>
          {t('gone.broken.again')}
        </Button>
      </div>
    </CenteredPage>
  );
}

export function WouldNotStart({ failure }: { readonly failure: Failure }) {
  const words = useLocale();
  const { t } = words;
  return (
    <CenteredPage title={t('gone.notStarted.title')} lead={words.failure(failure)}>
      <p className="lead">{t('gone.notStarted.text')}</p>
      <div className="row-actions">
        <Button look="primary" icon={RefreshCw} onPress={() => void loadAll()}>
          {t('gone.again')}
        </Button>
      </div>
    </CenteredPage>
  );
}
