import { globSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createLog, logEvents } from '../../../../main/infrastructure/log/log.ts';
import { detailWords } from '../../../../main/infrastructure/log/words.ts';
import { requests } from '../../../../shared/contract/contract.ts';
import { scanner } from '../../../trust/support/canaries/canary-scan.ts';

function held() {
  const lines: string[] = [];
  return {
    lines,
    log: createLog({
      clock: { now: () => 1_760_000_012_345 },
      lines: { write: (line) => void lines.push(line), recent: (count) => lines.slice(-count) },
      requests: Object.keys(requests),
    }),
  };
}

describe('the log', () => {
  test('says what happened in words of ours, to the minute', () => {
    const { lines, log } = held();
    log.note('visit', { state: 'ready', from: 'processing', visit: 'Ab3_-xyz0189', count: 3 });
    log.note('request-failed', { request: 'notes.get', code: 'locked', detail: 'vault-closed' });
    expect(lines).toEqual([
      '{"at":"2025-10-09T08:53Z","event":"visit","visit":"Ab3_-xyz0189","from":"processing","state":"ready","count":3}',
      '{"at":"2025-10-09T08:53Z","event":"request-failed","request":"notes.get","code":"locked","detail":"vault-closed"}',
    ]);
    expect(log.recent(1)).toEqual(lines.slice(1));
  });

  test('writes no word that is not in its lists, whatever it is given, wherever', () => {
    const canary = 'Zyxwanda Kanari';
    const scan = scanner({ canary, token: 'kanari-token-99' });
    const { lines, log } = held();
    const poison = fc.oneof(
      fc.constantFrom<unknown>(
        canary,
        'kanari-token-99',
        { toString: () => canary },
        [canary],
        { detail: canary },
        new Error(canary),
        null,
        NaN,
        -1,
        1e99,
      ),
      fc.anything(),
    );
    const keys = fc.constantFrom(
      'version',
      'host',
      'kind',
      'visit',
      'from',
      'state',
      'hold',
      'request',
      'code',
      'detail',
      'count',
      'ms',
      'patient',
      'message',
      '__proto__',
      'toString',
    );
    fc.assert(
      fc.property(
        fc.oneof(fc.constantFrom<string>(...logEvents), fc.constant(canary)),
        fc.dictionary(keys, poison),
        (event, fields) => {
          log.note(event as never, fields as never);
        },
      ),
      { numRuns: 2000 },
    );
    expect(lines.length).toBe(2000);
    expect(scan.text(lines.join('\n'), 'log')).toEqual([]);
    const words = new Set(
      lines
        .flatMap((line) => Object.values(JSON.parse(line) as Record<string, unknown>))
        .filter((value) => typeof value === 'string' && !/^\d{4}-/.test(value)),
    );
    expect([...words].filter((word) => !/^[a-z.A-Z-]{2,40}$/.test(word as string))).toEqual([]);
  });

  test('knows every detail that this house throws', () => {
    const thrown = new Set(
      globSync('{main,shared}/**/*.ts', { exclude: (name) => name.includes('sandbox') }).flatMap(
        (file) =>
          [...readFileSync(file, 'utf8').matchAll(/\bdetail: '([a-z0-9-]+)'/g)].map(
            ([, word]) => word!,
          ),
      ),
    );
    expect([...thrown].filter((word) => !detailWords.has(word)).sort()).toEqual([]);
    expect(thrown.size).toBeGreaterThan(80);
  });
});
