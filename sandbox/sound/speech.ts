/**
 * Asks a speech server in the common `/v1/audio/transcriptions` form (a local Whisper server, say)
 * what was said.
 */
import { openAsBlob } from 'node:fs';
import { z } from 'zod';

const answer = z.object({ text: z.string() });
const TIMEOUT = 10 * 60 * 1000;

export type Speech = (file: {
  readonly path: string;
  readonly name: string;
  readonly contentType: string;
}) => Promise<string>;

/**
 * @throws Error when the server cannot be reached, refuses, or answers something else than
 * `{text}`.
 */
export function createSpeech({ baseUrl }: { readonly baseUrl: string }): Speech {
  return async ({ path, name, contentType }) => {
    const form = new FormData();
    form.set('model', 'whisper-1');
    form.set('response_format', 'json');
    // Opened, not read: the file goes from disk to the wire.
    form.set('file', await openAsBlob(path, { type: contentType }), name);
    const response = await fetch(`${baseUrl.replace(/\/$/, '')}/v1/audio/transcriptions`, {
      method: 'POST',
      body: form,
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT),
    });
    if (!response.ok) throw new Error(`the speech server answered ${response.status}`);
    return answer.parse(await response.json()).text.trim();
  };
}
