/**
 * Invented visits in every state, and the notes of some, for looking at the screens without a core.
 */

import type { Note, NoteDocument } from '../../../shared/model/note/note.ts';
import type { Visit, VisitState } from '../../../shared/model/visit.ts';
import { MINUTE } from '../../../shared/time.ts';

const uuid = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const names = [
  'Asha Rao',
  'Rahul Das',
  'Salma Ali',
  'Thomas Roy',
  'Meena Iyer',
  'Kavya Nair',
  'Farhan Shaikh',
  'Lakshmi Pillai',
  'Gurpreet Singh',
  'Ananya Bose',
];

let next = 1;

const order: VisitState[] = [
  'draft',
  'recording',
  'sealed',
  'prepared',
  'uploading',
  'committing',
  'processing',
  'ready',
];
/** The last state of `order` that a visit had, for states that are not in it. */
const furthest: Partial<Record<VisitState, VisitState>> = {
  partial: 'ready',
  reviewed: 'ready',
  purged: 'ready',
  attention: 'committing',
  discarded: 'sealed',
};

/**
 * A visit `ago` milliseconds before `now`, in the given state, with its milestones as they would
 * be.
 */
export function visit(
  now: number,
  ago: number,
  state: VisitState,
  more: Partial<Visit> = {},
): Visit {
  const number = next++;
  const createdAt = now - ago;
  const reached = order.indexOf(furthest[state] ?? state);
  const minutes = 4 + (number % 17);
  return {
    id: uuid(number),
    transactionId: `txn-${number}`,
    createdAt,
    state,
    patient: { name: names[number % names.length]!, recordNumber: `U-${1000 + number}` },
    mode: 'consultation',
    modelType: 'pro',
    templates: ['clinical_notes_template', 'transcript_template'],
    inputLanguages: number % 3 === 0 ? ['hi', 'en-IN'] : ['en-IN'],
    outputLanguage: 'en-IN',
    codify: true,
    consentAt: createdAt,
    samples: minutes * 60 * 16_000,
    imported: false,
    startedAt: createdAt,
    ...(reached >= 2 && { sealedAt: createdAt + minutes * MINUTE }),
    ...(reached >= 6 && { sentAt: createdAt + (minutes + 1) * MINUTE }),
    ...(reached >= 7 && { readyAt: createdAt + (minutes + 2) * MINUTE }),
    parts: { sent: reached >= 6 ? 2 : 0, of: reached >= 3 ? 2 : 0 },
    bytes: reached >= 3 ? minutes * 235_000 : 0,
    ...(state === 'discarded' && { discardedAt: createdAt + minutes * MINUTE }),
    ...more,
  };
}

/** The longest time ago, in minutes, at which a visit of `everyKind` began today. */
const LONGEST = 90;

/**
 * Draws the visits of today closer together while the day is too young to hold them all.
 * `longest`: how many minutes ago the first of them began.
 */
export function agoToday(now: number, minutes: number, longest = LONGEST): number {
  const sinceMidnight = now - new Date(now).setHours(0, 0, 0, 0);
  return Math.floor(minutes * Math.min(MINUTE, sinceMidnight / longest));
}

/** One of each kind, today and before. */
export function everyKind(now: number): Visit[] {
  const ago = (minutes: number) => agoToday(now, minutes);
  return [
    visit(now, ago(5), 'uploading', { parts: { sent: 2, of: 5 } }),
    visit(now, ago(16), 'prepared', { hold: 'offline', waitsUntil: now + 3 * MINUTE }),
    visit(now, ago(27), 'processing'),
    visit(now, ago(44), 'attention', {
      trouble: { code: 'templates-failed', message: 'No template could be produced.' },
    }),
    visit(now, ago(55), 'attention', {
      trouble: { code: 'http-422', message: 'speciality: value is not a known speciality' },
    }),
    visit(now, ago(66), 'ready', {
      templates: ['clinical_notes_template', 'eka_emr_template'],
    }),
    visit(now, ago(84), 'partial', { templates: ['transcript_template', 'eka_emr_template'] }),
    visit(now, ago(90), 'discarded'),
    visit(now, 26 * 60 * MINUTE, 'ready', {
      patient: {
        name: 'Venkatanarasimharajuvaripeta Subrahmanyeswaran Chandrashekharan',
        recordNumber: 'U-10993-2025/00017-B',
      },
    }),
    visit(now, 27 * 60 * MINUTE, 'ready', {
      patient: { name: 'आशा देवी शर्मा' },
      inputLanguages: ['hi'],
      outputLanguage: 'hi',
    }),
    visit(now, 50 * 60 * MINUTE, 'purged'),
  ];
}

