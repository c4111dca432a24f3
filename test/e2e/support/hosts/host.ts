/**
 * Interface of the host on which a story runs. Two drivers implement it: browser.ts and
 * electron.ts.
 */

import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import type { PracticeAccess } from '../../../../main/infrastructure/ports.ts';
import { placeLists } from '../../../support/terminology/placed-lists.ts';

export type ScribaOptions = {
  /** A new temporary folder, unless a test goes on with one. */
  readonly dataFolder?: string;
  /**
   * `start`: it runs its own practice platform. Else where one answers (see
   * test/support/rigs/sandbox.ts).
   */
  readonly practice?: 'start' | 'none' | PracticeAccess;
  /** Laid over the environment of the test. */
  readonly env?: Readonly<Record<string, string>>;
};

/** Scriba on a data folder, which a test can quit, kill and start again. */
export type Scriba = {
  readonly dataFolder: string;
  /** Quits as a person does who has nothing recording. */
  stop(): Promise<void>;
  /** `kill -9`: no goodbye. */
  kill(): Promise<void>;
  /** Holds the process of the core still (SIGSTOP) for so many milliseconds. */
  stall(ms: number): Promise<void>;
  readonly ended: Promise<number | null>;
  /** Returns its standard error so far. */
  said(): string;
};

export type PageOptions = {
  /** A WAV file that the microphone plays once; without it Chromium beeps. */
  readonly microphone?: string;
};

export type Host<S extends Scriba = Scriba> = {
  start(options?: ScribaOptions): Promise<S>;
  /**
   * Shows Scriba's page. Under Electron this is what starts Scriba, whose microphone is a matter of
   * its flags.
   */
  openPage(scriba: S, options?: PageOptions): Promise<Page>;
  /**
   * Loads the page anew, and says yes where somebody asks before. @returns how often somebody asked
   */
  reload(page: Page): Promise<number>;
  /** Saves what `press` lets Scriba save into `folder`, where the host asks or downloads. */
  saveFile(page: Page, press: () => Promise<void>, folder: string): Promise<SavedFile>;
  readClipboard(page: Page): Promise<{ readonly plain: string; readonly rich: string }>;
  /** Asks the core as the page would. Throws where it refuses. */
  // biome-ignore lint/suspicious/noExplicitAny: answers to any request; a story reads the members that it expects
  ask(page: Page, name: string, input?: unknown): Promise<any>;
  /** Closes the pages of a test, so far as they are still there. */
  closePages(): Promise<void>;
  /** At the end of the worker. */
  end(): Promise<void>;
};

type SavedFile = {
  readonly file: string;
  /** The name that Scriba proposed. */
  readonly name: string;
  /** How the page then says so. */
  readonly says: RegExp;
};

export function newDataFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'scriba-e2e-'));
  placeLists(path.join(folder, 'terminology'));
  return folder;
}
