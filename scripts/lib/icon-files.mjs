/**
 * Icon files of Windows and macOS around PNGs, which both take as they are (Windows from Vista on,
 * macOS from 10.7 on).
 */

/**
 * An ICO: a header of 6 bytes, 16 bytes for each picture, then the pictures.
 * @param {Map<number, Buffer>} pngs by size in pixels, 256 at most
 */
export function icoFile(pngs) {
  const header = Buffer.alloc(6);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(pngs.size, 4);
  const entries = [];
  let offset = header.length + 16 * pngs.size;
  for (const [size, png] of pngs) {
    const entry = Buffer.alloc(16);
    // A byte each: 0 stands for 256.
    entry.writeUInt8(size % 256, 0);
    entry.writeUInt8(size % 256, 1);
    entry.writeUInt16LE(1, 4);
    entry.writeUInt16LE(32, 6);
    entry.writeUInt32LE(png.length, 8);
    entry.writeUInt32LE(offset, 12);
    offset += png.length;
    entries.push(entry);
  }
  return Buffer.concat([header, ...entries, ...pngs.values()]);
}

/**
 * Names that macOS gives each size in pixels; some are both a size and the double of a smaller one.
 */
const icnsTypes = {
  16: ['icp4'],
  32: ['icp5', 'ic11'],
  64: ['ic12'],
  128: ['ic07'],
  256: ['ic08', 'ic13'],
  512: ['ic09', 'ic14'],
  1024: ['ic10'],
};

/**
 * An ICNS: `icns` and the length of the file, then a type and a length (its 8 bytes included)
 * before each picture.
 * @param {Map<number, Buffer>} pngs by size in pixels
 */
export function icnsFile(pngs) {
  const blocks = [...pngs].flatMap(([size, png]) =>
    icnsTypes[size].map((type) => block(type, png)),
  );
  return block('icns', Buffer.concat(blocks));
}

function block(type, content) {
  const head = Buffer.alloc(8);
  head.write(type, 'latin1');
  head.writeUInt32BE(8 + content.length, 4);
  return Buffer.concat([head, content]);
}
