/** Requests of the day's board: the list of appointments, and what visits still need. */
import { z } from 'zod';
import { type DayList, type DayPreview, LONGEST_LIST, type Standing } from '../model/day.ts';
import { listOfVisits } from './not-audited.ts';
import { notAudited, request, returns } from './request.ts';

const text = z.string().min(1).max(LONGEST_LIST);

export const dayRequests = {
  'day.list': request(z.undefined(), returns<DayList>(), listOfVisits),
  /** What would be taken of a list (CSV, or a FHIR R4 Bundle); keeps nothing. */
  'day.preview': request(
    z.object({ text }),
    returns<DayPreview>(),
    notAudited('reads what a person brings in; taking it has an entry'),
  ),
  /** `add`: keeps what stands there; nothing is doubled. */
  'day.take': request(z.object({ text, how: z.enum(['replace', 'add']) }), returns<DayList>(), {
    word: 'day-list-changed',
  }),
  'day.clear': request(z.undefined(), returns<DayList>(), { word: 'day-list-changed' }),
  /** Of visits that have a note; those without one are left out. */
  'day.standing': request(
    z.object({ ids: z.array(z.uuid()).max(300) }),
    returns<readonly Standing[]>(),
    listOfVisits,
  ),
};

export const dayNotices = {
  /** The list was changed, perhaps in another window. */
  'day.changed': returns<Record<string, never>>(),
};
