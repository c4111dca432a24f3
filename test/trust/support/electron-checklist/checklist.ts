/**
 * P20: the promise, and what its checks look at: the sources of the hosts, the options of windows
 * and the policy of sessions.
 */
import { parse } from 'yaml';
import { readPageFiles } from '../../../../main/hosts/common/page-files.ts';
import { servePage } from '../../../../main/hosts/electron/page-protocol.ts';
import { applySessionPolicy, PAGE_ADDRESS } from '../../../../main/hosts/electron/session.ts';
import type { PageSession } from '../../../../main/hosts/electron/types.ts';
import { guardContents, windowOptions } from '../../../../main/hosts/electron/window.ts';
import { smallPage } from '../../../main/hosts/common/small-profile.ts';
import { promise } from '../promise.ts';
import { filesLike, flatSourceOf, sourceOf } from '../sources.ts';

export const p20 = promise({
  id: 'P20',
  title: 'Electron',
  figure: 'all 20 items of its checklist and every fuse, as settings and as rules over the sources',
});

export const hosts = filesLike('{main,preload}/**/*.ts');
export const text = new Map(hosts.map((file) => [file, flatSourceOf(file)]));
/** Files in which the words stand, comments aside. */
export const where = (words: RegExp) => hosts.filter((file) => words.test(text.get(file)!));
const given = { preload: '/p.cjs', session: {}, devTools: false };
export const { webPreferences } = windowOptions(given);
export const elsewhere = [
  'http://scriba/',
  'https://scriba/',
  'app://scriba.evil/',
  'app://evil/',
  'app://u:p@scriba/',
  'app://scriba:80/',
  'file:///etc/passwd',
  'about:blank',
  'blob:app://scriba/1',
  'data:text/html,x',
  'ws://127.0.0.1/',
  'javascript:alert(1)',
  'APP://SCRIBA.evil',
  '',
  'app:',
  'app://',
];

/** Records the settings of the session, by the name of the call. */
export function policy(microphone = async () => true) {
  const said = new Map<string, unknown[]>();
  const session = new Proxy(
    {},
    {
      get: (_target, name: string) =>
        name === 'webRequest'
          ? { onBeforeRequest: (...values: unknown[]) => said.set('onBeforeRequest', values) }
          : (...values: unknown[]) => said.set(name === 'on' ? String(values[0]) : name, values),
    },
  );
  applySessionPolicy(session as PageSession, { askForMicrophone: microphone });
  return <T extends (...values: never[]) => unknown>(name: string, place = 0) =>
    said.get(name)?.[place] as T;
}
export function guarded() {
  const listeners = new Map<string, (event: { preventDefault(): void }) => void>();
  let opened: unknown;
  guardContents({
    on: (name: string, listener: never) => listeners.set(name, listener),
    setWindowOpenHandler: (handler: (details: object) => unknown) =>
      (opened = handler({ url: PAGE_ADDRESS })),
  } as never);
  const stops = (name: string) => {
    let stopped = false;
    listeners.get(name)?.({ preventDefault: () => (stopped = true) });
    return stopped;
  };
  return { stops, opened };
}
export async function headers() {
  const answer = await servePage(readPageFiles(smallPage()))({ url: PAGE_ADDRESS, method: 'GET' });
  return answer.headers;
}
export const builder = () =>
  parse(sourceOf('electron-builder.yml')) as {
    electronFuses: Record<string, boolean>;
    asar: boolean;
    npmRebuild: boolean;
  };

/** One item: its number and words, and the check of it. */
export type ChecklistItem = readonly [name: string, check: () => void | Promise<void>];
