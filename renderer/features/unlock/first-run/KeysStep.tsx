/** Step two for a clinic: where this computer keeps the key to its recordings. */
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { Form } from 'react-aria-components';
import { loadAll } from '../../../common/lifecycle.ts';
import { createVault } from '../../../common/stores/session.ts';
import { useWorkHere } from '../../../common/stores/work-here.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { CenteredPage } from '../../../ui/CenteredPage.tsx';
import { useLocale } from '../../../ui/useLocale.ts';
import { KeyPlace, useKeyPlace } from '../KeyPlace.tsx';
import { showCode, walkTo } from './first-run-store.ts';

export function KeysStep() {
  const { t, failure } = useLocale();
  const { kind, choice, place } = useKeyPlace();
  const [problem, setProblem] = useState<string | undefined>();
  const [busy, setBusy] = useState(false);

  const create = async () => {
    if (!choice || busy) return;
    setBusy(true);
    setProblem(undefined);
    try {
      const code = await createVault(choice);
      // Work on this computer needs none.
      walkTo(useWorkHere.getState().here?.usual ? undefined : 'account');
      showCode(code);
      await loadAll();
    } catch (error) {
      setProblem(failure(error));
    } finally {
      setBusy(false);
    }
  };

  return (
    <CenteredPage title={t('first.keys.title')} lead={t('first.keys.lead')}>
      <Form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          void create();
        }}
        validationBehavior="aria"
      >
        <KeyPlace label={t('first.keys.place')} place={place} />
        {problem !== undefined && (
          <Banner tone="bad" urgent title={problem}>
            {kind === 'keychain' && t('first.keys.keychain.otherwise')}
          </Banner>
        )}
        <div className="row-actions">
          <Button type="submit" look="primary" icon={KeyRound} isDisabled={!choice || busy}>
            {t(busy ? 'first.keys.making' : 'first.keys.go')}
          </Button>
        </div>
      </Form>
    </CenteredPage>
  );
}
