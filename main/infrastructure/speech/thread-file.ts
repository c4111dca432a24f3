/** A thread's file lies beside this one, under whatever name a bundler gave to both. */
export const threadFile = (name: 'moonshine-worker' | 'whisper-worker' | 'conformer-worker'): URL =>
  new URL(`./${name}.${import.meta.url.endsWith('.ts') ? 'ts' : 'js'}`, import.meta.url);
