/**
 * The encrypted envelope: which requests are sealed, and its keys: added, tested, used, removed.
 * The text of a key is entered and never shown.
 */
import { KeyRound } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import {
  type EnvelopeKeyInfo,
  type EnvelopeState,
  envelopeFamilies,
  isKeyText,
} from '../../../../shared/model/account/envelope.ts';
import { request } from '../../../common/stores/core.ts';
import { useSession } from '../../../common/stores/session.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Check, Toggle } from '../../../ui/Check.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Field, useFields } from '../../../ui/Field.tsx';
import { useLocale } from '../../../ui/useLocale.ts';

export function Encryption() {
  const { t, attempt } = useLocale();
  const [state, setState] = useState<EnvelopeState | undefined>();
  const change = (send: () => Promise<EnvelopeState>, done?: string) =>
    attempt(async () => setState(await send()), done);
  const load = useEffectEvent(() => change(() => request('envelope.state')));
  // The practice platform's key comes with the sign-in.
  const account = useSession((session) => session.account?.state);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new state of the account is the reason to read again
  useEffect(() => load(), [account]);
  if (!state) return null;
  const { keys, families } = state;
  return (
    <>
      <p className="hint">{t('envelope.lead')}</p>
      {families.length > 0 && !keys.some(({ inUse }) => inUse) && (
        <Banner tone="warn" title={t('envelope.noKey')}>
          {t('envelope.noKeyText')}
        </Banner>
      )}
      <div className="envelope-keys">
        <h2>{t('envelope.keys')}</h2>
        {keys.length === 0 ? (
          <p className="hint">{t('envelope.none')}</p>
        ) : (
          keys.map((key) => (
            <KeyCard key={key.kid} info={key} last={keys.length === 1} change={change} />
          ))
        )}
      </div>
      <AddKey others={keys.length > 0} onAdded={setState} />
      <div className="setting">
        <h2>{t('envelope.families')}</h2>
        <p className="hint">{t('envelope.familiesHint')}</p>
        {envelopeFamilies.map((family) => (
          <Toggle
            key={family}
            on={families.includes(family)}
            onChange={(on) =>
              change(() =>
                request('envelope.seal', {
                  families: on ? [...families, family] : families.filter((one) => one !== family),
                }),
              )
            }
          >
            {t(`envelope.family.${family}`)}
          </Toggle>
        ))}
      </div>
    </>
  );
}

type Change = (send: () => Promise<EnvelopeState>, done?: string) => void;

function KeyCard({
  info: { kid, inUse, since },
  last,
  change,
}: {
  readonly info: EnvelopeKeyInfo;
  readonly last: boolean;
  readonly change: Change;
}) {
  const { t, moment, failure } = useLocale();
  const [busy, setBusy] = useState(false);
  const [result, setResult] = useState<
    { readonly good: boolean; readonly text: string } | undefined
  >();
  const [asking, setAsking] = useState(false);
  const test = async () => {
    setBusy(true);
    setResult(undefined);
    try {
      const { outcome } = await request('envelope.test', { kid });
      setResult({ good: outcome === 'opened', text: t(`envelope.outcome.${outcome}`) });
    } catch (error) {
      setResult({ good: false, text: failure(error) });
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="envelope-key">
      <p>
        <KeyRound aria-hidden="true" className="icon" /> <strong>{kid}</strong>{' '}
        <span className="hint">{t('envelope.since', { when: moment(since) })}</span>
        {inUse && <span className="chip chip-good">{t('envelope.inUse')}</span>}
      </p>
      <div className="row-actions">
        <Button
          onPress={() => void test()}
          isPending={busy}
          aria-label={t('envelope.testOf', { kid })}
        >
          {t(busy ? 'envelope.testing' : 'envelope.test')}
        </Button>
        {!inUse && (
          <Button
            onPress={() =>
              change(() => request('envelope.use', { kid }), t('envelope.used', { kid }))
            }
            aria-label={t('envelope.useOf', { kid })}
          >
            {t('envelope.use')}
          </Button>
        )}
        <Button
          look="quiet"
          onPress={() => setAsking(true)}
          aria-label={t('envelope.removeOf', { kid })}
        >
          {t('envelope.remove')}
        </Button>
      </div>
      <div role="status">
        {result && <Banner tone={result.good ? 'good' : 'bad'} title={result.text} />}
      </div>
      <Dialog
        open={asking}
        urgent
        onClose={() => setAsking(false)}
        title={t('envelope.removeTitle', { kid })}
        actions={
          <>
            <Button onPress={() => setAsking(false)} autoFocus>
              {t('envelope.keep')}
            </Button>
            <Button
              look="danger"
              onPress={() => {
                setAsking(false);
                change(() => request('envelope.remove', { kid }), t('envelope.removed'));
              }}
            >
              {t('envelope.removeNow')}
            </Button>
          </>
        }
      >
        <p>{t(inUse || last ? 'envelope.removeInUse' : 'envelope.removeText')}</p>
      </Dialog>
    </div>
  );
}

/**
 * Beside other keys this is a rotation: the new key can be tested before it replaces the old one.
 */
function AddKey({
  others,
  onAdded,
}: {
  readonly others: boolean;
  readonly onAdded: (state: EnvelopeState) => void;
}) {
  const { t, failure } = useLocale();
  const { values, set, setValues } = useFields({ kid: '', text: '' });
  const [use, setUse] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | undefined>();
  const [tried, setTried] = useState(false);
  const wrong = {
    kid: values.kid.trim() === '' ? t('envelope.kidMissing') : undefined,
    text: isKeyText(values.text) ? undefined : t('envelope.textWrong'),
  };
  const add = async () => {
    setTried(true);
    setProblem(undefined);
    if (wrong.kid !== undefined || wrong.text !== undefined) return;
    setBusy(true);
    try {
      onAdded(await request('envelope.add', { kid: values.kid.trim(), text: values.text, use }));
      setValues({ kid: '', text: '' });
      setTried(false);
    } catch (error) {
      setProblem(failure(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <form
      className="setting"
      onSubmit={(event) => {
        event.preventDefault();
        void add();
      }}
    >
      <h2>{t(others ? 'envelope.another' : 'envelope.first')}</h2>
      {others && <p className="hint">{t('envelope.rotateHint')}</p>}
      <div className="fields fields-two">
        <Field
          label={t('envelope.kid')}
          hint={t('envelope.kidHint')}
          value={values.kid}
          onChange={set('kid')}
          problem={tried ? wrong.kid : undefined}
          maxLength={100}
          autoComplete="off"
        />
        <Field
          label={t('envelope.text')}
          hint={t('envelope.textHint')}
          value={values.text}
          onChange={set('text')}
          problem={tried ? wrong.text : undefined}
          type="password"
          autoComplete="off"
        />
      </div>
      {others && (
        <Check on={use} onChange={setUse}>
          {t('envelope.useAtOnce')}
        </Check>
      )}
      {problem !== undefined && <Banner tone="bad" urgent title={problem} />}
      <div className="row-actions">
        <Button type="submit" look="primary" isPending={busy}>
          {t('envelope.add')}
        </Button>
      </div>
    </form>
  );
}
