/** Step two for a clinic: where this computer keeps the key to its recordings. */
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { Form, Label, Radio, RadioGroup } from 'react-aria-components';
import { Banner } from '../../parts/Banner.tsx';
import { Button } from '../../parts/Button.tsx';
import { Field } from '../../parts/Field.tsx';
import { Plain } from '../../parts/Plain.tsx';
import { useWords } from '../../parts/useWords.ts';
import { walkTo } from '../../stores/first-run.ts';
import { loadAll } from '../../stores/open.ts';
import { createVault } from '../../stores/session.ts';

const SHORTEST = 8;
const kinds = ['keychain', 'passphrase'] as const;

export function KeysStep() {
  const { t, failure } = useWords();
  const [kind, setKind] = useState<(typeof kinds)[number]>('keychain');
  const [passphrase, setPassphrase] = useState('');
  const [again, setAgain] = useState('');
  const [problem, setProblem] = useState<string | undefined>();
  const [busy, setBusy] = useState(false);
  const tooShort = passphrase !== '' && passphrase.length < SHORTEST;
  const differs = again !== '' && again !== passphrase;
  const ready = kind === 'keychain' || (passphrase.length >= SHORTEST && again === passphrase);

  const create = async () => {
    if (!ready || busy) return;
    setBusy(true);
    setProblem(undefined);
    try {
      await createVault(kind, kind === 'passphrase' ? passphrase : undefined);
      walkTo('account');
      await loadAll();
    } catch (error) {
      setProblem(failure(error));
    } finally {
      setBusy(false);
    }
  };

  return (
    <Plain title={t('first.keys.title')} lead={t('first.keys.lead')}>
      <Form className="form" onSubmit={(event) => { event.preventDefault(); void create(); }} validationBehavior="aria">
        <RadioGroup className="field" value={kind} onChange={(next) => setKind(next as typeof kind)}>
          <Label className="unseen">{t('first.keys.title')}</Label>
          {kinds.map((id) => (
            <Radio key={id} value={id} className="card option">
              <span className="option-mark" aria-hidden="true" />
              <span><strong>{t(`first.keys.${id}.title`)}</strong><span className="hint">{t(`first.keys.${id}.text`)}</span></span>
            </Radio>
          ))}
        </RadioGroup>
        {kind === 'passphrase' && (
          <div className="fields">
            <Field type="password" label={t('first.keys.passphrase.label')} value={passphrase} onChange={setPassphrase} autoComplete="new-password" isRequired problem={tooShort ? t('first.keys.passphrase.short') : undefined} />
            <Field type="password" label={t('first.keys.passphrase.again')} value={again} onChange={setAgain} autoComplete="new-password" isRequired problem={differs ? t('first.keys.passphrase.differs') : undefined} />
          </div>
        )}
        {problem !== undefined && <Banner tone="bad" urgent title={problem}>{kind === 'keychain' && t('first.keys.keychain.otherwise')}</Banner>}
        <div className="row-actions"><Button type="submit" look="primary" icon={KeyRound} isDisabled={!ready || busy}>{t(busy ? 'first.keys.making' : 'first.keys.go')}</Button></div>
      </Form>
    </Plain>
  );
}
