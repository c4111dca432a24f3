/** P22: a connection that anybody could listen to. */
import type { Mutant } from './mutant.ts';

const base = {
  promise: 'P22',
  test: 'test/trust/p22-tls.test.ts',
  file: 'main/hosts/node/node-net.ts',
};

export const mutants: readonly Mutant[] = [
  {
    ...base,
    name: 'rejectUnauthorized: false',
    why: 'anybody between us and the platform hears the recording',
    within: 'openWay',
    find: 'rejectUnauthorized: true',
    replace: 'rejectUnauthorized: false',
    testName: 'a certificate',
  },
  {
    ...base,
    name: 'rejectUnauthorized left to the environment',
    why: 'one variable switches all checks off',
    within: 'openWay',
    find: 'rejectUnauthorized: true, ',
    replace: '',
    testName: 'bad certificate good',
  },
  {
    ...base,
    name: 'authorities of the environment',
    why: 'one variable makes anybody an authority',
    within: 'openWay',
    find: 'createSecureContext({ ca: trusted,',
    replace: 'createSecureContext({ ...(trusted.length > 1 ? {} : { ca: trusted }),',
    testName: 'bad certificate good',
  },
  {
    ...base,
    name: 'any version',
    why: 'a server is talked down to TLS 1.0',
    within: 'openWay',
    find: "minVersion: 'TLSv1.2'",
    replace: "minVersion: 'TLSv1', ciphers: 'ALL:@SECLEVEL=0'",
    testName: 'at most',
  },
  {
    ...base,
    name: 'proxies of the environment',
    why: 'one variable sends all recordings through a stranger',
    within: 'module',
    find: 'import { Agent, buildConnector,',
    replace: 'import { EnvHttpProxyAgent as Agent, buildConnector,',
    testName: 'proxy',
  },
  {
    ...base,
    file: 'main/hosts/node/node-tcp.ts',
    name: 'rejectUnauthorized: false to an HL7 receiver',
    why: 'anybody between us and the receiver reads the note',
    within: 'open',
    find: 'rejectUnauthorized: true',
    replace: 'rejectUnauthorized: false',
    testName: 'an HL7 receiver',
  },
  {
    ...base,
    test: 'test/main/features/delivery/targets/own-authority.test.ts',
    name: 'an authority of one server trusted by every call',
    why: 'who has the authority of a clinic hears its recordings on their way to the platform',
    within: 'wayFor',
    find: 'const known = ways.get(authority);',
    replace: 'const known = ways.values().next().value;',
    testName: 'one target does not trust',
  },
];
