/**
 * A release of ICD-10-CM in a few rows (public domain, real codes), in each of the forms that the
 * importer reads.
 */
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const CODES = `B15|Acute hepatitis A
B15.9|Hepatitis A without hepatic coma
B16|Acute hepatitis B
B16.9|Acute hepatitis B without delta-agent and without hepatic coma
B26|Mumps
B26.9|Mumps without complication
D57.0|Hb-SS disease with crisis
D57.00|Hb-SS disease with crisis, unspecified
D57.1|Sickle-cell disease without crisis
E10|Type 1 diabetes mellitus
E10.9|Type 1 diabetes mellitus without complications
E11|Type 2 diabetes mellitus
E11.9|Type 2 diabetes mellitus without complications
F50.9|Eating disorder, unspecified
G35|Multiple sclerosis
I10|Essential (primary) hypertension
I21|Acute myocardial infarction
I21.9|Acute myocardial infarction, unspecified
I26|Pulmonary embolism
I26.99|Other pulmonary embolism without acute cor pulmonale
I34.2|Nonrheumatic mitral (valve) stenosis
J20.9|Acute bronchitis, unspecified
J42|Unspecified chronic bronchitis
J45|Asthma
J45.909|Unspecified asthma, uncomplicated
K52.9|Noninfective gastroenteritis and colitis, unspecified
M06.9|Rheumatoid arthritis, unspecified
M25.56|Pain in knee
M25.561|Pain in right knee
M25.562|Pain in left knee
M25.569|Pain in unspecified knee
N52.9|Male erectile dysfunction, unspecified
R07|Pain in throat and chest
R07.9|Chest pain, unspecified
R19.7|Diarrhea, unspecified
R30.0|Dysuria
R50|Fever of other and unknown origin
R50.9|Fever, unspecified
R54|Age-related physical debility
S93.4|Sprain of ankle`
  .split('\n')
  .map((line) => line.split('|') as [string, string]);

/** level, title, see, nonessential, code */
const INDEX: readonly (readonly [number, string, string, string, string])[] = [
  [0, 'Diabetes, diabetic', '', '(mellitus) (sugar)', 'E11.9'],
  [1, 'type 1', '', '', 'E10.9'],
  [1, 'type 2', '', '', 'E11.9'],
  [0, 'Disorder', '', '', ''],
  [1, 'eating', '', '', 'F50.9'],
  [0, 'Dysfunction', '', '', ''],
  [1, 'erectile', '', '', 'N52.9'],
  [0, 'Embolism', '', '', ''],
  [1, 'pulmonary', '', '', 'I26.99'],
  [0, 'Fever', '', '(of unknown origin) (with chills)', 'R50.9'],
  [0, 'Gastroenteritis', '', '(acute)', 'K52.9'],
  [
    0,
    'Hypertension, hypertensive',
    '',
    '(accelerated) (benign) (essential) (primary) (systemic)',
    'I10',
  ],
  [0, 'Infarct, infarction', '', '', ''],
  [1, 'myocardium, myocardial', '', '(acute)', 'I21.9'],
  [0, 'Mumps', '', '', 'B26.9'],
  [0, 'Pain', '', '', ''],
  [1, 'chest', '', '', 'R07.9'],
  [1, 'joint', '', '', ''],
  [2, 'knee', '', '', 'M25.56-'],
  [0, 'Parotitis', '', '', ''],
  [1, 'epidemic', 'Mumps', '', ''],
  [0, 'Abdominalgia', 'condition', '', ''],
  [0, 'Gonalgia', 'Pain, joint, knee', '', ''],
  [0, 'Senility', '', '', 'R54'],
  [0, 'Age', 'Senility', '', ''],
];

