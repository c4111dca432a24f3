/** One word, mark or place at a time, and what it makes of the medicines of a line. */
import { expect, test } from 'vitest';
import { placesOf } from '../../../../../shared/model/export/acts/places.ts';
import { readIn } from '../../../../support/acts.ts';

test.each([
  ['Query aspirin 75 mg OD', 'aspirin unclear'],
  ['?aspirin 75 mg OD', 'aspirin unclear'],
  ['? start aspirin 75 mg OD', 'aspirin unclear'],
  ['Rest, ?restart aspirin 75 mg OD', 'aspirin unclear'],
  ['Rest, ? re-start aspirin 75 mg OD', 'aspirin unclear'],
  ['Rest, query add aspirin 75 mg OD', 'aspirin unclear'],
  ['Rest, query aspirin 75 mg OD', 'aspirin unclear'],
  ['Start aspirin 75 mg OD?', 'aspirin unclear'],
  ['Aspirin 75 mg ×', 'aspirin unclear'],
  ['Aspirin 75 mg X', 'aspirin unclear'],
  ['Aspirin 75 mg ✘', 'aspirin unclear'],
  ['Aspirin 75 mg (?)', 'aspirin unclear'],
  ['~~Aspirin 75 mg~~', 'aspirin unclear'],
  ['❌ Tab aspirin 75 mg', 'aspirin unclear'],
  ['Aspirin 75 mg OD × 5 days', 'aspirin ordered'],
  ['Aspirin 75 mg OD, factor X', 'aspirin ordered'],
  ['Aspirin 75 mg OD vs clopidogrel 75 mg OD', 'aspirin unclear, clopidogrel unclear'],
  ['Aspirin 75 mg versus clopidogrel 75 mg', 'aspirin unclear, clopidogrel unclear'],
  ['Either aspirin 75 mg or clopidogrel 75 mg', 'aspirin unclear, clopidogrel unclear'],
  ['Aspirin 75 mg OD second-line', 'aspirin unclear'],
  ['Aspirin 75 mg OD as 3rd line', 'aspirin unclear'],
  ['Aspirin 75 mg OD reserved', 'aspirin unclear'],
  ['INR <2: aspirin 75 mg OD', 'aspirin unclear'],
  ['BP ≥140: ramipril 5 mg OD', 'ramipril unclear'],
  ['Aspirin 75 mg OD if INR <2', 'aspirin unclear'],
  ['Bloods before aspirin', 'aspirin unclear'],
  ['Aspirin', 'aspirin unclear'],
  ['Aspirin daily', 'aspirin ordered'],
  ['Aspirin ½', 'aspirin ordered'],
  ['Tab aspirin', 'aspirin ordered'],
  ['Aspirin, clopidogrel 75 mg OD', 'aspirin unclear, clopidogrel ordered'],
  ['Aspirin 75 mg if pain', 'aspirin ordered'],
  ['Aspirin 75 mg OD if pain persists', 'aspirin not-ordered'],
  ['Aspirin if tolerated', 'aspirin unclear'],
  ['Aspirin 75 mg OD if tolerated', 'aspirin ordered'],
  ['Start aspirin 75 mg if tolerated', 'aspirin unclear'],
  ['Aspirin 75 mg if tolerated, start on Monday', 'aspirin ordered'],
  ['Aspirin 75 mg if BP high', 'aspirin unclear'],
  ['Once stable, aspirin 75 mg OD', 'aspirin unclear'],
  ['Aspirin 75 mg OD (hold if platelets < 50)', 'aspirin ordered'],
  ['Aspirin 75 mg OD - skip if bleeding', 'aspirin ordered'],
])('an order: “%s” is read %s', (text, expected) => expect(readIn(text)).toBe(expected));

