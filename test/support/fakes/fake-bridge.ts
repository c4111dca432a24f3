/**
 * A core made of memory, for looking at the screens and testing them in a real browser without a vault,
 * a disk or a platform. It runs inside the page as `window.scribeHost`; `window.scene` says what there is.
 */

import type { Input, RequestName } from '../../../shared/contract/contract.ts';
import type { AccountState, VaultState } from '../../../shared/model/account/account.ts';
import { auditWords } from '../../../shared/model/audit.ts';
import type { ConditionCode } from '../../../shared/model/health.ts';
import type { NoteState, NoteVersion } from '../../../shared/model/note/note-versions.ts';
import type { Settings } from '../../../shared/model/settings.ts';
import type { Visit } from '../../../shared/model/visit.ts';
import { fakePlatform } from './fake-account-answers.ts';
import { fakeClinic } from './fake-clinic.ts';
import { type DeskScene, fakeDesk } from './fake-desk.ts';
import { fakeDocuments } from './fake-documents.ts';
import { type EvidenceScene, fakeEvidence } from './fake-evidence.ts';
import { type FakeExports, fakeExports } from './fake-exports.ts';
import type { FakeHandlers } from './fake-handlers.ts';
import { fakeNotes, type ReviewScene } from './fake-notes.ts';
import {
  findings,
  linked,
  properties,
  subscriptions,
  webhookState,
} from './fake-platform-answers.ts';
import { fakeRearrange } from './fake-rearrange.ts';
import { type FakeLists, fakeTerminology } from './fake-terminology.ts';
import { everyKind, MINUTE, manyVisits, noteOf, visit } from './fake-visits.ts';

export type Scene = {
  readonly profile?: 'practice' | 'clinic';
  readonly vault?: VaultState;
  readonly account?: AccountState['state'];
  readonly visits?: 'none' | 'every' | number;
  /** Recordings that were cut short. */
  readonly unfinished?: boolean | number;
  /** One visit failed to be made ready and is tried again. */
  readonly retrying?: boolean;
  readonly offline?: boolean;
  readonly theme?: Settings['theme'];
  readonly consentOff?: boolean;
  /** Conditions that the core tells of, by their codes. */
  readonly health?: readonly ConditionCode[];
  /** Seconds of recording that fit on the disk. */
  readonly room?: number;
  /** Two visits are sealed with a key that is not at hand. */
  readonly keysMissing?: boolean;
  /** The audit list has this many entries. */
  readonly audit?: number;
  /** Webhooks are set up, and events have come. */
  readonly webhooks?: boolean;
  /** An order was sent and never answered. */
  readonly unclearOrders?: boolean;
  readonly documents?: 'none' | 'every';
  readonly desk?: DeskScene['desk'];
  readonly sound?: EvidenceScene['sound'];
  /** Where notes can be sent, and what left already. */
  readonly exports?: FakeExports;
  /** Nobody knows the record numbers of the patients. */
  readonly noNumbers?: boolean;
  readonly review?: ReviewScene['review'];
  /** A leaflet for the patient stands beside the note. */
  readonly leaflet?: boolean;
  /** The doctor has a name, dot phrases and a dictionary. */
  readonly phrases?: boolean;
  /** Lists of codes on this computer. */
  readonly lists?: FakeLists;
  /** Of the encrypted envelope; two unless said. */
  readonly keys?: 'none';
  /** The platform cannot be asked for its templates and its visits. */
  readonly platformGone?: boolean;
  /** A business token is kept; signed in by a token of the console. */
  readonly byToken?: boolean;
  /** The core never answers, or is gone. */
  readonly gone?: 'lost' | 'closed' | 'reloaded' | 'used';
};

declare global {
  interface Window {
    scene?: Scene;
  }
}

type Answer =
  | { ok: true; value: unknown }
  | { ok: false; code: string; message: string; detail?: string };

