/** Where notes can be sent, and in which form: kept in clear, for none of it is a patient's; the server's token lies in the key store. */
import { z } from 'zod';
import { fhirFlavours, folderForms, newlines, serverForms, type ExportTargets } from '../../shared/exports.ts';
import { Failure } from '../../shared/failure.ts';
import type { Input } from '../../shared/contract.ts';
import type { DeliveryNeeds } from './needs.ts';

const CHOICE = 'delivery.targets';
const TAG = 'delivery.tag';
const TOKEN = 'emr-token';
const choiceSchema = z.object({
  newlines: z.enum(newlines).default('system'),
  folder: z.object({ on: z.boolean().default(false), forms: z.array(z.enum(folderForms)).min(1).default(['pdf']), flavour: z.enum(fhirFlavours).default('r4'), chosen: z.string().optional() }).prefault({}),
  server: z.object({ address: z.string().default(''), hasToken: z.boolean().default(false), form: z.enum(serverForms).default('fhir'), flavour: z.enum(fhirFlavours).default('r4'), patients: z.enum(['known', 'any']).default('known') }).prefault({}),
});
type Choice = z.infer<typeof choiceSchema>;

export type EmrAddress = { readonly base: URL; readonly token?: string | undefined };
export type Targets = {
  get(): ExportTargets;
  /** Throws Failure `invalid` (`address-invalid`, `address-insecure`, `token-invalid`), `locked` where a token must be kept or removed. */
  set(change: Input<'exports.targets.set'>): Promise<ExportTargets>;
  /** Throws Failure `missing` / `cannot-choose`. */
  chooseFolder(): Promise<ExportTargets>;
  /** The server's. Throws Failure `missing` / `no-target`, `locked`. */
  address(): Promise<EmrAddress>;
  /** Throws Failure `missing` / `no-target` where it is not set up. */
  check(target: 'folder' | 'server'): void;
  /** Of this computer's files in a shared folder: eight letters. */
  tag(): string;
};

export function createTargets({ store: { values }, secrets, readAddress, ownFolder, dropFolder, chooseFolder, print, random }: Pick<DeliveryNeeds, 'store' | 'secrets' | 'readAddress' | 'ownFolder' | 'dropFolder' | 'chooseFolder' | 'print' | 'random'>): Targets {
  const choice = (): Choice => {
    try {
      return choiceSchema.parse(JSON.parse(values.get(CHOICE) ?? '{}'));
    } catch {
      return choiceSchema.parse({});
    }
  };
  const put = (next: Choice) => values.set(CHOICE, JSON.stringify(next));

  function get(): ExportTargets {
    const { newlines: ends, folder: { chosen, ...folder }, server } = choice();
    const [from, where] = dropFolder !== undefined ? (['named', dropFolder] as const) : chosen !== undefined ? (['chosen', chosen] as const) : (['own', ownFolder] as const);
    return { newlines: ends, canChoose: chooseFolder !== undefined && dropFolder === undefined, canPrint: print !== undefined, folder: { ...folder, from, where }, server };
  }

  return {
    get,
    async set({ newlines: ends, folder, server }) {
      const before = choice();
      const next: Choice = { ...before, ...(ends && { newlines: ends }), ...(folder && { folder: { ...folder, forms: [...new Set(folder.forms)], chosen: before.folder.chosen } }) };
      if (!server) {
        put(next);
        return get();
      }
      const { token, ...rest } = server;
      const address = rest.address === '' ? '' : tidy(readAddress(rest.address));
      if (token !== undefined && !/^[\x21-\x7e]*$/.test(token)) throw new Failure('invalid', 'A token has letters, digits and signs only.', { detail: 'token-invalid' });
      const keeps = token === undefined ? address !== '' && address === before.server.address && before.server.hasToken : token !== '' && address !== '';
      // A token belongs to the server that it was entered for: whoever changes the address must not have it sent there.
      if (keeps && token !== undefined) await secrets.set(TOKEN, JSON.stringify({ address, token }));
      else if (!keeps && before.server.hasToken) await secrets.remove(TOKEN);
      put({ ...next, server: { ...rest, address, hasToken: keeps } });
      return get();
    },
    async chooseFolder() {
      if (!chooseFolder || dropFolder !== undefined) throw new Failure('missing', 'This Scriba cannot ask for a folder. Name it with --drop-folder when Scriba is started.', { detail: 'cannot-choose' });
      const chosen = await chooseFolder();
      const before = choice();
      if (chosen !== undefined) put({ ...before, folder: { ...before.folder, chosen } });
      return get();
    },
    async address() {
      const { server: { address, hasToken } } = choice();
      if (address === '') throw noTarget('No FHIR server is set. Enter its address in Settings.');
      const token = hasToken ? tokenFor(address, await secrets.get(TOKEN)) : undefined;
      return { base: readAddress(address), ...(token !== undefined && { token }) };
    },
    check(target) {
      const { folder, server } = choice();
      if (target === 'folder' && !folder.on) throw noTarget('No drop folder is switched on. Switch it on in Settings.');
      if (target === 'server' && server.address === '') throw noTarget('No FHIR server is set. Enter its address in Settings.');
    },
    tag() {
      const known = values.get(TAG);
      if (known !== undefined) return known;
      const made = random.bytes(4).toString('hex');
      values.set(TAG, made);
      return made;
    },
  };
}

const noTarget = (message: string) => new Failure('missing', message, { detail: 'no-target' });
const kept = z.object({ address: z.string(), token: z.string() });
function tokenFor(address: string, text: string | undefined): string | undefined {
  try {
    const read = kept.parse(JSON.parse(text ?? ''));
    return read.address === address ? read.token : undefined;
  } catch {
    return undefined;
  }
}

function tidy(url: URL): string {
  if (url.search || url.hash) throw new Failure('invalid', 'The address of a FHIR server has no ? and no #.', { detail: 'address-invalid' });
  return url.href.replace(/\/+$/, '');
}
