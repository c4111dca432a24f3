/** Cores that write down what must not be written (P13, P14). */
import type { Mutant } from './mutant.ts';

const test = 'test/trust/p13-p14-canaries.test.ts';
const testName = 'a day of';
const fs = "process.getBuiltinModule('node:fs')";

export const mutants: readonly Mutant[] = [
  {
    promise: 'P13',
    name: 'one token logged',
    test,
    testName,
    file: 'main/infrastructure/platform/client/tokens.ts',
    why: 'A line meant for finding a fault stays in the log, and whoever reads it is the doctor to the platform.',
    within: 'keep',
    find: 'await secrets.set(SESSION, JSON.stringify(next));',
    replace:
      'await secrets.set(SESSION, JSON.stringify(next));\n      console.error(`renewed ${next.accessToken}`);',
  },
  {
    promise: 'P13',
    name: 'requests noted with what came in them',
    test,
    testName,
    file: 'main/app/audit.ts',
    why: 'A line that helps to find a fault holds the name of the patient, packed or not.',
    within: 'traced',
    find: '    try {\n      const output = run(input);',
    replace: `    ${fs}.appendFileSync(process.env['TMPDIR'] + '/requests.log', process.getBuiltinModule('node:zlib').gzipSync(JSON.stringify(input) ?? ''));\n    try {\n      const output = run(input);`,
  },
  {
    promise: 'P13',
    name: 'a temporary WAV',
    test,
    testName,
    file: 'main/features/recordings/segments/segments.ts',
    why: 'The encoder of many a recorder wants a file; it stays when the program is killed.',
    within: 'write',
    find: '      hash.update(entry.audio);',
    replace: `      ${fs}.appendFileSync(process.env['TMPDIR'] + '/piece.wav', entry.audio);\n      hash.update(entry.audio);`,
  },
  {
    promise: 'P14',
    name: 'a column in clear',
    test,
    testName,
    file: 'main/infrastructure/store/tables/notes.ts',
    why: 'A stolen laptop would tell who has been here.',
    within: 'put',
    find: "      sql('INSERT INTO notes (consultation_id, note)",
    replace:
      "      sql('INSERT OR REPLACE INTO small_values (name, value) VALUES (?, ?)').run(note.visitId, note.documents[0]?.text ?? '');\n      sql('INSERT INTO notes (consultation_id, note)",
  },
  {
    promise: 'P14',
    name: 'a database that every user may read',
    test,
    testName,
    file: 'main/infrastructure/store/database.ts',
    why: 'SQLite gives its files to everybody on the computer; times and counters stand there in clear.',
    within: 'openDatabase',
    find: 'makePrivate(file);',
    replace: '',
  },
  {
    promise: 'P14',
    name: 'the key of a file beside it',
    test,
    testName,
    file: 'main/infrastructure/vault/container/container.ts',
    why: 'Sealed with the key lying on the envelope.',
    within: 'writeContainer',
    find: '  wrapKey.fill(0);',
    replace: '  disk.makeFolder(`${folder}/${wrapKey.toString("hex")}`);\n  wrapKey.fill(0);',
  },
];
