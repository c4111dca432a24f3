/** The work on this computer: which engines hear and write. */
import type { Handlers } from '../../../shared/contract/contract.ts';
import type { Visits } from '../visits.ts';
import type { LocalParts } from '../wiring/local.ts';
import type { VisitRows } from './rows.ts';

export type HereRequests = Extract<keyof Handlers, `here.${string}`>;

export type HereHandlersDeps = Pick<
  LocalParts,
  'draft' | 'engineChoice' | 'engines' | 'fallback' | 'speechModels' | 'whoSpoke'
> & {
  readonly rows: Pick<VisitRows, 'get'>;
  readonly visits: Pick<Visits, 'show'>;
};

export const createHereHandlers = ({
  engineChoice,
  engines,
  draft,
  fallback,
  speechModels,
  whoSpoke,
  rows,
  visits,
}: HereHandlersDeps): Pick<Handlers, HereRequests> => ({
  'here.get': () => engineChoice.get(),
  'here.set'({ usual, fallback: isUsual, sections }) {
    const set = engineChoice.set({
      ...(usual !== undefined && { usual }),
      ...(isUsual !== undefined && { fallback: isUsual }),
      ...(sections && { sections }),
    });
    if (isUsual !== undefined) fallback.lookAtAll();
    return set;
  },
  'here.setServer': ({ engine, ...change }) => engineChoice.setServer(engine, change),
  'here.test': ({ engine }) => engines.test(engine),
  'here.models': () => speechModels.list(),
  'here.models.look': () => speechModels.look(),
  'here.models.choose': () => speechModels.choose(),
  'here.models.remove': ({ id }) => speechModels.remove(id),
  'here.models.use': ({ id }) => speechModels.use(id),
  'here.draft': ({ id }) => draft(id),
  'here.fallback'({ id }) {
    fallback.ask(rows.get(id).id);
    return visits.show(id);
  },
  'here.whoSpoke': ({ id, ...said }) => whoSpoke(id, said),
});
