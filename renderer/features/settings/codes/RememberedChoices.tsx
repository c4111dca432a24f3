/** The codes that the doctor chose before, which come first next time; all can be forgotten. */
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { useLocale } from '../../../ui/useLocale.ts';
import { forgetRememberedChoices } from './terminology-store.ts';

export function RememberedChoices() {
  const { t, failure } = useLocale();
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const [message, setMessage] = useState('');
  const [problem, setProblem] = useState<string | undefined>();
  const forget = async () => {
    setBusy(true);
    setProblem(undefined);
    setMessage('');
    try {
      const forgotten = await forgetRememberedChoices();
      setMessage(
        forgotten === 0 ? t('lists.own.none') : t('lists.own.forgotten', { count: forgotten }),
      );
    } catch (error) {
      setProblem(failure(error));
    } finally {
      setBusy(false);
      setAsking(false);
    }
  };
  return (
    <section className="setting" aria-labelledby="own-title" tabIndex={-1}>
      <h2 id="own-title">{t('lists.own.title')}</h2>
      <p className="hint">{t('lists.own.text')}</p>
      {problem !== undefined && (
        <Banner tone="bad" urgent title={t('lists.own.kept')}>
          {problem}
        </Banner>
      )}
      <div className="row-actions">
        <Button icon={Trash2} onPress={() => setAsking(true)}>
          {t('lists.own.forget')}
        </Button>
      </div>
      <p role="status">{message}</p>
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        urgent
        title={t('lists.own.forgetTitle')}
        actions={
          <>
            <Button onPress={() => setAsking(false)}>{t('lists.own.keep')}</Button>
            <Button look="danger" icon={Trash2} isDisabled={busy} onPress={() => void forget()}>
              {t('lists.own.forget')}
            </Button>
          </>
        }
      >
        <p>{t('lists.own.forgetText')}</p>
      </Dialog>
    </section>
  );
}
