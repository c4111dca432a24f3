/**
 * Answers of an EMR's FHIR R4 server, as far as they are read: its capabilities, its patients, its
 * documents.
 */
import { z } from 'zod';

const word = z.string().max(2_000);
/** A member that is not as it should be is passed over, not the whole answer. */
const loosely = <T extends z.ZodType>(schema: T) => schema.optional().catch(undefined);
const list = <T extends z.ZodType>(schema: T) => z.array(schema).max(2_000).catch([]).default([]);
const identifier = z.object({ system: loosely(word), value: loosely(word) });

export const emrCapability = z.object({
  resourceType: z.literal('CapabilityStatement'),
  fhirVersion: loosely(word),
  software: loosely(z.object({ name: loosely(word), version: loosely(word) })),
  rest: list(
    z.object({
      interaction: list(z.object({ code: loosely(word) })),
      resource: list(
        z.object({
          type: loosely(word),
          conditionalCreate: loosely(z.boolean()),
          interaction: list(z.object({ code: loosely(word) })),
          searchParam: list(z.object({ name: loosely(word) })),
        }),
      ),
    }),
  ),
});
export type EmrCapability = z.infer<typeof emrCapability>;

const resource = z.object({
  resourceType: loosely(word),
  id: loosely(z.string().regex(/^[A-Za-z0-9.-]{1,64}$/)),
  identifier: list(identifier),
  masterIdentifier: loosely(identifier),
  status: loosely(word),
  name: list(z.object({ text: loosely(word), given: list(word), family: loosely(word) })),
  birthDate: loosely(word),
  gender: loosely(word),
});
/** Of a search; a server may put other things in it, or leave `entry` out. */
export const emrFound = z.object({
  resourceType: z.literal('Bundle'),
  entry: list(z.object({ resource: loosely(resource) })),
});
/** Of one document, whole: members that are not read here go back as they came. */
export const emrDocument = z.looseObject({
  resourceType: z.literal('DocumentReference'),
  id: z.string().regex(/^[A-Za-z0-9.-]{1,64}$/),
  status: word,
  identifier: z.array(z.looseObject({ value: z.unknown() })),
});
/** Of a transaction: one entry for each that was sent, in their order. */
export const emrTransacted = z.object({
  resourceType: z.literal('Bundle'),
  entry: list(z.object({ response: loosely(z.object({ status: word, location: loosely(word) })) })),
});
