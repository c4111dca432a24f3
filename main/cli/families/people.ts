/** The people of a clinic, and the own profile in the EMR. */
import type { Context, Family } from './operation.ts';
import { done, objectIn } from './operation.ts';

const OBJECT = 'one JSON object, then end of input';

export const users: Family = {
  summary: 'the people of the clinic',
  operations: {
    list: {
      does: 'everyone of the clinic',
      run: ({ ask }) => ask('users.list', undefined),
    },
    get: {
      does: "one person, by the platform's id or the clinic's own",
      argument: 'ID',
      isPersonal: true,
      run: ({ ask }, id) => ask('users.get', { id }),
    },
    create: {
      does: 'adds the person of the JSON object on standard input',
      run: async ({ ask, read }) =>
        done(await ask('users.create', { user: objectIn(await read(OBJECT)) })),
    },
    change: {
      does: 'changes what stands in the JSON object on standard input',
      argument: 'ID',
      isPersonal: true,
      run: async ({ ask, read }, id) =>
        done(await ask('users.change', { id, change: objectIn(await read(OBJECT)) })),
    },
    remove: {
      does: 'removes one person',
      argument: 'ID',
      isPersonal: true,
      async run({ ask }, id) {
        await ask('users.remove', { id });
        return { removed: id };
      },
    },
  },
  notes: [
    'Members of the object: firstname, lastname, gender (M, F, O), dob (YYYY-MM-DD), and one of mobile (ten digits), email, auth_userid; perhaps is_admin, seat_type (b, p), persona (D, S), doctor_ids, partner_doctor_ids, clinic_ids, partner_clinic_ids.',
  ],
  examples: ['users list', 'cat person.json | users create', 'users remove 1042'],
};

export const emrUser: Family = {
  summary: 'the own profile in the EMR, or that of another, with its extras',
  operations: {
    own: {
      does: 'the profile of whoever is signed in',
      run: ({ ask }) => ask('emrUser.own', undefined),
    },
    get: {
      does: 'one profile',
      argument: 'ID',
      isPersonal: true,
      run: ({ ask }, oid) => ask('emrUser.get', { oid }),
    },
    change: {
      does: 'changes what stands in the JSON object on standard input; the word "own" for the own profile',
      argument: 'ID|own',
      isPersonal: true,
      run: changeProfile,
    },
  },
  notes: [
    'Members of the object: mobile (+919000000001), email, gen (M, F, O), dob (YYYY-MM-DD), fn, mn, ln or fln, bg, s, extras.',
    'extras replace all that are kept. Their keys have 16 letters at most; a value may be one object or one list, no deeper; keys that begin with _ are left out.',
  ],
  examples: ['emr-user own', 'echo \'{"extras": {"city": "Pune"}}\' | emr-user change own'],
};

/** Returns the profile as it is afterwards. */
async function changeProfile({ ask, read }: Context, given: string): Promise<unknown> {
  const change = objectIn(await read(OBJECT));
  const oid = given === 'own' ? (await ask('emrUser.own', undefined)).oid : given;
  done(await ask('emrUser.change', { oid, change }));
  return ask('emrUser.get', { oid });
}
