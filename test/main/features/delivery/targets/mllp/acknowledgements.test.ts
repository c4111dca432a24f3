/** Acknowledgements of an HL7 receiver, as they may be written, and what is told of each. */
import { expect, test } from 'vitest';
import {
  acknowledgementsIn,
  framed,
} from '../../../../../../main/features/delivery/targets/mllp/mllp.ts';
import { toReceiver } from '../../../../../../main/features/delivery/targets/mllp/send-to-receiver.ts';
import type { TcpRequest } from '../../../../../../main/infrastructure/ports.ts';
import { Failure } from '../../../../../../shared/failure.ts';

const read = (text: string) => acknowledgementsIn(framed(Buffer.from(text)));

test('a message stands between its bytes of start and end', () =>
  expect([...framed(Buffer.from('x'))]).toEqual([0x0b, 0x78, 0x1c, 0x0d]));

test.each([
  ['MSH|^~\\&|x\rMSA|AA|7\r', [{ code: 'AA', controlId: '7', said: '' }]],
  ['MSH|^~\\&|x\nMSA|AE|7|words', [{ code: 'AE', controlId: '7', said: 'words' }]],
  ['MSH|^~\\&|x\r\nMSA|AA', [{ code: 'AA', controlId: '', said: '' }]],
  [
    'MSH*^~\\&*x\rMSA*CR*7* \rERR********for a person',
    [{ code: 'CR', controlId: '7', said: 'for a person' }],
  ],
  ['MSH|^~\\&|x\rMSA|AE|7\rERR|||207^Error', [{ code: 'AE', controlId: '7', said: 'Error' }]],
  ['MSH|^~\\&|x\rMSA|AE|7\rERR|||207', [{ code: 'AE', controlId: '7', said: '' }]],
  ['MSH|^~\\&|x\rMSA|AE|7|a\u0007 \u202e  b ', [{ code: 'AE', controlId: '7', said: 'a b' }]],
  [
    `MSH|^~\\&|x\rMSA|AE|7|${'w'.repeat(400)}`,
    [{ code: 'AE', controlId: '7', said: 'w'.repeat(300) }],
  ],
  ['MSH|^~\\&|x\rMSA||7', []],
  ['MSH|^~\\&|x', []],
  ['MSH', []],
  ['XMSH|^~\\&|x\rMSA|AA|7', []],
  ['MSH|^~\\&|x\rXMSA|AA|7', []],
  ['', []],
])('%j is read as %j', (text, found) => expect(read(text)).toEqual(found));

test('frames that are whole are read, wherever they begin', () => {
  const one = framed(Buffer.from('MSH|^~\\&|x\rMSA|AA|1\r'));
  const two = framed(Buffer.from('MSH|^~\\&|x\rMSA|AA|2\r'));
  const ids = (...pieces: Uint8Array[]) =>
    acknowledgementsIn(Buffer.concat(pieces)).map(({ controlId }) => controlId);
  expect(ids(one, two)).toEqual(['1', '2']);
  expect(ids(Buffer.from('noise'), one, Buffer.from('\r'), two)).toEqual(['1', '2']);
  expect(ids(one, two.subarray(0, -1))).toEqual(['1']);
  expect(ids(one.subarray(1), two)).toEqual(['2']);
});

const message = Buffer.from('MSH|^~\\&|||||||MDM^T02|N1|P|2.5.1\r');
const receiver = {
  host: 'emr.example',
  port: 2575,
  secure: true,
  allowPlain: false,
  authority: 'PEM',
};
const answered = (text: string) => async (request: TcpRequest) => {
  const bytes = framed(Buffer.from(text));
  request.isWhole(bytes);
  return bytes;
};

test('what is sent goes to the place that was set, within its limits', async () => {
  const requests: TcpRequest[] = [];
  await toReceiver(
    {
      receiver,
      tcp: async (request) => {
        requests.push(request);
        expect(request.isWhole(framed(Buffer.from('MSH|^~\\&|x\rMSA|AA|N2\r')))).toBe(false);
        expect(request.isWhole(framed(Buffer.from('MSH|^~\\&|x\rMSA|AA|N1\r')))).toBe(true);
        return framed(Buffer.from('MSH|^~\\&|x\rMSA|AA|N1\r'));
      },
    },
    message,
  );
  const { isWhole: _isWhole, bytes, ...rest } = requests[0]!;
  expect(Buffer.from(bytes).equals(framed(message))).toBe(true);
  expect(rest).toEqual({
    host: 'emr.example',
    port: 2575,
    secure: true,
    authority: 'PEM',
    connectWithin: 10_000,
    within: 30_000,
    maxBytes: 1_048_576,
  });
});

test.each([
  [
    'MSA|AE|N1|no such patient',
    'mllp-error',
    'The HL7 receiver had an error with this note. It said: “no such patient”',
  ],
  ['MSA|CE|N1', 'mllp-error', 'The HL7 receiver had an error with this note.'],
  ['MSA|AR|N1', 'mllp-rejected', 'The HL7 receiver rejects messages of this kind.'],
  [
    'MSA|CR|N1|why',
    'mllp-rejected',
    'The HL7 receiver rejects messages of this kind. It said: “why”',
  ],
  ['MSA|AA|N2', 'mllp-error', 'The HL7 receiver had an error with this note.'],
])('%s is %s', async (answer, detail, words) => {
  const tcp = answered(`MSH|^~\\&|x\r${answer}\r`);
  await expect(toReceiver({ tcp, receiver }, message)).rejects.toMatchObject({
    code: 'refused',
    detail,
    message: words,
  });
});

test.each(['AA', 'CA'])('%s is an acceptance', async (code) => {
  const tcp = answered(`MSH|^~\\&|x\rMSA|${code}|N1\r`);
  await expect(toReceiver({ tcp, receiver }, message)).resolves.toBeUndefined();
});

test.each([
  ['not-sent', 'mllp-unreachable', 'The HL7 receiver cannot be reached. It did not work.', ''],
  [
    'no-answer',
    'mllp-no-answer',
    'The HL7 receiver did not acknowledge the note. It is sent again by itself, under the same number.',
    '',
  ],
  [
    'no-answer',
    'mllp-no-answer',
    'The HL7 receiver acknowledged another message than this note. It is sent again by itself; if this stays so, ask the people of that receiver.',
    'MSH|^~\\&|x\rMSA|AA|N2\r',
  ],
] as const)('a connection that failed (%s) is %s: %s', async (cause, detail, words, before) => {
  const tcp = async (request: TcpRequest) => {
    request.isWhole(before === '' ? Buffer.from('') : framed(Buffer.from(before)));
    throw new Failure('offline', 'It did not work.', { detail: cause });
  };
  await expect(toReceiver({ tcp, receiver }, message)).rejects.toMatchObject({
    code: 'offline',
    detail,
    message: words,
  });
});
