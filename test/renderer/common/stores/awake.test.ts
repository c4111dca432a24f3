import { afterEach, expect, test } from 'vitest';
import { stayAwake } from '../../../../renderer/common/stores/awake.ts';
import { openDoor } from '../../../../renderer/common/stores/core.ts';
import { useSession } from '../../../../renderer/common/stores/session.ts';
import type { Bridge } from '../../../../shared/contract/contract.ts';

afterEach(() => useSession.setState({ vault: { state: 'none' } }));

function page() {
  const asked: string[] = [];
  openDoor({
    request: async (name: string) => void asked.push(name),
    on: () => () => {},
  } as unknown as Bridge);
  useSession.setState({ vault: { state: 'open' } });
  let now = 0;
  const target = new EventTarget();
  const stop = stayAwake(target, () => now);
  return {
    asked,
    stop,
    move: (ms: number) => (now += ms),
    sign: (name = 'keydown') => target.dispatchEvent(new Event(name)),
  };
}

test('somebody at work is told at once, and then every 30 seconds at most', () => {
  const { asked, sign, move } = page();
  for (let second = 0; second < 95; second += 1) {
    sign(second % 2 ? 'pointermove' : 'keydown');
    move(1000);
  }
  expect(asked).toEqual(['vault.awake', 'vault.awake', 'vault.awake', 'vault.awake']);
});

test('nobody at work, a locked vault or a page that went says nothing', () => {
  const { asked, sign, stop } = page();
  useSession.setState({ vault: { state: 'locked' } });
  sign();
  useSession.setState({ vault: { state: 'open' } });
  stop();
  sign();
  expect(asked).toEqual([]);
});
