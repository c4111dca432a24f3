/** What the made-up core answers about the platform itself: its profile, its templates, its visits. */

import type { AccountState } from '../../../shared/model/account/account.ts';
import type { PlatformProfile } from '../../../shared/model/account/platform-profile.ts';
import type { AccountTemplate } from '../../../shared/model/account/templates-of-account.ts';
import type { DocumentRequest } from '../../../shared/model/history.ts';
import type { Visit } from '../../../shared/model/visit.ts';
import type { Scene } from './fake-bridge.ts';
import type { FakeHandlers } from './fake-handlers.ts';

type Held = {
  readonly profile: () => 'practice' | 'clinic' | undefined;
  readonly account: () => AccountState;
  readonly setAccount: (account: AccountState) => void;
  readonly visits: () => readonly Visit[];
  readonly change: (id: string, part: Partial<Visit>) => Visit | undefined;
  readonly tell: (name: string, payload: unknown) => void;
};

const HOUR = 3_600_000;

export function fakePlatform(
  scene: Scene,
  { profile, account, setAccount, visits, change, tell }: Held,
): FakeHandlers {
  if (scene.byToken)
    setAccount({
      ...account(),
      by: 'token',
      business: true,
      expiresAt: Date.now() + 90 * 24 * HOUR,
    });
  let kept: PlatformProfile = {
    environment: profile() === 'practice' ? 'practice' : 'production',
    production: 'https://platform.example',
    staging: 'https://staging.platform.example',
    brand: 'practice',
    paths: {},
    transport: 'auto',
    companionFile: false,
  };
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
  const wishes = new Map<string, DocumentRequest[]>();
  const reachable = () => {
    if (scene.platformGone) throw { code: 'offline', message: '', detail: 'not-sent' };
  };
  return {
    'account.signInWithToken': ({ token: _token, ...rest }) => {
      setAccount({ ...account(), ...rest, state: 'signed-in', by: 'token' });
      return account();
    },
    'account.setBusinessToken': ({ token }) => {
      setAccount({ ...account(), business: token !== '' });
      return account();
    },
    'account.who': () => ({ userName: 'Dr K. Iyer', workspace: 'w-17' }),
    'platform.profile': () => kept,
    'platform.changeProfile': (given) => {
      kept = { ...kept, ...given } as PlatformProfile;
      return kept;
    },
    'platform.exportProfile': () => ({ how: 'saved' }),
    'platform.importProfile': ({ text }) => {
      if (!text.includes('platform-profile'))
        throw { code: 'invalid', message: '', detail: 'profile-other' };
      kept = { ...kept, ...(JSON.parse(text) as PlatformProfile) };
      return kept;
    },
    'platform.discover': () => ({ offered: true, version: '0.1' }),
    'templates.list': () => {
      reachable();
      return templates;
    },
    'templates.create': (form) =>
      (templates = [...templates, { ...form, id: `tpl-${templates.length}`, given: false }]),
    'templates.change': ({ id, ...form }) =>
      (templates = templates.map((one) => (one.id === id ? { ...one, ...form } : one))),
    'templates.remove': ({ id }) => (templates = templates.filter((one) => one.id !== id)),
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
      if (documentId !== 'doc-1') throw { code: 'missing', message: '', detail: 'not-found' };
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
    'notes.asked': ({ id }) => wishes.get(id) ?? [],
    'notes.ask': ({ id, template }) => {
      reachable();
      wishes.set(id, [...(wishes.get(id) ?? []), { templateId: template, askedAt: Date.now() }]);
      tell('notes.changed', { id });
      return wishes.get(id);
    },
    'outbox.cancel': ({ id }) => {
      const visit = visits().find((one) => one.id === id);
      if (visit?.state === 'processing')
        throw { code: 'refused', message: '', detail: 'too-late-to-cancel' };
      return change(id, { state: 'discarded', discardedAt: Date.now() });
    },
  };
}
