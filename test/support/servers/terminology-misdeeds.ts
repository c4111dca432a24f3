/** Wrong answers of a FHIR terminology server. */
import type { ServerResponse } from 'node:http';
import { answer, type Behaviour, outcome } from './terminology-answers.ts';
import type { Misdeed } from './terminology-concepts.ts';

/** False where the misdeed is no answer of its own. */
export function answerWrongly({ manner, misdeed }: Behaviour, response: ServerResponse): boolean {
  if (misdeed === undefined) return false;
  const deeds: Partial<Record<Misdeed, () => unknown>> = {
    slow: () => undefined,
    401: () => response.writeHead(401, { 'www-authenticate': 'Bearer' }).end(),
    404: () => response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Not here</h1>'),
    'too-costly': () =>
      manner === 'hapi'
        ? answer(
            response,
            412,
            outcome(
              'processing',
              'HAPI-0831: Expansion of ValueSet produced too many codes (maximum 1,000) - Operation aborted!',
            ),
          )
        : answer(
            response,
            422,
            outcome('too-costly', 'The expansion is too large; the index is warming up.'),
          ),
    500: () =>
      answer(
        response,
        500,
        outcome('exception', 'Failed to call access method: java.lang.NullPointerException'),
      ),
    503: () => response.writeHead(503, { 'retry-after': '7' }).end('warming up'),
    cut: () =>
      response
        .writeHead(200, { 'content-type': 'application/fhir+json', 'content-length': '100000' })
        .write('{"resourceType":"ValueSet",', () => response.destroy()),
    redirect: () => response.writeHead(301, { location: 'http://127.0.0.1:9/fhir/metadata' }).end(),
    huge: () =>
      response
        .writeHead(200, { 'content-type': 'application/fhir+json' })
        .end(`{"resourceType":"ValueSet","text":"${'x'.repeat(3 * 1024 * 1024)}"}`),
    html: () =>
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end('<html>Sign in to the Wi-Fi</html>'),
    'outcome-200': () => answer(response, 200, outcome('exception', 'The index is not built.')),
    nonsense: () =>
      answer(response, 200, { resourceType: 'ValueSet', expansion: { contains: 'all of them' } }),
  };
  deeds[misdeed]?.();
  return deeds[misdeed] !== undefined;
}
