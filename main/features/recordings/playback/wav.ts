/** The header of a WAV file of our sound: 16 kHz, one channel, 16 bit. */
import { SAMPLE_RATE } from '../../../../shared/model/recording.ts';

const WAV_HEADER_BYTES = 44;
/** Its lengths are 32 bits wide; about 37 hours. */
export const LARGEST_WAV = 2 ** 32 - 1 - WAV_HEADER_BYTES;

/** `dataBytes`: of the s16le samples that follow. */
export function wavHeader(dataBytes: number): Uint8Array {
  const header = new Uint8Array(WAV_HEADER_BYTES);
  const view = new DataView(header.buffer);
  const word = (at: number, text: string) => header.set(Buffer.from(text, 'latin1'), at);
  word(0, 'RIFF');
  view.setUint32(4, 36 + dataBytes, true);
  word(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, SAMPLE_RATE, true);
  view.setUint32(28, SAMPLE_RATE * 2, true);
  view.setUint16(32, 2, true);
  view.setUint16(34, 16, true);
  word(36, 'data');
  view.setUint32(40, dataBytes, true);
  return header;
}
