/**
 * Makes a new key while the old one is lost, after saying what that means for the visits that are
 * here.
 */
import { ChevronLeft, KeyRound } from 'lucide-react';
import { useState } from 'react';
import { Form } from 'react-aria-components';
import { loadAll } from '../../common/lifecycle.ts';
import { startAnotherKey, useSession } from '../../common/stores/session.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { CenteredPage } from '../../ui/CenteredPage.tsx';
import { useLocale } from '../../ui/useLocale.ts';
import { showCode } from './first-run/first-run-store.ts';
import { KeyPlace, useKeyPlace } from './KeyPlace.tsx';

export function AnotherKey({ onBack }: { readonly onBack: () => void }) {
  const { t, failure } = useLocale();
  const practice = useSession(({ info }) => info?.profile === 'practice');
  const { choice, place } = useKeyPlace();
  const [problem, setProblem] = useState<string | undefined>();
  const [busy, setBusy] = useState(false);
  const chosen = practice ? ({ kind: 'practice' } as const) : choice;

  const make = async () => {
    if (!chosen || busy) return;
    setBusy(true);
    setProblem(undefined);
    try {
      const code = await startAnotherKey(chosen);
      if (!practice) showCode(code);
      await loadAll();
    } catch (error) {
      setProblem(failure(error));
      setBusy(false);
    }
  };

  return (
    <CenteredPage title={t('another.title')} lead={t('another.lead')}>
      <ul className="told">
        {(['kept', 'locked', 'back', 'account'] as const)
          .filter((id) => !practice || id !== 'account')
          .map((id) => (
            <li key={id}>{t(`another.${id}`)}</li>
          ))}
      </ul>
      <Form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          void make();
        }}
        validationBehavior="aria"
      >
        {!practice && <KeyPlace label={t('another.place')} place={place} />}
        {problem !== undefined && (
          <Banner tone="bad" urgent title={problem}>
            {t('unlock.kept')}
          </Banner>
        )}
        <div className="row-actions">
          <Button type="submit" look="primary" icon={KeyRound} isDisabled={!chosen || busy}>
            {t(busy ? 'first.keys.making' : 'another.go')}
          </Button>
          <Button look="quiet" icon={ChevronLeft} onPress={onBack}>
            {t('unlock.back')}
          </Button>
        </div>
      </Form>
    </CenteredPage>
  );
}
