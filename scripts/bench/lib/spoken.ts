/** Says words by a machine, as a WAV file that the engines read. */
import { execFileSync, spawnSync } from 'node:child_process';
import path from 'node:path';

export type Speaker = 'espeak-ng' | 'flite';

export const isHere = (program: string): boolean =>
  spawnSync(program, ['--version']).error === undefined;

export type Say = {
  readonly folder: string;
  /** Of the file. */
  readonly name: string;
  readonly speaker: Speaker;
  readonly voice: string;
  readonly words: string;
  /** Loudness of pink noise that is mixed in, from 0 to 1. */
  readonly noise?: number | undefined;
};

/** Returns the file. Throws where the voice is not there. */
export function spoken({ folder, name, speaker, voice, words, noise }: Say): string {
  const at = (end: string) => path.join(folder, `${name}${end}.wav`);
  const [raw, file] = [at('-raw'), at('')];
  const text = words.replace(/\s+/g, ' ');
  execFileSync(
    speaker,
    speaker === 'flite'
      ? ['-voice', voice, '-t', text, '-o', raw]
      : ['-v', voice, '-s', '150', '-w', raw, text],
  );
  execFileSync('sox', ['-D', raw, '-r', '16000', '-b', '16', '-c', '1', file, 'gain', '-3']);
  if (noise === undefined) return file;
  const [hiss, loud] = [at('-noise'), at('-loud')];
  execFileSync('sox', ['-D', '-R', file, hiss, 'synth', 'pinknoise', 'vol', String(noise)]);
  execFileSync('sox', ['-D', '-m', file, hiss, loud, 'gain', '-3']);
  return loud;
}
