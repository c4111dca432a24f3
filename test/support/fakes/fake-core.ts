/**
 * State of the made-up core: its profile, vault, account, settings and visits, as a scene begins.
 */
import { effectiveSettings } from '../../../main/app/policy/govern-settings.ts';
import type { AccountState, VaultState } from '../../../shared/model/account/account.ts';
import { defaultSettings, type Settings } from '../../../shared/model/settings.ts';
import type { Visit } from '../../../shared/model/visit.ts';
import type { Withdrawal } from '../../../shared/model/withdrawal.ts';
import { MINUTE } from '../../../shared/time.ts';
import type { Scene } from './fake-bridge.ts';
import { heardNote } from './fake-heard.ts';
import { type SaidOfSpeakers, toldApartNote } from './fake-speakers.ts';
import { agoToday, everyKind, manyVisits, noteOf, visit } from './fake-visits.ts';

export type FakeCore = {
  readonly scene: Scene;
  readonly now: number;
  readonly listeners: ((name: string, payload: unknown) => void)[];
  profile: Scene['profile'];
  vault: VaultState;
  account: AccountState;
  settings: Settings;
  visits: readonly Visit[];
  /** Ids of recordings that were cut short. */
  readonly unfinished: ReadonlySet<string>;
  /** Receipts, newest first. */
  withdrawals: readonly Withdrawal[];
  /** Every request of the page, by name. */
  readonly asked: string[];
  readonly speakers: SaidOfSpeakers;
};

export function createCore(scene: Scene): FakeCore {
  const now = Date.now();
  const { profile } = scene;
  const visits = visitsOf(scene, now);
  return {
    scene,
    now,
    listeners: [],
    profile,
    vault: scene.vault ?? {
      state: profile ? 'open' : 'none',
      ...(profile && { kind: profile === 'practice' ? 'practice' : 'keychain' }),
    },
    account: {
      profile: profile ?? 'clinic',
      baseUrl: 'https://platform.example',
      brand: 'practice',
      clientId: 'clinic-17',
      state: scene.account ?? (profile ? 'signed-in' : 'signed-out'),
      expiresAt: now + 25 * MINUTE,
    },
    settings: effectiveSettings(settingsOf(scene), scene.policy),
    visits: visits.all,
    unfinished: new Set(visits.unfinished.map(({ id }) => id)),
    withdrawals: [],
    asked: [],
    speakers: { others: new Set() },
  };
}

export function tell({ listeners }: FakeCore, name: string, payload: unknown): void {
  for (const listener of listeners) listener(name, payload);
}

export const findVisit = ({ visits }: FakeCore, id: string) => visits.find((one) => one.id === id);

export function changeVisit(core: FakeCore, id: string, part: Partial<Visit>) {
  core.visits = core.visits.map((one) => (one.id === id ? { ...one, ...part } : one));
  const changed = findVisit(core, id);
  tell(core, 'visits.changed', changed);
  return changed;
}

/**
 * The note of a visit; undefined while it has none. `leaflet`: with one for the patient beside it.
 */
export function noteOfVisit(core: FakeCore, id: string, leaflet = false) {
  const one = findVisit(core, id);
  const note = one && noteOf(one, core.profile === 'practice', leaflet);
  if (note && core.scene.toldApart) return toldApartNote(note, core.speakers);
  return note && core.scene.review === 'heard' ? heardNote(note) : note;
}

function settingsOf(scene: Scene): Settings {
  return {
    uiLanguage: 'en',
    theme: scene.theme ?? 'system',
    askConsent: scene.consentOff !== true,
    consentWording: {},
    holdBackMinutes: 0,
    liveDraft: true,
    spelling: 'british',
    microphone: {
      deviceId: '',
      label: '',
      fallbacks: (scene.fallbacks ?? []).map((label) => ({ deviceId: label, label })),
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
    panes: defaultSettings.panes,
    desktop: defaultSettings.desktop,
  };
}

/** Made up in one order always: names and ids are counted up from visit to visit. */
function visitsOf(scene: Scene, now: number) {
  const first = firstVisits(scene.visits, now);
  const count = Number(scene.unfinished ?? 0);
  const unfinished = Array.from({ length: count }, (_, index) =>
    visit(now, agoToday(now, 95 + index, 95 + count), 'recording', { samples: 262 * 16_000 }),
  );
  const retried = scene.retrying ? [retriedVisit(now)] : [];
  const locked = scene.keysMissing ? [180, 300].map((ago) => lockedVisit(now, ago)) : [];
  const whole = [...first, ...unfinished].map((one) => asScene(scene, one, now));
  return { unfinished, all: [...retried, ...whole, ...locked] };
}

const retriedVisit = (now: number): Visit =>
  visit(now, agoToday(now, 2), 'sealed', {
    patient: { name: 'Retried Patient' },
    trouble: { code: 'encoder-failed', message: 'It did not work.' },
    waitsUntil: now + 5 * MINUTE,
  });

/** Sealed with a key that is not at hand. */
const lockedVisit = (now: number, minutes: number): Visit => ({
  ...visit(now, agoToday(now, minutes, 300), 'prepared'),
  patient: { name: '' },
  locked: true,
});

function firstVisits(visits: Scene['visits'], now: number): Visit[] {
  if (visits === 'none') return [];
  return typeof visits === 'number' ? manyVisits(now, visits) : everyKind(now);
}

function asScene({ review, noNumbers, nameless, draft }: Scene, one: Visit, now: number): Visit {
  const isReady = one.state === 'ready';
  const isSigned = review === 'signed' || review === 'changed';
  return {
    ...one,
    ...(isReady &&
      (review === 'differences' || review === 'heard') && {
        templates: [...one.templates.slice(0, 1), 'transcript_template'],
      }),
    ...(isReady && isSigned && { state: 'reviewed', signedAt: now - MINUTE }),
    ...(draft === 'waiting' && one.hold && { fallback: { state: 'made' as const } }),
    ...(noNumbers && { patient: { name: one.patient.name } }),
    ...(nameless && { patient: { name: '' } }),
  };
}
