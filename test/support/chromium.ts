/**
 * The Chromium that browser tests drive: the system's, or Playwright's own; undefined where there
 * is none.
 */
import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { findBrowser } from '../../main/hosts/node/browsers.mjs';

export const chromiumPath: string | undefined =
  findBrowser() ?? (existsSync(chromium.executablePath()) ? chromium.executablePath() : undefined);

/** Flags for every driven Chromium: no calls home, and no sandbox where we are root. */
export const chromiumFlags: readonly string[] = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--disable-quic',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
];

/**
 * A microphone that plays a WAV file once, and never asks. Without a file Chromium beeps once a
 * second.
 */
export const microphoneFlags = (file?: string): readonly string[] => [
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
  ...(file === undefined ? [] : [`--use-file-for-fake-audio-capture=${file}%noloop`]),
];
