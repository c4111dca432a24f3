/**
 * The note as HTML for the rich clipboard and for printing. Every word is escaped; there is no
 * script, no link and nothing to load.
 */
import { ICD10CM, LOINC, RXNORM, SNOMED } from '../../../../shared/model/coding/fhir-systems.ts';
import {
  type ExportProfile,
  isCoded,
  type NeutralNote,
} from '../../../../shared/model/export/export.ts';
import type { Run } from '../../../../shared/model/note/note-layout.ts';
import { headOf, type Part, partsOf, sectionsOf, titleOf } from './lines.ts';

/** Also right inside the XHTML of a FHIR narrative. */
export const escapeHtml = (text: string) =>
  text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);

const runsHtml = (runs: readonly Run[]) =>
  runs.map(({ text, bold }) => (bold ? `<b>${escapeHtml(text)}</b>` : escapeHtml(text))).join('');

const tableHtml = ([head = [], ...rows]: Extract<Part, { kind: 'table' }>['rows']) => {
  const row = (cells: typeof head, tag: 'th' | 'td') =>
    `<tr>${cells.map((cell) => `<${tag}>${runsHtml(cell)}</${tag}>`).join('')}</tr>`;
  return `<table><thead>${row(head, 'th')}</thead><tbody>${rows.map((cells) => row(cells, 'td')).join('')}</tbody></table>`;
};

export function paragraphs(parts: readonly Part[]): string {
  return parts
    .map((part, at) => {
      if (part.kind === 'table') return tableHtml(part.rows);
      if (part.kind === 'text') return `<p>${runsHtml(part.runs)}</p>`;
      return `${parts[at - 1]?.kind === 'item' ? '' : '<ul>'}<li>${runsHtml(part.runs)}</li>${parts[at + 1]?.kind === 'item' ? '' : '</ul>'}`;
    })
    .join('');
}

/** The body alone, without a style. */
export function htmlFragment(note: NeutralNote): string {
  const head = headOf(note)
    .map(([label, value]) => `<b>${escapeHtml(label)}:</b> ${escapeHtml(value)}`)
    .join('<br>');
  const sections = sectionsOf(note)
    .map(
      ({ title, text }) =>
        `${title === '' ? '' : `<h2>${escapeHtml(title)}</h2>`}${paragraphs(partsOf(text))}`,
    )
    .join('');
  return `<h1>${escapeHtml(titleOf(note))}</h1><p>${head}</p>${sections}${note.draft ? '<p><b>Draft - not signed</b></p>' : ''}`;
}

/** One section, for copying by section. */
export const htmlSection = (title: string, text: string, draft: boolean): string =>
  `${title === '' ? '' : `<h2>${escapeHtml(title)}</h2>`}${paragraphs(partsOf(text))}${draft ? '<p><b>Draft - not signed</b></p>' : ''}`;

/**
 * A whole page under the clinic's letterhead. Each printed page has the patient's name and number:
 * a loose sheet must not get into another patient's file.
 */
