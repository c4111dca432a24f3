/** Requests of a page about the patient's consent to being recorded. */
import { z } from 'zod';
import { consentSchema } from '../model/consent-schema.ts';
import type { Saved } from '../model/export/saving.ts';
import type { Visit } from '../model/visit.ts';
import type { Withdrawal } from '../model/withdrawal.ts';
import { listOfVisits } from './not-audited.ts';
import { notAudited, request, returns } from './request.ts';

const id = z.uuid();

export const consentRequests = {
  /**
   * Notes the patient's answer: `consent` as it was given, else that the patient agreed at this
   * moment. Neither: the answer is taken back, as if nobody had asked.
   */
  'visits.consent': request(
    z.object({ id, agreed: z.boolean(), consent: consentSchema.optional() }),
    returns<Visit>(),
    { word: 'consent-changed', visit: 'input' },
  ),
  /**
   * The patient withdrew the consent: sound, transcript and note are erased for good. Throws `busy`
   * / `being-prepared`; where the disk or a key refuses, it stays asked for and is done later.
   */
  'visits.withdraw': request(
    z.object({ id }),
    returns<Withdrawal>(),
    notAudited('the erasing writes its entry, also where it is completed at the next start'),
  ),
  /** Receipts of withdrawn consents, newest first. */
  'visits.withdrawals': request(z.undefined(), returns<readonly Withdrawal[]>(), listOfVisits),
  /** Saves one receipt as a text file. */
  'visits.saveReceipt': request(
    z.object({ receipt: id }),
    returns<Saved>(),
    notAudited('a receipt has no word of a patient, and the erasing has its entry'),
  ),
};
