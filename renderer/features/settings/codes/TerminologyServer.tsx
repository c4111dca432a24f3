/**
 * A hospital's own terminology server: its address, its token (entered, never shown), and the
 * result of a test.
 */
import { useState } from 'react';
import { Form } from 'react-aria-components';
import { ontologies } from '../../../../shared/model/coding/codification.ts';
import type { TerminologyServer as Server } from '../../../../shared/model/coding/terminology.ts';
import { say } from '../../../common/stores/messages.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Field } from '../../../ui/Field.tsx';
import { useLocale } from '../../../ui/useLocale.ts';
import { setServer, testServer } from './terminology-store.ts';

export function TerminologyServer({
  server: { address: kept, hasToken, tried },
}: {
  readonly server: Server;
}) {
  const { t, failure } = useLocale();
  const [address, setAddress] = useState(kept);
  const [token, setToken] = useState('');
  const [busy, setBusy] = useState<'save' | 'test' | undefined>();
  const [problem, setProblem] = useState<
    { readonly title: string; readonly text: string } | undefined
  >();
  const typed = address.trim();
  const changed = typed !== kept || token !== '';

  const run = async (what: 'save' | 'test', title: string, action: () => Promise<unknown>) => {
    if (busy) return;
    setBusy(what);
    setProblem(undefined);
    try {
      await action();
    } catch (error) {
      const { detail } = error as { detail?: string };
      setProblem({
        title,
        text:
          detail === 'address-invalid' || detail === 'address-insecure'
            ? t(`lists.server.${detail}`)
            : failure(error),
      });
    } finally {
      setBusy(undefined);
    }
  };
  const save = () =>
    run('save', t('lists.server.notSaved'), async () => {
      const set = await setServer(typed, token === '' ? undefined : token);
      // As it was stored: without a slash at its end.
      setAddress(set.address);
      setToken('');
      say(({ t }) => t(typed === '' ? 'lists.server.removed' : 'lists.server.saved'));
    });
  const test = () => run('test', t('lists.server.notReached'), testServer);
  const answers =
    tried &&
    [...tried.ontologies].sort(
      (a, b) => ontologies.indexOf(a.ontology) - ontologies.indexOf(b.ontology),
    );

  return (
    <section className="setting" aria-labelledby="server-title" tabIndex={-1}>
      <h2 id="server-title">{t('lists.server.title')}</h2>
      <p className="hint">{t('lists.server.text')}</p>
      <p className="hint">{t('lists.server.sent')}</p>
      <Form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
        validationBehavior="aria"
      >
        <div className="fields fields-two">
          <Field
            label={t('lists.server.address')}
            hint={t('lists.server.addressHint')}
            value={address}
            onChange={setAddress}
            inputMode="url"
            autoComplete="off"
            maxLength={500}
          />
          <Field
            label={t('lists.server.token')}
            hint={t(hasToken ? 'lists.server.tokenKept' : 'lists.server.tokenHint')}
            value={token}
            onChange={setToken}
            type="password"
            autoComplete="off"
            maxLength={4000}
          />
        </div>
        {problem && (
          <Banner tone="bad" urgent title={problem.title}>
            {problem.text}
          </Banner>
        )}
        <div className="row-actions">
          <Button type="submit" isDisabled={!changed || busy !== undefined}>
            {t('lists.server.save')}
          </Button>
          <Button
            isDisabled={kept === '' || changed || busy !== undefined}
            onPress={() => void test()}
          >
            {t(busy === 'test' ? 'lists.server.testing' : 'lists.server.test')}
          </Button>
        </div>
      </Form>
      <div role="status">
        {answers && (
          <>
            <p>{t('lists.server.answers', { software: tried.software })}</p>
            <dl className="facts">
              {answers.map(({ ontology, answer, version, said }) => (
                <div key={ontology}>
                  <dt>{t(`codes.name.${ontology}`)}</dt>
                  <dd>
                    {t(`lists.server.answer.${answer}`)}
                    {version !== undefined && <span className="hint"> {version}</span>}
                    {said !== undefined && <span className="hint"> {said}</span>}
                  </dd>
                </div>
              ))}
            </dl>
          </>
        )}
      </div>
    </section>
  );
}
