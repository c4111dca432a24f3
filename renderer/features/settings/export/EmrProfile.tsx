/** The author and the clinic that an exported note names. */
import { useState } from 'react';
import { Form } from 'react-aria-components';
import type { Settings } from '../../../../shared/model/settings.ts';
import { say } from '../../../common/stores/messages.ts';
import { changeSettings } from '../../../common/stores/settings.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Field, useFields } from '../../../ui/Field.tsx';
import { Lines } from '../../../ui/Lines.tsx';
import { useLocale } from '../../../ui/useLocale.ts';
import {
  type ProfileValues,
  profileFrom,
  profileProblems,
  profileValues,
} from '../../export/emr-format.ts';

export function EmrProfile({ profile }: { readonly profile: Settings['exportProfile'] }) {
  const { t, failure } = useLocale();
  const { values, set } = useFields<ProfileValues>(profileValues(profile));
  const [problem, setProblem] = useState<string | undefined>();
  const [busy, setBusy] = useState(false);
  const wrong = profileProblems(values);
  const changed =
    JSON.stringify(profileFrom(profile, values)) !==
    JSON.stringify(profileFrom(profile, profileValues(profile)));
  const save = async () => {
    if (busy || Object.keys(wrong).length > 0) return;
    setBusy(true);
    setProblem(undefined);
    await changeSettings({ exportProfile: profileFrom(profile, values) }).then(
      () => say(({ t }) => t('emr.profile.saved')),
      (error: unknown) => setProblem(failure(error)),
    );
    setBusy(false);
  };
  const field = (name: Exclude<keyof ProfileValues, 'address'>, maxLength: number) => (
    <Field
      label={t(`emr.profile.${name}`)}
      hint={t(`emr.profile.${name}Hint`)}
      value={values[name]}
      onChange={set(name)}
      maxLength={maxLength}
      autoComplete="off"
      problem={wrong[name] && t(`emr.profile.${wrong[name]}`)}
    />
  );
  return (
    <Form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
      validationBehavior="aria"
      aria-label={t('emr.profile.title')}
    >
      <h2>{t('emr.profile.title')}</h2>
      <div className="fields fields-two">
        {field('doctorName', 200)}
        {field('registrationNumber', 100)}
        {field('registrationSystem', 300)}
        {field('mrnSystem', 300)}
        {field('facility', 300)}
        {field('facilityRegistration', 100)}
        {field('hprId', 60)}
        {field('hfrId', 60)}
        <Lines
          label={t('emr.profile.address')}
          hint={t('emr.profile.addressHint')}
          value={values.address}
          onChange={set('address')}
          maxLength={800}
          problem={wrong.address && t(`emr.profile.${wrong.address}`)}
        />
      </div>
      {problem !== undefined && (
        <Banner tone="bad" urgent title={t('emr.settings.notSaved')}>
          {problem}
        </Banner>
      )}
      <div className="row-actions">
        <Button type="submit" isDisabled={!changed || busy || Object.keys(wrong).length > 0}>
          {t('emr.profile.save')}
        </Button>
      </div>
    </Form>
  );
}
