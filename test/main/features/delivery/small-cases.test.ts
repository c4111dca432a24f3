/** Single cases of forms and targets that a change of one sign would break. */
import { expect, test } from 'vitest';
import { hl7Message } from '../../../../main/features/delivery/forms/hl7.ts';
import { toReceiver } from '../../../../main/features/delivery/targets/mllp/send-to-receiver.ts';
import { neutralNote } from '../../../../shared/model/export/export.ts';
import { wholeNote } from './forms/notes.ts';
import { profile } from './support.ts';

test.each([
  ['2026-11-21T10:05:00Z', '20261121100500+0000'],
  ['2026-11-21T10:05:00+05:30', '20261121100500+0530'],
  ['2026-11-21T10:05:07.123-08:00', '20261121100507-0800'],
  ['2026-11-21T10:05Z', '20261121100500+0000'],
])('the time %s stands in HL7 as %s', (date, wanted) => {
  const message = hl7Message(neutralNote.parse({ ...wholeNote(), date }), {
    ...profile,
    version: '1.2.3',
  });
  const txa = Buffer.from(message as never)
    .toString()
    .split('\r')
    .find((segment) => segment.startsWith('TXA'));
  expect(txa?.split('|')[4]).toBe(wanted);
});

test('only this very computer is reached without TLS', async () => {
  const outcome = (host: string) =>
    toReceiver(
      {
        tcp: async () => {
          throw new Error('asked');
        },
        receiver: { host, port: 2575, secure: false, allowPlain: false },
      },
      Buffer.from('MSH|^~\\&|||||||MDM^T02|N1|P|2.5.1\r'),
    ).then(
      () => 'sent',
      (error: { detail?: string }) => error.detail,
    );
  for (const host of ['localhost', '::1', '127.0.0.1', '127.12.255.3'])
    expect([host, await outcome(host)]).toEqual([host, 'mllp-no-answer']);
  for (const host of ['127.0.0.1.example', '1127.0.0.1', '127.0.0', '128.0.0.1', 'xlocalhost'])
    expect([host, await outcome(host)]).toEqual([host, 'mllp-plain']);
});
