/**
 * Requests of a page about symptoms and diagnoses (contract 9), and about additions to those of a
 * note.
 */
import { z } from 'zod';
import { type Finding, type FindingProperties, findingContexts } from '../model/note/findings.ts';
import type { Visit } from '../model/visit.ts';
import { readsCodes } from './not-audited.ts';
import { request, returns } from './request.ts';

const word = z.string().min(1).max(100);

export const findingRequests = {
  /** Best first; both kinds where none is named. */
  'findings.search': request(
    z.object({
      text: z.string().trim().min(1).max(200),
      kind: z.enum(['symptom', 'diagnosis']).optional(),
      most: z.int().min(1).max(100).optional(),
    }),
    returns<readonly Finding[]>(),
    readsCodes,
  ),
  /**
   * One entry for each id that the platform knows; without ids what holds for all of that context.
   */
  'findings.properties': request(
    z.object({ context: z.enum(findingContexts), ids: z.array(word).max(50) }),
    returns<readonly FindingProperties[]>(),
    readsCodes,
  ),
  /**
   * Replaces what was added to this line of the note; no values take it back. Sealed with the
   * visit.
   */
  'notes.add': request(
    z.object({
      id: z.uuid(),
      section: word,
      name: z.string().min(1).max(300),
      values: z
        .array(
          z.object({
            id: word,
            label: z.string().min(1).max(100),
            text: z.string().trim().min(1).max(500),
          }),
        )
        .max(12),
    }),
    returns<Visit>(),
    { word: 'note-added-to', visit: 'input' },
  ),
};
