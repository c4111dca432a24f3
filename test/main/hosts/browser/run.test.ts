/** The browser host as a process: what it prints before it can serve anything. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { needNode, root } from '../../../../scripts/lib/project.mjs';

test.for(['--page-first', '--port=0'])(
  'where the page is not built, it ends with a sentence and tells no address (%s)',
  { timeout: 60_000 },
  async (option) => {
    const data = mkdtempSync(path.join(tmpdir(), 'scriba-run-'));
    const { command, flags } = needNode();
    const child = spawn(
      command,
      [
        ...flags,
        'main/hosts/browser/run.ts',
        ...['--data', data, '--page', path.join(data, 'no-page'), '--practice', 'none'],
        option,
      ],
      { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] },
    );
    const ended = new Promise((resolve) => child.once('close', resolve));
    const [told, said] = await Promise.all([text(child.stdout), text(child.stderr)]);
    expect(await ended).toBe(1);
    expect(told).toBe('');
    expect(said).toContain('The built page of Scriba is missing or incomplete');
    rmSync(data, { recursive: true });
  },
);