test.each([
  ['Stop aspirin if bleeding', 'aspirin unclear'],
  ['Stop aspirin when INR is 2', 'aspirin unclear'],
  ['Stop aspirin whenever it bleeds', 'aspirin unclear'],
  ['Stop aspirin unless cardiology disagrees', 'aspirin unclear'],
  ['Stop aspirin once stable', 'aspirin unclear'],
  ['Stop aspirin on Monday', 'aspirin unclear'],
  ['Stop aspirin on 5 May', 'aspirin unclear'],
  ['Stop aspirin?', 'aspirin unclear'],
  ['? stop aspirin', 'aspirin unclear'],
  ['If dizzy, stop aspirin', 'aspirin unclear'],
  ['Keen to stop aspirin', 'aspirin unclear'],
  ['Wants to stop aspirin', 'aspirin unclear'],
  ['Hopes to stop aspirin', 'aspirin unclear'],
  ['Skip one dose of aspirin', 'aspirin unclear'],
  ['Skip aspirin', 'aspirin on-hold'],
  ['Stop aspirin, restart after surgery', 'aspirin unclear'],
  ['Stop aspirin, resume in a week', 'aspirin unclear'],
  ['Stop aspirin, restart clopidogrel 75 mg', 'aspirin stopped, clopidogrel ordered'],
  ['Stop aspirin now', 'aspirin stopped'],
  ['Stop aspirin (bleeding)', 'aspirin stopped'],
  ['Aspirin stop?', 'aspirin unclear'],
  ['Aspirin - skip if bleeding', 'aspirin unclear'],
  ['Aspirin stopped', 'aspirin stopped'],
  ['Ramipril on hold, furosemide 40 mg OD', 'ramipril on-hold, furosemide ordered'],
  ['Ramipril 5 mg on hold, furosemide 40 mg OD', 'ramipril on-hold, furosemide ordered'],
  ['Ramipril 2.5 mg bd was held, furosemide 40 mg OD', 'ramipril on-hold, furosemide ordered'],
  ['Ramipril (stopped), furosemide 40 mg OD', 'ramipril stopped, furosemide ordered'],
  ['Ramipril stopped and furosemide 40 mg OD', 'ramipril stopped, furosemide ordered'],
  ['Ramipril stopped but furosemide 40 mg OD', 'ramipril stopped, furosemide ordered'],
  ['Ramipril stopped furosemide', 'ramipril stopped, furosemide unclear'],
  ['Stop ramipril, continue furosemide', 'ramipril stopped, furosemide ordered'],
  ['Stop ramipril & carry on with furosemide', 'ramipril stopped, furosemide taken'],
  ['Stop ramipril, furosemide to be continued', 'ramipril stopped, furosemide ordered'],
  ['Stop ramipril, furosemide 40 mg od unchanged', 'ramipril stopped, furosemide ordered'],
  ['Stop ramipril and furosemide', 'ramipril stopped, furosemide stopped'],
  ['Stop ramipril, tab furosemide', 'ramipril stopped, furosemide unclear'],
  ['Clarithromycin 500 mg BD (hold simvastatin)', 'clarithromycin ordered, simvastatin unclear'],
  [
    'Clarithromycin 500 mg BD - hold the simvastatin',
    'clarithromycin ordered, simvastatin unclear',
  ],
  ['Ramipril 5 mg OD, atenolol stopped', 'ramipril ordered, atenolol stopped'],
  ['Ramipril, atenolol stopped', 'ramipril unclear, atenolol stopped'],
  ['Ramipril, atenolol both stopped', 'ramipril stopped, atenolol stopped'],
  ['Ramipril and atenolol all held', 'ramipril on-hold, atenolol on-hold'],
  ['No aspirin or clopidogrel', 'aspirin not-ordered, clopidogrel not-ordered'],
  ['No aspirin nor clopidogrel', 'aspirin not-ordered, clopidogrel not-ordered'],
  ['No aspirin/clopidogrel', 'aspirin not-ordered, clopidogrel not-ordered'],
  ['No rest or clopidogrel 75 mg OD', 'clopidogrel ordered'],
  ['No NSAID (aspirin)', 'aspirin not-ordered'],
  ['No further aspirin', 'aspirin not-ordered'],
  ['Take him off his aspirin', 'aspirin stopped'],
  ['Reluctant to start aspirin', 'aspirin not-ordered'],
  ['Unless it bleeds start aspirin 75 mg', 'aspirin not-ordered'],
  ['Not drinking, start aspirin 75 mg', 'aspirin ordered'],
  ['Paracetamol if fever, aspirin 75 mg OD', 'aspirin ordered'],
  ['Warned against alcohol with aspirin 75 mg', 'aspirin ordered'],
])('a stop: “%s” is read %s', (text, expected) => expect(readIn(text)).toBe(expected));

