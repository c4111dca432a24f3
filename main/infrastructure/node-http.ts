/**
 * Node's HTTP server. As an `import` it would read every member of the module, and one of them loads
 * the whole client of `fetch`: 25 ms of a start.
 */
export const nodeHttp = (): typeof import('node:http') => process.getBuiltinModule('node:http');
