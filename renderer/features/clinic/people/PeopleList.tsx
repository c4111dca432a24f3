/** The people of the clinic, with a search; each can be changed and removed. */
import { IdCard, Pencil, RefreshCw, Trash2, UserPlus } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Input, Label, SearchField } from 'react-aria-components';
import type { ServiceUser } from '../../../../shared/model/clinic/users.ts';
import { say } from '../../../common/stores/messages.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Confirm } from '../../../ui/Confirm.tsx';
import { Screen } from '../../../ui/Screen.tsx';
import { useLocale } from '../../../ui/useLocale.ts';
import { loadPeople, removePerson, showPeople, usePeople } from './people-store.ts';
import { findPeople } from './person-format.ts';

/** A longer list has a search field. */
const SEARCH_FROM = 6;

export function PeopleList() {
  const { t, failure: failureText } = useLocale();
  const { list, failure, draft } = usePeople();
  const loading = usePeople((state) => state.loading !== undefined);
  const [search, setSearch] = useState('');
  const [removing, setRemoving] = useState<ServiceUser | undefined>();
  useEffect(() => void loadPeople(), []);
  const found = findPeople(list ?? [], search);
  return (
    <Screen
      title={t('people.title')}
      lead={t('people.lead')}
      actions={
        <>
          <Button icon={IdCard} onPress={() => showPeople({ name: 'profile' })}>
            {t('people.profile.open')}
          </Button>
          <Button look="primary" icon={UserPlus} onPress={() => showPeople({ name: 'new' })}>
            {t(draft ? 'people.goOn' : 'people.add')}
          </Button>
        </>
      }
    >
      {failure !== undefined && (
        <Banner
          tone="bad"
          urgent
          title={t('people.notRead')}
          actions={
            <Button icon={RefreshCw} isDisabled={loading} onPress={() => void loadPeople()}>
              {t('people.again')}
            </Button>
          }
        >
          {failureText(failure)}
        </Banner>
      )}
      {list && list.length > SEARCH_FROM && (
        <SearchField className="field" value={search} onChange={setSearch}>
          <Label className="label">{t('people.search')}</Label>
          <Input className="input" />
        </SearchField>
      )}
      <p className="hint" role="status">
        {list && t('people.count', { count: found.length })}
        {!list && loading && t('people.loading')}
      </p>
      {list?.length === 0 && <p className="empty">{t('people.none')}</p>}
      {found.length > 0 && (
        <ul className="plain-list cards" aria-label={t('people.title')}>
          {found.map((user) => (
            <Person key={user.id} user={user} onRemove={() => setRemoving(user)} />
          ))}
        </ul>
      )}
      {removing && <RemoveDialog user={removing} onClose={() => setRemoving(undefined)} />}
    </Screen>
  );
}

const nameOf = ({ firstName, lastName, id }: ServiceUser) =>
  `${firstName} ${lastName}`.trim() || id;

function Person({ user, onRemove }: { readonly user: ServiceUser; readonly onRemove: () => void }) {
  const { t } = useLocale();
  const { mobile, email, isAdmin, doctors, clinics, partnerId } = user;
  const namesOf = (list: ServiceUser['doctors']) =>
    list.map(({ id, name }) => name || id).join(', ');
  const facts = [mobile, email, partnerId && t('people.ownId', { id: partnerId })]
    .filter(Boolean)
    .join(' · ');
  return (
    <li className="card person">
      <div className="person-who">
        <h2>
          {nameOf(user)}
          {isAdmin && <span className="chip">{t('people.admin')}</span>}
        </h2>
        {facts && <p className="quiet">{facts}</p>}
        {doctors.length > 0 && (
          <p className="hint">{t('people.withDoctors', { names: namesOf(doctors) })}</p>
        )}
        {clinics.length > 0 && (
          <p className="hint">{t('people.atClinics', { names: namesOf(clinics) })}</p>
        )}
      </div>
      <div className="row-actions">
        <Button
          icon={Pencil}
          aria-label={t('people.changeOf', { name: nameOf(user) })}
          onPress={() => showPeople({ name: 'change', user })}
        >
          {t('people.change')}
        </Button>
        <Button
          look="quiet"
          icon={Trash2}
          aria-label={t('people.removeOf', { name: nameOf(user) })}
          onPress={onRemove}
        >
          {t('people.remove')}
        </Button>
      </div>
    </li>
  );
}

function RemoveDialog({
  user,
  onClose,
}: {
  readonly user: ServiceUser;
  readonly onClose: () => void;
}) {
  const { t } = useLocale();
  const remove = async () => {
    await removePerson(user.id);
    say(({ t }) => t('people.removed', { name: nameOf(user) }));
    void loadPeople();
  };
  return (
    <Confirm
      title={t('people.removeAsk', { name: nameOf(user) })}
      stay={t('people.keep')}
      act={t('people.remove')}
      acting={t('people.removing')}
      icon={Trash2}
      refused={t('people.notRemoved')}
      run={remove}
      onClose={onClose}
    >
      <p>{t('people.removeText')}</p>
    </Confirm>
  );
}
