/** Words of the first screen, of a recording, and of what may go wrong at any time. */
import failures from './failures.json' with { type: 'json' };
import record from './record.json' with { type: 'json' };
import shell from './shell.json' with { type: 'json' };
import visits from './visits.json' with { type: 'json' };
import widgets from './widgets.json' with { type: 'json' };

export const first = { ...failures, ...record, ...shell, ...visits, ...widgets };
