/**
 * Contract 3.8: what this account may choose from; and the written consultations, which only a
 * practice platform has.
 */
import type { FastifyInstance } from 'fastify';
import type { Sandbox } from '../sandbox.ts';
import { consultations } from '../scribe/consultations/consultations.ts';
import { identityOf } from '../state/state-store.ts';
import { defaultTemplates, limits, modes, supportedLanguages } from './account-config.ts';
import { forCallers } from './callers.ts';

export function addConfig(server: FastifyInstance, sandbox: Sandbox) {
  const answer = forCallers(sandbox, (caller) => ({
    data: {
      supported_languages: supportedLanguages,
      supported_output_formats: defaultTemplates.map(({ id, title }) => ({ id, name: title })),
      consultation_modes: modes,
      max_selection: limits,
      settings: { model_training_consent: { value: false, editable: false } },
      my_templates: sandbox.store.account.templates
        .filter(({ clientId }) => clientId === caller.client.clientId)
        .map(({ id, title }) => ({ id, name: title })),
      user_details: {
        uuid: identityOf(caller.client).uuid,
        name: `practice-${caller.client.number}`,
      },
      practice_consultations: consultations.map(({ id, title, language, texts }) => ({
        id,
        title,
        language,
        // Whom the note will be about, and what is said in that visit.
        patient_name: texts.en.patient.split(',')[0],
        dialogue: ((language === 'hi' && texts.hi) || texts.en).transcript.split('\n'),
      })),
    },
  }));
  server.get('/voice/api/v2/config/', answer);
  server.get('/voice/api/v2/config', answer);
}
