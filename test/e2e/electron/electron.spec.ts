/**
 * The window of a real Electron: one, on its own scheme, and its page in a sandbox that the
 * system's kernel knows of.
 */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { expect, electronTest as test } from '../support/scriba.ts';

test('Scriba opens one window on its own scheme, whose page has nothing of Node', async ({
  startScriba,
  openPage,
}) => {
  const scriba = await startScriba({ practice: 'none' });
  const page = await openPage(scriba);
  await expect(page).toHaveTitle(/Scriba/);
  expect(page.url()).toMatch(/^app:\/\/scriba\//);
  const globals = ['require', 'process', 'module', 'Buffer', 'scribeHost'];
  expect(
    await page.evaluate((names) => names.map((name) => typeof Reflect.get(window, name)), globals),
  ).toEqual(['undefined', 'undefined', 'undefined', 'undefined', 'object']);
  expect(scriba.app().windows()).toHaveLength(1);
});

test('the process of the page is sandboxed: it has a filter of system calls, gains no privileges, and sees no other process and no network', async ({
  startScriba,
  openPage,
}) => {
  test.skip(process.platform !== 'linux', 'read from /proc, which Linux alone has');
  const scriba = await startScriba({ practice: 'none' });
  await openPage(scriba);
  const main = scriba.pid();
  const renderers = descendants(main).filter((pid) => commandOf(pid).includes('--type=renderer'));
  expect(renderers.length).toBeGreaterThan(0);
  for (const pid of renderers) {
    expect(commandOf(pid)).not.toContain('no-sandbox');
    // 2: a filter (seccomp-bpf) decides on every system call.
    expect([status(pid, 'Seccomp'), status(pid, 'NoNewPrivs')]).toEqual(['2', '1']);
    // Two numbers or more: one as we see it, one in a namespace of its own.
    expect(status(pid, 'NSpid').split(/\s+/).length).toBeGreaterThan(1);
    for (const space of ['pid', 'net', 'user'])
      expect([space, namespace(pid, space)]).not.toEqual([space, namespace(main, space)]);
  }
  expect(await scriba.app().evaluate(({ app }) => app.commandLine.hasSwitch('no-sandbox'))).toBe(
    false,
  );
});

/** Empty where it ended while we looked. */
function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1');
  } catch {
    return '';
  }
}

const status = (pid: number, name: string) =>
  new RegExp(`^${name}:\\s*(.*)$`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'latin1'))![1]!;

const namespace = (pid: number, name: string) => readlinkSync(`/proc/${pid}/ns/${name}`);

function descendants(parent: number): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry)))
    try {
      parents.set(Number(name), Number(status(Number(name), 'PPid')));
    } catch {
      // The process ended while we looked.
    }
  const within = (pid: number): boolean => {
    const above = parents.get(pid);
    return above !== undefined && (above === parent || within(above));
  };
  return [...parents.keys()].filter(within);
}
