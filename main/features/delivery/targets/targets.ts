/** Where notes can be sent, and in which form: kept in clear, for none of it is a patient's; the server's token lies in the key store. */
import { z } from 'zod';
import type { Input } from '../../../../shared/contract/contract.ts';
import { Failure } from '../../../../shared/failure.ts';
import {
  type ExportTargets,
  fhirFlavours,
  folderForms,
  newlines,
  serverForms,
} from '../../../../shared/model/export/exports.ts';
import { type Access, createServerAccess } from '../../../infrastructure/server-access.ts';
import type { DeliveryDeps } from '../deps.ts';

const CHOICE = 'delivery.targets';
const TAG = 'delivery.tag';
const TOKEN = 'emr-token';
const choiceSchema = z.object({
  newlines: z.enum(newlines).default('system'),
  folder: z
    .object({
      on: z.boolean().default(false),
      forms: z.array(z.enum(folderForms)).min(1).default(['pdf']),
      flavour: z.enum(fhirFlavours).default('r4'),
      chosen: z.string().optional(),
    })
    .prefault({}),
  server: z
    .object({
      address: z.string().default(''),
      hasToken: z.boolean().default(false),
      form: z.enum(serverForms).default('fhir'),
      flavour: z.enum(fhirFlavours).default('r4'),
      patients: z.enum(['known', 'any']).default('known'),
    })
    .prefault({}),
});
type Choice = z.infer<typeof choiceSchema>;

export type Targets = {
  get(): ExportTargets;
  /** Throws Failure `invalid` (`address-invalid`, `address-insecure`, `token-invalid`), `locked` where a token must be kept or removed. */
  set(change: Input<'exports.targets.set'>): Promise<ExportTargets>;
  /** Throws Failure `missing` / `cannot-choose`. */
  chooseFolder(): Promise<ExportTargets>;
  /** The server's. Throws Failure `missing` / `no-target`, `locked`. */
  address(): Promise<Access>;
  /** Throws Failure `missing` / `no-target` where it is not set up. */
  check(target: 'folder' | 'server'): void;
  /** Of this computer's files in a shared folder: eight letters. */
  tag(): string;
};

export function createTargets({
  store: { values },
  secrets,
  readAddress,
  ownFolder,
  dropFolder,
  chooseFolder,
  print,
  random,
}: Pick<
  DeliveryDeps,
  | 'store'
  | 'secrets'
  | 'readAddress'
  | 'ownFolder'
  | 'dropFolder'
  | 'chooseFolder'
  | 'print'
  | 'random'
>): Targets {
  const choice = (): Choice => {
    try {
      return choiceSchema.parse(JSON.parse(values.get(CHOICE) ?? '{}'));
    } catch {
      return choiceSchema.parse({});
    }
  };
  const access = createServerAccess({ secrets, name: TOKEN, readAddress });
  const put = (next: Choice) => values.set(CHOICE, JSON.stringify(next));

  function get(): ExportTargets {
    const {
      newlines: ends,
      folder: { chosen, ...folder },
      server,
    } = choice();
    const [from, where] =
      dropFolder !== undefined
        ? (['named', dropFolder] as const)
        : chosen !== undefined
          ? (['chosen', chosen] as const)
          : (['own', ownFolder] as const);
    return {
      newlines: ends,
      canChoose: chooseFolder !== undefined && dropFolder === undefined,
      canPrint: print !== undefined,
      folder: { ...folder, from, where },
      server,
    };
  }

  return {
    get,
    async set({ newlines: ends, folder, server }) {
      const before = choice();
      const next: Choice = {
        ...before,
        ...(ends && { newlines: ends }),
        ...(folder && {
          folder: { ...folder, forms: [...new Set(folder.forms)], chosen: before.folder.chosen },
        }),
      };
      if (!server) {
        put(next);
        return get();
      }
      const { token, ...rest } = server;
      const entered = await access.enter(before.server, rest.address, token);
      put({ ...next, server: { ...rest, ...entered } });
      return get();
    },
    async chooseFolder() {
      if (!chooseFolder || dropFolder !== undefined)
        throw new Failure(
          'missing',
          'This Scriba cannot ask for a folder. Name it with --drop-folder when Scriba is started.',
          { detail: 'cannot-choose' },
        );
      const chosen = await chooseFolder();
      const before = choice();
      if (chosen !== undefined) put({ ...before, folder: { ...before.folder, chosen } });
      return get();
    },
    async address() {
      const { server } = choice();
      if (server.address === '')
        throw noTarget('No FHIR server is set. Enter its address in Settings.');
      return access.open(server);
    },
    check(target) {
      const { folder, server } = choice();
      if (target === 'folder' && !folder.on)
        throw noTarget('No drop folder is switched on. Switch it on in Settings.');
      if (target === 'server' && server.address === '')
        throw noTarget('No FHIR server is set. Enter its address in Settings.');
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
