/** The platform profile, as the core keeps it, and the requests to the platform besides notes. */

import type { Input } from '../../../shared/contract/contract.ts';
import type {
  BrowserSignIn,
  DeviceOffer,
  SignInStep,
} from '../../../shared/model/account/account.ts';
import type { PlatformProfile } from '../../../shared/model/account/platform-profile.ts';
import { createStore } from '../store-registry.ts';
import { request } from './core.ts';
import { takeFile } from './download-file.ts';
import { loadOffer, useSession } from './session.ts';

export const usePlatform = createStore<{ readonly profile?: PlatformProfile }>(
  'platform',
  {},
  { reset: 'holds no patient data', isOfProfile: true },
);

export async function loadProfile(): Promise<void> {
  usePlatform.setState({ profile: await request('platform.profile') });
}

export async function changeProfile(change: Input<'platform.changeProfile'>): Promise<void> {
  usePlatform.setState({ profile: await request('platform.changeProfile', change) });
}

/** `text`: the content of the file. Throws the core's Failures about it. */
export async function importProfile(text: string): Promise<void> {
  usePlatform.setState({ profile: await request('platform.importProfile', { text }) });
}

/** Returns how it was saved; a browser fetches the file by itself. */
export async function exportProfile(): Promise<'saved' | 'cancelled' | 'download'> {
  const saved = await request('platform.exportProfile');
  if (saved.how === 'download') takeFile(saved.ticket);
  return saved.how;
}

export async function signInWithToken(account: Input<'account.signInWithToken'>): Promise<void> {
  useSession.setState({ account: await request('account.signInWithToken', account) });
  await loadOffer();
}

export async function signInWithPassword(
  person: Input<'account.signInWithPassword'>,
): Promise<void> {
  useSession.setState({ account: await request('account.signInWithPassword', person) });
  await loadOffer();
}

export const beginDevice = (where: Input<'account.beginDevice'>): Promise<DeviceOffer> =>
  request('account.beginDevice', where);
/** Returns milliseconds until it is worth asking again; undefined: signed in. */
export const stepDevice = async () => taken(await request('account.stepDevice'));

export const beginBrowser = (where: Input<'account.beginBrowser'>): Promise<BrowserSignIn> =>
  request('account.beginBrowser', where);
/** The same for a sign-in in the browser of this computer. */
export const stepBrowser = async () => taken(await request('account.stepBrowser'));
export const stopBrowser = () => request('account.stopBrowser');

async function taken(step: SignInStep): Promise<number | undefined> {
  if (step.kind === 'waiting') return step.wait;
  useSession.setState({ account: step.state });
  await loadOffer();
  return undefined;
}

/** The empty text forgets it. */
export async function setBusinessToken(token: string): Promise<void> {
  useSession.setState({ account: await request('account.setBusinessToken', { token }) });
}

export type TemplateInput = Input<'templates.create'>;
export const listTemplates = () => request('templates.list');
/** Returns all templates after the change, and renews the offer of the pickers. */
export async function keepTemplate(id: string | undefined, form: TemplateInput) {
  const all = await (id === undefined
    ? request('templates.create', form)
    : request('templates.change', { id, ...form }));
  void loadOffer();
  return all;
}
export async function removeTemplate(id: string) {
  const all = await request('templates.remove', { id });
  void loadOffer();
  return all;
}

export const listPast = (count: number) => request('history.list', { count });
export const pastDetails = (transactionId: string) => request('history.details', { transactionId });
export const pastDocument = (documentId: string) => request('history.document', { documentId });
export const archivePast = (transactionId: string) => request('history.archive', { transactionId });
