/** Whether a resource is what FHIR R4 says it must be: members, types, cardinalities and invariants, by the published definitions. */
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

/** Sentences that name the member, one a breach; none for a resource that may be written. The first call takes a moment longer. */
export function structureBreaches(resource: Resource): string[] {
  if (!isDataTypeLoaded('Composition'))
    indexStructureDefinitionBundle(
      JSON.parse(gunzipSync(Buffer.from(definitions, 'base64')).toString('utf8')) as never,
    );
  const looked = typed(resource);
  // Inside a bundle the invariants of a resource are not looked at; so each is looked at for itself, too.
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
    // A reference of the wrong kind is told without being an error.
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

/** References inside a bundle say no type: here they name that of the entry which they lead to, so that it is looked at. */
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
