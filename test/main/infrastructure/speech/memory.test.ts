/** How much memory a process takes that recognises speech, its thread with it. Linux alone tells it. */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../../../..');
/** MB of 1,000,000 bytes, at most at any time. */
const MOST = 600;
const TELL_PEAK = `import { readFileSync } from 'node:fs';
process.on('exit', () => {
  const [, peak] = /VmHWM:\\s+(\\d+)/.exec(readFileSync('/proc/self/status', 'utf8'));
  process.stderr.write('peak ' + peak);
});`;

test.skipIf(process.platform !== 'linux')(
  'the command that hears a sentence has less than 600 MB at most',
  async () => {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [
      '--import',
      `data:text/javascript,${encodeURIComponent(TELL_PEAK)}`,
      path.join(root, 'main/cli/scriba.ts'),
      'transcribe',
      path.join(root, 'test/fixtures/speech/complaint.wav'),
    ]);
    expect(stdout).toMatch(/three days/);
    const peak = (Number(/peak (\d+)/.exec(stderr)?.[1]) * 1024) / 1e6;
    expect(peak).toBeGreaterThan(100);
    expect(peak).toBeLessThan(MOST);
  },
  120_000,
);
