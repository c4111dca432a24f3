/**
 * Finds the frames of an MP3 file (MPEG-1, 2 and 2.5, layer III) without decoding them: where each
 * begins, and how loud it is by its own account (ISO/IEC 11172-3, 2.4.1 and 2.4.2).
 */

type Mp3Frame = {
  /** Samples a second, of each channel. */
  readonly rate: number;
  /** Samples of each channel in it. */
  readonly samples: number;
  /** Length of the whole frame. */
  readonly bytes: number;
  readonly channels: 1 | 2;
  readonly isMpeg1: boolean;
  /** Of its side information, from its first byte. */
  readonly side: number;
};

type Found = {
  readonly frame: Mp3Frame;
  /** Of its first byte in the file. */
  readonly offset: number;
  /** Power of each granule (576 samples), about that of 16-bit samples; 0 in silence. */
  readonly powers: readonly number[];
};

/** Returns the frames that end in what was given up to now. */
export type FrameWalk = (bytes: Uint8Array) => Found[];

const HEADER = 4;
const KBITS_1 = [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const KBITS_2 = [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
const RATES = [44_100, 48_000, 32_000];
/** By the two bits of the version; the second is reserved. */
const RATE_PARTS = [4, undefined, 2, 1];

/** Undefined where no frame begins there. A rate of bits that is told nowhere is not read. */
function frameAt(bytes: Buffer, at: number): Mp3Frame | undefined {
  if (at + HEADER > bytes.length || bytes.readUInt16BE(at) < 0xffe0) return undefined;
  const [second = 0, third = 0, fourth = 0] = bytes.subarray(at + 1, at + HEADER);
  const parts = RATE_PARTS[(second >> 3) & 3];
  const isMpeg1 = parts === 1;
  const kbits = (isMpeg1 ? KBITS_1 : KBITS_2)[(third >> 4) - 1];
  const base = RATES[(third >> 2) & 3];
  const isLayer3 = ((second >> 1) & 3) === 1;
  if (!isLayer3 || parts === undefined || kbits === undefined || base === undefined)
    return undefined;
  const rate = base / parts;
  const samples = isMpeg1 ? 1152 : 576;
  const padding = (third >> 1) & 1;
  const hasChecksum = (second & 1) === 0;
  return {
    rate,
    samples,
    bytes: Math.floor((samples * kbits * 125) / rate) + padding,
    channels: fourth >> 6 === 3 ? 1 : 2,
    isMpeg1,
    side: HEADER + (hasChecksum ? 2 : 0),
  };
}

type Walk = {
  /** Bytes that are left, and where they begin in the file. */
  rest: Buffer;
  offset: number;
  /** Bytes that are no sound and have not come yet. */
  skip: number;
  first: Mp3Frame | undefined;
  inStep: boolean;
};

export function createFrameWalk(): FrameWalk {
  const walk: Walk = { rest: Buffer.alloc(0), offset: 0, skip: 0, first: undefined, inStep: false };
  return (bytes) => {
    walk.rest = Buffer.concat([walk.rest, bytes]);
    if (walk.offset === 0 && walk.skip === 0) walk.skip = tagBytes(walk.rest);
    const found: Found[] = [];
    forward(walk, Math.min(walk.skip, walk.rest.length));
    for (let next = nextFrame(walk); next; next = nextFrame(walk)) {
      const isFirst = walk.first === undefined;
      walk.first ??= next;
      walk.inStep = true;
      const bytesOf = walk.rest.subarray(0, next.bytes);
      // What an encoder wrote about the file stands in a frame of its own, which is not heard.
      if (!isFirst || !isAboutFile(next, bytesOf))
        found.push({ frame: next, offset: walk.offset, powers: powersOf(next, bytesOf) });
      forward(walk, next.bytes);
    }
    return found;
  };
}

function forward(walk: Walk, count: number): void {
  walk.rest = walk.rest.subarray(count);
  walk.offset += count;
  walk.skip = Math.max(0, walk.skip - count);
}

/** Leads to the next frame that is here as a whole. */
function nextFrame(walk: Walk): Mp3Frame | undefined {
  if (walk.skip > 0) return undefined;
  for (;;) {
    const frame = frameAt(walk.rest, 0);
    if (frame && isLike(walk.first, frame)) {
      // Out of step any bytes may look like a frame: another one has to follow.
      const needed = frame.bytes + (walk.inStep ? 0 : HEADER);
      if (walk.rest.length < needed) return undefined;
      if (walk.inStep || isLike(frame, frameAt(walk.rest, frame.bytes))) return frame;
    } else if (walk.rest.length < HEADER) return undefined;
    walk.inStep = false;
    const next = walk.rest.indexOf(0xff, 1);
    forward(walk, next === -1 ? walk.rest.length : next);
  }
}

const isLike = (one: Mp3Frame | undefined, other: Mp3Frame | undefined): boolean =>
  other !== undefined &&
  (one === undefined || (one.rate === other.rate && one.samples === other.samples));

/** Of the tag (ID3v2) before the sound: names, pictures. */
function tagBytes(head: Buffer): number {
  if (head.length < 10 || head.toString('latin1', 0, 3) !== 'ID3') return 0;
  const hasFoot = ((head[5] ?? 0) & 0x10) !== 0;
  const size = head.subarray(6, 10).reduce((sum, byte) => (sum << 7) | (byte & 0x7f), 0);
  return 10 + size + (hasFoot ? 10 : 0);
}

const sideBytes = ({ isMpeg1, channels }: Mp3Frame): number => {
  if (isMpeg1) return channels === 1 ? 17 : 32;
  return channels === 1 ? 9 : 17;
};

function isAboutFile(frame: Mp3Frame, bytes: Buffer): boolean {
  const at = frame.side + sideBytes(frame);
  return ['Xing', 'Info'].includes(bytes.toString('latin1', at, at + 4));
}

/** A step of the gain is 1.5 dB; with this one a value of 1 is about a step of 16 bit. */
const UNIT_GAIN = 150;
const DECADES_A_STEP = 0.15;
/** The largest value that each table of Huffman codes can say; from the 16th on they add bits. */
const LARGEST = [0, 1, 2, 2, 0, 3, 3, 5, 5, 5, 7, 7, 7, 15, 0, 15];
const MORE_BITS = [1, 2, 3, 4, 6, 8, 10, 13, 4, 5, 6, 7, 8, 9, 11, 13];
const largestOf = (table: number) =>
  table < 16 ? (LARGEST[table] ?? 0) : 15 + 2 ** (MORE_BITS[table - 16] ?? 0);

/** By the side information: the step of the gain, and how large the values may be. */
function powersOf(frame: Mp3Frame, bytes: Buffer): number[] {
  const { isMpeg1, channels } = frame;
  if (bytes.length < frame.side + sideBytes(frame)) return [];
  const isMono = channels === 1;
  const [granules, length] = isMpeg1 ? [2, 59] : [1, 63];
  const shared = isMpeg1 ? 9 + (isMono ? 5 : 3) + 4 * channels : 8 + (isMono ? 1 : 2);
  const power = (part: number) =>
    powerAt(bytes, frame.side * 8 + shared + part * length, isMpeg1 ? 4 : 9);
  return Array.from({ length: granules }, (_, granule) => {
    const first = power(granule * channels);
    return isMono ? first : Math.max(first, power(granule * channels + 1));
  });
}

/** `at`: of the granule's first bit; `scale`: bits that say its scale. */
function powerAt(bytes: Buffer, at: number, scale: number): number {
  const isSilent = bitsAt(bytes, at, 12) === 0;
  if (isSilent) return 0;
  const pairs = bitsAt(bytes, at + 12, 9);
  const gain = bitsAt(bytes, at + 21, 8);
  const kind = at + 29 + scale;
  const isSwitched = bitsAt(bytes, kind, 1) === 1;
  const tables = isSwitched ? [kind + 4, kind + 9] : [kind + 1, kind + 6, kind + 11];
  const largest =
    pairs === 0 ? 1 : Math.max(1, ...tables.map((table) => largestOf(bitsAt(bytes, table, 5))));
  return 10 ** ((gain - UNIT_GAIN) * DECADES_A_STEP) * largest ** (8 / 3);
}

/** `count`: 16 at most. */
function bitsAt(bytes: Buffer, at: number, count: number): number {
  const from = at >> 3;
  const three = ((bytes[from] ?? 0) << 16) | ((bytes[from + 1] ?? 0) << 8) | (bytes[from + 2] ?? 0);
  return (three >> (24 - (at & 7) - count)) & ((1 << count) - 1);
}
