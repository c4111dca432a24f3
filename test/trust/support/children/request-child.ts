/**
 * Asks one https address through the real network in a process of its own, whose environment a test
 * has tampered with. Prints what came of it.
 */
import { undiciNet } from '../../../../main/hosts/node/node-net.ts';
import { asFailure } from '../../../../shared/failure.ts';

const [address, timeout = '3000'] = process.argv.slice(2);
const said = await undiciNet({ connectTimeout: 2000 })({
  method: 'GET',
  url: new URL(address!),
  timeout: Number(timeout),
}).then(
  ({ status, body }) => ({ status, body: body.toString() }),
  (error: unknown) => {
    const { code, detail } = asFailure(error);
    return { code, detail };
  },
);
process.stdout.write(`${JSON.stringify(said)}\n`);
process.exit(0);
