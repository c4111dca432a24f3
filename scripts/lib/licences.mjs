/**
 * The licences of all packages that the packed app carries, bundled or not, and of the English words,
 * the code lists and the weights of Silero in it, as one text beside it.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { inProject } from './project.mjs';
import { licenceOf, licencesInside, nameAt, shipped } from './shipped.mjs';

const LINE = `${'-'.repeat(78)}\n`;
const isLicence = (name) => /^(licen[cs]e|copying|notice|ofl)(\b|[-_.])/i.test(name);

/** Writes out/licences.txt; throws where a package that is carried is not installed. */
export function writeLicences() {
  const lock = JSON.parse(readFileSync(inProject('package-lock.json'), 'utf8'));
  const { core, page } = shipped(lock);
  const texts = [...new Set([...core, ...page])]
    .map((place) => ({ ...lock.packages[place], place, name: nameAt(lock.packages, place) }))
    .filter(isCarried)
    .sort((one, other) => one.name.localeCompare(other.name))
    .map(licenceText);
  texts.push(wordsLicence(), codesLicence(), voiceLicence());
  mkdirSync(inProject('out'), { recursive: true });
  writeFileSync(
    inProject('out', 'licences.txt'),
    `Scriba carries these packages. Electron's own licences lie beside this file.\n\n${texts.join('\n')}`,
  );
  return texts.length;
}

/** Node comes with Electron; what only another system needs is not installed. */
const isCarried = ({ name, place, optional }) =>
  !/^node-(linux|win|darwin)-/.test(name) && (!optional || existsSync(inProject(place)));

function licenceText({ name, place, version, license }) {
  const folder = inProject(...place.split('/'));
  const inside = licencesInside[name];
  const files = readdirSync(folder).filter(isLicence).sort();
  const { author, repository } = JSON.parse(
    readFileSync(path.join(folder, 'package.json'), 'utf8'),
  );
  const head = `${LINE}${name} ${version}: ${licenceOf(name, license)}${inside ? ` (${inside.library}, as ${inside.as})` : ''}\n${LINE}`;
  const body =
    files.length > 0
      ? files.map((file) => readFileSync(path.join(folder, file), 'utf8').trim()).join('\n\n')
      : `Without a licence text of its own. By ${wordsOf(author) ?? 'its authors'}. ${wordsOf(repository) ?? ''}`.trim();
  return `${head}${body}\n`;
}

/** The English words are no package: they stand in the sources, with the licence they came under. */
function wordsLicence() {
  const text = readFileSync(
    inProject('main', 'features', 'spelling', 'english', 'LICENSE.txt'),
    'utf8',
  );
  return `${LINE}English words of SCOWL, modified: MIT AND BSD\n${LINE}${text.trim()}\n`;
}

/** The notices of the code lists in the box, as they stand beside them. */
function codesLicence() {
  const text = readFileSync(
    inProject('main', 'infrastructure', 'terminology', 'tables', 'box', 'LICENSE.txt'),
    'utf8',
  );
  return `${LINE}Code lists: SNOMED CT Global Patient Set (CC BY 4.0), ICD-10-CM (public domain)\n${LINE}${text.trim()}\n`;
}

/** The weights that tell where somebody speaks are no package either. */
function voiceLicence() {
  const text = readFileSync(
    inProject('main', 'infrastructure', 'speech', 'voice-activity', 'LICENSE.txt'),
    'utf8',
  );
  return `${LINE}Silero VAD 6.2, as weights: MIT\n${LINE}${text.trim()}\n`;
}

const wordsOf = (value) => (typeof value === 'string' ? value : (value?.name ?? value?.url));