const code = 'MFRG-GZDF-MZTW-Q2LK-NNWG-23TP-OBYX-E43U-OV3H-O6DZ-PIYT-EMZU-GU3D-PY4A';
const conditionMessages: Record<ConditionCode, string> = {
  'database-rebuilt':
    'The list of visits on this computer was damaged. Scriba has made it anew from the recordings, which are whole and in files of their own; nothing is sent twice. The damaged file is kept as scriba.db.damaged-1.',
  'database-newer':
    'A newer Scriba has used this computer, and its list of visits cannot be read by this one. The list was made anew from the recordings; nothing is sent twice. Install the newer Scriba again.',
  'database-joined':
    'The list that a newer Scriba had kept here can be read again, and is taken up: 3 visits came back with the note. Nothing is sent for it.',
  'rows-damaged':
    '2 visits cannot be read: the entry is damaged, and the vault does not have it either. Everything is kept as it is. Please ask for help.',
  'clock-wrong':
    'The clock of this computer is 17 minutes behind. Recording and sending go on; set the clock, so that visits show the right time.',
  'answer-not-sealed':
    'The platform took an encrypted call and answered without encryption. What Scriba sent was encrypted all the same. Ask the platform whether its answers can be encrypted too.',
};

function visitsOf(now: number, visits: Scene['visits']): Visit[] {
  if (visits === 'none') return [];
  return typeof visits === 'number' ? manyVisits(now, visits) : everyKind(now);
}

