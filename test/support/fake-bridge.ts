/**
 * A core made of memory, for looking at the screens and testing them in a real browser without a vault,
 * a disk or a platform. It runs inside the page as `window.scribeHost`; `window.scene` says what there is.
 */
import type { AccountState, VaultState } from '../../shared/account.ts';
import type { Consultation } from '../../shared/consultation.ts';
import type { Settings } from '../../shared/settings.ts';
import { everyKind, manyVisits, noteOf, visit, MINUTE } from './fake-visits.ts';

export type Scene = {
  readonly profile?: 'practice' | 'clinic';
  readonly vault?: VaultState;
  readonly account?: AccountState['state'];
  readonly visits?: 'none' | 'every' | number;
  readonly unfinished?: boolean;
  readonly offline?: boolean;
  readonly theme?: Settings['theme'];
  readonly consentOff?: boolean;
  /** The core never answers, or is gone. */
  readonly gone?: 'lost' | 'closed';
};

declare global {
  interface Window { scene?: Scene }
}

type Answer = { ok: true; value: unknown } | { ok: false; code: string; message: string; detail?: string };

export function fakeHost(scene: Scene) {
  const now = Date.now();
  const listeners: ((name: string, payload: unknown) => void)[] = [];
  const tell = (name: string, payload: unknown) => listeners.forEach((listener) => listener(name, payload));

  let profile = scene.profile;
  let vault: VaultState = scene.vault ?? { state: profile ? 'open' : 'none', ...(profile && { kind: profile === 'practice' ? 'practice' as const : 'keychain' as const }) };
  let account: AccountState = {
    profile: profile ?? 'clinic', baseUrl: 'https://platform.example', brand: 'practice', clientId: 'clinic-17',
    state: scene.account ?? (profile ? 'signed-in' : 'signed-out'), expiresAt: now + 25 * MINUTE,
  };
  let settings: Settings = {
    uiLanguage: 'en', theme: scene.theme ?? 'system', askConsent: scene.consentOff !== true,
    microphone: { deviceId: '', label: '', noiseSuppression: false, echoCancellation: false, autoGain: false },
    visit: { mode: 'consultation', modelType: 'pro', templates: ['clinical_notes_template'], inputLanguages: ['hi', 'en-IN'], outputLanguage: 'en-IN', codify: true },
    upload: { format: 'mp3', companionFile: false },
  };
  let visits: Consultation[] = scene.visits === 'none' ? [] : typeof scene.visits === 'number' ? manyVisits(now, scene.visits) : everyKind(now);
  const cut = visit(now, 95 * MINUTE, 'recording', { samples: 262 * 16_000 });
  if (scene.unfinished) visits = [...visits, cut];

  const find = (id: string) => visits.find((one) => one.id === id);
  const change = (id: string, part: Partial<Consultation>) => {
    visits = visits.map((one) => (one.id === id ? { ...one, ...part } : one));
    const changed = find(id);
    tell('consultations.changed', changed);
    return changed;
  };
  const recorded = new Map<string, number>();

  const answers: Record<string, (input: any) => unknown> = {
    'app.info': () => ({ version: '0.1.0', profile, practiceOffered: true, host: 'browser' }),
    'profile.choose': (input) => { profile = input.profile; account = { ...account, profile: input.profile }; vault = { state: 'none' }; tell('profile.changed', { profile }); },
    'vault.state': () => vault,
    'vault.create': (input) => { vault = { state: 'open', kind: input.kind }; if (profile === 'practice') account = { ...account, state: 'signed-in' }; tell('vault.changed', vault); },
    'vault.unlock': (input) => {
      if (vault.kind === 'passphrase' && input.passphrase !== 'correct horse') throw { code: 'locked', detail: 'passphrase-wrong', message: '' };
      vault = { state: 'open', kind: vault.kind };
      return vault;
    },
    'account.state': () => account,
    'account.signIn': (input) => {
      if (input.clientSecret === 'wrong') throw { code: 'refused', detail: 'credentials-refused', message: '' };
      const { clientSecret: _secret, ...rest } = input;
      account = { ...account, ...rest, state: 'signed-in' };
      return account;
    },
    'account.signOut': () => (account = { ...account, state: 'signed-out' }),
    'account.offer': () => ({
      languages: [['en-IN', 'English (India)'], ['en-US', 'English (US)'], ['hi', 'Hindi'], ['gu', 'Gujarati'], ['kn', 'Kannada'], ['ml', 'Malayalam'], ['ta', 'Tamil'], ['te', 'Telugu'], ['bn', 'Bengali'], ['mr', 'Marathi'], ['pa', 'Punjabi']].map(([id, name]) => ({ id, name })),
      templates: [['clinical_notes_template', 'Clinical notes'], ['eka_emr_template', 'EMR'], ['transcript_template', 'Transcript']].map(([id, name]) => ({ id, name })),
      limits: { templates: 2, inputLanguages: 2 },
      practiceCases: profile === 'practice' ? [{ id: 'fever', title: 'Fever and cough', language: 'en-IN' }, { id: 'hindi-fever', title: 'Fever in a child', language: 'hi' }] : [],
    }),
    'settings.get': () => settings,
    'settings.change': (input) => { settings = { ...settings, ...input }; tell('settings.changed', settings); return settings; },
    'consultations.list': () => visits,
    'consultations.get': ({ id }) => find(id),
    'consultations.rename': ({ id, patient }) => change(id, { patient }),
    'notes.get': ({ id }) => { const one = find(id); return one && ['ready', 'partial', 'purged'].includes(one.state) ? noteOf(one, profile === 'practice') : undefined; },
    'recordings.start': (setup) => { const made = visit(Date.now(), 0, 'recording', { ...setup, samples: 0 }); visits = [made, ...visits]; return made; },
    'recordings.append': ({ id, firstSample, audio }) => { const end = firstSample + audio.length / 2; recorded.set(id, end); return { written: end, synced: end }; },
    'recordings.mark': () => undefined,
    'recordings.finish': ({ id, samples }) => change(id, { state: 'sealed', samples, sealedAt: Date.now() }),
    'recordings.discard': ({ id }) => change(id, { state: 'discarded', discardedAt: Date.now() }),
    'recordings.undoDiscard': ({ id }) => change(id, { state: 'sealed', discardedAt: undefined, sealedAt: Date.now() }),
    'recordings.unfinished': () => visits.filter(({ id }) => id === cut.id).filter(({ state }) => state === 'recording').map(({ id, patient, createdAt, samples }) => ({ id, patientName: patient.name, startedAt: createdAt, samples })),
    'recordings.goOn': ({ id }) => ({ consultation: find(id), samples: find(id)?.samples ?? 0 }),
    'recordings.finishUnfinished': ({ id }) => change(id, { state: 'sealed', sealedAt: Date.now() }),
    'outbox.retry': ({ id }) => change(id, { state: 'processing', trouble: undefined, sentAt: Date.now() }),
    'outbox.sendNow': () => undefined,
    'disk.room': () => ({ seconds: 31 * 3600 + 1200 }),
  };

  return {
    async ask(name: string, input: unknown): Promise<Answer> {
      if (scene.gone) return { ok: false, code: 'offline', message: '', detail: scene.gone === 'closed' ? 'session-lost' : 'host-lost' };
      try {
        const answer = answers[name];
        if (!answer) return { ok: false, code: 'missing', message: `${name} is not made up yet` };
        return { ok: true, value: answer(input) };
      } catch (error) {
        return { ok: false, ...(error as { code: string; message: string; detail?: string }) };
      }
    },
    listen(listener: (name: string, payload: unknown) => void) {
      listeners.push(listener);
      if (scene.offline) setTimeout(() => listener('platform.reachable', { reachable: false, since: now - 40 * MINUTE }), 0);
    },
    connection(listener: (state: string) => void) {
      if (scene.gone) setTimeout(() => listener(scene.gone!), 0);
    },
    /** For tests: says something as the core would. */
    tell,
  };
}

Object.defineProperty(window, 'scribeHost', { value: fakeHost(window.scene ?? {}) });
