/** Requests about documents of patients. */
import type { Handlers } from '../../../shared/contract/contract.ts';
import { failures } from '../../../shared/failures.ts';
import type { PatientDocuments } from '../../features/clinic/documents/documents.ts';
import { checkAllowed } from '../../features/delivery/allowed.ts';
import type { Ports } from '../../infrastructure/ports.ts';
import { once } from './once.ts';

export type DocumentHandlersDeps = {
  readonly documents: PatientDocuments;
  readonly ports: Pick<Ports, 'save' | 'policy'>;
};

export function createDocumentHandlers({
  documents,
  ports,
}: DocumentHandlersDeps): Pick<Handlers, `documents.${string}` & keyof Handlers> {
  return {
    'documents.list': () => documents.list(),
    'documents.get': ({ id }) => documents.get(id),
    'documents.begin': (setup) => documents.begin(setup),
    'documents.append': ({ uploadId, offset, bytes }) => documents.append(uploadId, offset, bytes),
    'documents.send': ({ uploadId }) => documents.send(uploadId),
    'documents.cancel': ({ uploadId }) => documents.cancel(uploadId),
    'documents.look': ({ id }) => documents.look(id),
    'documents.remove': ({ id }) => documents.remove(id),
    async 'documents.saveFhir'({ id }) {
      const { save } = ports;
      if (!save) throw failures.cannotSave();
      checkAllowed(ports.policy, 'file', 'fhir');
      const bytes = Buffer.from(JSON.stringify(await documents.fhir(id), undefined, 2));
      return save('document.fhir.json', 'application/fhir+json', once(bytes));
    },
  };
}