export function fakeHost(scene: Scene) {
  const now = Date.now();
  const listeners: ((name: string, payload: unknown) => void)[] = [];
  const tell = (name: string, payload: unknown) =>
    listeners.forEach((listener) => {
      listener(name, payload);
    });

  let profile = scene.profile;
  let vault: VaultState = scene.vault ?? {
    state: profile ? 'open' : 'none',
    ...(profile && {
      kind: profile === 'practice' ? ('practice' as const) : ('keychain' as const),
    }),
  };
  let account: AccountState = {
    profile: profile ?? 'clinic',
    baseUrl: 'https://platform.example',
    brand: 'practice',
    clientId: 'clinic-17',
    state: scene.account ?? (profile ? 'signed-in' : 'signed-out'),
    expiresAt: now + 25 * MINUTE,
  };
  let settings: Settings = {
    uiLanguage: 'en',
    theme: scene.theme ?? 'system',
    askConsent: scene.consentOff !== true,
    microphone: {
      deviceId: '',
      label: '',
      noiseSuppression: false,
      echoCancellation: false,
      autoGain: false,
    },
    visit: {
      mode: 'consultation',
      modelType: 'pro',
      templates: ['clinical_notes_template'],
      inputLanguages: ['hi', 'en-IN'],
      outputLanguage: 'en-IN',
      codify: true,
    },
    upload: { format: 'mp3', companionFile: false },
    privacy: { keepAudioDays: 7, keepNotesDays: 0, lockAfterMinutes: 10 },
    codes: { legacyLinking: false, propertiesUnder: '/v1' },
    exportProfile: {
      doctorName: scene.phrases ? 'Dr K. Iyer' : '',
      registrationNumber: scene.phrases ? 'KMC 12345' : '',
      registrationSystem: '',
      facility: '',
      mrnSystem: '',
    },
    phrases: scene.phrases
      ? {
          dot: [
            { short: 'nad', text: 'No abnormality detected.' },
            {
              short: 'fu3',
              text: 'Come back in 3 days, at once if it gets worse.\nBring the reports.',
            },
          ],
          dictionary: [
            { heard: 'para cetamol', written: 'paracetamol' },
            { heard: 'Doctor Iyar', written: 'Dr Iyer' },
          ],
        }
      : { dot: [], dictionary: [] },
  };
  let visits = visitsOf(now, scene.visits);
  if (scene.review === 'differences')
    visits = visits.map((one) =>
      one.state === 'ready'
        ? { ...one, templates: [...one.templates.slice(0, 1), 'transcript_template'] }
        : one,
    );
  if (scene.review === 'signed' || scene.review === 'changed')
    visits = visits.map((one) =>
      one.state === 'ready' ? { ...one, state: 'reviewed', signedAt: now - MINUTE } : one,
    );
  const cut = Array.from({ length: Number(scene.unfinished ?? 0) }, (_, index) =>
    visit(now, (95 + index) * MINUTE, 'recording', { samples: 262 * 16_000 }),
  );
  visits = [...visits, ...cut];
  if (scene.retrying)
    visits = [
      visit(now, 2 * MINUTE, 'sealed', {
        patient: { name: 'Retried Patient' },
        trouble: { code: 'encoder-failed', message: 'It did not work.' },
        waitsUntil: now + 5 * MINUTE,
      }),
      ...visits,
    ];
  if (scene.keysMissing)
    visits = [
      ...visits,
      ...[3, 5].map((hours) => ({
        ...visit(now, hours * 60 * MINUTE, 'prepared'),
        patient: { name: '' },
        locked: true,
      })),
    ];

  let webhooks = webhookState(now, scene.webhooks === true);
  let registered = subscriptions(scene.webhooks === true);
  const find = (id: string) => visits.find((one) => one.id === id);
  const change = (id: string, part: Partial<Visit>) => {
    visits = visits.map((one) => (one.id === id ? { ...one, ...part } : one));
    const changed = find(id);
    tell('visits.changed', changed);
    return changed;
  };
  const fakeNote = (id: string) => {
    const one = find(id);
    return one && noteOf(one, profile === 'practice');
  };
  if (scene.noNumbers)
    visits = visits.map((one) => ({ ...one, patient: { name: one.patient.name } }));
  if (scene.review === 'signed' || scene.review === 'changed')
    visits = visits.map((one) =>
      one.state === 'ready' ? { ...one, signedAt: now - 20 * MINUTE } : one,
    );
  const notes = fakeNotes(scene, {
    find,
    note: (id) => {
      const one = find(id);
      return one && one.readyAt !== undefined
        ? noteOf(one, profile === 'practice', scene.leaflet)
        : undefined;
    },
    settings: () => settings,
    account: () => account,
    change,
    tell,
  });
  const stateOf = (id: string) => notes['notes.versions']!({ id }) as NoteState;
  const recorded = new Map<string, number>();
  const imports = new Map<string, Input<'imports.begin'>>();
  const asked: string[] = [];

  const answers: FakeHandlers = {
    'app.info': () => ({ version: '0.1.0', profile, practiceOffered: true, host: 'browser' }),
    'profile.choose': (input) => {
      profile = input.profile;
      account = { ...account, profile: input.profile };
      vault = { state: 'none' };
      tell('profile.changed', { profile });
    },
    'vault.state': () => vault,
    'app.health': () =>
      (scene.health ?? []).map((code) => ({ code, message: conditionMessages[code] })),
    'vault.create': (input) => {
      vault = { state: 'open', kind: input.kind };
      if (profile === 'practice') account = { ...account, state: 'signed-in' };
      tell('vault.changed', vault);
      return { recoveryCode: code };
    },
    'vault.unlock': (input) => {
      if (vault.kind === 'passphrase' && input.passphrase !== 'correct horse')
        throw { code: 'locked', detail: 'passphrase-wrong', message: '' };
      vault = { state: 'open', kind: vault.kind };
      return vault;
    },
    'vault.recover': (input) => {
      if (input.code.toUpperCase().replace(/[\s-]/g, '') !== code.replaceAll('-', ''))
        throw { code: 'invalid', detail: 'recovery-code-wrong', message: '' };
      vault = { state: 'open', kind: input.kind };
      tell('vault.changed', vault);
      return vault;
    },
    'vault.startAnother': (input) => {
      vault = { state: 'open', kind: input.kind };
      tell('vault.changed', vault);
      return { recoveryCode: code };
    },
    'vault.lock': () => {
      vault = { state: 'locked', kind: vault.kind };
      tell('vault.changed', vault);
      return vault;
    },
    'vault.awake': () => undefined,
    'audit.list': () =>
      Array.from({ length: scene.audit ?? 40 }, (_, index) => ({
        at: now - index * 7 * MINUTE,
        what: auditWords[index % auditWords.length],
        who: index % 3 === 0 ? 'scriba' : 'clinic-17',
        ...(index % 2 === 0 && { visit: `q8Zt${index}xWv0LmPq` }),
      })),
    'diagnostics.get': () => ({
      text: `Scriba 0.1.0, browser\nprofile clinic, vault open (keychain)\nvisits: ready 4, processing 1, attention 2\ndisk: room for 31 h\n${Array.from({ length: 30 }, (_, index) => `10:0${index % 10}:12 visit state=processing from=committing`).join('\n')}`,
    }),
    'platform.reachable': () =>
      scene.offline
        ? { reachable: false, since: now - 40 * MINUTE }
        : { reachable: true, since: now - 90 * MINUTE },
    'imports.begin': (input) => {
      imports.set('i', input);
      return { importId: 'i' };
    },
    'imports.append': ({ offset, bytes }) => ({ received: offset + bytes.length }),
    'imports.finish': () => {
      const { setup } = imports.get('i')!;
      const made = visit(Date.now(), 0, 'prepared', {
        ...setup,
        samples: 0,
        imported: true,
        startedAt: undefined,
        sealedAt: Date.now(),
      });
      visits = [made, ...visits];
      return made;
    },
    'imports.cancel': () => undefined,
    'visits.saveAll': () => ({ how: 'saved' }),
    'account.state': () => account,
    'account.signIn': (input) => {
      if (input.clientSecret === 'wrong')
        throw { code: 'refused', detail: 'credentials-refused', message: '' };
      const { clientSecret: _secret, ...rest } = input;
      account = { ...account, ...rest, state: 'signed-in' };
      return account;
    },
    'account.signOut': () => (account = { ...account, state: 'signed-out' }),
    'account.offer': () => ({
      languages: [
        ['en-IN', 'English (India)'],
        ['en-US', 'English (US)'],
        ['hi', 'Hindi'],
        ['gu', 'Gujarati'],
        ['kn', 'Kannada'],
        ['ml', 'Malayalam'],
        ['ta', 'Tamil'],
        ['te', 'Telugu'],
        ['bn', 'Bengali'],
        ['mr', 'Marathi'],
        ['pa', 'Punjabi'],
      ].map(([id, name]) => ({ id, name })),
      templates: [
        ['clinical_notes_template', 'Clinical notes'],
        ['eka_emr_template', 'EMR'],
        ['transcript_template', 'Transcript'],
      ].map(([id, name]) => ({ id, name })),
      limits: { templates: 2, inputLanguages: 2 },
      practiceCases:
        profile === 'practice'
          ? [
              { id: 'fever', title: 'Fever and cough', language: 'en-IN' },
              { id: 'hindi-fever', title: 'Fever in a child', language: 'hi' },
            ]
          : [],
    }),
    'settings.get': () => settings,
    'settings.change': (input) => {
      settings = { ...settings, ...input } as Settings;
      tell('settings.changed', settings);
      return settings;
    },
    'visits.list': () => visits,
    'visits.get': ({ id }) => find(id),
    'visits.rename': ({ id, patient }) => change(id, { patient }),
    'visits.consent': ({ id, agreed }) =>
      change(id, { consentAt: agreed ? Date.now() : undefined }),
    'notes.get': ({ id }) => {
      const one = find(id);
      return one && ['ready', 'partial', 'purged', 'reviewed'].includes(one.state)
        ? noteOf(one, profile === 'practice', scene.leaflet)
        : undefined;
    },
    'recordings.start': (setup) => {
      const made = visit(Date.now(), 0, 'recording', {
        consentAt: undefined,
        ...setup,
        samples: 0,
      });
      visits = [made, ...visits];
      return made;
    },
    'recordings.append': ({ id, firstSample, audio }) => {
      const end = firstSample + audio.length / 2;
      recorded.set(id, end);
      return { written: end, synced: end };
    },
    'recordings.mark': () => undefined,
    'recordings.finish': ({ id, samples }) =>
      change(id, { state: 'sealed', samples, sealedAt: Date.now() }),
    'recordings.discard': ({ id }) => change(id, { state: 'discarded', discardedAt: Date.now() }),
    'recordings.undoDiscard': ({ id }) =>
      change(id, { state: 'sealed', discardedAt: undefined, sealedAt: Date.now() }),
    'recordings.unfinished': () =>
      visits
        .filter(({ id }) => cut.some((one) => one.id === id))
        .filter(({ state }) => state === 'recording')
        .map(({ id, patient, createdAt, samples }) => ({
          id,
          patientName: patient.name,
          startedAt: createdAt,
          samples,
        })),
    'recordings.goOn': ({ id }) => ({ visit: find(id), samples: find(id)?.samples ?? 0 }),
    'recordings.finishUnfinished': ({ id }) =>
      change(id, { state: 'sealed', sealedAt: Date.now() }),
    ...fakeDocuments(now, scene, tell),
    ...fakeDesk(scene, fakeNote),
    ...fakeEvidence(scene, fakeNote, (at) => (notes['notes.version']!(at) as NoteVersion).sections),
    ...notes,
    ...fakeRearrange(now, {
      find,
      change,
      tell,
      state: stateOf,
      add: (made) => {
        visits = [...made, ...visits];
        made.forEach((one) => {
          tell('visits.changed', one);
        });
      },
    }),
    ...fakeExports(now, scene.exports, {
      find,
      tell,
      state: stateOf,
      registration: () => settings.exportProfile.registrationNumber,
    }),
    'outbox.retry': ({ id }) =>
      change(id, { state: 'processing', trouble: undefined, sentAt: Date.now() }),
    'outbox.sendNow': () => undefined,
    'webhooks.state': () => webhooks,
    'webhooks.listen': (input) => {
      if (input.on && input.port === 5000)
        throw { code: 'refused', detail: 'port-busy', message: '' };
      webhooks = {
        ...webhookState(now, false),
        ...input,
        receiver: input.on ? 'listening' : 'off',
        relayTo: `http://127.0.0.1:${input.port}/hook`,
      };
      return webhooks;
    },
    'webhooks.list': () => registered,
    'webhooks.register': (input) => {
      if (input.endpoint.includes('127.0.0.1'))
        throw { code: 'invalid', detail: 'endpoint-not-public', message: '' };
      registered = [...registered, { id: String(registered.length + 10), key: 'ours', ...input }];
      return registered;
    },
    'webhooks.remove': ({ subscriptionId }) =>
      (registered = registered.filter(({ id }) => id !== subscriptionId)),
    'codes.registry': () => [
      { ontology: 'snomed', versions: ['comprehend'] },
      { ontology: 'icd-10-cm', versions: ['2026'] },
    ],
    ...fakeTerminology(scene.lists, tell),
    'codes.link': ({ entities }) => {
      if (scene.offline) throw { code: 'offline', detail: 'not-sent', message: '' };
      return entities.map(linked);
    },
    'findings.search': ({ text }) => findings(text),
    'findings.properties': () => {
      if (scene.offline) throw { code: 'offline', detail: 'not-sent', message: '' };
      return properties;
    },
    'notes.add': ({ id, section, name, values }) =>
      change(id, {
        additions: [
          ...(find(id)?.additions ?? []).filter(
            (one) => one.section !== section || one.name !== name,
          ),
          ...(values.length > 0 ? [{ section, name, values }] : []),
        ],
      }),
    ...fakeClinic(now, scene),
    ...fakePlatform(scene, {
      profile: () => profile,
      account: () => account,
      setAccount: (next) => (account = next),
      visits: () => visits,
      change,
      tell,
    }),
    'disk.room': () => ({ seconds: scene.room ?? 31 * 3600 + 1200 }),
  };

  return {
    async ask(name: string, input: unknown): Promise<Answer> {
      if (scene.gone)
        return {
          ok: false,
          code: 'offline',
          message: '',
          detail: scene.gone === 'lost' ? 'host-lost' : 'session-lost',
        };
      asked.push(name);
      try {
        const answer = answers[name as RequestName] as ((input: unknown) => unknown) | undefined;
        if (!answer) return { ok: false, code: 'missing', message: `${name} is not made up yet` };
        return { ok: true, value: answer(input) };
      } catch (error) {
        return { ok: false, ...(error as { code: string; message: string; detail?: string }) };
      }
    },
    listen(listener: (name: string, payload: unknown) => void) {
      listeners.push(listener);
      if (scene.offline)
        setTimeout(
          () => listener('platform.reachable', { reachable: false, since: now - 40 * MINUTE }),
          0,
        );
    },
    connection(listener: (state: string, why?: string) => void) {
      if (scene.gone)
        setTimeout(
          () => (scene.gone === 'lost' ? listener('lost') : listener('closed', scene.gone)),
          0,
        );
    },
    /** For tests: says something as the core would. */
    tell,
    /** Everything the page has asked, by name. */
    asked: () => asked,
  };
}

Object.defineProperty(window, 'scribeHost', { value: fakeHost(window.scene ?? {}) });
