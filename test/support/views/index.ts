/**
 * Every screen, in the states worth seeing. Each is looked at by test/e2e/screens/screens.spec.ts.
 */

import { clinicViews } from './clinic.ts';
import { codesViews } from './codes.ts';
import { consentViews } from './consent.ts';
import { draftViews } from './drafts.ts';
import { historyViews } from './history.ts';
import { noteViews } from './note.ts';
import { openingViews } from './opening.ts';
import { policyViews } from './policy.ts';
import { recordViews } from './record.ts';
import { settingsViews } from './settings.ts';
import { settingsClinicViews } from './settings-clinic.ts';
import type { View } from './view.ts';
import { workHereViews } from './work-here.ts';

export const views: readonly View[] = [
  ...openingViews,
  ...recordViews,
  ...consentViews,
  ...historyViews,
  ...noteViews,
  ...draftViews,
  ...codesViews,
  ...settingsViews,
  ...settingsClinicViews,
  ...workHereViews,
  ...policyViews,
  ...clinicViews,
];
