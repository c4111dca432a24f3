/** Adding a person, and changing one. */
import { ArrowLeft } from 'lucide-react';
import { useEffect, useState } from 'react';
import { dayAt } from '../../../../shared/calendar-day.ts';
import { asFailure, type Failure } from '../../../../shared/failure.ts';
import { problemsOfChange, problemsOfNew } from '../../../../shared/model/clinic/user-rules.ts';
import type { Problems, ServiceUser, UserOutcome } from '../../../../shared/model/clinic/users.ts';
import { say } from '../../../common/stores/messages.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Screen } from '../../../ui/Screen.tsx';
import { useLocale } from '../../../ui/useLocale.ts';
import { PersonForm } from './PersonForm.tsx';
import {
  addPerson,
  changePerson,
  keepDraft,
  readPerson,
  showPeople,
  usePeople,
} from './people-store.ts';
import {
  changeOf,
  draftOf,
  emptiedLists,
  newPerson,
  type PersonValues,
  valuesOf,
} from './person-format.ts';

const back = () => showPeople({ name: 'list' });

export function AddPerson() {
  const { t } = useLocale();
  const draft = usePeople((state) => state.draft);
  const send = async (values: PersonValues): Promise<Problems> => {
    const user = draftOf(values);
    const problems = problemsOfNew(user, dayAt(Date.now()));
    if (hasAny(problems)) return problems;
    const name = `${values.firstname} ${values.lastname}`.trim();
    return finish(await addPerson(user), (found) => {
      say(({ t }) => t(found ? 'people.found' : 'people.added', { name }));
      keepDraft(undefined);
    });
  };
  return (
    <Screen title={t('people.addTitle')} lead={t('people.addLead')} actions={<Back />}>
      <PersonForm
        start={draft ?? newPerson}
        onEdit={keepDraft}
        send={send}
        word="people.addNow"
        busyWord="people.adding"
        onCancel={() => {
          keepDraft(undefined);
          back();
        }}
      />
    </Screen>
  );
}

/** Reads the person again: a change that another user made meanwhile must not be reverted. */
export function ChangePerson({ user }: { readonly user: ServiceUser }) {
  const { t, failure } = useLocale();
  const [fresh, setFresh] = useState<ServiceUser | undefined>();
  const [problem, setProblem] = useState<Failure | undefined>();
  const { id } = user;
  useEffect(() => {
    let over = false;
    readPerson(id).then(
      (read) => {
        if (!over) setFresh(read);
      },
      (error: unknown) => {
        if (!over) setProblem(asFailure(error));
      },
    );
    return () => {
      over = true;
    };
  }, [id]);
  return (
    <Screen
      title={t('people.changeTitle', { name: nameOf(user) })}
      lead={t('people.changeLead')}
      actions={<Back />}
    >
      {problem && (
        <Banner tone="bad" urgent title={t('people.notRead')}>
          {failure(problem)}
        </Banner>
      )}
      {!fresh && !problem && (
        <p className="hint" role="status">
          {t('people.loading')}
        </p>
      )}
      {fresh && <ChangeForm user={fresh} />}
    </Screen>
  );
}

function ChangeForm({ user }: { readonly user: ServiceUser }) {
  const [before] = useState(() => valuesOf(user));
  const send = async (values: PersonValues): Promise<Problems> => {
    const change = changeOf(before, values);
    const problems = {
      ...problemsOfChange(change, dayAt(Date.now())),
      ...Object.fromEntries(emptiedLists(change).map((field) => [field, [LAST_ONE]])),
    };
    if (hasAny(problems)) return problems;
    return finish(await changePerson(user.id, change), () =>
      say(({ t }) => t('people.changed', { name: nameOf(user) })),
    );
  };
  return (
    <PersonForm
      start={before}
      known
      send={send}
      word="people.save"
      busyWord="people.saving"
      onCancel={back}
    />
  );
}

const nameOf = ({ firstName, lastName, id }: ServiceUser) =>
  `${firstName} ${lastName}`.trim() || id;

/** A problem that only Scriba names: the platform would ignore an emptied list. */
const LAST_ONE = 'last-one';

const hasAny = (problems: Problems) =>
  Object.values(problems).some((messages) => messages.length > 0);

function finish(outcome: UserOutcome, done: (found: boolean) => void): Problems {
  if (outcome.kind === 'refused') return outcome.problems;
  done(outcome.found);
  back();
  return {};
}

function Back() {
  const { t } = useLocale();
  return (
    <Button look="quiet" icon={ArrowLeft} onPress={back}>
      {t('people.back')}
    </Button>
  );
}
