/** P29: what comes in with the packages and nobody decided. */
import type { Mutant } from './mutant.ts';

const base = { promise: 'P29', test: 'test/trust/p29-supply.test.ts' };

export const mutants: readonly Mutant[] = [
  {
    ...base,
    name: 'a range instead of a version',
    why: 'the next installation is made of something nobody saw',
    file: 'package.json',
    within: 'module',
    find: '"ulid": "3.0.2"',
    replace: '"ulid": "^3.0.2"',
    testName: 'every version is exact',
  },
  {
    ...base,
    name: 'any script may run',
    why: "a stranger's package runs at installing",
    file: 'package.json',
    within: 'module',
    find: '"protobufjs": false',
    replace: '"protobufjs": true',
    testName: 'may run at installing',
  },
  {
    ...base,
    name: 'a download address',
    why: 'packages come from a place that nobody named',
    file: 'package-lock.json',
    within: 'module',
    find: '"node_modules/ulid": {',
    replace: '"node_modules/ulid": { "resolved": "https://elsewhere.example/ulid.tgz",',
    testName: 'no download address',
  },
  {
    ...base,
    name: 'an AGPL package',
    why: 'Scriba as a whole would have to be given away under AGPL',
    file: 'package-lock.json',
    within: 'module',
    find: '"node_modules/ulid": {',
    replace:
      '"node_modules/ulid": { "x": 0, "license_": 0, "dependencies": { "gpl": "1.0.0" } }, "node_modules/gpl": { "version": "1.0.0", "license": "AGPL-3.0-only" }, "node_modules/gpl/node_modules/ulid": {',
    testName: 'licence that leaves it free',
  },
];
