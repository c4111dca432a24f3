/** Contract 2: words in, codes of an ontology out. */
import { z } from 'zod';
import { ontologies } from '../model/coding/codification.ts';

/** Queries in one batch (platform-api 8). */
export const MOST_QUERIES = 5;
export const LONGEST_QUERY = 1000;
export const MOST_CANDIDATES = 10;
/** Of the legacy call: terms, and bytes of its query. */
export const MOST_TERMS = 50;
export const LONGEST_TERMS = 4096;

export const registryAnswer = z.object({
  ontologies: z.array(z.object({ name: z.string(), versions: z.array(z.string()) })),
});

const asked = {
  ontology: z.enum(ontologies),
  version: z.string().min(1),
  top_k: z.int().min(1).max(MOST_CANDIDATES).default(5),
  metadata: z.record(z.string(), z.unknown()).default({}),
  request_id: z.string().nullish(),
};
const query = z.string().min(1).max(LONGEST_QUERY);
export const linkRequest = z.object({ query, ...asked });
export const batchRequest = z.object({
  queries: z.array(query).min(1).max(MOST_QUERIES),
  ...asked,
});
export type LinkRequest = z.input<typeof linkRequest>;
export type BatchRequest = z.input<typeof batchRequest>;

export const candidate = z.object({
  term_id: z.string().min(1),
  term_name: z.string(),
  score: z.number().nullish().catch(null),
  is_linked: z.boolean().nullish().catch(false),
  metadata: z.record(z.string(), z.unknown()).nullish().catch(undefined),
});
export type Candidate = z.infer<typeof candidate>;

export const linkAnswer = z.object({
  query: z.string(),
  ontology: z.string().optional(),
  version: z.string().optional(),
  results: z.array(candidate),
});
export const batchAnswer = z.object({ results: z.array(linkAnswer) });

export const legacyAnswer = z.array(
  z.object({
    snomed_id: z.string().min(1),
    text: z.string(),
    confidence: z.number().nullish().catch(null),
  }),
);
