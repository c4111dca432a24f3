/**
 * Made-up answers of the platform's smaller chapters, for looking at their screens without a core.
 */

import type {
  Delivered,
  Subscription,
  WebhookState,
} from '../../../shared/model/clinic/webhooks.ts';
import type { LinkedEntity } from '../../../shared/model/coding/codification.ts';
import type { Finding, FindingProperties } from '../../../shared/model/note/findings.ts';

const MINUTE = 60_000;

export const webhookState = (now: number, on: boolean): WebhookState => ({
  on,
  port: 47_815,
  receiver: on ? 'listening' : 'off',
  relayTo: 'http://127.0.0.1:47815/hook',
  header: 'Practice-Webhook-Signature',
  keys: on ? 1 : 0,
  delivered: on ? deliveries(now) : [],
});
const deliveries = (now: number): Delivered[] => [
  { at: now - MINUTE, outcome: 'bad_signature', times: 14 },
  {
    at: now - 5 * MINUTE,
    outcome: 'woke',
    times: 1,
    event: 'v2rx.completed',
    transactionId: 'txn-01JB6Z4Q8N0V3T5K7M9P2R4S6W',
  },
  {
    at: now - 9 * MINUTE,
    outcome: 'other-event',
    times: 3,
    event: 'prescription.created',
    transactionId: 'txn-01JB6Z4Q8N0V3T5K7M9P2R4S6W',
  },
  {
    at: now - 12 * MINUTE,
    outcome: 'already-here',
    times: 1,
    event: 'v2rx.completed',
    transactionId: 'txn-01JB6Z4Q8N0V3T5K7M9P2R4S6V',
  },
];

export const subscriptions = (on: boolean): Subscription[] =>
  on
    ? [
        {
          id: '7',
          endpoint: 'https://relay.clinic.example/scriba/hook',
          events: ['v2rx.completed'],
          key: 'ours',
        },
        {
          id: '8',
          endpoint:
            'https://another-relay-of-a-clinic-with-a-long-name.example.org/a/rather/long/path/to/the/hook',
          events: ['v2rx.completed', 'scribe.session.transcript.completed'],
          key: 'other',
        },
        { id: '9', endpoint: 'https://old.example/hook', events: [], key: 'none' },
      ]
    : [];

export const linked = ({
  id,
  text,
  ontology,
}: {
  id: string;
  text: string;
  ontology: LinkedEntity['ontology'];
}): LinkedEntity => {
  const base = { id, text, ontology, version: 'comprehend', linker: 'platform' as const };
  if (text === 'zzz') return { ...base, candidates: [] };
  return {
    ...base,
    suggested: 'R50.9',
    candidates: [
      {
        code: 'R50.9',
        term: 'Fever, unspecified',
        synonyms: ['Pyrexia', 'High temperature'],
        score: 0.97,
        linked: true,
        about: [
          ['semantic_tag', 'finding'],
          ['source', 'practice'],
        ],
      },
      {
        code: 'A01.00',
        term: 'Typhoid fever, unspecified',
        synonyms: [],
        score: 0.49,
        linked: false,
        about: [],
      },
      {
        code: 'practice-medicine-paracetamol-500-mg-tablet',
        term: 'Paracetamol 500 mg tablet',
        synonyms: [],
        score: null,
        linked: false,
        about: [
          ['form_info', 'tablet'],
          ['volume', '500 mg'],
        ],
      },
    ],
  };
};

export const findings = (text: string): Finding[] =>
  'fever'.startsWith(text.toLowerCase().slice(0, 5))
    ? [
        { id: 's-1', kind: 'symptom', name: 'Fever', commonName: 'Pyrexia' },
        {
          id: 'd-1',
          kind: 'diagnosis',
          name: 'Typhoid fever',
          commonName: 'Typhoid',
          icd10: { code: 'A01.00', name: 'Typhoid fever, unspecified' },
        },
      ]
    : [];

export const properties: FindingProperties[] = [
  {
    id: '',
    properties: [
      {
        id: 'since',
        name: 'Since',
        type: 'prefix_suggest',
        options: ['Hour', 'Day', 'Week', 'Month', 'Year'],
      },
      { id: 'severity', name: 'Severity', type: 'choice', options: ['Mild', 'Moderate', 'Severe'] },
      {
        id: 'laterality',
        name: 'Laterality',
        type: 'choice',
        options: ['Left', 'Right', 'Both sides'],
      },
      { id: 'note', name: 'Note', type: 'open_text', options: [] },
    ],
  },
];
