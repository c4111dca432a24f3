/** Tells where somebody speaks, in a thread of its own: for an engine whose model runs elsewhere. */
import { parentPort } from 'node:worker_threads';
import { serve } from './serve-recogniser.ts';

if (!parentPort) throw new Error('This file runs in a worker thread only.');
serve(parentPort, () => Promise.resolve({ segments: [], isCut: false }));
