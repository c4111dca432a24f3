/** The notices of the loopback host to one socket; whom it lets in is proved in P23. */
import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { serveNotices } from '../../../../main/hosts/browser/notices.ts';
import { heldClock, smallProfile } from '../common/small-profile.ts';

function rig() {
  const core = smallProfile();
  const judged: unknown[] = [];
  const closed: unknown[] = [];
  const serve = serveNotices({
    core,
    clock: heldClock(),
    hasToken: (given) => {
      judged.push(given);
      return given === 'right';
    },
  });
  const socket = Object.assign(new EventEmitter(), {
    readyState: 1,
    send: () => {},
    close: (code?: number) => void closed.push(code),
    terminate: () => {},
  });
  serve(socket);
  return {
    core,
    judged,
    closed,
    say: (token: string) => socket.emit('message', `{"token":"${token}"}`),
  };
}

test('a socket whose first message is wrong is read no further: a flood of messages costs no work, and a token among them opens nothing', () => {
  const { core, judged, closed, say } = rig();
  for (const token of ['wrong', 'wrong', 'right']) say(token);
  expect([judged, closed, core.listening()]).toEqual([['wrong'], [4401], 0]);
});

test('a socket with the token is told, and read no further either', () => {
  const { core, judged, closed, say } = rig();
  for (const token of ['right', 'wrong']) say(token);
  expect([judged, closed, core.listening()]).toEqual([['right'], [], 1]);
});
