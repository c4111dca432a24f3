/** When there is nothing to work with: not yet, not any more, or not at all. Said in words, with what is safe. */
import { RefreshCw } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { Failure } from '../../shared/failure.ts';
import type { Reopened } from '../common/bridge.ts';
import { loadAll } from '../common/lifecycle.ts';
import { useDoor } from '../common/stores/core.ts';
import { Button } from '../ui/Button.tsx';
import { CenteredPage } from '../ui/CenteredPage.tsx';
import { useWords } from '../ui/useWords.ts';

export function Starting() {
  const { t } = useWords();
  // What takes no time needs no words: a flash would only disturb.
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), 600);
    return () => clearTimeout(timer);
  }, []);
  return slow ? <CenteredPage title={t('gone.starting')} /> : <main aria-busy="true" />;
}

const said: Record<Reopened, string> = {
  opened: 'gone.reopened',
  soon: 'gone.reopenSoon',
  gone: 'gone.notReopened',
};

/** `final`: this page is cut off for good; otherwise the core may answer again and the page goes on by itself. */
export function Unavailable({ final }: { readonly final: boolean }) {
  const { t } = useWords();
  const { reopen, closed } = useDoor();
  const why = !final ? 'lost' : closed === 'reloaded' || closed === 'used' ? closed : 'closed';
  return (
    <CenteredPage title={t(`gone.${why}.title`)} lead={t(`gone.${why}.text`)}>
      {final && reopen && <Reopen reopen={reopen} />}
    </CenteredPage>
  );
}

function Reopen({ reopen }: { readonly reopen: () => Promise<Reopened> }) {
  const { t } = useWords();
  const [asked, setAsked] = useState<{ readonly outcome: Reopened } | undefined>();
  const [busy, setBusy] = useState(false);
  const words = useRef<HTMLParagraphElement>(null);
  // What came of it is read out wherever the focus was; the way to try once more is the next stop.
  useEffect(() => {
    if (asked) words.current?.focus();
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
      <p className="lead" role="status" tabIndex={-1} ref={words}>
        {asked && t(said[asked.outcome])}
      </p>
      <div className="row-actions">
        <Button look="primary" icon={RefreshCw} onPress={ask} isDisabled={busy}>
          {t(asked ? 'gone.reopenOnce' : 'gone.reopen')}
        </Button>
      </div>
    </>
  );
}

/** A mistake of ours in drawing the page. A recording goes on meanwhile: it does not live in what is drawn. */
export function Broken({ again }: { readonly again: () => void }) {
  const { t } = useWords();
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
  const words = useWords();
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
