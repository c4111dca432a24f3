/**
 * Other names of what ICD-10-CM has a code for, which neither its titles nor its Index have; README.md
 * one folder up describes the files.
 */
import { z } from 'zod';
import { readTable } from '../read-table.ts';
import bloodAndTumours from './blood-and-tumours.json' with { type: 'json' };
import bornWith from './born-with.json' with { type: 'json' };
import everyday from './everyday.json' with { type: 'json' };
import eyeEarHeartAndLung from './eye-ear-heart-and-lung.json' with { type: 'json' };
import gutSkinJointsAndKidney from './gut-skin-joints-and-kidney.json' with { type: 'json' };
import infections from './infections.json' with { type: 'json' };
import metabolism from './metabolism.json' with { type: 'json' };
import nervesAndMind from './nerves-and-mind.json' with { type: 'json' };

const name = z.string().regex(/^\S(?:.*\S)?$/);
const code = z.string().regex(/^[A-Z]\d[0-9A-Z](?:\.[0-9A-Z]{1,4})?$/);
const table = z.strictObject({
  reviewed: name,
  names: z.array(z.tuple([code], name).refine(([, ...names]) => names.length > 0, 'no name')),
});

/** A code, and its other names. */
export type OtherNames = readonly [code: string, ...names: string[]];

const files = {
  'infections.json': infections,
  'blood-and-tumours.json': bloodAndTumours,
  'metabolism.json': metabolism,
  'nerves-and-mind.json': nervesAndMind,
  'eye-ear-heart-and-lung.json': eyeEarHeartAndLung,
  'gut-skin-joints-and-kidney.json': gutSkinJointsAndKidney,
  'born-with.json': bornWith,
  'everyday.json': everyday,
};

/** Checked at each call: an import asks once. */
export const otherNames = (): readonly OtherNames[] =>
  Object.entries(files).flatMap(([file, data]) => readTable(`names/${file}`, table, data).names);