const quoted = (cell: string) => (/[",]/.test(cell) ? `"${cell}"` : cell);
const bare = (code: string) => code.replace('.', '');
const isHeader = (code: string) =>
  CODES.some(([other]) => other !== code && bare(other).startsWith(bare(code)));
const ordered = [...CODES].sort(([a], [b]) => (a < b ? -1 : 1));

export const codesCsv = () =>
  `Code,Description,ChapterID,SectionID\n${CODES.map(([code, name]) => `${code},${quoted(name)},1,X`).join('\n')}\n`;
export const mergedCsv = () =>
  `code,billable,description,source\n${CODES.map(([code, name]) => `${code},${isHeader(code) ? 0 : 1},${quoted(name)},test`).join('\n')}\n`;
export const orderFile = () =>
  `${ordered
    .map(
      ([code, name], at) =>
        `${String(at + 1).padStart(5, '0')} ${bare(code).padEnd(7)} ${isHeader(code) ? 0 : 1} ${name.slice(0, 60).padEnd(60)} ${name}`,
    )
    .join('\r\n')}\r\n`;
export const indexCsv = () =>
  `RowID,Letter,Level,Term,See,SeeAlso,NonEssModif,Code\n${INDEX.map(([level, title, see, more, code], at) => [at + 1, title[0], level, quoted(title), quoted(see), '', quoted(more), code].join(',')).join('\n')}\n`;

const escaped = (text: string) => text.replaceAll('&', '&amp;');
export function tabularXml(): string {
  const diag = (code: string): string => {
    const [, name] = CODES.find(([one]) => one === code)!;
    const parent = (one: string) =>
      CODES.map(([other]) => other)
        .filter((other) => other !== one && bare(one).startsWith(bare(other)))
        .sort((a, b) => b.length - a.length)[0];
    const below = CODES.filter(([one]) => parent(one) === code)
      .map(([one]) => diag(one))
      .join('');
    const seventh =
      code === 'S93.4'
        ? '<sevenChrDef><extension char="A">initial encounter</extension></sevenChrDef>'
        : '';
    const more =
      code === 'R30.0' ? '<inclusionTerm><note>Painful micturition</note></inclusionTerm>' : '';
    return `<diag><name>${code}</name><desc>${escaped(name)}</desc>${more}${seventh}${below}</diag>`;
  };
  const tops = CODES.filter(
    ([code]) => !CODES.some(([other]) => other !== code && bare(code).startsWith(bare(other))),
  )
    .map(([code]) => diag(code))
    .join('\n');
  return `<?xml version="1.0" encoding="utf-8"?>\n<ICD10CM.tabular>\n<version>2025</version>\n<chapter><section>${tops}</section></chapter>\n</ICD10CM.tabular>\n`;
}
export function indexXml(): string {
  const entry = (at: number): [xml: string, next: number] => {
    const [level, title, see, more, code] = INDEX[at]!;
    let inner = `<title>${escaped(title)}${more === '' ? '' : `<nemod>${more}</nemod>`}</title>${see === '' ? '' : `<see>${see}</see>`}${code === '' ? '' : `<code>${code}</code>`}`;
    let next = at + 1;
    while (next < INDEX.length && INDEX[next]![0] > level) {
      const [xml, after] = entry(next);
      inner += xml;
      next = after;
    }
    return [
      level === 0 ? `<mainTerm>${inner}</mainTerm>` : `<term level="${level}">${inner}</term>`,
      next,
    ];
  };
  let all = '';
  for (let at = 0; at < INDEX.length; ) {
    const [xml, next] = entry(at);
    all += `${xml}\n`;
    at = next;
  }
  return `<?xml version="1.0" encoding="utf-8"?>\n<ICD10CM.index>\n<version>2025</version>\n<letter><title>A</title>${all}</letter>\n</ICD10CM.index>\n`;
}

/** A folder of its own with these files in it; answers their paths. */
export function releaseFolder(files: Readonly<Record<string, string>>): {
  folder: string;
  paths: string[];
} {
  const folder = mkdtempSync(path.join(tmpdir(), 'scriba-release-'));
  mkdirSync(folder, { recursive: true });
  const paths = Object.entries(files).map(([name, text]) => {
    const file = path.join(folder, name);
    writeFileSync(file, text);
    return file;
  });
  return { folder, paths };
}
