/**
 * Proves the contents of a package, as far as they show without making one; the made one is checked
 * and driven by `npm run package -- --check`.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { icnsFile, icoFile } from '../../scripts/lib/icon-files.mjs';
import { writeLicences } from '../../scripts/lib/licences.mjs';
import { nameAt, shipped } from '../../scripts/lib/shipped.mjs';

const builder = parse(readFileSync('electron-builder.yml', 'utf8'));
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

test("Chromium's texts are packed for every language of the page", () => {
  const languages = readdirSync('renderer/locales', { withFileTypes: true })
    .filter((one) => one.isDirectory())
    .map(({ name }) => name);
  expect(languages.length).toBeGreaterThan(0);
  expect(languages.filter((one) => !builder.electronLanguages.includes(one))).toEqual([]);
});

test('of node_modules the native packages alone are packed, and the build leaves just these unbundled', () => {
  const packed = builder.files
    .filter((one) => one.startsWith('node_modules/'))
    .map((one) => one.split('/')[1]);
  expect(builder.files).toContain('!node_modules/**');
  expect([...new Set(packed)].sort()).toEqual(['better-sqlite3', 'keytar']);
  expect(readFileSync('electron.vite.config.ts', 'utf8')).toContain(
    "const nativePackages = ['better-sqlite3', 'keytar'];",
  );
});

test('every package that is carried stands with its licence in the text beside the program; Node, which is not, does not', () => {
  writeLicences();
  const text = readFileSync('out/licences.txt', 'utf8');
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'));
  const { core, page } = shipped(lock);
  const lacking = [...core, ...page].filter((place) => {
    const name = nameAt(lock.packages, place);
    return !lock.packages[place].optional && !text.includes(`\n${name} `);
  });
  expect(lacking).toEqual([]);
  expect(text).toMatch(/^electron-updater \d/m);
  expect(text).toMatch(/^wasm-media-encoders .*LGPL-2\.0-or-later \(LAME, as WebAssembly\)$/m);
  expect(text).toMatch(/^@moonshine-ai.*: MIT \(Moonshine tiny, English, as weights\)$/m);
  expect(text).toMatch(/^onnxruntime-web .*: MIT AND MPL-2\.0 \(Eigen, as WebAssembly\)$/m);
  expect(text).not.toMatch(/^node-(linux|win)-/m);
  expect(text).toMatch(/^English words of SCOWL, modified: MIT AND BSD$/m);
  expect(text).toContain('Copyright 2000-2018 by Kevin Atkinson');
});

test('the committed icons are whole: each picture where its file says it is', () => {
  const ico = readFileSync('build/icon.ico');
  const count = ico.readUInt16LE(4);
  expect(count).toBeGreaterThanOrEqual(6);
  for (let at = 0; at < count; at += 1) {
    const offset = ico.readUInt32LE(6 + 16 * at + 12);
    expect(ico.subarray(offset, offset + 8).equals(PNG)).toBe(true);
    // A PNG says its width at 16; 0 stands for 256 in the ICO.
    expect(ico.readUInt32BE(offset + 16) % 256).toBe(ico.readUInt8(6 + 16 * at));
  }
  const icns = readFileSync('build/icon.icns');
  expect([icns.toString('latin1', 0, 4), icns.readUInt32BE(4)]).toEqual(['icns', icns.length]);
  const types = [];
  for (let at = 8; at < icns.length; at += icns.readUInt32BE(at + 4)) {
    types.push(icns.toString('latin1', at, at + 4));
    expect(icns.subarray(at + 8, at + 16).equals(PNG)).toBe(true);
  }
  expect(types).toContain('ic10');
  expect(readdirSync('build/icons').sort()).toContain('512x512.png');
});

test('an icon file of one picture has its lengths where the systems look for them', () => {
  const png = Buffer.concat([PNG, Buffer.from('picture')]);
  const ico = icoFile(new Map([[256, png]]));
  expect([ico.length, ico.readUInt8(6), ico.readUInt32LE(14), ico.readUInt32LE(18)]).toEqual([
    22 + png.length,
    0,
    png.length,
    22,
  ]);
  const icns = icnsFile(new Map([[512, png]]));
  expect(icns.length).toBe(8 + 2 * (8 + png.length));
});
