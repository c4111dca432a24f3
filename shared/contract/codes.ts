/** Requests by which a page finds codes (contract 2). */
import { z } from 'zod';
import {
  type LinkedEntity,
  type OntologyListing,
  ontologies,
} from '../model/coding/codification.ts';
import { LONGEST_QUERY, MOST_CANDIDATES } from '../wire/codification.ts';
import { readsCodes } from './not-audited.ts';
import { notAudited, request, returns } from './request.ts';

const stepAtDesk = notAudited('a step at the code desk, whose opening and decisions have entries');

const word = z.string().min(1).max(100);
const entity = z.object({
  id: word,
  text: z.string().trim().min(1).max(LONGEST_QUERY),
  ontology: z.enum(ontologies),
  version: word.optional(),
  legacy: z.boolean().optional(),
  hints: z.record(word, z.string().max(200)).optional(),
});

export const codeRequests = {
  /** The ontologies and versions that the platform has; asked once a day. */
  'codes.registry': request(z.undefined(), returns<readonly OntologyListing[]>(), readsCodes),
  /** Answers in the order of the entities. `most`: how many candidates for each. */
  'codes.link': request(
    z.object({
      entities: z
        .array(entity)
        .min(1)
        .max(100)
        .refine(
          (list) => new Set(list.map(({ id }) => id)).size === list.length,
          'each entity has an id of its own',
        ),
      most: z.int().min(1).max(MOST_CANDIDATES).optional(),
    }),
    returns<readonly LinkedEntity[]>(),
    stepAtDesk,
  ),
};
