/** Requests about the platform itself: its profile, the session protocol, templates. */
import type { Handlers, Notify } from '../../../shared/contract/contract.ts';
import { failures } from '../../../shared/failures.ts';
import { defaultSettings } from '../../../shared/model/settings.ts';
import type { PlatformProfiles } from '../../features/account/platform-profile.ts';
import type { Platform } from '../../infrastructure/platform/platform.ts';
import type { Ports } from '../../infrastructure/ports.ts';
import type { Store } from '../../infrastructure/store/store.ts';
import { once } from './once.ts';

export type PlatformRequests =
  | 'platform.profile'
  | 'platform.changeProfile'
  | 'platform.exportProfile'
  | 'platform.importProfile'
  | 'platform.discover'
  | (`templates.${string}` & keyof Handlers);

export type PlatformHandlersDeps = {
  readonly ports: Pick<Ports, 'save'>;
  readonly store: Pick<Store, 'settings'>;
  readonly platformProfile: PlatformProfiles;
  readonly platform: Pick<Platform, 'discovery' | 'templates'>;
  readonly notify: Notify;
};

export function createPlatformHandlers(
  deps: PlatformHandlersDeps,
): Pick<Handlers, PlatformRequests> {
  const { ports, platformProfile, platform } = deps;
  const { templates } = platform;
  return {
    'platform.profile': () => platformProfile.get(),
    'platform.changeProfile': (change) => platformProfile.change(change),
    'platform.exportProfile'() {
      if (!ports.save) throw failures.cannotSave();
      const { name, text } = platformProfile.file();
      return ports.save(name, 'application/json', once(Buffer.from(text)));
    },
    'platform.importProfile': ({ text }) => platformProfile.take(text),
    'platform.discover': () => platform.discovery.ask(),

    'templates.list': () => templates.list(),
    async 'templates.create'(form) {
      await templates.create(form);
      return templates.list();
    },
    async 'templates.change'({ id, ...form }) {
      await templates.change(id, form);
      return templates.list();
    },
    async 'templates.remove'({ id }) {
      await templates.remove(id);
      dropFromSettings(deps, id);
      return templates.list();
    },
  };
}

/** A template that was removed can no longer be what a new visit begins with. */
function dropFromSettings({ store, notify }: PlatformHandlersDeps, templateId: string): void {
  const { visit } = store.settings.get();
  if (!visit.templates.includes(templateId)) return;
  const left = visit.templates.filter((id) => id !== templateId);
  notify(
    'settings.changed',
    store.settings.change({
      visit: { ...visit, templates: left.length > 0 ? left : defaultSettings.visit.templates },
    }),
  );
}
