/**
 * Answers of FHIR R4 terminology services, as far as they are read; services differ in what they
 * leave out (Snowstorm, HAPI, Ontoserver, tx.fhir.org).
 */
import { z } from 'zod';

const text = z.string().max(5_000);
const word = z.string().max(2_000);
/** A member that is not as it should be is passed over, not the whole answer. */
const loosely = <T extends z.ZodType>(schema: T) => schema.optional().catch(undefined);

const coding = z.object({ system: loosely(word), code: loosely(word), display: loosely(text) });
const designation = z.object({ value: text, use: loosely(coding), language: loosely(word) });

export type Contained = {
  readonly system?: string | undefined;
  readonly version?: string | undefined;
  readonly code?: string | undefined;
  readonly display?: string | undefined;
  readonly inactive?: boolean | undefined;
  readonly abstract?: boolean | undefined;
  readonly designation?: readonly z.infer<typeof designation>[] | undefined;
  readonly contains?: readonly Contained[] | undefined;
};
const contained: z.ZodType<Contained> = z.lazy(() =>
  z.object({
    system: loosely(word),
    version: loosely(word),
    code: loosely(word),
    display: loosely(text),
    inactive: loosely(z.boolean()),
    abstract: loosely(z.boolean()),
    designation: loosely(z.array(designation).max(500)),
    contains: loosely(z.array(contained).max(5_000)),
  }),
);

/** A value set that was expanded. Nothing found: `contains` is left out. */
export const expandedAnswer = z.object({
  resourceType: z.literal('ValueSet'),
  expansion: z.object({
    total: loosely(z.number().int().min(0)),
    parameter: loosely(
      z
        .array(z.object({ name: word, valueUri: loosely(word), valueString: loosely(word) }))
        .max(500),
    ),
    contains: z.array(contained).max(5_000).default([]),
  }),
});

export type Parameter = {
  readonly name: string;
  readonly part?: readonly Parameter[] | undefined;
} & { readonly [value in 'valueString' | 'valueCode' | 'valueUri']?: string | undefined } & {
  readonly valueBoolean?: boolean | undefined;
  readonly valueCoding?: z.infer<typeof coding> | undefined;
};
const parameter: z.ZodType<Parameter> = z.lazy(() =>
  z.object({
    name: word,
    valueString: loosely(text),
    valueCode: loosely(word),
    valueUri: loosely(word),
    valueBoolean: loosely(z.boolean()),
    valueCoding: loosely(coding),
    part: loosely(z.array(parameter).max(500)),
  }),
);
/** `$lookup`, `$validate-code`, `$translate`. */
export const parametersAnswer = z.object({
  resourceType: z.literal('Parameters'),
  parameter: z.array(parameter).max(2_000).default([]),
});

/** Error body, sent with any 4xx or 5xx, and by some with 200. */
export const outcomeAnswer = z.object({
  resourceType: z.literal('OperationOutcome'),
  issue: z
    .array(
      z.object({
        severity: loosely(word),
        code: loosely(word),
        diagnostics: loosely(text),
        details: loosely(z.object({ text: loosely(text) })),
      }),
    )
    .max(200)
    .default([]),
});
export type Outcome = z.infer<typeof outcomeAnswer>;

export const capabilityAnswer = z.object({
  resourceType: z.literal('CapabilityStatement'),
  fhirVersion: word,
  software: loosely(z.object({ name: loosely(word), version: loosely(word) })),
  implementation: loosely(z.object({ description: loosely(word) })),
});
