/** The English catalogue: a file for each group of screens; a word stands in one of them. */
import clinic from './clinic.json' with { type: 'json' };
import codes from './codes.json' with { type: 'json' };
import exporting from './exporting.json' with { type: 'json' };

import failures from './failures.json' with { type: 'json' };
import record from './record.json' with { type: 'json' };
import review from './review.json' with { type: 'json' };
import settings from './settings.json' with { type: 'json' };
import shell from './shell.json' with { type: 'json' };
import unlock from './unlock.json' with { type: 'json' };
import visits from './visits.json' with { type: 'json' };
import widgets from './widgets.json' with { type: 'json' };

export const en = {
  ...clinic,
  ...codes,
  ...exporting,
  ...failures,
  ...record,
  ...review,
  ...settings,
  ...shell,
  ...unlock,
  ...visits,
  ...widgets,
};