test.each([
  ['Switch to losartan in place of ramipril', 'losartan ordered, ramipril stopped'],
  ['Switch over to losartan instead of ramipril', 'losartan ordered, ramipril stopped'],
  ['Switch her to losartan from ramipril', 'losartan ordered, ramipril stopped'],
  ['Consider switching to losartan', 'losartan not-ordered'],
  ['Switch back to losartan 50 mg OD', 'losartan ordered'],
  ['Switch to losartan from Monday', 'losartan ordered'],
  ['Change ramipril, aspirin to losartan', 'ramipril unclear, aspirin unclear, losartan ordered'],
  ['Step up ramipril to losartan 50 mg', 'ramipril unclear, losartan ordered'],
  ['Change ramipril for losartan', 'ramipril unclear, losartan unclear'],
  ['Exchange ramipril for losartan', 'ramipril stopped, losartan ordered'],
  ['Trade ramipril for losartan', 'ramipril stopped, losartan ordered'],
  ['Change the dose of ramipril to 10 mg OD', 'ramipril ordered'],
  ['Replace potassium, ramipril 5 mg OD', 'ramipril ordered'],
  ['No change in ramipril 5 mg OD', 'ramipril ordered'],
  ['No dose change in ramipril 5 mg OD', 'ramipril ordered'],
  ['Start losartan 50 mg instead of waiting', 'losartan ordered'],
  ['ramipril ki jagah losartan 50 mg', 'ramipril stopped, losartan ordered'],
  ['Ramipril की जगह losartan 50 mg', 'ramipril stopped, losartan ordered'],
  ['ramipril => losartan 50 mg', 'ramipril unclear, losartan ordered'],
  ['ramipril → 10 mg OD', 'ramipril ordered'],
  ['When dry cough, change ramipril to losartan', 'ramipril unclear, losartan not-ordered'],
  ['Change ramipril to losartan if cough', 'ramipril unclear, losartan not-ordered'],
  ['Change ramipril to losartan - declined', 'ramipril unclear, losartan not-ordered'],
  ['Change ramipril to losartan (deferred)', 'ramipril unclear, losartan not-ordered'],
  ['Change ramipril to losartan next visit', 'ramipril unclear, losartan not-ordered'],
  ['Not tolerated; change ramipril to losartan', 'ramipril stopped, losartan ordered'],
  ['Not tolerated, so change ramipril to losartan', 'ramipril stopped, losartan ordered'],
  ['Losartan 50 mg OD as ramipril replacement', 'losartan ordered, ramipril stopped'],
  ['Consider losartan as ramipril replacement', 'losartan not-ordered, ramipril unclear'],
  ['Change tab ramipril to tab. losartan 50 mg', 'ramipril stopped, losartan ordered'],
  [
    'Change ramipril to losartan, continue aspirin',
    'ramipril stopped, losartan ordered, aspirin ordered',
  ],
  [
    'Aspirin to continue, ramipril changed to losartan',
    'aspirin ordered, ramipril stopped, losartan ordered',
  ],
])('an exchange: “%s” is read %s', (text, expected) => expect(readIn(text)).toBe(expected));

test.each([
  ['Stop tab. aspirin', 'aspirin stopped'],
  ['Stop inj. aspirin', 'aspirin stopped'],
  ['Stop smoking. Aspirin 75 mg OD', 'aspirin ordered'],
  ['Stop eating sweets; aspirin 75 mg OD', 'aspirin ordered'],
  ['Avoid oil • aspirin 75 mg OD', 'aspirin ordered'],
  ['Avoid oil 2) aspirin 75 mg OD', 'aspirin ordered'],
  ['Avoid oil। aspirin 75 mg OD', 'aspirin ordered'],
  ['Avoid oil! Aspirin 75 mg OD', 'aspirin ordered'],
  ['Avoid oil\nAspirin 75 mg OD', 'aspirin ordered'],
  ['Aspirin 75 mg OD. Stopped.', 'aspirin stopped'],
  ['Aspirin 75 mg\n - stop', 'aspirin stopped'],
  ['Aspirin 75 mg\n (held)', 'aspirin on-hold'],
  ['Aspirin 75 mg OD\n - stop smoking', 'aspirin ordered'],
  [
    'Aspirin 75 mg OD. Clopidogrel 75 mg OD. Stop both the above.',
    'aspirin unclear, clopidogrel unclear',
  ],
  ['Aspirin 75 mg OD. Stop all of these.', 'aspirin unclear'],
  ['Stopped aspirin himself. Restart at 75 mg', 'aspirin unclear'],
  ['Stopped aspirin himself. Restart it', 'aspirin stopped'],
  ['Aspirin 75 mg OD. Hold any of the above.', 'aspirin unclear'],
  ['Aspirin 75 mg OD. Stop all these.', 'aspirin unclear'],
  ['Aspirin 75 mg OD. Stop all salt.', 'aspirin ordered'],
  ['Stopped aspirin himself. Re-prescribe at 75 mg', 'aspirin unclear'],
  ['Stopped aspirin himself. On Monday of next week restart 75 mg', 'aspirin stopped'],
  ['Hold aspirin. Resume 75 mg', 'aspirin unclear'],
  ['Stop:\n12. aspirin 75 mg', 'aspirin stopped'],
  ['Stop:\n  – aspirin 75 mg', 'aspirin stopped'],
  ['Stop:\n- salt\n  \n- aspirin 75 mg OD', 'aspirin ordered'],
  ['Stop:\nRest today. Aspirin 75 mg OD', 'aspirin ordered'],
  ['Stop:\n- salt\n- aspirin 75 mg', 'aspirin stopped'],
  ['Stop:\n- aspirin\n- clopidogrel', 'aspirin stopped, clopidogrel stopped'],
  ['Stop:\n1. aspirin 75 mg\n2) clopidogrel 75 mg', 'aspirin stopped, clopidogrel stopped'],
  ['Stop:\n\naspirin 75 mg OD', 'aspirin ordered'],
  ['Stop:\nContinue:\n- aspirin 75 mg', 'aspirin ordered'],
  ['Medicines to stop:\n• aspirin', 'aspirin stopped'],
  ['Stop:\nsome words\naspirin 75 mg OD', 'aspirin ordered'],
])('a sentence: “%s” is read %s', (text, expected) => expect(readIn(text)).toBe(expected));

