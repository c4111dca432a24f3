/**
 * A FHIR R4 terminology server on the loopback, with a few real concepts, that answers as the usual
 * ones do: `snowstorm` (SNOMED CT alone, fully specified names as designations), `hapi` (knows
 * ICD-10-CM only when it is asked for the code system itself; says "not found" and "too many" in
 * words), `ontoserver` (all four). It can also misbehave.
 */
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { type Asked, answer, answerRightly, outcome } from './terminology-answers.ts';
import type { Manner, Misdeed } from './terminology-concepts.ts';
import { answerWrongly } from './terminology-misdeeds.ts';

export type { Manner } from './terminology-concepts.ts';

export type FakeTerminologyServer = {
  readonly base: string;
  readonly asked: Asked[];
  misbehave(misdeed: Misdeed | undefined): void;
  close(): Promise<void>;
};

export async function startTerminologyServer({
  manner = 'ontoserver',
  token,
}: {
  manner?: Manner;
  token?: string;
} = {}): Promise<FakeTerminologyServer> {
  const asked: Asked[] = [];
  const sockets = new Set<Socket>();
  let misdeed: Misdeed | undefined;

  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request
      .on('data', (piece: Buffer) => pieces.push(piece))
      .on('end', () => {
        const { pathname, searchParams } = new URL(request.url ?? '/', 'http://server');
        const one: Asked = {
          method: request.method ?? '',
          path: pathname,
          query: Object.fromEntries(searchParams),
          authorization: request.headers.authorization,
          body: Buffer.concat(pieces).toString(),
        };
        asked.push(one);
        if (token !== undefined && one.authorization !== `Bearer ${token}`)
          return answer(response, 401, outcome('login', 'Unauthorized'));
        const behaviour = { manner, misdeed };
        if (!answerWrongly(behaviour, response)) answerRightly(behaviour, response, one);
      });
  });
  server.on('connection', (socket) => sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}/fhir`,
    asked,
    misbehave: (next) => {
      misdeed = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
