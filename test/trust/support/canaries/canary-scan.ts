/**
 * Searches files for words that must not stand there, in every form in which a program might have
 * written them: plain, UTF-16, hex, Base64 at its three alignments, for addresses, escaped for
 * JSON, and all of these inside what is packed.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { brotliDecompressSync, constants, inflateRawSync, inflateSync } from 'node:zlib';

/** By name; text, or bytes as they are. */
export type Canaries = Readonly<Record<string, string | Buffer>>;
export type Hit = { readonly canary: string; readonly form: string; readonly file: string };
type Needle = { readonly canary: string; readonly form: string; readonly bytes: Buffer };

/** Fewer bytes than these are met by chance. */
const SHORTEST = 6;

/** Every form of one canary. */
export function formsOf(value: string | Buffer): { form: string; bytes: Buffer }[] {
  const raw = Buffer.from(value);
  const forms: { form: string; bytes: Buffer }[] = [
    { form: 'plain', bytes: raw },
    { form: 'hex', bytes: Buffer.from(raw.toString('hex')) },
    { form: 'HEX', bytes: Buffer.from(raw.toString('hex').toUpperCase()) },
  ];
  for (const shift of [0, 1, 2]) {
    // The letters that depend on this value alone: those at either edge also hold bits of its
    // neighbours.
    const base64 = Buffer.concat([Buffer.alloc(shift), raw])
      .toString('base64')
      .replaceAll('=', '');
    const [from, to] = [shift === 0 ? 0 : shift + 1, Math.floor(((shift + raw.length) * 8) / 6)];
    const inner = base64.slice(from, to);
    forms.push({ form: `Base64 +${shift}`, bytes: Buffer.from(inner) });
    if (/[+/]/.test(inner))
      forms.push({
        form: `Base64url +${shift}`,
        bytes: Buffer.from(inner.replaceAll('+', '-').replaceAll('/', '_')),
      });
  }
  if (typeof value === 'string') {
    forms.push(
      { form: 'UTF-16', bytes: Buffer.from(value, 'utf16le') },
      { form: 'UTF-16 BE', bytes: Buffer.from(value, 'utf16le').swap16() },
    );
    forms.push(
      { form: 'small letters', bytes: Buffer.from(value.toLowerCase()) },
      { form: 'capitals', bytes: Buffer.from(value.toUpperCase()) },
    );
    forms.push(
      { form: 'for addresses', bytes: Buffer.from(encodeURIComponent(value)) },
      {
        form: 'for forms',
        bytes: Buffer.from(new URLSearchParams({ v: value }).toString().slice(2)),
      },
    );
    forms.push({ form: 'JSON', bytes: Buffer.from(JSON.stringify(value).slice(1, -1)) });
    forms.push({
      form: 'JSON escaped',
      bytes: Buffer.from(
        [...value]
          .map((letter) =>
            /[\x20-\x7e]/.test(letter)
              ? letter
              : `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
          )
          .join(''),
      ),
    });
    forms.push({ form: 'backwards', bytes: Buffer.from([...value].reverse().join('')) });
  }
  const seen = new Set<string>();
  return forms.filter(
    ({ bytes }) =>
      bytes.length >= SHORTEST &&
      !seen.has(bytes.toString('latin1')) &&
      seen.add(bytes.toString('latin1')),
  );
}

/**
 * Unpacks compressed data inside these bytes: gzip, zlib, zip's members, and a whole brotli file.
 */
function unpacked(bytes: Buffer): Buffer[] {
  const found: Buffer[] = [];
  const attempt = (unpack: () => Buffer) => {
    try {
      const plain = unpack();
      if (plain.length > 0) found.push(plain);
    } catch {
      // Bytes that only looked compressed.
    }
  };
  const partial = { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: 64 * 2 ** 20 };
  for (const [magic, unpack] of [
    [
      Buffer.from([0x1f, 0x8b, 8]),
      (at: number) => inflateRawSync(bytes.subarray(afterGzipHeader(bytes, at)), partial),
    ],
    [
      Buffer.from('PK\x03\x04', 'latin1'),
      (at: number) =>
        inflateRawSync(
          bytes.subarray(at + 30 + bytes.readUInt16LE(at + 26) + bytes.readUInt16LE(at + 28)),
          partial,
        ),
    ],
    [Buffer.from([0x78, 0x01]), (at: number) => inflateSync(bytes.subarray(at), partial)],
    [Buffer.from([0x78, 0x9c]), (at: number) => inflateSync(bytes.subarray(at), partial)],
    [Buffer.from([0x78, 0xda]), (at: number) => inflateSync(bytes.subarray(at), partial)],
  ] as const) {
    for (let at = bytes.indexOf(magic); at >= 0; at = bytes.indexOf(magic, at + 1))
      attempt(() => unpack(at));
  }
  if (bytes.length < 2 ** 20)
    attempt(() => brotliDecompressSync(bytes, { maxOutputLength: 2 ** 22 }));
  return found;
}

/** RFC 1952; what follows the packed bytes does not matter then. */
function afterGzipHeader(bytes: Buffer, at: number): number {
  const flags = bytes[at + 3]!;
  let next = at + 10;
  if (flags & 4) next += 2 + bytes.readUInt16LE(next);
  for (const named of [8, 16]) if (flags & named) next = bytes.indexOf(0, next) + 1;
  return next + (flags & 2 ? 2 : 0);
}

export function scanner(canaries: Canaries) {
  const needles: Needle[] = Object.entries(canaries).flatMap(([canary, value]) =>
    formsOf(value).map((each) => ({ canary, ...each })),
  );
  const inBytes = (bytes: Buffer, file: string): Hit[] =>
    needles.flatMap(({ canary, form, bytes: needle }) =>
      bytes.includes(needle) ? [{ canary, form, file }] : [],
    );

  function bytes(content: Buffer, file: string): Hit[] {
    const packed = unpacked(content).flatMap((plain) => [
      ...inBytes(plain, `${file} (unpacked)`),
      ...unpacked(plain).flatMap((inner) => inBytes(inner, `${file} (unpacked twice)`)),
    ]);
    return [...inBytes(content, file), ...packed];
  }

  return {
    forms: needles.length,
    bytes,
    text: (content: string, file: string) => bytes(Buffer.from(content), file),
    /** Every file below, its name included. Answers how much was looked at, too. */
    folder(
      root: string,
      leaveOut: (name: string) => boolean = () => false,
    ): { hits: Hit[]; files: number; bytes: number } {
      const hits: Hit[] = [];
      let [files, total] = [0, 0];
      for (const name of readdirSync(root, { recursive: true, encoding: 'utf8' })) {
        hits.push(...inBytes(Buffer.from(name), `the name of ${name}`));
        const file = path.join(root, name);
        if (leaveOut(name) || !isFile(file)) continue;
        const content = read(file);
        if (!content) continue;
        files += 1;
        total += content.length;
        hits.push(...bytes(content, name));
      }
      return { hits, files, bytes: total };
    },
  };
}

const isFile = (file: string) => {
  try {
    return statSync(file).isFile();
  } catch {
    return false;
  }
};

/** A browser's file may be gone between two looks. */
function read(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}

/** Returns what any user of this computer may see of a process and its descendants. Linux only. */
export function seenOfProcess(pid: number): { name: string; text: string }[] {
  const own = ['cmdline', 'environ', 'comm'].flatMap((file) => {
    const content = read(`/proc/${pid}/${file}`);
    return content
      ? [{ name: `${file} of a process of ours`, text: content.toString('latin1') }]
      : [];
  });
  const children = (read(`/proc/${pid}/task/${pid}/children`)?.toString() ?? '')
    .trim()
    .split(' ')
    .filter(Boolean)
    .map(Number);
  return [...own, ...children.flatMap(seenOfProcess)];
}
