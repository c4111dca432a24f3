/** The work on this computer: which engines hear and write. */
import type { Handlers } from '../../../shared/contract/contract.ts';
import type { WorkHere } from '../../../shared/model/work-here.ts';
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
}: HereHandlersDeps): Pick<Handlers, HereRequests> => {
  const shown = (): WorkHere => {
    const choice = engineChoice.get();
    if (choice.speechModel === '') return choice;
    const used = speechModels.used();
    return { ...choice, ...(used ? { modelLanguages: used.languages } : { modelUnlisted: true }) };
  };
  /** What another engine may hear is looked at again. */
  const changed = <T>(answer: T): T => {
    fallback.lookAtAll();
    return answer;
  };
  return {
    'here.get': shown,
    'here.set'({ usual, fallback: isUsual, sections, sectionTopics }) {
      engineChoice.set({
        ...(usual !== undefined && { usual }),
        ...(isUsual !== undefined && { fallback: isUsual }),
        ...(sections && { sections }),
        ...(sectionTopics && { sectionTopics }),
      });
      if (isUsual !== undefined) fallback.lookAtAll();
      return shown();
    },
    async 'here.setServer'({ engine, ...change }) {
      engines.stopTest(engine);
      await engineChoice.setServer(engine, change);
      return changed(shown());
    },
    'here.test': ({ engine }) => engines.test(engine),
    'here.models': () => speechModels.list(),
    'here.models.look': async () => changed(await speechModels.look()),
    'here.models.choose': async () => changed(await speechModels.choose()),
    'here.models.remove': ({ id }) => changed(speechModels.remove(id)),
    'here.models.use': ({ id }) => changed(speechModels.use(id)),
    'here.draft': ({ id }) => draft(id),
    'here.fallback'({ id }) {
      fallback.ask(rows.get(id).id);
      return visits.show(id);
    },
    'here.whoSpoke': ({ id, ...said }) => whoSpoke(id, said),
  };
};
