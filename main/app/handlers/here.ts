/** The work on this computer: which engines hear and write. */
import type { Handlers } from '../../../shared/contract/contract.ts';
import type { LocalParts } from '../wiring/local.ts';

export type HereRequests = Extract<keyof Handlers, `here.${string}`>;

export const createHereHandlers = ({
  engineChoice,
  engines,
  draft,
}: Pick<LocalParts, 'draft' | 'engineChoice' | 'engines'>): Pick<Handlers, HereRequests> => ({
  'here.get': () => engineChoice.get(),
  'here.set': ({ usual, sections }) =>
    engineChoice.set({ ...(usual !== undefined && { usual }), ...(sections && { sections }) }),
  'here.setServer': ({ engine, ...change }) => engineChoice.setServer(engine, change),
  'here.test': ({ engine }) => engines.test(engine),
  'here.draft': ({ id }) => draft(id),
});
