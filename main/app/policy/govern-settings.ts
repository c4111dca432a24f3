/**
 * Lays the policy over a person's settings. What the person has set stays stored as it is: without
 * the policy it is in force again.
 */
import { failures } from '../../../shared/failures.ts';
import type { Policy } from '../../../shared/model/policy.ts';
import type { Settings } from '../../../shared/model/settings.ts';
import type { SettingsStore } from '../../infrastructure/store/tables/values.ts';

type Privacy = Settings['privacy'];
const members = ['keepAudioDays', 'keepNotesDays', 'lockAfterMinutes'] as const;

/** The settings in force: never weaker than the policy. */
export const effectiveSettings = (own: Settings, policy: Policy | undefined): Settings => ({
  ...own,
  privacy: effectivePrivacy(own.privacy, policy),
});

function effectivePrivacy(own: Privacy, policy: Policy | undefined): Privacy {
  const { audioDays, notesDays, fixed = false } = policy?.retention ?? {};
  const inDays = (days: number, most: number | undefined) =>
    fixed && most ? most : atMost(days, most);
  const keepNotesDays = inDays(own.keepNotesDays, notesDays);
  return {
    // A visit is kept as long as its sound: a limit for notes is one for sound too.
    keepAudioDays: atMost(inDays(own.keepAudioDays, audioDays), notesDays),
    keepNotesDays,
    lockAfterMinutes: atMost(own.lockAfterMinutes, policy?.lock?.afterMinutes),
  };
}

/** 0 stands for "without end". */
const atMost = (own: number, most: number | undefined): number => {
  if (most === undefined) return own;
  return own === 0 ? most : Math.min(own, most);
};

/**
 * The same settings under the policy. `change` throws Failure `refused` / `set-by-organisation` for
 * a value that the policy does not allow.
 */
export function governSettings(settings: SettingsStore, policy: Policy | undefined): SettingsStore {
  const get = () => effectiveSettings(settings.get(), policy);
  return {
    get,
    change(patch) {
      const { privacy } = patch;
      if (!policy || !privacy) settings.change(patch);
      else settings.change({ ...patch, privacy: toStore(settings.get().privacy, privacy, policy) });
      return get();
    },
  };
}

/**
 * A page sends the whole group: what it did not change is the effective value, and the person's own
 * stays stored.
 */
function toStore(own: Privacy, asked: Privacy, policy: Policy): Privacy {
  const now = effectivePrivacy(own, policy);
  const allowed = effectivePrivacy(asked, policy);
  if (members.some((name) => allowed[name] !== asked[name])) throw failures.setByOrganisation();
  const kept = (name: (typeof members)[number]) => (asked[name] === now[name] ? own : asked)[name];
  return {
    keepAudioDays: kept('keepAudioDays'),
    keepNotesDays: kept('keepNotesDays'),
    lockAfterMinutes: kept('lockAfterMinutes'),
  };
}
