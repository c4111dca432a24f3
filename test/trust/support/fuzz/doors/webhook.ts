/** Webhook deliveries over real sockets: forged, broken, and rightly signed with a broken event. */
import { createHmac } from 'node:crypto';
import net from 'node:net';
import { createWebhooks } from '../../../../../main/features/clinic/webhooks/webhooks.ts';
import { nodeRandom } from '../../../../../main/hosts/node/node-ports.ts';
import { heldClock } from '../../../../support/ports/clocks.ts';
import { memoryKeyStore } from '../../../../support/rigs/vault.ts';
import type { Dice } from '../dice.ts';
import { bytesOf, type Door, type OpenDoor, type Outcome, type Parts } from '../door.ts';
import { mutateBytes } from '../mutate-bytes.ts';
import { mutateJson } from '../mutate-json.ts';
import { NAME } from '../patient.ts';
import { exchangeRaw } from '../raw-http.ts';

type Delivery = {
  /** `{signature}`, `{length}`, `{port}` are put in when it is sent. */
  readonly head: Parts;
  readonly body: Parts;
  readonly signed: 'rightly' | 'wrongly';
};

const events = [
  {
    event: 'v2rx.completed',
    data: { transaction_id: 'txn-0001', status: 'completed', session_id: 'txn-0001' },
    timestamp: '2026-09-21T14:13:20Z',
  },
  {
    service: 'ekascribe',
    event: 'v2rx.completed',
    event_time: 1,
    client_id: 'c',
    txn_id: 'txn-0001',
  },
  { event: 'document.parsed', data: { patient: NAME, document_id: 'd-1' } },
];
const head = [
  'POST /hook HTTP/1.1',
  'Host: 127.0.0.1:{port}',
  'Content-Type: application/json',
  'Svc-Webhook-Signature: {signature}',
  'Content-Length: {length}',
  '',
  '',
].join('\r\n');

function make(dice: Dice): Delivery {
  return {
    head: dice.once(3) ? mutateBytes(head, dice) : [head],
    body: mutateJson(dice.of(events), dice),
    signed: dice.once(3) ? 'wrongly' : 'rightly',
  };
}

async function freePort(): Promise<number> {
  const server = net.createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as net.AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function open(): Promise<OpenDoor<Delivery>> {
  const clock = heldClock();
  const store = await memoryKeyStore().open('keychain', '', undefined);
  const values = new Map<string, string>();
  const hurried: string[] = [];
  const account = { baseUrl: 'https://platform.example', brand: 'svc', clientId: 'c' };
  const webhooks = createWebhooks({
    clock,
    random: nodeRandom,
    secrets: store,
    values: { get: (key) => values.get(key), set: (key, value) => void values.set(key, value) },
    platform: { list: async () => [], register: async () => 'sub-1', remove: async () => {} },
    address: () => account,
    hurry(id) {
      hurried.push(id);
      return 'woke';
    },
    changed: () => {},
  });
  await webhooks.open();
  const port = await freePort();
  await webhooks.listen({ on: true, port });
  await webhooks.register('https://relay.example/hook', ['v2rx.completed']);
  const kept = JSON.parse((await store.get('webhook-keys')) ?? '[]') as { key: string }[];
  const key = kept[0]?.key ?? '';

  async function run({ head: given, body: sent, signed }: Delivery): Promise<Outcome> {
    hurried.length = 0;
    clock.advance(1000);
    const body = bytesOf(sent);
    const at = Math.floor(clock.now() / 1000);
    const signature = createHmac('sha256', signed === 'rightly' ? key : `${key}x`)
      .update(`${at}.`)
      .update(body)
      .digest('hex');
    const start = bytesOf(given)
      .toString('latin1')
      .replaceAll('{signature}', `t=${at},v1=${signature}`)
      .replaceAll('{length}', String(body.length))
      .replaceAll('{port}', String(port));
    let turns = 0;
    const told = await exchangeRaw(
      port,
      Buffer.concat([Buffer.from(start, 'latin1'), body]),
      () => {
        // A delivery that is never whole ends by the limits of the receiver, which go by its clock.
        turns += 1;
        if (turns > 4) clock.advance(5000);
        return turns > 400;
      },
    );
    if (turns > 400) throw new Error('the receiver holds the connection open');
    clock.advance(1);
    const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(told)?.[1] ?? 0);
    if (![0, 200, 400, 401, 404, 405, 408, 411, 413, 417, 431].includes(status))
      throw new Error(`an odd answer: ${told.slice(0, 60)}`);
    if (hurried.length > 0 && signed === 'wrongly') throw new Error('a forged delivery was heard');
    if (hurried.some((id) => !/^[\w.-]{1,200}$/.test(id)))
      throw new Error('an id of another form was handed on');
    return status === 200 ? { kind: 'taken' } : { kind: 'refused', detail: String(status) };
  }
  return {
    run,
    state: () => JSON.stringify([[...values], webhooks.state().on, webhooks.state().keys]),
    close: () => webhooks.close(),
  };
}

export const door: Door<Delivery> = { make, open };
