/** Ways in which the bytes of a container can come to harm (P6). */
import {
  HEADER_BYTES,
  OVERHEAD_BYTES,
} from '../../../../main/infrastructure/vault/container/container-format.ts';
import { TAG_BYTES } from '../../../../main/infrastructure/vault/gcm.ts';

export type Change = {
  readonly kind: string;
  readonly one: boolean;
  apply(bytes: Buffer, foreign: Buffer): Buffer;
};

/** `one`: a single byte; the promise says what that may cost. `fraction` decides where and how. */
export function mutationsOf(fraction: () => number): readonly Change[] {
  const below = (count: number) => Math.floor(fraction() * count);
  return [
    {
      kind: 'bit',
      one: true,
      apply: (bytes) => flipped(bytes, below(bytes.length), 1 << below(8)),
    },
    {
      kind: 'byte',
      one: true,
      apply: (bytes) => flipped(bytes, below(bytes.length), 1 + below(255)),
    },
    {
      kind: 'byte of a prefix or a tag',
      one: true,
      apply: (bytes) => flipped(bytes, nearARecord(bytes), 1 + below(255)),
    },
    { kind: 'type of a record', one: true, apply: (bytes) => anotherType(bytes) },
    {
      kind: 'block zeroed',
      one: false,
      apply: (bytes) => replaced(bytes, (at, to) => Buffer.alloc(to - at)),
    },
    {
      kind: 'block of noise',
      one: false,
      apply: (bytes) =>
        replaced(bytes, (at, to) => Buffer.from(Array.from({ length: to - at }, () => below(256)))),
    },
    {
      kind: 'cut short',
      one: false,
      apply: (bytes) => bytes.subarray(0, HEADER_BYTES + below(bytes.length - HEADER_BYTES)),
    },
    { kind: 'cut at a record', one: false, apply: (bytes) => bytes.subarray(0, recordAt(bytes)) },
    {
      kind: 'piece taken out',
      one: false,
      apply: (bytes) => replaced(bytes, () => Buffer.alloc(0)),
    },
    { kind: 'record taken out', one: false, apply: (bytes) => withoutRecord(bytes) },
    {
      kind: 'piece twice',
      one: false,
      apply: (bytes) =>
        replaced(bytes, (at, to) =>
          Buffer.concat([bytes.subarray(at, to), bytes.subarray(at, to)]),
        ),
    },
    { kind: 'record twice', one: false, apply: (bytes) => recordTwice(bytes) },
    { kind: 'records swapped', one: false, apply: (bytes) => swapped(bytes) },
    {
      kind: 'spliced from another recording',
      one: false,
      apply: (bytes, foreign) => replaced(bytes, (at, to) => foreign.subarray(at, to)),
    },
    {
      kind: 'the end of another recording',
      one: false,
      apply: (bytes, foreign) =>
        Buffer.concat([bytes.subarray(0, recordAt(bytes)), foreign.subarray(recordAt(foreign))]),
    },
    {
      kind: 'bytes appended',
      one: false,
      apply: (bytes) =>
        Buffer.concat([
          bytes,
          Buffer.from(Array.from({ length: 1 + below(200) }, () => below(256))),
        ]),
    },
  ];

  function replaced(bytes: Buffer, by: (at: number, to: number) => Buffer): Buffer {
    // Seldom the header: where it is past mending, all 15,300 ways to mend it are tried first, for
    // a tenth of a second.
    const at =
      fraction() < 0.002 ? below(HEADER_BYTES) : HEADER_BYTES + below(bytes.length - HEADER_BYTES);
    const to = Math.min(bytes.length, at + 1 + below(fraction() < 0.5 ? 64 : 12_000));
    return Buffer.concat([bytes.subarray(0, at), by(at, to), bytes.subarray(to)]);
  }

  function recordAt(bytes: Buffer): number {
    const all = starts(bytes);
    return all[below(all.length)]!;
  }
  function nearARecord(bytes: Buffer): number {
    return Math.min(
      bytes.length - 1,
      Math.max(HEADER_BYTES, recordAt(bytes) - TAG_BYTES + below(OVERHEAD_BYTES)),
    );
  }

  /** To another that exists: nothing but the seal tells that it is not what was written. */
  function anotherType(bytes: Buffer): Buffer {
    const at = starts(bytes)[below(starts(bytes).length - 1)]! + 4;
    return flipped(bytes, at, bytes[at]! ^ ((bytes[at]! + 1 + below(4)) % 5));
  }

  function records(bytes: Buffer): Buffer[] {
    const all = starts(bytes);
    return all.slice(0, -1).map((at, index) => bytes.subarray(at, all[index + 1]));
  }
  function withoutRecord(bytes: Buffer): Buffer {
    const all = records(bytes);
    all.splice(below(all.length), 1);
    return Buffer.concat([bytes.subarray(0, HEADER_BYTES), ...all]);
  }
  function recordTwice(bytes: Buffer): Buffer {
    const all = records(bytes);
    all.splice(below(all.length + 1), 0, all[below(all.length)]!);
    return Buffer.concat([bytes.subarray(0, HEADER_BYTES), ...all]);
  }
  function swapped(bytes: Buffer): Buffer {
    const all = records(bytes);
    const [one, other] = [below(all.length), below(all.length)];
    [all[one], all[other]] = [all[other]!, all[one]!];
    return Buffer.concat([bytes.subarray(0, HEADER_BYTES), ...all]);
  }
}

function flipped(bytes: Buffer, at: number, change: number): Buffer {
  const copy = Buffer.from(bytes);
  copy[at]! ^= change;
  return copy;
}

/** Returns the offsets of the records, and of the end. */
export function starts(bytes: Buffer): number[] {
  const all: number[] = [];
  for (let at = HEADER_BYTES; at < bytes.length; at += OVERHEAD_BYTES + bytes.readUInt32LE(at))
    all.push(at);
  return [...all, bytes.length];
}
