/**
 * Shown while the vault's key is not at hand: the cause, what is safe, and every way to go on.
 * Nothing is made anew unasked.
 */
import { ChevronLeft, KeyRound, LockOpen, Plus } from 'lucide-react';
import { useState } from 'react';
import { Form } from 'react-aria-components';
import { asFailure } from '../../../shared/failure.ts';
import { loadAll } from '../../common/lifecycle.ts';
import { unlock, useSession } from '../../common/stores/session.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { CenteredPage } from '../../ui/CenteredPage.tsx';
import { Field } from '../../ui/Field.tsx';
import { useLocale } from '../../ui/useLocale.ts';
import { AnotherKey } from './AnotherKey.tsx';
import { LockedRecording } from './LockedRecording.tsx';
import { isCalm } from './lock-format.ts';
import { RecoverForm } from './RecoverForm.tsx';

export function Unlock() {
  const { t } = useLocale();
  const practice = useSession(({ info }) => info?.profile === 'practice');
  const [way, setWay] = useState<'open' | 'recover' | 'another'>('open');
  const back = () => setWay('open');
  if (way === 'another') return <AnotherKey onBack={back} />;
  if (way === 'recover') {
    return (
      <CenteredPage title={t('recover.title')} lead={t('recover.lead')}>
        <RecoverForm
          autoFocus
          otherwise={
            <Button look="quiet" icon={ChevronLeft} onPress={back}>
              {t('unlock.back')}
            </Button>
          }
        />
      </CenteredPage>
    );
  }
  return (
    <Open
      onRecover={practice ? undefined : () => setWay('recover')}
      onAnother={() => setWay('another')}
    />
  );
}

/** `first`: nothing was tried yet that failed. */
function buttonKey(busy: boolean, first: boolean): string {
  if (busy) return 'unlock.opening';
  return first ? 'unlock.open' : 'unlock.again';
}

function Open({
  onRecover,
  onAnother,
}: {
  readonly onRecover: (() => void) | undefined;
  readonly onAnother: () => void;
}) {
  const { t, exists, failure } = useLocale();
  const vault = useSession((session) => session.vault);
  const [passphrase, setPassphrase] = useState('');
  const [problem, setProblem] = useState<string | undefined>();
  const [busy, setBusy] = useState(false);
  const asks = vault?.kind === 'passphrase';
  const cause = vault?.cause;
  const calm = isCalm(cause);

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
    <CenteredPage
      title={t(asks && cause === 'passphrase-needed' ? 'unlock.titlePassphrase' : 'unlock.title')}
      lead={t('unlock.text')}
    >
      {cause === undefined && <p className="lead">{t('unlock.calm')}</p>}
      <LockedRecording />
      {!calm && problem === undefined && (
        <Banner tone="warn" title={failure({ code: 'locked', detail: cause })}>
          {exists(`unlock.help.${cause ?? ''}`) && t(`unlock.help.${cause ?? ''}`)}
        </Banner>
      )}
      {problem !== undefined && (
        <Banner tone="bad" urgent title={problem}>
          {t('unlock.kept')}
        </Banner>
      )}
      <Form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          void open();
        }}
        validationBehavior="aria"
      >
        {asks && (
          <Field
            type="password"
            label={t('unlock.passphrase')}
            value={passphrase}
            onChange={setPassphrase}
            autoFocus
            autoComplete="off"
            isRequired
          />
        )}
        <div className="row-actions">
          <Button
            type="submit"
            look="primary"
            icon={LockOpen}
            autoFocus={!asks}
            isDisabled={busy || (asks && passphrase === '')}
          >
            {t(buttonKey(busy, asks || calm))}
          </Button>
        </div>
      </Form>
      {(asks || !calm || problem !== undefined) && (
        <section className="ways" aria-labelledby="ways-title">
          <h2 id="ways-title">{t('unlock.ways')}</h2>
          {onRecover && (
            <div className="way-out">
              <p>
                <strong>{t('recover.title')}</strong>
                <span className="hint">{t('unlock.recoverText')}</span>
              </p>
              <Button icon={KeyRound} onPress={onRecover}>
                {t('unlock.recover')}
              </Button>
            </div>
          )}
          <div className="way-out">
            <p>
              <strong>{t('another.title')}</strong>
              <span className="hint">{t('unlock.anotherText')}</span>
            </p>
            <Button icon={Plus} onPress={onAnother}>
              {t('unlock.another')}
            </Button>
          </div>
        </section>
      )}
    </CenteredPage>
  );
}
