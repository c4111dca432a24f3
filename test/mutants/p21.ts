/** P21: text from outside that becomes a program. */
import type { Mutant } from './mutant.ts';

const base = { promise: 'P21', test: 'test/trust/p21-injection.test.ts' };

export const mutants: readonly Mutant[] = [
  {
    ...base,
    name: 'a value inside SQL',
    why: 'an id that the platform chose is run by the database',
    file: 'main/infrastructure/store/tables/notes.ts',
    within: 'get',
    find: "sql('SELECT note FROM notes WHERE consultation_id = ?')",
    replace:
      'sql(`SELECT note FROM notes WHERE consultation_id = ${visitId} OR consultation_id = ?`)',
    testName: 'SQL is constant',
  },
  {
    ...base,
    name: 'a shell',
    why: 'a file name becomes a command',
    file: 'main/hosts/common/practice.ts',
    within: 'nodeProcess',
    find: "stdio: ['pipe', 'pipe', 'inherit']",
    replace: "shell: true, stdio: ['pipe', 'pipe', 'inherit']",
    testName: 'child process',
  },
  {
    ...base,
    name: 'a process in another room',
    why: 'what was recorded reaches a command line',
    file: 'main/features/recordings/prepare/encode.ts',
    within: 'module',
    find: "import { Worker } from 'node:worker_threads';",
    replace: "import { Worker } from 'node:worker_threads';\nimport 'node:child_process';",
    testName: 'child process',
  },
  {
    ...base,
    name: 'eval',
    why: 'what the platform sends runs in the core',
    file: 'main/infrastructure/platform/transcription/decode.ts',
    within: 'shape',
    find: 'readJsonWithin(Buffer.from(text), answerLimits)',
    replace: '(0, eval)(text)',
    testName: 'becomes script',
  },
  {
    ...base,
    name: 'dangerouslySetInnerHTML',
    why: 'a note runs in the page',
    file: 'renderer/app/main.tsx',
    within: 'module',
    find: '<App />',
    replace: "<div dangerouslySetInnerHTML={{ __html: '' }} />",
    testName: 'becomes markup',
  },
  {
    ...base,
    name: 'openExternal',
    why: 'a link in a note opens any program',
    file: 'main/hosts/electron/window.ts',
    within: 'guardContents',
    find: "contents.setWindowOpenHandler(() => ({ action: 'deny' }));",
    replace:
      "contents.setWindowOpenHandler(() => (contents as never as { openExternal(url: string): void }).openExternal('x') as never);",
    testName: 'handed to the system',
  },
];
