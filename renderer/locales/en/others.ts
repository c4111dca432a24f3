/** Words of the screens that are loaded on demand. */
import clinic from './clinic.json' with { type: 'json' };
import codes from './codes.json' with { type: 'json' };
import exporting from './exporting.json' with { type: 'json' };
import review from './review.json' with { type: 'json' };
import settings from './settings.json' with { type: 'json' };
import unlock from './unlock.json' with { type: 'json' };

export const others = { ...clinic, ...codes, ...exporting, ...review, ...settings, ...unlock };
