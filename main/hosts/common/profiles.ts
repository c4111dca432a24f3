/**
 * An opened data folder as a host sees it: the app of the chosen profile, or what answers where none
 * is chosen yet.
 *
 * Practice and clinic lie in folders of their own, so that an invented patient never stands beside
 * a real one; choosing the other profile closes one app and opens the other (safekeeping D2).
 */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import {
  type Handlers,
  type Listen,
  type RequestName,
  requests,
} from '../../../shared/contract/contract.ts';
import { Failure } from '../../../shared/failure.ts';
import { failures } from '../../../shared/failures.ts';
import { type Profile, profiles } from '../../../shared/model/account/account.ts';
import type { Policy } from '../../../shared/model/policy.ts';
import { updateFeed } from '../../../shared/model/policy-rules.ts';
import { defaultSettings } from '../../../shared/model/settings.ts';
import { type App, createApp } from '../../app/app.ts';
import { policyNotice } from '../../app/health.ts';
import { effectiveSettings } from '../../app/policy/govern-settings.ts';
import { type NoticeListener, tellAll } from '../../app/tell-all.ts';
import { createLog } from '../../infrastructure/log/log.ts';
import { makeFolder } from '../../infrastructure/make-folder.ts';
import type { Ports } from '../../infrastructure/ports.ts';

export type OpenProfile = {
  readonly handlers: Handlers;
  readonly onNotice: Listen;
  /** The page that fed a recording is gone: what it recorded is kept and offered again. */
  pageLost(): void;
  isRecording(): boolean;
  /** Of the present profile. */
  hasUnsentAudio(): boolean;
  /** The app of the present profile; undefined before one is chosen. */
  app(): App | undefined;
  /** As it was read at the start. */
  readonly policy: Policy | undefined;
  /** Address at which the organisation offers new versions; undefined: none. */
  updateFeed(): string | undefined;
  close(): Promise<void>;
};

/**
 * All of `Ports` but the profile and its folder. `dataFolder` holds one folder a profile, that of the
 * lists of codes, and that of models of speech.
 */
export type OpenProfileDeps = Omit<
  Ports,
  'profile' | 'folder' | 'terminologyFolder' | 'modelsFolder'
> & {
  readonly dataFolder: string;
};

const choiceSchema = z.object({ profile: z.enum(profiles) });

/**
 * Opens the profile chosen last, if any. Throws what `createApp` throws (`busy` / `already-open`,
 * damaged database).
 */
export async function openProfile({ dataFolder, ...deps }: OpenProfileDeps): Promise<OpenProfile> {
  const choiceFile = path.join(dataFolder, 'profile.json');
  const listeners = new Set<NoticeListener>();
  const log = createLog({ lines: deps.log, clock: deps.clock });
  const tell: NoticeListener = (name, payload) => tellAll(listeners, log, name, payload);
  let app: App | undefined;
  let opening: Promise<void> = Promise.resolve();

  const open = async (profile: Profile) => {
    app = await createApp({
      ...deps,
      profile,
      folder: path.join(dataFolder, profile),
      terminologyFolder: path.join(dataFolder, 'terminology'),
      modelsFolder: path.join(dataFolder, 'models'),
    });
    app.onNotice(tell);
  };

  /** One change at a time; a recording in progress is finished first, by the doctor. */
  const choose = (profile: Profile) => {
    opening = opening
      .catch(() => {})
      .then(async () => {
        if (app?.profile === profile) return;
        if (!isAllowed(profile, deps.policy)) throw failures.setByOrganisation();
        if (app?.isRecording())
          throw new Failure(
            'busy',
            'Finish the recording before changing between practice and clinic.',
            { detail: 'already-recording' },
          );
        await app?.close();
        app = undefined;
        await open(profile);
        remember(choiceFile, profile);
        tell('profile.changed', { profile });
      });
    return opening;
  };

  const beforeProfile: Partial<Record<RequestName, (input: never) => unknown>> = {
    'app.info': () => ({
      version: deps.version,
      profile: undefined,
      practiceOffered: deps.practice !== undefined && isAllowed('practice', deps.policy),
      host: deps.host,
      policy: deps.policy,
    }),
    'app.health': () => {
      const notice = policyNotice(deps.policy);
      return notice === undefined ? [] : [{ code: 'policy-wrong', ...notice }];
    },
    'settings.get': () => effectiveSettings(defaultSettings, deps.policy),
  };

  const route = (name: RequestName) => async (input: unknown) => {
    if (name === 'profile.choose') return choose((input as { profile: Profile }).profile);
    const handle = app ? app.handlers[name] : beforeProfile[name];
    if (!handle)
      throw new Failure('missing', 'Choose first whether to practise or to work with patients.', {
        detail: 'no-profile',
      });
    return (handle as (input: unknown) => unknown)(input);
  };
  const handlers = Object.fromEntries(
    (Object.keys(requests) as RequestName[]).map((name) => [name, route(name)]),
  ) as unknown as Handlers;

  const chosen = recall(choiceFile);
  // A profile that is no longer allowed stays where it is: a person chooses anew.
  if (chosen && isAllowed(chosen, deps.policy)) await open(chosen);

  return {
    handlers,
    onNotice(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    pageLost: () => app?.pageLost(),
    isRecording: () => app?.isRecording() ?? false,
    hasUnsentAudio: () => app?.hasUnsentAudio() ?? false,
    app: () => app,
    policy: deps.policy,
    updateFeed: () => updateFeed(deps.policy),
    async close() {
      await opening.catch(() => {});
      await app?.close();
      app = undefined;
    },
  };
}

const isAllowed = (profile: Profile, policy: Policy | undefined): boolean =>
  profile !== 'practice' || policy?.practice?.allowed !== false;

function recall(file: string): Profile | undefined {
  if (!existsSync(file)) return undefined;
  try {
    return choiceSchema.parse(JSON.parse(readFileSync(file, 'utf8'))).profile;
  } catch {
    // An unreadable choice is asked for again; it holds nothing else.
    return undefined;
  }
}

function remember(file: string, profile: Profile) {
  makeFolder(path.dirname(file));
  writeFileSync(`${file}.new`, JSON.stringify({ profile }), { mode: 0o600 });
  renameSync(`${file}.new`, file);
}
