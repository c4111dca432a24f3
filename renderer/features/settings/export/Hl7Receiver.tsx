/**
 * An HL7 receiver: where it listens, whether the way is encrypted, a test, and the names that
 * messages and files give sender and receiver.
 */
import { useState } from 'react';
import { Form } from 'react-aria-components';
import type { ExportTargets } from '../../../../shared/model/export/exports.ts';
import { mayLeave } from '../../../../shared/model/policy-rules.ts';
import { say } from '../../../common/stores/messages.ts';
import { usePolicy } from '../../../common/stores/session.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Toggle } from '../../../ui/Check.tsx';
import { Field, useFields } from '../../../ui/Field.tsx';
import { SetByOrganisation } from '../../../ui/SetByOrganisation.tsx';
import { useLocale } from '../../../ui/useLocale.ts';
import { AuthorityChoice } from './AuthorityChoice.tsx';
import { TargetTrial } from './TargetFields.tsx';
import { setTargets, testTarget, useTargets } from './targets-store.ts';

const names = [
  'sendingApplication',
  'sendingFacility',
  'receivingApplication',
  'receivingFacility',
] as const;
const isPort = (text: string) =>
  /^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 65_535;
/** Letters that would end a field of HL7. */
const isName = (text: string) => /^[^\p{Cc}|~\\&]*$/u.test(text);

export function Hl7Receiver({ mllp: given, hl7 }: Pick<ExportTargets, 'mllp' | 'hl7'>) {
  const { authority, ...mllp } = given;
  const { t, attempt, failure } = useLocale();
  const testing = useTargets((state) => state.testing);
  const isAllowed = mayLeave(usePolicy(), 'mllp', 'hl7');
  const before = { host: mllp.host, port: String(mllp.port), ...hl7 };
  const { values, set } = useFields(before);
  const [problem, setProblem] = useState<string | undefined>();
  const changed = JSON.stringify(values) !== JSON.stringify(before);
  const isWhole = isPort(values.port) && names.every((name) => isName(values[name]));
  const save = async () => {
    setProblem(undefined);
    const { host, port, ...hl7Names } = values;
    await setTargets({
      mllp: { ...mllp, host: host.trim(), port: Number(port) },
      hl7: hl7Names,
    }).then(
      () => say(({ t }) => t(host.trim() === '' ? 'emr.mllp.savedNames' : 'emr.mllp.saved')),
      (error: unknown) => setProblem(failure(error)),
    );
  };
  return (
    <section className="setting" aria-labelledby="mllp-title">
      <h2 id="mllp-title">{t('emr.mllp.title')}</h2>
      <p className="hint">{t('emr.mllp.text')}</p>
      {!isAllowed && (
        <p className="hint">
          <SetByOrganisation more={t('policy.formsHint')} />
        </p>
      )}
      <Form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          if (changed && isWhole) void save();
        }}
        validationBehavior="aria"
      >
        <div className="fields fields-two">
          <Field
            label={t('emr.mllp.host')}
            hint={t('emr.mllp.hostHint')}
            value={values.host}
            onChange={set('host')}
            isDisabled={!isAllowed && mllp.host === ''}
            autoComplete="off"
            maxLength={253}
          />
          <Field
            label={t('emr.mllp.port')}
            value={values.port}
            onChange={set('port')}
            inputMode="numeric"
            autoComplete="off"
            maxLength={5}
            problem={isPort(values.port) ? undefined : t('emr.mllp.portWrong')}
          />
          {names.map((name) => (
            <Field
              key={name}
              label={t(`emr.mllp.${name}`)}
              hint={t(`emr.mllp.${name}Hint`)}
              value={values[name]}
              onChange={set(name)}
              autoComplete="off"
              maxLength={227}
              problem={isName(values[name]) ? undefined : t('emr.mllp.nameWrong')}
            />
          ))}
        </div>
        {problem !== undefined && (
          <Banner tone="bad" urgent title={t('emr.settings.notSaved')}>
            {problem}
          </Banner>
        )}
        <div className="row-actions">
          <Button type="submit" isDisabled={!changed || !isWhole}>
            {t('emr.mllp.save')}
          </Button>
          <Button
            isDisabled={!isAllowed || mllp.host === '' || changed || testing !== undefined}
            onPress={() => void testTarget('mllp')}
          >
            {t(testing === 'mllp' ? 'emr.testing' : 'emr.mllp.test')}
          </Button>
        </div>
      </Form>
      <TargetTrial of="mllp" />
      {mllp.host !== '' && (
        <>
          <Toggle
            on={mllp.secure}
            onChange={(secure) => attempt(() => setTargets({ mllp: { ...mllp, secure } }))}
            hint={t('emr.mllp.secureHint')}
          >
            {t('emr.mllp.secure')}
          </Toggle>
          {mllp.secure && (
            <AuthorityChoice
              authority={authority}
              onChange={(pem) => setTargets({ mllp: { ...mllp, authority: pem } })}
            />
          )}
          {!mllp.secure && (
            <Toggle
              on={mllp.allowPlain}
              onChange={(allowPlain) =>
                attempt(() => setTargets({ mllp: { ...mllp, allowPlain } }))
              }
              hint={t('emr.mllp.allowPlainHint')}
            >
              {t('emr.mllp.allowPlain')}
            </Toggle>
          )}
        </>
      )}
    </section>
  );
}
