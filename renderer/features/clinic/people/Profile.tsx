/** The own profile in the EMR. Only what was changed is sent; further details are checked while they are typed. */
import { ArrowLeft, Check as Tick } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { FieldError, Form, Label, Text, TextArea, TextField } from 'react-aria-components';
import {
  bloodGroups,
  checkEmrChange,
  type EmrProblem,
  type EmrText,
  type EmrUser,
  emrTexts,
} from '../../../../shared/model/clinic/emr-user.ts';
import { genders } from '../../../../shared/model/clinic/users.ts';
import { checkExtras } from '../../../../shared/model/note/extras.ts';
import { say } from '../../../common/stores/messages.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Choice } from '../../../ui/Choice.tsx';
import { Field } from '../../../ui/Field.tsx';
import { PickOne } from '../../../ui/Pick.tsx';
import { Screen } from '../../../ui/Screen.tsx';
import { dateInWords } from '../../../ui/times.ts';
import { useWords } from '../../../ui/useWords.ts';
import { changeProfile, ownProfile, showPeople } from './people-store.ts';
import { type ProfileValues, profileChange, profileValues, readDetails } from './profile-format.ts';

const back = () => showPeople({ name: 'list' });

export function Profile() {
  const { t, failure } = useWords();
  const [profile, setProfile] = useState<EmrUser | undefined>();
  const [trouble, setTrouble] = useState<string | undefined>();
  useEffect(() => {
    let here = true;
    ownProfile().then(
      (read) => here && setProfile(read),
      (error: unknown) => here && setTrouble(failure(error)),
    );
    return () => void (here = false);
    // Once: what was typed must not be read over.
  }, []);
  return (
    <Screen
      title={t('people.profile.title')}
      lead={t('people.profile.lead')}
      actions={
        <Button look="quiet" icon={ArrowLeft} onPress={back}>
          {t('people.back')}
        </Button>
      }
    >
      {trouble !== undefined && (
        <Banner tone="bad" urgent title={t('people.profile.notRead')}>
          {trouble}
        </Banner>
      )}
      {!profile && trouble === undefined && (
        <p className="hint" role="status">
          {t('people.loading')}
        </p>
      )}
      {profile && <ProfileForm profile={profile} />}
    </Screen>
  );
}

