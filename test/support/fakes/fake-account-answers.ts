/**
 * Answers of the made-up core about the platform itself: its profile, its templates, its visits.
 */
import type { AccountState } from '../../../shared/model/account/account.ts';
import type { PlatformProfile } from '../../../shared/model/account/platform-profile.ts';
import type { AccountTemplate } from '../../../shared/model/account/templates-of-account.ts';
import type { DocumentRequest } from '../../../shared/model/history.ts';
import type { Visit } from '../../../shared/model/visit.ts';
import { DAY, HOUR } from '../../../shared/time.ts';
import type { Scene } from './fake-bridge.ts';
import { type FakeHandlers, refuse } from './fake-handlers.ts';

type Held = {
  readonly profile: () => 'practice' | 'clinic' | undefined;
  readonly account: () => AccountState;
  readonly setAccount: (account: AccountState) => void;
  readonly visits: () => readonly Visit[];
  readonly change: (id: string, part: Partial<Visit>) => Visit | undefined;
  readonly tell: (name: string, payload: unknown) => void;
};

export function fakePlatform(scene: Scene, held: Held): FakeHandlers {
  const reachable = () => {
    if (scene.platformGone) refuse('offline', 'not-sent');
  };
  return {
    ...fakeAccount(scene, held),
    ...fakeProfile(held),
    ...fakeTemplates(reachable),
    ...fakeHistory(reachable, held),
    ...fakeAdditionalDocuments(reachable, held),
  };
}

function fakeAccount(scene: Scene, { account, setAccount }: Held): FakeHandlers {
  const change = (part: Partial<AccountState>) => {
    setAccount({ ...account(), ...part });
    return account();
  };
  if (scene.byToken) change({ by: 'token', business: true, expiresAt: Date.now() + 90 * DAY });
  return {
    'account.signInWithToken': ({ token: _token, ...rest }) =>
      change({ ...rest, state: 'signed-in', by: 'token' }),
    'account.signInWithPassword': ({ userName, password, ...rest }) => {
      if (password === 'wrong') refuse('refused', 'password-refused');
      return change({ ...rest, clientId: userName, state: 'signed-in' });
    },
    'account.beginDevice': () => ({
      userCode: 'WDJB-MJHT',
      address: 'https://platform.example/device',
      expiresIn: 600_000,
      wait: 60_000,
    }),
    'account.stepDevice': () => ({ kind: 'waiting', wait: 60_000 }),
    'account.beginBrowser': () => ({
      address: 'https://login.hospital.example/authorize?client_id=scriba',
      opened: scene.host === 'electron',
      expiresIn: 300_000,
      wait: 60_000,
    }),
    'account.stepBrowser': () => ({ kind: 'waiting', wait: 60_000 }),
    'account.stopBrowser': () => undefined,
    'account.setBusinessToken': ({ token }) => change({ business: token !== '' }),
    'account.who': () => ({ userName: 'Dr K. Iyer', workspace: 'w-17' }),
  };
}

function fakeProfile({ profile }: Held): FakeHandlers {
  let kept: PlatformProfile = {
    environment: profile() === 'practice' ? 'practice' : 'production',
    production: 'https://platform.example',
    staging: 'https://staging.platform.example',
    brand: 'practice',
    paths: {},
    transport: 'auto',
    companionFile: false,
  };
  const change = (part: Partial<PlatformProfile>) => {
    kept = { ...kept, ...part };
    return kept;
  };
  return {
    'platform.profile': () => kept,
    'platform.changeProfile': (part) => change(part as Partial<PlatformProfile>),
    'platform.exportProfile': () => ({ how: 'saved' }),
    'platform.importProfile': ({ text }) => {
      if (!text.includes('platform-profile')) refuse('invalid', 'profile-other');
      return change(JSON.parse(text) as PlatformProfile);
    },
    'platform.discover': () => ({ offered: true, version: '0.1' }),
  };
}

function fakeTemplates(reachable: () => void): FakeHandlers {
  let templates: AccountTemplate[] = [
    {
      id: 'clinical_notes_template',
      title: 'Clinical notes',
      description: '',
      sections: [],
      given: true,
    },
    { id: 'eka_emr_template', title: 'EMR', description: '', sections: [], given: true },
    { id: 'transcript_template', title: 'Transcript', description: '', sections: [], given: true },
    {
      id: 'tpl-7',
      title: 'Referral letter',
      description: 'For the cardiology clinic',
      sections: ['history', 'findings', 'question'],
      given: false,
    },
  ];
  const set = (next: AccountTemplate[]) => {
    templates = next;
    return templates;
  };
  return {
    'templates.list': () => {
      reachable();
      return templates;
    },
    'templates.create': (form) =>
      set([...templates, { ...form, id: `tpl-${templates.length}`, given: false }]),
    'templates.change': ({ id, ...form }) =>
      set(templates.map((one) => (one.id === id ? { ...one, ...form } : one))),
    'templates.remove': ({ id }) => set(templates.filter((one) => one.id !== id)),
  };
}

function fakeHistory(reachable: () => void, { visits }: Held): FakeHandlers {
  return {
    'history.list': () => {
      reachable();
      const ours = visits()
        .filter(({ state }) => ['ready', 'partial', 'purged'].includes(state))
        .slice(0, 3);
      return [
        ...ours.map(({ id, transactionId, createdAt, mode }) => ({
          id,
          transactionId,
          createdAt,
          mode,
          processing: 'success',
          userStatus: 'commit',
        })),
        {
          transactionId: 'txn-01JELSEWHERE000000000000AB',
          createdAt: Date.now() - 30 * HOUR,
          mode: 'dictation',
          processing: 'success',
          userStatus: 'commit',
        },
        {
          transactionId: 'txn-01JELSEWHERE000000000000AC',
          createdAt: Date.now() - 54 * HOUR,
          mode: 'consultation',
          processing: 'system_failure',
          userStatus: 'commit',
        },
      ];
    },
    'history.details': () => ({
      userStatus: 'commit',
      files: 2,
      documents: [
        {
          id: 'doc-1',
          templateId: 'clinical_notes_template',
          name: 'Clinical notes',
          status: 'success',
        },
        { id: 'doc-2', templateId: 'eka_emr_template', name: 'EMR', status: 'failure' },
      ],
    }),
    'history.document': ({ documentId }) => {
      if (documentId !== 'doc-1') refuse('missing', 'not-found');
      return {
        templateId: 'clinical_notes_template',
        name: 'Clinical notes',
        kind: 'markdown',
        status: 'success',
        text: '## Chief complaint\nCough since Monday.\n\n## Plan\n- Rest\n- Come back in a week',
        errors: [],
        warnings: [],
      };
    },
    'history.archive': () => undefined,
  };
}

function fakeAdditionalDocuments(
  reachable: () => void,
  { visits, change, tell }: Held,
): FakeHandlers {
  const requests = new Map<string, DocumentRequest[]>();
  return {
    'notes.asked': ({ id }) => requests.get(id) ?? [],
    'notes.ask': ({ id, template }) => {
      reachable();
      requests.set(id, [
        ...(requests.get(id) ?? []),
        { templateId: template, askedAt: Date.now() },
      ]);
      tell('notes.changed', { id });
      return requests.get(id);
    },
    'outbox.cancel': ({ id }) => {
      const visit = visits().find((one) => one.id === id);
      if (visit?.state === 'processing') refuse('refused', 'too-late-to-cancel');
      return change(id, { state: 'discarded', discardedAt: Date.now() });
    },
  };
}
