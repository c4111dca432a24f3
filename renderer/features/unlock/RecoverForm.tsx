/** Puts a lost key back from its recovery code. What does not fit changes nothing. */
import { KeyRound } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Form } from 'react-aria-components';
import { loadAll } from '../../common/lifecycle.ts';
import { say } from '../../common/stores/messages.ts';
import { recoverVault, useSession } from '../../common/stores/session.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { useLocale } from '../../ui/useLocale.ts';
import { KeyPlace, useKeyPlace } from './KeyPlace.tsx';

/** Letters and digits of a whole code. */
const LETTERS = 56;

export function RecoverForm({
  otherwise,
  autoFocus = false,
}: {
  readonly otherwise?: ReactNode;
  readonly autoFocus?: boolean;
}) {
  const { t, failure } = useLocale();
  const kept = useSession(({ vault }) => vault?.kind);
  const { choice, place } = useKeyPlace(kept === 'passphrase' ? 'passphrase' : 'keychain');
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<string | undefined>();
  const [busy, setBusy] = useState(false);
  const letters = code.replace(/[\s-]/g, '').length;
  const ready = letters === LETTERS && choice !== undefined && !busy;

  const recover = async () => {
    if (!ready) return;
    setBusy(true);
    setProblem(undefined);
    try {
      await recoverVault(code, choice);
      setCode('');
      // An older key may be back while the newest is still missing.
      if (useSession.getState().vault?.state === 'open') {
        await loadAll();
        say(({ t }) => t('recover.done'));
      } else setProblem(t('recover.notAll'));
    } catch (error) {
      setProblem(failure(error));
    } finally {
      setBusy(false);
    }
  };

  return (
    <Form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        void recover();
      }}
      validationBehavior="aria"
    >
      <Field
        label={t('recover.code')}
        hint={t('recover.codeHint', { letters })}
        value={code}
        onChange={setCode}
        maxLength={200}
        isRequired
        autoFocus={autoFocus}
        autoComplete="off"
        autoCorrect="off"
        spellCheck="false"
      />
      <KeyPlace label={t('recover.place')} place={place} />
      {problem !== undefined && (
        <Banner tone="bad" urgent title={problem}>
          {t('unlock.kept')}
        </Banner>
      )}
      <div className="row-actions">
        <Button type="submit" look="primary" icon={KeyRound} isDisabled={!ready}>
          {t(busy ? 'recover.busy' : 'recover.go')}
        </Button>
        {otherwise}
      </div>
    </Form>
  );
}