export function htmlPage(
  note: NeutralNote,
  profile: Pick<ExportProfile, 'facility' | 'addressLines' | 'facilityRegistration'>,
): string {
  const label = [shortened(note.patient.name), note.patient.mrn].filter(Boolean).join(' · ');
  // As CSS escapes: no sign of a name is lost, and none ends the style.
  const css = (text: string) =>
    `"${text.replace(/\p{Cc}/gu, ' ').replace(/["\\<>]/g, (sign) => `\\${sign.charCodeAt(0).toString(16)} `)}"`;
  const style = `@page{size:A4;margin:18mm 16mm 20mm;@top-left{content:${css(label)};width:75%;text-align:left;overflow-wrap:anywhere;font-size:9pt}@top-right{width:25%;text-align:right;font-size:9pt;content:${css(note.draft ? 'Draft - not signed' : note.date.slice(0, 10))}}@bottom-left{content:${css(profile.facility ?? '')}}@bottom-right{content:counter(page) " / " counter(pages)}}
body{font:11pt/1.45 "Noto Sans","Noto Sans Devanagari","Noto Sans Bengali","Noto Sans Gujarati","Noto Sans Gurmukhi","Noto Sans Kannada","Noto Sans Malayalam","Noto Sans Oriya","Noto Sans Tamil","Noto Sans Telugu",sans-serif;color:#111;overflow-wrap:anywhere}
h1,h2,p,li,th,td{unicode-bidi:plaintext;text-align:start}th,td{overflow-wrap:break-word}
h1{font-size:15pt;margin:0 0 4mm}h2{font-size:11.5pt;margin:5mm 0 1mm;break-after:avoid}p{margin:0 0 1.5mm}ul{margin:0 0 1.5mm;padding-left:5mm}li,tr{break-inside:avoid}table{border-collapse:collapse;margin:0 0 1.5mm}th,td{border:.4pt solid #888;padding:.5mm 2mm;vertical-align:top}.codes{font-size:9pt}.codes td:nth-child(2){white-space:nowrap}.sign{margin-top:12mm;break-inside:avoid}.head{border-bottom:.4pt solid #888;padding-bottom:2mm;margin-bottom:4mm;font-size:9pt}.head b{font-size:13pt}.draft{border:.8pt solid #111;padding:1mm 2mm;display:inline-block;font-weight:700}`;
  const signed = note.draft
    ? ''
    : `<p class="sign">${escapeHtml([note.practitioner.name, note.practitioner.id].filter(Boolean).join(', '))}</p>`;
  return `<!doctype html><html lang="${escapeHtml(note.language)}"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'"><title>${escapeHtml(titleOf(note))}</title><style>${style}</style></head><body>${letterhead(profile)}${note.draft ? '<p class="draft">Draft - not signed</p>' : ''}${htmlFragment(note)}${codesTable(note)}${signed}</body></html>\n`;
}

/** Signs of a name that fit into two lines of the running head; the whole name stands below it. */
const HEAD_NAME = 110;
function shortened(name: string): string {
  if (name.length <= HEAD_NAME) return name;
  // A sign of an Indic script is several characters, which are never parted.
  const signs = [...new Intl.Segmenter().segment(name)].map(({ segment }) => segment);
  return signs.length <= HEAD_NAME ? name : `${signs.slice(0, HEAD_NAME - 1).join('')}…`;
}

const systemNames = new Map<string, string>([
  [SNOMED, 'SNOMED CT'],
  [ICD10CM, 'ICD-10-CM'],
  [LOINC, 'LOINC'],
  [RXNORM, 'RxNorm'],
]);
/** The platform's own list: medicines have no other system there. */
const PLATFORM_MEDICINES = /^urn:[a-z][a-z0-9]*:medication$/;
const systemName = (system: string): string =>
  PLATFORM_MEDICINES.test(system) ? 'Medicines (platform)' : (systemNames.get(system) ?? system);

/**
 * The codes that a person accepted and that left with the note, as a table below it. A draft has
 * none: nothing is coded before the signature.
 */
function codesTable({ draft, entities }: NeutralNote): string {
  if (draft) return '';
  const rows = entities
    .filter(isCoded)
    .flatMap(({ text, suspected, codes }) =>
      codes.map(({ system, code, display }) => [
        systemName(system),
        code,
        display,
        suspected ? `${text} (suspected)` : text,
      ]),
    );
  const unique = [...new Map(rows.map((row) => [JSON.stringify(row), row])).values()];
  if (unique.length === 0) return '';
  const cells = (row: readonly string[], tag: 'th' | 'td') =>
    `<tr>${row.map((cell) => `<${tag}>${escapeHtml(cell)}</${tag}>`).join('')}</tr>`;
  const head = cells(['System', 'Code', 'Name', 'Words of the note'], 'th');
  return `<h2>Codes</h2><table class="codes"><thead>${head}</thead><tbody>${unique.map((row) => cells(row, 'td')).join('')}</tbody></table>`;
}

function letterhead({
  facility,
  addressLines = [],
  facilityRegistration,
}: Pick<ExportProfile, 'facility' | 'addressLines' | 'facilityRegistration'>): string {
  const lines = [
    ...addressLines,
    ...(facilityRegistration ? [`Registration ${facilityRegistration}`] : []),
  ]
    .map((line) => `<br>${escapeHtml(line)}`)
    .join('');
  return facility || lines !== ''
    ? `<div class="head"><b>${escapeHtml(facility ?? '')}</b>${lines}</div>`
    : '';
}
