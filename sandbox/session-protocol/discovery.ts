/** What the practice platform says of its session protocol (session protocol 1). */
import type { FastifyInstance } from 'fastify';
import { modelTypes } from '../../shared/model/visit.ts';
import { HOUR, SECOND } from '../../shared/time.ts';
import { PROTOCOL, VERSION } from '../../shared/wire/session-protocol.ts';
import { supportedLanguages } from '../accounts/account-config.ts';
import type { Sandbox } from '../sandbox.ts';
import { signInMethods } from './session-owner.ts';

export const audioTypes: Readonly<Record<string, string>> = {
  webm: 'audio/webm;codecs=opus',
  mp3: 'audio/mp3',
  wav: 'audio/wav',
  ogg: 'audio/ogg',
  m4a: 'audio/m4a',
  mp4: 'audio/mp4',
};
const uploadMethods = ['chunked', 'single', 'stream'] as const;
/** The ids of contract 3.9, and their two letters. */
export const sessionLanguages: readonly string[] = [
  ...new Set(supportedLanguages.flatMap(({ id }) => [id, id.slice(0, 2)])),
];

export function addDiscovery(server: FastifyInstance, sandbox: Sandbox) {
  server.get('/voice/v1/.well-known/medscribealliance', (_request, reply) =>
    reply
      .header('cache-control', `max-age=${(3 * HOUR) / SECOND}`)
      .send(discoveryDocument(sandbox.url())),
  );
}

/** Members that have nothing to say are left out: published clients refuse `null`. */
const discoveryDocument = (url: string) => ({
  protocol: PROTOCOL,
  protocol_version: VERSION,
  supported_versions: [VERSION],
  service: { name: 'Scriba practice platform' },
  endpoints: { base_url: `${url}/voice/v1`, templates_url: `${url}/voice/api/v1/template` },
  // Beside the tokens of contract 1, which no published word names. There is no OIDC here.
  authentication: { supported_methods: signInMethods },
  capabilities: {
    audio_formats: Object.values(audioTypes),
    max_chunk_duration_seconds: 20,
    upload_methods: uploadMethods,
    webhook_delivery: false,
    client_sdk_delivery: false,
  },
  models: modelTypes.map((id) => ({
    id,
    display_name: id,
    languages: sessionLanguages,
    max_session_duration_seconds: (4 * HOUR) / SECOND,
    response_speed: id === 'lite' ? 'fast' : 'standard',
    features: {
      realtime_transcription: false,
      speaker_diarization: false,
      custom_templates: true,
    },
  })),
  languages: { supported: sessionLanguages, auto_detection: true },
});
