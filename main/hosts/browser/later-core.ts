/**
 * Stands for a core that is still being opened: the page is served meanwhile, and what it asks is
 * answered by the core alone, as soon as there is one.
 */
import { type Handlers, type RequestName, requests } from '../../../shared/contract/contract.ts';
import type { HostedCore } from './server.ts';

/** Requests wait for `opening`, and fail as it fails. `onPage` is called when a page listens. */
export function laterCore(opening: Promise<HostedCore>, onPage: () => void): HostedCore {
  const ask = (name: RequestName) => async (input: unknown) => {
    const handle = (await opening).handlers[name] as (input: unknown) => unknown;
    return handle(input);
  };
  const handlers = Object.fromEntries(
    (Object.keys(requests) as RequestName[]).map((name) => [name, ask(name)]),
  ) as unknown as Handlers;
  // A core that does not open ends the process, which says why.
  const whenOpen = (run: (core: HostedCore) => void) => void opening.then(run, () => {});

  return {
    handlers,
    onNotice(listener) {
      onPage();
      let isGone = false;
      let stop = () => {};
      whenOpen((core) => {
        if (!isGone) stop = core.onNotice(listener);
      });
      return () => {
        isGone = true;
        stop();
      };
    },
    pageLost: () => whenOpen((core) => core.pageLost()),
  };
}
