/**
 * HL7's minimal lower layer protocol (MLLP, release 1): the frame of a message, and the
 * acknowledgement that answers it. Pure.
 */

const START = 0x0b;
const END = 0x1c;
const RETURN = 0x0d;

/** `message`: segments that end with a carriage return. */
export const framed = (message: Uint8Array): Buffer =>
  Buffer.concat([Buffer.from([START]), message, Buffer.from([END, RETURN])]);

export type Acknowledgement = {
  /** MSA-1: AA, AE or AR; CA, CE or CR of receivers in enhanced mode. */
  readonly code: string;
  /** MSA-2: number of the message that is answered. */
  readonly controlId: string;
  /** The receiver's own words in one line; empty where there are none. */
  readonly said: string;
};

/** Whole frames of what came so far, in order; bytes before, between and after them are no part. */
function framesIn(received: Buffer): string[] {
  const found: string[] = [];
  for (let at = received.indexOf(START); at !== -1; at = received.indexOf(START, at)) {
    const end = received.indexOf(Buffer.from([END, RETURN]), at);
    if (end === -1) break;
    found.push(received.subarray(at + 1, end).toString());
    at = end + 2;
  }
  return found;
}

/** Acknowledgements that are whole. A frame without MSH and MSA is none. */
export const acknowledgementsIn = (received: Buffer): Acknowledgement[] =>
  framesIn(received).flatMap((frame) => acknowledgementOf(frame) ?? []);

function acknowledgementOf(frame: string): Acknowledgement | undefined {
  const segments = frame.split(/\r\n?|\n/);
  const separator = segments[0]?.startsWith('MSH') ? segments[0].charAt(3) : '';
  if (separator === '') return undefined;
  const fieldsOf = (name: string) =>
    segments.map((segment) => segment.split(separator)).find(([first]) => first === name);
  const [, code = '', controlId = '', text = ''] = fieldsOf('MSA') ?? [];
  if (code === '') return undefined;
  const error = fieldsOf('ERR') ?? [];
  // ERR-8 is for a person; ERR-3 names the kind of the error.
  const said = [text, error[8] ?? '', (error[3] ?? '').split('^')[1] ?? ''].find(
    (words) => words.trim() !== '',
  );
  return { code, controlId, said: inOneLine(said ?? '') };
}

const inOneLine = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, 300);
