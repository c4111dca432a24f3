/** The vault is there and its key is not at hand: why, and how to go on. Nothing is made anew here. */
import { LockOpen } from 'lucide-react';
import { useState } from 'react';
import { Form } from 'react-aria-components';
import { asFailure } from '../../shared/failure.ts';
import { Banner } from '../parts/Banner.tsx';
import { Button } from '../parts/Button.tsx';
import { Field } from '../parts/Field.tsx';
import { Plain } from '../parts/Plain.tsx';
import { useWords } from '../parts/useWords.ts';
import { loadAll } from '../stores/open.ts';
import { unlock, useSession } from '../stores/session.ts';

export function Unlock() {
  const { t, exists, failure } = useWords();
  const vault = useSession((session) => session.vault);
  const [passphrase, setPassphrase] = useState('');
  const [problem, setProblem] = useState<string | undefined>();
  const [busy, setBusy] = useState(false);
  const asks = vault?.kind === 'passphrase';

  const open = async () => {
    setBusy(true);
    setProblem(undefined);
    try {
      const after = await unlock(asks ? passphrase : undefined);
      if (after.state === 'open') await loadAll();
      else setProblem(failure({ code: 'locked', detail: after.cause }));
    } catch (error) {
      setProblem(failure(asFailure(error)));
    } finally {
      setPassphrase('');
      setBusy(false);
    }
  };

  return (
    <Plain title={t(asks ? 'unlock.titlePassphrase' : 'unlock.title')} lead={t('unlock.text')}>
      {vault?.cause !== 'passphrase-needed' && problem === undefined && <Banner tone="warn" title={failure({ code: 'locked', detail: vault?.cause })}>{exists(`unlock.help.${vault?.cause ?? ''}`) && t(`unlock.help.${vault?.cause ?? ''}`)}</Banner>}
      {problem !== undefined && <Banner tone="bad" urgent title={problem}>{t('unlock.kept')}</Banner>}
      <Form className="form" onSubmit={(event) => { event.preventDefault(); void open(); }} validationBehavior="aria">
        {asks && <Field type="password" label={t('unlock.passphrase')} value={passphrase} onChange={setPassphrase} autoFocus autoComplete="off" isRequired />}
        <div className="row-actions"><Button type="submit" look="primary" icon={LockOpen} isDisabled={busy || (asks && passphrase === '')}>{t(busy ? 'unlock.opening' : asks ? 'unlock.open' : 'unlock.again')}</Button></div>
      </Form>
    </Plain>
  );
}
