/**
 * Codes, findings and their properties: look-ups on the platform, and what a doctor adds to a note.
 */
import type { Handlers } from '../../../shared/contract/contract.ts';
import { Failure } from '../../../shared/failure.ts';
import type { Addition } from '../../../shared/model/note/findings.ts';
import { allows } from '../../../shared/model/visit-state.ts';
import type { Codify } from '../../features/coding/linkers/codify.ts';
import type { NotesFeature } from '../../features/notes/notes.ts';
import type { Symptoms } from '../../infrastructure/platform/api/symptoms.ts';
import type { VisitRow } from '../../infrastructure/store/rows.ts';
import type { Store } from '../../infrastructure/store/store.ts';
import type { Visits } from '../visits.ts';

export type CodeHandlersDeps = {
  readonly codify: Codify;
  readonly symptoms: Symptoms;
  readonly store: Pick<Store, 'visits' | 'settings' | 'notes'>;
  readonly visits: Pick<Visits, 'changed' | 'show'>;
  /** Throws `missing` / `no-consultation`. */
  readonly known: (id: string) => VisitRow;
  readonly notes: Pick<NotesFeature, 'added'>;
};
export type CodeRequests =
  | 'codes.registry'
  | 'codes.link'
  | 'findings.search'
  | 'findings.properties'
  | 'notes.add';

const MOST_ADDITIONS = 200;

export const createCodeHandlers = ({
  codify,
  symptoms,
  store,
  visits,
  known,
  notes,
}: CodeHandlersDeps): Pick<Handlers, CodeRequests> => ({
  'codes.registry': () => codify.registry(),
  'codes.link': ({ entities, most }) => codify.link(entities, most),
  'findings.search': ({ text, kind, most }) => symptoms.search(text, { kind, most }),
  'findings.properties': ({ context, ids }) =>
    symptoms.properties(context, ids, store.settings.get().codes.propertiesUnder),
  'notes.add'({ id, section, name, values }) {
    const row = known(id);
    if (!allows(row.state, 'add-to-note'))
      throw new Failure('refused', 'There is no note of this visit that could be added to.', {
        detail: 'no-note',
      });
    const others = (row.details.additions ?? []).filter(
      (one) => one.section !== section || one.name !== name,
    );
    const additions: Addition[] =
      values.length === 0 ? others : [...others, { section, name, values }];
    if (additions.length > MOST_ADDITIONS)
      throw new Failure('refused', 'This note has as many additions as it can have.', {
        detail: 'too-many-additions',
      });
    const before = row.details.additions?.find(
      (one) => one.section === section && one.name === name,
    );
    store.visits.change(id, row.rev, { details: { ...row.details, additions } });
    if (store.notes.get(id)) notes.added(id, { section, name, values }, before);
    visits.changed(id);
    return visits.show(id);
  },
});