export const manyVisits = (now: number, count: number): Visit[] =>
  Array.from({ length: count }, (_, index) =>
    visit(now, (30 + index * 37) * MINUTE, index % 29 === 0 ? 'partial' : 'ready'),
  );

const markdown = `## Chief complaint
Fever and cough for 3 days.

## History
- Fever up to 38.9 °C, mostly in the evening
- Dry cough, no breathlessness
- **No** known drug allergy
- Mother has RA

## Examination
| Sign | Value |
|---|---|
| Temperature | 38.2 °C |
| Pulse | 92 /min |
| SpO2 | 98 % |

## Assessment
Acute upper respiratory tract infection.

## Plan
1. Paracetamol 500 mg, one tablet when the fever is above 38.5 °C, at most 3 a day
2. Plenty of fluids and rest
3. Come back in 3 days, at once if breathing gets hard

<script>window.hostile = true</script>
[Click here](https://example.invalid/steal) ![picture](https://example.invalid/pixel.png)
`;
const transcript = `Doctor: Good morning. What brings you here today?\n\nPatient: I have had fever and cough for three days.\n\nDoctor: Any difficulty in breathing?\n\nPatient: No, only the cough at night.`;
const emr = {
  prescription: {
    language: 'EN',
    symptoms: [
      {
        id: 'locale-1',
        name: 'Fever',
        since: '3 days',
        severity: 'Moderate',
        codes: [{ system: 'http://snomed.info/sct', code: '386661006', display: 'Fever' }],
      },
      { name: 'Cough', since: '3 days' },
    ],
    diagnosis: [
      {
        name: 'Acute upper respiratory infection',
        status: 'Suspected',
        codes: [{ system: 'http://hl7.org/fhir/sid/icd-10-cm', code: 'J06.9' }],
      },
    ],
    vitals: [
      { name: 'Temperature', value: '38.2', unit: '°C' },
      { name: 'Pulse', value: '92', unit: '/min' },
    ],
    medications: [
      {
        name: 'Paracetamol 500 mg',
        dose: { value: 1, unit: 'tablet', custom: '1 tablet' },
        frequency: { custom: '1-0-1' },
        duration: { value: 3, unit: 'd', custom: '3 days' },
        instruction: 'After food',
      },
    ],
    labTests: [],
    advices: ['Plenty of fluids', { name: 'Rest' }],
    followup: { start: 'In 3 days', notes: '' },
    customField: { anything: ['a', 'b'] },
  },
};

const leaflet = `## आपके लिए\nतीन दिन तक आराम करें और खूब पानी पिएँ।\n\n## दवा\n- बुखार 38.5 °C से ऊपर हो तो पैरासिटामोल 500 mg की एक गोली\n- साँस लेने में तकलीफ़ हो तो तुरंत आएँ`;

export const noteOf = (
  { id, state, templates, outputLanguage }: Visit,
  practice: boolean,
  withLeaflet = false,
): Note => ({
  visitId: id,
  receivedAt: Date.now(),
  practice,
  documents: [
    ...templates.map((templateId): NoteDocument => {
      const base = { templateId, name: '', errors: [], warnings: [] };
      if (templateId === 'transcript_template')
        return { ...base, kind: 'transcript', status: 'success', text: transcript };
      if (templateId === 'eka_emr_template') {
        return state === 'partial'
          ? { ...base, kind: 'emr', status: 'failure', errors: ['no medication heard'] }
          : { ...base, kind: 'emr', status: 'success', text: JSON.stringify(emr), emr };
      }
      return {
        ...base,
        kind: 'markdown',
        status: 'success',
        text:
          outputLanguage === 'hi'
            ? '## मुख्य शिकायत\nतीन दिन से बुखार और खाँसी।\n\n## सलाह\n- खूब पानी पिएँ\n- तीन दिन बाद दिखाएँ'
            : markdown,
      };
    }),
    ...(withLeaflet
      ? [
          {
            templateId: 'clinical_notes_template',
            name: '',
            kind: 'markdown' as const,
            status: 'success' as const,
            errors: [],
            warnings: [],
            text: leaflet,
            language: 'hi',
            leaflet: true,
            addedAt: Date.now() - MINUTE,
          },
        ]
      : []),
  ],
});
