/** Requests of the code desk. */
import type { Handlers } from '../../../shared/contract/contract.ts';
import type { CodingFeature } from '../../features/coding/decisions/code-desk.ts';

export const createDeskHandlers = ({
  desk,
}: {
  readonly desk: CodingFeature;
}): Pick<Handlers, `desk.${string}` & keyof Handlers> => ({
  'desk.open': ({ id }) => desk.open(id),
  'desk.link': ({ id, entities, by, anew }) => desk.link(id, entities, by, anew),
  'desk.search': ({ ontology, text, by, visit }) => desk.search(ontology, text, by, visit),
  'desk.decide': ({ id, decisions }) => desk.decide(id, decisions),
  'desk.undo': ({ id, revision }) => desk.undo(id, revision),
  'desk.mark': ({ id, ...marking }) => desk.mark(id, marking),
  'desk.forgetFavourites': () => ({ forgotten: desk.forgetFavourites() }),
});
