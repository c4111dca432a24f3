/**
 * Validates resources against FHIR R4: members, types, cardinalities and invariants, by the
 * published definitions.
 */
import { gunzipSync } from 'node:zlib';
import {
  indexStructureDefinitionBundle,
  isDataTypeLoaded,
  OperationOutcomeError,
  validateResource,
} from '@medplum/core';
import { definitions } from './definitions.ts';
import type { Bundle, Resource } from './types.ts';

type Issue = {
  readonly details?: { readonly text?: string };
  readonly expression?: readonly string[];
};
/** A PDF of many pages is larger than the usual limit; bytes. */
const LARGEST_ATTACHMENT = 32 * 1024 * 1024;

/**
 * Returns a sentence for each breach, with the member's name; none for a valid resource. The first
 * call takes longer.
 */
export function structureBreaches(resource: Resource): string[] {
  if (!isDataTypeLoaded('Composition'))
    indexStructureDefinitionBundle(
      JSON.parse(gunzipSync(Buffer.from(definitions, 'base64')).toString()) as never,
    );
  const looked = typed(resource);
  // The validator does not check the invariants of resources inside a bundle: each is validated by
  // itself, too.
  return [
    ...(resource.resourceType === 'Bundle'
      ? (looked as Bundle).entry.flatMap((entry) => breachesOf(entry.resource))
      : []),
    ...breachesOf(looked),
  ];
}

function breachesOf(resource: Resource): string[] {
  const inWords = ({ details, expression }: Issue) =>
    `${expression?.join(', ') || resource.resourceType}: ${details?.text ?? 'wrong'}.`;
  try {
    // The validator reports a reference of the wrong kind without calling it an error.
    return (
      validateResource(resource as never, {
        base64BinaryMaxBytes: LARGEST_ATTACHMENT,
      }) as readonly Issue[]
    ).map(inWords);
  } catch (error) {
    if (error instanceof OperationOutcomeError)
      return ((error.outcome as { issue?: readonly Issue[] }).issue ?? []).map(inWords);
    return [`${resource.resourceType}: ${(error as Error).message}.`];
  }
}

/**
 * References inside a bundle have no type: adds the type of the entry that each leads to, so that
 * the validator checks it.
 */
function typed(resource: Resource): Resource {
  if (resource.resourceType !== 'Bundle') return resource;
  const types = new Map(
    (resource as Bundle).entry.map((entry) => [entry.fullUrl, entry.resource.resourceType]),
  );
  return JSON.parse(JSON.stringify(resource), (name, value: unknown) =>
    name === 'reference' && typeof value === 'string' && types.has(value)
      ? `${types.get(value)}/${value.slice('urn:uuid:'.length)}`
      : value,
  ) as Resource;
}
