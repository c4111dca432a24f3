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
  const renderers = descendants(main).flatMap((pid) => whileItRuns(() => read(pid, main)) ?? []);
  expect(renderers.length).toBeGreaterThan(0);
  for (const { command, seccomp, noNewPrivileges, pids, apart } of renderers) {
    expect(command).not.toContain('no-sandbox');
    // 2: a filter (seccomp-bpf) decides on every system call.
    expect([seccomp, noNewPrivileges]).toEqual(['2', '1']);
    // Two numbers or more: one as we see it, one in a namespace of its own.
    expect(pids).toBeGreaterThan(1);
    expect(apart).toEqual({ pid: true, net: true, user: true });
  }
  expect(await scriba.app().evaluate(({ app }) => app.commandLine.hasSwitch('no-sandbox'))).toBe(
    false,
  );
});

/** What the kernel knows of a process of a page; undefined of another one. */
function read(pid: number, main: number) {
  const command = readFileSync(`/proc/${pid}/cmdline`, 'latin1');
  if (!command.includes('--type=renderer')) return undefined;
  const isApart = (space: string) => namespace(pid, space) !== namespace(main, space);
  return {
    command,
    seccomp: status(pid, 'Seccomp'),
    noNewPrivileges: status(pid, 'NoNewPrivs'),
    pids: status(pid, 'NSpid').split(/\s+/).length,
    apart: { pid: isApart('pid'), net: isApart('net'), user: isApart('user') },
  };
}

/** Undefined where the process ended while we looked: a page that is closed takes its own with it. */
function whileItRuns<T>(look: () => T): T | undefined {
  try {
    return look();
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  }
}

const status = (pid: number, name: string) =>
  new RegExp(`^${name}:\\s*(.*)$`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'latin1'))![1]!;

const namespace = (pid: number, name: string) => readlinkSync(`/proc/${pid}/ns/${name}`);

function descendants(parent: number): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry)))
    whileItRuns(() => parents.set(Number(name), Number(status(Number(name), 'PPid'))));
  const within = (pid: number): boolean => {
    const above = parents.get(pid);
    return above !== undefined && (above === parent || within(above));
  };
  return [...parents.keys()].filter(within);
}
