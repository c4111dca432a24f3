/**
 * `npm run export -- --form FORM [--flavour FLAVOUR] [--facility NAME] [--out FILE] note.json`: a
 * note in the neutral form (shared/model/export/export.ts) to standard output, or whole into a
 * file. Exit code: 0 done, 1 it cannot be exported, 2 wrong usage.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { asFailure, Failure } from '../../shared/failure.ts';
import {
  type ExportForm,
  type ExportProfile,
  exportForms,
  type FhirFlavour,
  fhirFlavours,
} from '../../shared/model/export/export.ts';
import { exportNote, readNeutralNote } from '../features/delivery/forms/export.ts';
import { printHere } from '../hosts/node/print-pdf.ts';
import { writeWhole } from '../hosts/node/save-file.ts';
import { whyUnreadable } from './readable-file.ts';

const USAGE = `Usage: npm run export -- --form ${exportForms.join('|')} [--flavour ${fhirFlavours.join('|')}] [--out FILE] NOTE.json

  --flavour            of FHIR: r4 (the default), nrces for India's ABDM, or
                       nrces-prescription for its medicines alone
  --out FILE           else to standard output
  --facility NAME      the clinic, for letterhead and FHIR
  --mrn-system URI     what record numbers belong to
  --registration-system URI
                       what registration numbers belong to
  --hfr ID             the clinic's number in ABDM's registry of facilities
  --hpr ID             the doctor's number in ABDM's registry of professionals
  --receiver APPLICATION^FACILITY
                       of HL7: MSH-5 and MSH-6

NOTE.json is a note in the neutral form; "-" reads it from standard input.
Exit code: 0 done, 1 the note cannot be exported in this form (and why), 2 wrong usage.`;
const [DONE, FAILED, WRONG_USAGE] = [0, 1, 2];
const usage = (message: string) => new Failure('invalid', message, { detail: 'usage' });

async function run(): Promise<number> {
  const { values, positionals } = read(process.argv.slice(2));
  if (values.help) {
    console.log(USAGE);
    return DONE;
  }
  const form = values.form as ExportForm | undefined;
  const flavour = (values.flavour ?? 'r4') as FhirFlavour;
  if (form === undefined || !exportForms.includes(form))
    throw usage(`--form is one of ${exportForms.join(', ')}.`);
  if (!fhirFlavours.includes(flavour))
    throw usage(`--flavour is one of ${fhirFlavours.join(', ')}.`);
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) throw usage('Name one file with the note.');

  const { version } = JSON.parse(
    readFileSync(fileURLToPath(new URL('../../package.json', import.meta.url)), 'utf8'),
  ) as { version: string };
  const profile: ExportProfile = {
    version,
    facility: values.facility,
    mrnSystem: values['mrn-system'],
    registrationSystem: values['registration-system'],
    hfrId: values.hfr,
    hprId: values.hpr,
    ...(values.receiver !== undefined && { hl7: receiverIn(values.receiver) }),
  };
  const note = readNeutralNote(noteIn(file));
  const bytes =
    form === 'pdf'
      ? await printHere(exportNote(note, 'html', flavour, profile).text)
      : Buffer.from(exportNote(note, form, flavour, profile).text);
  if (values.out === undefined)
    await new Promise<void>(
      (done, fail) => void process.stdout.write(bytes, (error) => (error ? fail(error) : done())),
    );
  else await writeWhole(path.resolve(values.out), once(bytes));
  return DONE;
}

function read(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        form: { type: 'string' },
        flavour: { type: 'string' },
        out: { type: 'string' },
        facility: { type: 'string' },
        'mrn-system': { type: 'string' },
        'registration-system': { type: 'string' },
        hfr: { type: 'string' },
        hpr: { type: 'string' },
        receiver: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    });
  } catch (error) {
    throw usage((error as Error).message);
  }
}

function receiverIn(text: string): ExportProfile['hl7'] {
  const [receivingApplication = '', receivingFacility = '', ...more] = text.split('^');
  if (more.length > 0 || /[\p{Cc}|~\\&]/u.test(text))
    throw usage('--receiver is APPLICATION^FACILITY, without the signs | ~ & and \\.');
  return { receivingApplication, receivingFacility };
}

function noteIn(file: string): unknown {
  let text: string;
  try {
    text = readFileSync(file === '-' ? 0 : file, 'utf8');
  } catch (error) {
    throw new Failure(
      'missing',
      `The note ${path.basename(file)} cannot be read: ${whyUnreadable((error as NodeJS.ErrnoException).code)}.`,
      { detail: 'file-missing' },
    );
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new Failure('invalid', `${path.basename(file)} is no JSON.`, { detail: 'export-form' });
  }
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

run().then(
  (code) => (process.exitCode = code),
  (error: unknown) => {
    const { message, detail } = asFailure(error);
    console.error(message);
    if (detail === 'usage') console.error(`\n${USAGE}`);
    process.exitCode = detail === 'usage' ? WRONG_USAGE : FAILED;
  },
);
