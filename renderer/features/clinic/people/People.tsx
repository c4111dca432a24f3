/**
 * The people of a clinic, for its administrator: the list, adding, changing and removing a person,
 * and the own profile.
 */
import { useEffect } from 'react';
import { PeopleList } from './PeopleList.tsx';
import { AddPerson, ChangePerson } from './PersonScreens.tsx';
import { Profile } from './Profile.tsx';
import { showPeople, usePeople } from './people-store.ts';

export function People() {
  const view = usePeople((state) => state.view);
  // Coming back begins at the list; the draft of a new person is kept.
  useEffect(() => () => showPeople({ name: 'list' }), []);
  switch (view.name) {
    case 'list':
      return <PeopleList />;
    case 'new':
      return <AddPerson />;
    case 'change':
      return <ChangePerson key={view.user.id} user={view.user} />;
    case 'profile':
      return <Profile />;
  }
}
