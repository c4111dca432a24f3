/**
 * Runs the tools that test: with the Node that runs Scriba, and with what their tests read from the
 * environment.
 */
import path from 'node:path';
import { compiled, inProject, needNode } from './project.mjs';
import { show } from './run.mjs';

/**
 * Starts a tool with the Node that runs the tests, which it also finds as `node`: tests start
 * programs of their own.
 */
export function tool(file, args, more = {}) {
  const { command, flags } = needNode();
  const env = {
    ...process.env,
    PATH: [path.dirname(command), process.env.PATH].join(path.delimiter),
    NODE_COMPILE_CACHE: compiled,
    // A build machine and `npm run trust` run the proofs of the promises whole; somebody who waits
    // runs a sixth of each.
    SCRIBA_SHARE: process.env.SCRIBA_SHARE ?? '6',
    ...more,
  };
  return show(command, [...flags, inProject('node_modules', ...file.split('/')), ...args], { env });
}