test.each([
  ['Plan: aspirin 75 mg OD', 'ordered'],
  ['1) Plan: aspirin 75 mg OD', 'ordered'],
  ['• **Plan: aspirin 75 mg OD', 'ordered'],
  ['Plan\nAspirin 75 mg OD', 'ordered'],
  ['**Plan**\nRest\nAspirin 75 mg OD', 'ordered'],
  ['Plan:\nFamily history:\nAspirin 75 mg OD', 'family'],
  ['Plan:\nWeight: 70\nAspirin 75 mg OD', 'ordered'],
  ['Past medications: aspirin 75 mg', 'completed'],
  ['Allergies: aspirin', 'allergy'],
  ['Aspirin 75 mg OD', 'unclear'],
  ['Unplanned: aspirin 75 mg OD', 'unclear'],
  ['Weight 70, Plan: aspirin 75 mg OD', 'not-ordered'],
  ['Plan 2\nAspirin 75 mg OD', 'unclear'],
])('under another heading, “%s” is read %s', (text, expected) =>
  expect(readIn(text, 'History')).toBe(`aspirin ${expected}`),
);

test.each([
  ['3) Plan', 'ordered'],
  ['3. plan –', 'ordered'],
  ['__Plan__', 'ordered'],
  ['Plan।', 'ordered'],
  ['12. Plan', 'ordered'],
  [' 3 Plan', 'ordered'],
  ['3.Plan', 'ordered'],
  ['Plan:-', 'ordered'],
  ['x3. Plan', 'unclear'],
  ['My (Plan) (Plan)', 'unclear'],
  ['Planning', 'unclear'],
  ['Plan (Past medications)', 'past'],
])('under the heading “%s” an order is read %s', (title, expected) =>
  expect(readIn('Aspirin 75 mg OD', title)).toBe(`aspirin ${expected}`),
);

test.each([
  ['Past medical history\n', 'past'],
  ['Past medical and surgical history:\n', 'past'],
  // As long as a sentence, and without a colon: no heading.
  ['Past medical and surgical history\n', 'ordered'],
  ['* Past medical history *\n', 'past'],
  ['1 Past medical history\n', 'ordered'],
])('behind %j in a plan, a medicine is read %s', (label, expected) =>
  expect(readIn(`${label}Aspirin 75 mg OD`)).toBe(`aspirin ${expected}`),
);

test('what the platform keeps as prescribed, asked for or advised is a plan, and nothing else is', () => {
  for (const key of ['medications', 'labTests', 'procedures', 'advices', 'followup'])
    expect([key, readIn('Aspirin', '', key)]).toEqual([key, 'aspirin ordered']);
  for (const key of ['symptoms', 'vitals', 'planned'])
    expect([key, readIn('Aspirin 75 mg', 'Plan', key)]).toEqual([key, 'aspirin unclear']);
});

test('a name stands in a text as a whole word, in any case', () => {
  expect(placesOf('Aspirin, ASPIRIN. aspirin', 'aspirin')).toEqual([0, 9, 18]);
  expect(placesOf('aspirins xaspirin 2aspirin aspirin2 aspirin\u093f', 'aspirin')).toEqual([]);
  expect(placesOf('-aspirin-', 'Aspirin')).toEqual([1]);
  expect(placesOf('aaa aa', 'aa')).toEqual([4]);
  expect(placesOf('aspirin', '')).toEqual([]);
  // A letter that is longer in lower case would move all places behind it.
  expect(placesOf('İ aspirin', 'aspirin')).toEqual([]);
});
