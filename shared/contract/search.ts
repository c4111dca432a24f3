/** Requests about lists of visits: today's, a page of all, earlier patients. */
import { z } from 'zod';
import { isDate } from '../calendar-day.ts';
import type { Usage } from '../model/usage.ts';
import type { Visit } from '../model/visit.ts';
import { type EarlierPatient, type VisitPage, visitFilters } from '../model/visit-search.ts';
import { listOfVisits } from './not-audited.ts';
import { request, returns } from './request.ts';

const day = z.string().refine(isDate, 'must be a day, YYYY-MM-DD');

export const searchRequests = {
  /**
   * The visits that the screens keep at hand: those of the last days, and all that wait, need a
   * person or can be restored; newest first.
   */
  'visits.current': request(z.undefined(), returns<readonly Visit[]>(), listOfVisits),
  /** A page of all visits, newest first. */
  'visits.page': request(
    z.object({
      words: z.string().max(200).optional(),
      filter: z.enum(visitFilters).optional(),
      from: day.optional(),
      to: day.optional(),
      template: z.string().max(200).optional(),
      code: z.string().max(40).optional(),
      before: z.int().min(1).optional(),
    }),
    returns<VisitPage>(),
    listOfVisits,
  ),
  /** Counts of the visits of the last days, today among them. */
  'visits.usage': request(
    z.object({ days: z.int().min(1).max(92) }),
    returns<Usage>(),
    listOfVisits,
  ),
  /** Patients of earlier visits, found by the beginning of a name or a number. */
  'patients.find': request(
    z.object({ typed: z.string().max(200) }),
    returns<readonly EarlierPatient[]>(),
    listOfVisits,
  ),
};