function ProfileForm({ profile }: { readonly profile: EmrUser }) {
  const { t, failure, language } = useWords();
  const [values, setValues] = useState(() => profileValues(profile));
  const [problems, setProblems] = useState<readonly EmrProblem[]>([]);
  const [trouble, setTrouble] = useState<string | undefined>();
  const [busy, setBusy] = useState(false);
  const [sent, setSent] = useState(0);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (sent > 0)
      (
        form.current?.querySelector<HTMLElement>('[aria-invalid="true"]') ??
        form.current?.querySelector<HTMLElement>('[role="alert"]')
      )?.focus();
  }, [sent]);

  const set = (name: keyof ProfileValues) => (value: string) => {
    setValues((before) => ({ ...before, [name]: value }));
    setProblems((before) => before.filter(({ at }) => at !== name));
  };
  const problem = (name: EmrText) =>
    problems
      .filter(({ at }) => at === name)
      .map(({ code }) => t(`people.profile.problem.${code}`))
      .join(' ') || undefined;
  const others = problems.filter(
    ({ at, code }) => code !== 'extras' && !(emrTexts as readonly string[]).includes(at),
  );
  const submit = async () => {
    if (busy || readDetails(values.details).wrong !== undefined)
      return setSent((times) => times + 1);
    const change = profileChange(profile, values);
    const checked = checkEmrChange(change);
    setTrouble(undefined);
    setProblems(checked.problems);
    if (checked.problems.length > 0) return setSent((times) => times + 1);
    setBusy(true);
    try {
      const outcome = await changeProfile(profile.oid, change);
      if (outcome.kind === 'done') {
        say(t('people.profile.saved'));
        return back();
      }
      setProblems(outcome.problems);
    } catch (error) {
      setTrouble(failure(error));
    }
    setBusy(false);
    setSent((times) => times + 1);
  };

  const text = (name: 'fln' | 's' | 'mobile' | 'email' | 'dob', more: object = {}) => (
    <Field
      label={t(`people.profile.field.${name}`)}
      value={values[name]}
      onChange={set(name)}
      problem={problem(name)}
      maxLength={200}
      autoComplete="off"
      {...more}
    />
  );
  return (
    <Form
      ref={form}
      className="form card"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
      validationBehavior="aria"
    >
      <div className="fields fields-two">
        {text('fln', { hint: t('people.profile.nameHint') })}
        {text('s')}
        <Choice
          label={t('people.field.gender')}
          value={values.gen}
          onChange={set('gen')}
          problem={problem('gen')}
          options={genders.map((id) => ({ id: id as string, label: t(`people.gender.${id}`) }))}
        />
        {text('dob', { type: 'date', hint: dateInWords(values.dob, language) })}
        {text('mobile', { inputMode: 'tel', hint: t('people.profile.mobileHint') })}
        {text('email', { inputMode: 'email' })}
        <PickOne
          label={t('people.profile.field.bg')}
          placeholder={t('people.profile.notSaid')}
          value={values.bg === '' ? null : values.bg}
          onChange={set('bg')}
          options={bloodGroups.map((id) => ({ id, label: id }))}
        />
      </div>
      <Details value={values.details} onChange={set('details')} />
      {(problems.length > 0 || trouble !== undefined) && (
        <div role="alert" tabIndex={-1} className="told-problems">
          <Banner
            tone="bad"
            title={t(trouble === undefined ? 'people.profile.refused' : 'people.notSent')}
          >
            {trouble !== undefined && <p>{trouble}</p>}
            {others.length > 0 && (
              <ul>
                {others.map(({ code, message }, index) => (
                  <li key={index}>{code === 'nothing' ? t('people.problem.nothing') : message}</li>
                ))}
              </ul>
            )}
          </Banner>
        </div>
      )}
      <div className="row-actions">
        <Button type="submit" look="primary" icon={Tick} isDisabled={busy}>
          {t(busy ? 'people.saving' : 'people.save')}
        </Button>
        <Button look="quiet" isDisabled={busy} onPress={back}>
          {t('people.cancel')}
        </Button>
      </div>
    </Form>
  );
}

/** Extras of contract 7, as JSON: for whoever joins Scriba to other systems. Each breach is told with its place. */
function Details({
  value,
  onChange,
}: {
  readonly value: string;
  readonly onChange: (value: string) => void;
}) {
  const { t } = useWords();
  const { extras, wrong } = readDetails(value);
  const breaches = extras === undefined ? [] : checkExtras(extras).breaches;
  const problem =
    wrong !== undefined
      ? t('people.profile.notJson')
      : breaches.length > 0
        ? t('people.profile.breaches', { count: breaches.length })
        : undefined;
  return (
    <details className="further">
      <summary>{t('people.profile.details')}</summary>
      <TextField
        className="field"
        value={value}
        onChange={onChange}
        isInvalid={problem !== undefined}
      >
        <Label className="label">{t('people.profile.json')}</Label>
        <TextArea className="input input-code" rows={8} spellCheck={false} maxLength={20_000} />
        <Text slot="description" className="hint">
          {t('people.profile.detailsHint')}
        </Text>
        <FieldError className="problem">{problem}</FieldError>
      </TextField>
      {breaches.length > 0 && (
        <div role="status">
          <ul className="breaches">
            {breaches.map(({ rule, path }) => (
              <li key={`${path} ${rule}`}>
                <code>{path}</code> {t(`people.extras.${rule}`)}
              </li>
            ))}
          </ul>
        </div>
      )}
    </details>
  );
}
