/**
 * How long an Ogg, MP4 or WebM file says it is: for machines on which its sound cannot be decoded.
 */
import { readFileSync } from 'node:fs';

/** Seconds, or undefined when the file does not say. */
export function saidDuration(path: string, kind: 'ogg' | 'mp4' | 'webm'): number | undefined {
  const bytes = readFileSync(path);
  const seconds = { ogg, mp4, webm }[kind](bytes);
  return seconds !== undefined && Number.isFinite(seconds) && seconds >= 0 ? seconds : undefined;
}

/** The last page says how many samples there are in all; Opus always counts at 48 kHz. */
function ogg(bytes: Buffer) {
  const last = bytes.lastIndexOf('OggS');
  if (last < 0 || last + 14 > bytes.length) return undefined;
  const granule = Number(bytes.readBigInt64LE(last + 6));
  const rate = bytes.includes('OpusHead') ? 48_000 : vorbisRate(bytes);
  return rate > 0 ? granule / rate : undefined;
}

function vorbisRate(bytes: Buffer): number {
  const at = bytes.indexOf('\x01vorbis', 0, 'latin1');
  return at >= 0 && at + 16 <= bytes.length ? bytes.readUInt32LE(at + 12) : 0;
}

function mp4(bytes: Buffer) {
  const at = bytes.indexOf('mvhd');
  if (at < 0 || at + 40 > bytes.length) return undefined;
  const long = bytes.readUInt8(at + 4) === 1;
  const scale = bytes.readUInt32BE(at + (long ? 24 : 16));
  return (long ? Number(bytes.readBigUInt64BE(at + 28)) : bytes.readUInt32BE(at + 20)) / scale;
}

/**
 * The Duration element; a browser's recorder leaves it out, then the time of the last cluster. Both
 * in ms by default.
 */
function webm(bytes: Buffer) {
  const duration = bytes.indexOf(Buffer.from([0x44, 0x89]));
  if (duration >= 0 && duration + 11 <= bytes.length) {
    if (bytes[duration + 2] === 0x88) return bytes.readDoubleBE(duration + 3) / 1000;
    if (bytes[duration + 2] === 0x84) return bytes.readFloatBE(duration + 3) / 1000;
  }
  const cluster = bytes.lastIndexOf(Buffer.from([0x1f, 0x43, 0xb6, 0x75]));
  const time = cluster < 0 ? -1 : bytes.indexOf(0xe7, cluster + 4);
  const width = time < 0 ? 0 : (bytes[time + 1] ?? 0) & 0x7f;
  if (width < 1 || width > 6 || time + 2 + width > bytes.length) return undefined;
  return bytes.readUIntBE(time + 2, width) / 1000;
}
