import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { electronLogLines } from '../../../../main/hosts/electron/log-lines.ts';
import { nodeDisk } from '../../../../main/hosts/node/node-ports.ts';
import { fileLines } from '../../../../main/infrastructure/log/lines.ts';
import { temporaryFolder } from '../../../support/rows.ts';

describe('lines of the log', () => {
  test('go into files of the size allowed, five at most, and the newest are read back', () => {
    const folder = path.join(temporaryFolder(), 'logs');
    const lines = fileLines({ disk: nodeDisk, folder, largest: 1000 });
    for (let n = 0; n < 300; n++)
      lines.write(`line ${String(n).padStart(4, '0')} ${'x'.repeat(30)}`);
    expect(readdirSync(folder).sort()).toEqual([
      'scriba.1.log',
      'scriba.2.log',
      'scriba.3.log',
      'scriba.4.log',
      'scriba.log',
    ]);
    for (const name of readdirSync(folder))
      expect(statSync(path.join(folder, name)).size).toBeLessThanOrEqual(1000);
    expect(statSync(path.join(folder, 'scriba.log')).mode & 0o777).toBe(0o600);
    const recent = lines.recent(20);
    expect([recent.length, recent.at(-1)?.slice(0, 9), recent[0]?.slice(0, 9)]).toEqual([
      20,
      'line 0299',
      'line 0280',
    ]);
    expect(fileLines({ disk: nodeDisk, folder, largest: 1000 }).recent(1)).toEqual(
      recent.slice(-1),
    );
  });

  test('that cannot be written, or read, disturb nobody', () => {
    const refusing = {
      ...nodeDisk,
      create: () => {
        throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' });
      },
      exists: () => {
        throw new Error('EIO');
      },
    };
    const lines = fileLines({ disk: refusing, folder: path.join(temporaryFolder(), 'logs') });
    lines.write('a line');
    expect(lines.recent(5)).toEqual([]);
  });

  test('under Electron are the same files, and electron-log opens no other way to write them', () => {
    const folder = path.join(temporaryFolder(), 'logs');
    const lines = electronLogLines(folder);
    for (let n = 0; n < 14; n++) lines.write(JSON.stringify({ n, pad: 'x'.repeat(90_000) }));
    expect(readdirSync(folder).sort()).toEqual(['scriba.1.log', 'scriba.log']);
    expect(statSync(path.join(folder, 'scriba.log')).mode & 0o777).toBe(0o600);
    expect(lines.recent(100).map((line) => (JSON.parse(line) as { n: number }).n)).toEqual(
      Array.from({ length: 14 }, (_, n) => n),
    );
    expect(readFileSync('main/hosts/electron/log-lines.ts', 'utf8')).toContain(
      "from 'electron-log/node'",
    );
  });
});
