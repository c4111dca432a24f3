/**
 * Text for people who help: versions, states, counts and the log. Nothing of a patient, nothing
 * secret, no path.
 */
import type { AccountState, VaultState } from '../../shared/model/account/account.ts';
import type { Settings } from '../../shared/model/settings.ts';
import type { Log } from '../infrastructure/log/log.ts';
import type { Ports } from '../infrastructure/ports.ts';
import type { Store } from '../infrastructure/store/store.ts';

export type DiagnosticsDeps = {
  readonly ports: Pick<Ports, 'host' | 'version' | 'profile' | 'clock' | 'policy'>;
  readonly store: Pick<Store, 'visits' | 'settings'>;
  readonly log: Log;
  readonly vault: () => VaultState;
  readonly account: () => AccountState;
  readonly room: () => number;
  /** How far our clock is ahead of the platform's; undefined until it was heard. */
  readonly offset: () => number | undefined;
  readonly conditions: () => readonly { readonly code: string }[];
};

const LINES = 300;

export function describe({
  ports,
  store,
  log,
  vault,
  account,
  room,
  offset,
  conditions,
}: DiagnosticsDeps): string {
  const { state, kind, cause } = vault();
  const ahead = offset();
  const rows: readonly (readonly [string, string])[] = [
    ['Scriba', ports.version],
    ['Host', ports.host],
    ['Profile', ports.profile],
    ['System', `${process.platform} ${process.arch}`],
    ['Node', process.versions.node],
    ['Electron', process.versions.electron ?? 'none'],
    [
      'Time',
      `${new Date(Math.floor(ports.clock.now() / 60_000) * 60_000).toISOString().slice(0, 16)}Z`,
    ],
    [
      'Clock ahead of the platform',
      ahead === undefined ? 'not heard' : `${Math.round(ahead / 1000)} s`,
    ],
    ['Vault', [state, kind, cause].filter(Boolean).join(', ')],
    ['Account', account().state],
    ['Room on the disk', tried(() => `${Math.floor(room() / 3600)} hours of recording`)],
    [
      'Visits',
      tried(
        () =>
          Object.entries(store.visits.counts())
            .map(([name, times]) => `${times} ${name}`)
            .join(', ') || 'none',
      ),
    ],
    [
      'Conditions',
      conditions()
        .map(({ code }) => code)
        .join(', ') || 'none',
    ],
    ['Policy', ports.policy ? `in force, ${ports.policy.problems.length} problems` : 'none'],
    ['Settings', tried(() => settingsOf(store.settings.get()))],
  ];
  return `${rows.map(([name, value]) => `${name}: ${value}`).join('\n')}\n\nLog\n${log.recent(LINES).join('\n')}\n`;
}

/** Chosen one by one: the name of a microphone may be that of a person. */
function settingsOf({ uiLanguage, upload, visit, privacy, askConsent }: Settings): string {
  const { keepAudioDays, keepNotesDays, lockAfterMinutes } = privacy;
  return JSON.stringify({
    uiLanguage,
    upload,
    mode: visit.mode,
    modelType: visit.modelType,
    templates: visit.templates.length,
    codify: visit.codify,
    askConsent,
    keepAudioDays,
    keepNotesDays,
    lockAfterMinutes,
  });
}

function tried(run: () => string): string {
  try {
    return run();
  } catch {
    return 'not readable';
  }
}
