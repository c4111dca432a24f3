/** One engine: that of Scriba, a model of speech, or a server with its address; and its test. */
import { useId, useState } from 'react';
import { Form } from 'react-aria-components';
import type { EngineName, EngineTrial, WorkHere } from '../../../../shared/model/work-here.ts';
import { speechModels } from '../../../common/stores/work-here.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Choice } from '../../../ui/Choice.tsx';
import { Field } from '../../../ui/Field.tsx';
import { useLocale } from '../../../ui/useLocale.ts';
import { AddedModels } from './AddedModels.tsx';
import { type EngineForm, useEngineForm } from './useEngineForm.ts';

type Props = {
  readonly engine: EngineName;
  readonly server: WorkHere[EngineName];
  /** Of speech: the model that a user added and chose; empty: none. */
  readonly speechModel?: string;
};
type Kind = 'own' | 'model' | 'server';

const kindOf = (server: WorkHere[EngineName], speechModel: string): Kind => {
  if (speechModel !== '') return 'model';
  return server.address === '' ? 'own' : 'server';
};

export function EngineSettings({ engine, server, speechModel = '' }: Props) {
  const { t } = useLocale();
  const form = useEngineForm(engine, server);
  const [kind, setKind] = useState(kindOf(server, speechModel));
  const title = `here-${engine}-title`;
  return (
    <section className="setting" aria-labelledby={title} tabIndex={-1}>
      <h2 id={title}>{t(`here.${engine}.title`)}</h2>
      <Choice
        label={t(`here.${engine}.by`)}
        value={kind}
        onChange={setKind}
        options={[
          { id: 'own', label: t(`here.${engine}.own`) },
          ...(engine === 'speech' ? [{ id: 'model', label: t('here.models.title') } as const] : []),
          { id: 'server', label: t('here.server') },
        ]}
        hint={t(kind === 'model' ? 'here.models.hint' : `here.${engine}.${kind}Hint`)}
      />
      {kind !== 'model' && speechModel !== '' && <StillModel />}
      {kind === 'model' && <AddedModels />}
      {kind === 'server' && <ServerForm form={form} hasToken={server.hasToken} />}
      {(kind === 'own' || (kind === 'model' && speechModel !== '')) && (
        <OwnActions form={form} isServerKept={kind === 'own' && server.address !== ''} />
      )}
      <Problem form={form} />
      <div role="status">{form.trial?.works && <Worked trial={form.trial} />}</div>
    </section>
  );
}

/** Says what was tried: the choice that is shown need not be the one in use. */
function Worked({ trial: { engine, tried } }: { readonly trial: EngineTrial }) {
  const { t } = useLocale();
  return (
    <Banner tone="good" title={t(`here.${engine}.works`)}>
      {tried && t(`here.tried.${tried.by}`, { name: tried.name })}
    </Banner>
  );
}

/** Looking at the other choices changes nothing yet. */
function StillModel() {
  const { t, attempt } = useLocale();
  return (
    <>
      <p className="hint">{t('here.models.still')}</p>
      <div className="row-actions">
        <Button onPress={() => attempt(() => speechModels.use(''))}>{t('here.models.stop')}</Button>
      </div>
    </>
  );
}

/** Moving to the engine of Scriba by an arrow key alone must not delete a server and its token. */
function OwnActions({
  form,
  isServerKept,
}: {
  readonly form: EngineForm;
  readonly isServerKept: boolean;
}) {
  const { t } = useLocale();
  if (!isServerKept)
    // The draft needs no engine, so there is nothing to test.
    return form.engine === 'speech' ? (
      <div className="row-actions">
        <TestButton form={form} />
      </div>
    ) : null;
  return (
    <>
      <p className="hint">{t('here.stillServer')}</p>
      <div className="row-actions">
        <Button isDisabled={form.busy !== undefined} onPress={() => void form.remove()}>
          {t(`here.${form.engine}.remove`)}
        </Button>
      </div>
    </>
  );
}

function ServerForm({ form, hasToken }: { readonly form: EngineForm; readonly hasToken: boolean }) {
  const { t } = useLocale();
  const { values, set, engine } = form;
  return (
    <Form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        void form.save();
      }}
      validationBehavior="aria"
    >
      <div className="fields fields-two">
        <Field
          label={t('here.address')}
          hint={t(`here.${engine}.addressHint`)}
          value={values.address}
          onChange={set('address')}
          inputMode="url"
          autoComplete="off"
          maxLength={500}
        />
        <Field
          label={t('here.model')}
          hint={t(`here.${engine}.modelHint`)}
          value={values.model}
          onChange={set('model')}
          autoComplete="off"
          maxLength={200}
        />
        <Field
          label={t('here.token')}
          hint={t(hasToken ? 'here.tokenKept' : 'here.tokenHint')}
          value={values.token}
          onChange={set('token')}
          type="password"
          autoComplete="off"
          maxLength={4000}
        />
      </div>
      <div className="row-actions">
        <Button type="submit" isDisabled={!form.isChanged || form.busy !== undefined}>
          {t(`here.${engine}.save`)}
        </Button>
        <TestButton form={form} />
      </div>
    </Form>
  );
}

function TestButton({ form }: { readonly form: EngineForm }) {
  const { t } = useLocale();
  const testButton = useId();
  const cancel = () => {
    form.cancelTest();
    // The button that was pressed goes; the other one can hold the focus from the next frame on.
    requestAnimationFrame(() => document.getElementById(testButton)?.focus());
  };
  return (
    <>
      <Button id={testButton} isDisabled={!form.canTest} onPress={() => void form.test()}>
        {t(form.busy === 'test' ? 'here.testing' : `here.${form.engine}.test`)}
      </Button>
      {form.busy === 'test' && (
        <Button look="quiet" onPress={cancel}>
          {t('here.cancelTest')}
        </Button>
      )}
    </>
  );
}

function Problem({ form: { problem } }: { readonly form: EngineForm }) {
  const { t } = useLocale();
  if (!problem) return null;
  return (
    <Banner tone="bad" urgent title={t(`here.${problem.at}Failed`)}>
      {problem.text}
    </Banner>
  );
}
