/**
 * The token for people, ward orders and other business requests (contract 1.7): entered, removed,
 * never shown.
 */
import { KeyRound, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Form } from 'react-aria-components';
import { say } from '../../../common/stores/messages.ts';
import { setBusinessToken } from '../../../common/stores/platform.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Field } from '../../../ui/Field.tsx';
import { useLocale } from '../../../ui/useLocale.ts';

export function BusinessToken({ kept }: { readonly kept: boolean }) {
  const { t, failure } = useLocale();
  const [token, setToken] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | undefined>();
  const [asking, setAsking] = useState(false);
  const keep = async (next: string, done: string) => {
    setBusy(true);
    setProblem(undefined);
    try {
      await setBusinessToken(next);
      setToken('');
      setAsking(false);
      say(done);
    } catch (error) {
      setProblem(failure(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="setting">
      <h2>{t('business.title')}</h2>
      <p className="hint">{t('business.text')}</p>
      <p role="status">{t(kept ? 'business.kept' : 'business.none')}</p>
      <Form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          if (token.trim() !== '') void keep(token, t('business.done'));
        }}
        validationBehavior="aria"
      >
        <div className="fields fields-two">
          <Field
            wide
            type="password"
            label={t(kept ? 'business.another' : 'business.label')}
            hint={t('account.secretHint')}
            value={token}
            onChange={setToken}
            autoComplete="off"
            maxLength={8000}
          />
        </div>
        {problem !== undefined && (
          <Banner tone="bad" urgent title={t('business.refused')}>
            {problem}
          </Banner>
        )}
        <div className="row-actions">
          <Button type="submit" icon={KeyRound} isDisabled={busy || token.trim() === ''}>
            {t('business.keep')}
          </Button>
          {kept && (
            <Button look="quiet" icon={Trash2} isDisabled={busy} onPress={() => setAsking(true)}>
              {t('business.remove')}
            </Button>
          )}
        </div>
      </Form>
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        urgent
        title={t('business.removeTitle')}
        actions={
          <>
            <Button onPress={() => setAsking(false)}>{t('business.stay')}</Button>
            <Button
              look="danger"
              icon={Trash2}
              isDisabled={busy}
              onPress={() => void keep('', t('business.removed'))}
            >
              {t('business.remove')}
            </Button>
          </>
        }
      >
        <p>{t('business.removeText')}</p>
      </Dialog>
    </div>
  );
}
