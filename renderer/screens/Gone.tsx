/** When there is nothing to work with: not yet, not any more, or not at all. Said in words, with what is safe. */
import { RefreshCw } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { Failure } from '../../shared/failure.ts';
import { Button } from '../parts/Button.tsx';
import { Plain } from '../parts/Plain.tsx';
import { useWords } from '../parts/useWords.ts';
import { useDoor } from '../stores/bridge.ts';
import { loadAll } from '../stores/open.ts';

export function Starting() {
  const { t } = useWords();
  // What takes no time needs no words: a flash would only disturb.
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), 600);
    return () => clearTimeout(timer);
  }, []);
  return slow ? <Plain title={t('gone.starting')} /> : <main aria-busy="true" />;
}

/** `final`: this page is cut off for good; otherwise the core may answer again and the page goes on by itself. */
export function Gone({ final }: { readonly final: boolean }) {
  const { t } = useWords();
  const reopen = useDoor((door) => door.reopen);
  const [asked, setAsked] = useState<boolean | undefined>();
  return (
    <Plain title={t(final ? 'gone.closed.title' : 'gone.lost.title')} lead={t(final ? 'gone.closed.text' : 'gone.lost.text')}>
      {final && reopen && asked === undefined && <div className="row-actions"><Button look="primary" icon={RefreshCw} onPress={() => void reopen().then(setAsked)}>{t('gone.reopen')}</Button></div>}
      <p className="lead" role="status">{asked === undefined ? '' : t(asked ? 'gone.reopened' : 'gone.notReopened')}</p>
    </Plain>
  );
}

/** A mistake of ours in drawing the page. A recording goes on meanwhile: it does not live in what is drawn. */
export function Broken({ again }: { readonly again: () => void }) {
  const { t } = useWords();
  return (
    <Plain title={t('gone.broken.title')} lead={t('gone.broken.text')}>
      <div className="row-actions"><Button look="primary" icon={RefreshCw} onPress={again}>{t('gone.broken.again')}</Button></div>
    </Plain>
  );
}

export function WouldNotStart({ failure }: { readonly failure: Failure }) {
  const words = useWords();
  const { t } = words;
  return (
    <Plain title={t('gone.notStarted.title')} lead={words.failure(failure)}>
      <p className="lead">{t('gone.notStarted.text')}</p>
      <div className="row-actions"><Button look="primary" icon={RefreshCw} onPress={() => void loadAll()}>{t('gone.again')}</Button></div>
    </Plain>
  );
}
