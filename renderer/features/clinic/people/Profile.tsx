/**
 * The user's own profile in the EMR. Only changed values are sent; the details are checked while
 * they are typed.
 */
import { ArrowLeft, Check as Tick } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { FieldError, Form, Label, Text, TextArea, TextField } from 'react-aria-components';
import { asFailure, type Failure } from '../../../../shared/failure.ts';
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
import { keyed } from '../../../ui/keyed.ts';
import { PickOne } from '../../../ui/Pick.tsx';
import { Screen } from '../../../ui/Screen.tsx';
import { dateInWords } from '../../../ui/times.ts';
import { useLocale } from '../../../ui/useLocale.ts';
import { changeProfile, ownProfile, showPeople } from './people-store.ts';
import { type ProfileValues, profileChange, profileValues, readDetails } from './profile-format.ts';

const back = () => showPeople({ name: 'list' });

export function Profile() {
  const { t, failure } = useLocale();
  const { profile, problem } = useOwnProfile();
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
      {problem && (
        <Banner tone="bad" urgent title={t('people.profile.notRead')}>
          {failure(problem)}
        </Banner>
      )}
      {!profile && !problem && (
        <p className="hint" role="status">
          {t('people.loading')}
        </p>
      )}
      {profile && <ProfileForm profile={profile} />}
    </Screen>
  );
}

function useOwnProfile() {
  const [profile, setProfile] = useState<EmrUser | undefined>();
  const [problem, setProblem] = useState<Failure | undefined>();
  useEffect(() => {
    let over = false;
    ownProfile().then(
      (read) => {
        if (!over) setProfile(read);
      },
      (error: unknown) => {
        if (!over) setProblem(asFailure(error));
      },
    );
    return () => {
      over = true;
    };
  }, []);
  return { profile, problem };
}

function ProfileForm({ profile }: { readonly profile: EmrUser }) {
  const { t } = useLocale();
  const form = useProfileForm(profile);
  const { values, set, busy } = form;
  return (
    <Form
      ref={form.ref}
      className="form card"
      onSubmit={(event) => {
        event.preventDefault();
        void form.submit();
      }}
      validationBehavior="aria"
    >
      <ProfileFields form={form} />
      <ExtrasField value={values.details} onChange={set('details')} />
      <ProfileProblems problems={form.problems} failure={form.failure} />
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

type FormState = ReturnType<typeof useProfileForm>;

function useProfileForm(profile: EmrUser) {
  const { t } = useLocale();
  const [values, setValues] = useState(() => profileValues(profile));
  const [problems, setProblems] = useState<readonly EmrProblem[]>([]);
  const [failure, setFailure] = useState<Failure | undefined>();
  const [busy, setBusy] = useState(false);
  const [sent, setSent] = useState(0);
  const ref = useFocusOnProblem(sent);
  const set = (name: keyof ProfileValues) => (value: string) => {
    setValues((before) => ({ ...before, [name]: value }));
    setProblems((before) => before.filter(({ at }) => at !== name));
  };
  const problem = (name: EmrText) =>
    problems
      .filter(({ at }) => at === name)
      .map(({ code }) => t(`people.profile.problem.${code}`))
      .join(' ') || undefined;
  const showProblems = () => setSent((times) => times + 1);
  const submit = async () => {
    if (busy || readDetails(values.details).wrong !== undefined) return showProblems();
    const change = profileChange(profile, values);
    const checked = checkEmrChange(change);
    setFailure(undefined);
    setProblems(checked.problems);
    if (checked.problems.length > 0) return showProblems();
    setBusy(true);
    try {
      const outcome = await changeProfile(profile.oid, change);
      if (outcome.kind === 'done') {
        say(({ t }) => t('people.profile.saved'));
        return back();
      }
      setProblems(outcome.problems);
    } catch (error) {
      setFailure(asFailure(error));
    }
    setBusy(false);
    showProblems();
  };
  return { ref, values, set, problem, problems, failure, busy, submit };
}

/** After each sending the focus goes to the first field with a problem, else to the summary. */
function useFocusOnProblem(sent: number) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (sent === 0) return;
    const find = (selector: string) => form.current?.querySelector<HTMLElement>(selector);
    (find('[aria-invalid="true"]') ?? find('[role="alert"]'))?.focus();
  }, [sent]);
  return form;
}

type TextProps = {
  readonly form: FormState;
  readonly name: 'fln' | 's' | 'mobile' | 'email' | 'dob';
  readonly type?: 'date';
  readonly inputMode?: 'tel' | 'email';
  readonly hint?: string | undefined;
};

function ProfileText({ form: { values, set, problem }, name, ...rest }: TextProps) {
  const { t } = useLocale();
  return (
    <Field
      label={t(`people.profile.field.${name}`)}
      value={values[name]}
      onChange={set(name)}
      problem={problem(name)}
      maxLength={200}
      autoComplete="off"
      {...rest}
    />
  );
}

function ProfileFields({ form }: { readonly form: FormState }) {
  const { t, language } = useLocale();
  const { values, set, problem } = form;
  return (
    <div className="fields fields-two">
      <ProfileText form={form} name="fln" hint={t('people.profile.nameHint')} />
      <ProfileText form={form} name="s" />
      <Choice
        label={t('people.field.gender')}
        value={values.gen}
        onChange={set('gen')}
        problem={problem('gen')}
        options={genders.map((id) => ({ id: id as string, label: t(`people.gender.${id}`) }))}
      />
      <ProfileText form={form} name="dob" type="date" hint={dateInWords(values.dob, language)} />
      <ProfileText
        form={form}
        name="mobile"
        inputMode="tel"
        hint={t('people.profile.mobileHint')}
      />
      <ProfileText form={form} name="email" inputMode="email" />
      <PickOne
        label={t('people.profile.field.bg')}
        placeholder={t('people.profile.notSaid')}
        value={values.bg === '' ? null : values.bg}
        onChange={set('bg')}
        options={bloodGroups.map((id) => ({ id, label: id }))}
      />
    </div>
  );
}

/** Problems without a field, or the failure of the request. */
function ProfileProblems({ problems, failure }: Pick<FormState, 'problems' | 'failure'>) {
  const words = useLocale();
  const { t } = words;
  if (problems.length === 0 && !failure) return null;
  const others = problems.filter(
    ({ at, code }) => code !== 'extras' && !(emrTexts as readonly string[]).includes(at),
  );
  return (
    <div role="alert" tabIndex={-1} className="told-problems">
      <Banner tone="bad" title={t(failure ? 'people.notSent' : 'people.profile.refused')}>
        {failure && <p>{words.failure(failure)}</p>}
        {others.length > 0 && (
          <ul>
            {keyed(others, ({ code, message }) => `${code} ${message}`).map(({ key, item }) => (
              <li key={key}>
                {item.code === 'nothing' ? t('people.problem.nothing') : item.message}
              </li>
            ))}
          </ul>
        )}
      </Banner>
    </div>
  );
}

/**
 * Extras of contract 7, as JSON, for integrators. Each breach of their rules is named with its
 * path.
 */
function ExtrasField({
  value,
  onChange,
}: {
  readonly value: string;
  readonly onChange: (value: string) => void;
}) {
  const { t } = useLocale();
  const { extras, wrong } = readDetails(value);
  const breaches = extras === undefined ? [] : checkExtras(extras).breaches;
  const breachCount =
    breaches.length > 0 ? t('people.profile.breaches', { count: breaches.length }) : undefined;
  const problem = wrong === undefined ? breachCount : t('people.profile.notJson');
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
