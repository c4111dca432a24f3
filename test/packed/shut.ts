/**
 * Proves what the packed program refuses, as it is delivered: its fuses, switches, and variables
 * that would make it another program.
 */
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { parse } from 'yaml';
import { startProgram } from './program.ts';

type Say = (line: string) => void;

/** Every fuse of electron-builder.yml, read out of the binary. */
export async function checkFuses(file: string, say: Say): Promise<void> {
  const { electronFuses } = parse(readFileSync('electron-builder.yml', 'utf8')) as {
    electronFuses: Record<string, boolean>;
  };
  const wire = (await getCurrentFuseWire(file)) as unknown as Record<number, FuseState>;
  for (const [name, wanted] of Object.entries(electronFuses)) {
    const key = Object.keys(FuseV1Options).find(
      (each) => each.toLowerCase() === name.toLowerCase(),
    ) as keyof typeof FuseV1Options;
    const state = wire[FuseV1Options[key]];
    assert.equal(state, wanted ? FuseState.ENABLE : FuseState.DISABLE, name);
    say(`fuse ${name}: ${wanted ? 'on' : 'off'}`);
  }
}

/** All of this run; it goes with the process. */
const folder = mkdtempSync(path.join(tmpdir(), 'scriba-packed-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
const fresh = () => mkdtempSync(path.join(folder, 'one-'));

const switches = [
  '--remote-debugging-port=0',
  '--remote-debugging-pipe',
  '--inspect=0',
  '--no-sandbox',
  `--user-data-dir=${fresh()}`,
  '--use-fake-ui-for-media-stream',
];

/** Each ends the start with its sentence, exit code 1 and no file written. */
export async function checkSwitches(file: string, display: string, say: Say): Promise<void> {
  for (const given of switches) {
    const data = path.join(fresh(), 'data');
    const started = startProgram(file, [given], { DISPLAY: display, SCRIBA_DATA: data });
    // Its sentence stands in a dialog, which waits for somebody.
    if (given === '--no-sandbox') {
      await started.says(/Scriba does not start without/);
      await started.kill();
    }
    const code = await withTimeout(started, 60_000);
    if (given !== '--no-sandbox')
      assert.ok(isRefusal(code), `${given}: it ended with ${code} and said ${started.said()}`);
    const name = given.split('=')[0]!;
    const [sentence] = /Scriba does not start with[^\n]*/.exec(started.said()) ?? [];
    assert.ok(sentence?.includes(name), `${given}: it said only ${started.said()}`);
    assert.doesNotMatch(started.said(), /DevTools listening|Debugger listening/);
    assert.equal(existsSync(data), false, `${given}: it made its data folder`);
    say(`${given}: ended with ${code}, "${sentence}"`);
  }
}

/**
 * A fuse makes each of them nothing; the switch ends the start, for there is nothing else to see.
 */
export async function checkVariables(file: string, display: string, say: Say): Promise<void> {
  const place = fresh();
  const trace = path.join(place, 'trace');
  const script = path.join(place, 'script.cjs');
  writeFileSync(script, `require('node:fs').writeFileSync(${JSON.stringify(trace)}, 'ran');`);
  const attempts: [string, Record<string, string>, string[]][] = [
    ['ELECTRON_RUN_AS_NODE', { ELECTRON_RUN_AS_NODE: '1' }, [script, '--inspect']],
    ['NODE_OPTIONS', { NODE_OPTIONS: `--require=${script}` }, ['--inspect']],
  ];
  for (const [name, env, args] of attempts) {
    const data = path.join(place, 'data');
    const started = startProgram(file, args, { DISPLAY: display, SCRIBA_DATA: data, ...env });
    const code = await withTimeout(started, 60_000);
    assert.equal(existsSync(trace), false, `${name}: the script ran`);
    assert.ok(isRefusal(code), `${name}: it ended with ${code} and said ${started.said()}`);
    say(`${name}: no script of it ran`);
  }
}

/**
 * One early `app.exit(1)` in ten is aborted by a thread of Electron 42 that is still starting. That
 * is after the sentence and before any file.
 */
const isRefusal = (code: unknown): boolean => code === 1 || code === 'SIGABRT';

async function withTimeout(
  started: ReturnType<typeof startProgram>,
  ms: number,
): Promise<number | NodeJS.Signals | null | 'still running'> {
  const code = await Promise.race([
    started.ended,
    new Promise<'still running'>((resolve) => setTimeout(() => resolve('still running'), ms)),
  ]);
  if (code === 'still running') await started.kill();
  return code;
}
