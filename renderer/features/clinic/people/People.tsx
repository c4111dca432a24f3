/** The people of a clinic for whoever runs it: who is there, adding one, changing, removing, and the own profile. */
import { useEffect } from 'react';
import { PeopleList } from './PeopleList.tsx';
import { AddPerson, ChangePerson } from './PersonScreens.tsx';
import { Profile } from './Profile.tsx';
import { showPeople, usePeople } from './people-store.ts';

export function People() {
  const view = usePeople((state) => state.view);
  // Whoever left while changing somebody comes back to the list; what was typed of a new person is kept.
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
