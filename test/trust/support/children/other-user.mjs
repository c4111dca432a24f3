/**
 * Runs as another user of this computer: reads the command line of a process it does not own, and
 * tries the code it finds there before the browser does.
 */
import { readFileSync } from 'node:fs';
import http from 'node:http';

const [pid, origin] = process.argv.slice(2);
const found = /#([A-Za-z0-9_-]{43})/.exec(readFileSync(`/proc/${pid}/cmdline`, 'latin1'))?.[1];
const { hostname, port } = new URL(origin);

/** As our own page would say it: nothing of it is secret. */
function post(path, body, more = {}) {
  return new Promise((resolve) => {
    const request = http.request(
      {
        method: 'POST',
        path,
        hostname,
        port,
        ...more,
        headers: {
          'content-type': 'application/json',
          origin,
          host: `${hostname}:${port}`,
          'sec-fetch-site': 'same-origin',
        },
      },
      (response) => {
        let text = '';
        response
          .on('data', (piece) => (text += piece))
          .on('end', () => resolve({ status: response.statusCode, text }));
      },
    );
    request.on('error', (error) => resolve({ status: 0, text: error.code })).end(body);
  });
}
const session = JSON.stringify({ code: found });
const said = [
  await post('/session', session),
  await post('/session', session, { localAddress: '127.0.0.9' }),
  await post('/session', session, { hostname: '::ffff:127.0.0.1', family: 6 }),
  await post('/reopen', '{}'),
];
process.stdout.write(`${JSON.stringify({ user: process.getuid(), code: found, said })}\n`);
