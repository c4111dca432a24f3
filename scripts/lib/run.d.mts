import type { ChildProcess } from 'node:child_process';

export function end(child: ChildProcess, options?: { within?: number }): Promise<void>;
