/**
 * Reads what can be read of an uploaded report: the text of a PDF whose pages are written plainly,
 * and the tests it names. What it cannot read it makes up from a digest of the file, the same for
 * the same file, and says that it is practice.
 */
import { createHash } from 'node:crypto';
import { inflateSync } from 'node:zlib';

type ReportLine = {
  readonly name: string;
  readonly value: string;
  readonly unit: string;
  readonly range: string;
  readonly loinc: string;
  readonly confidence: number;
  readonly read: boolean;
};

/** Common tests with their LOINC codes (loinc.org), and values that a healthy adult has. */
const tests = [
  {
    name: 'Haemoglobin',
    others: ['hemoglobin', 'hb'],
    unit: 'g/dL',
    low: 12,
    high: 17,
    digits: 1,
    loinc: '718-7',
  },
  {
    name: 'White blood cells',
    others: ['wbc', 'leukocytes', 'total leucocyte count'],
    unit: '10*3/uL',
    low: 4,
    high: 11,
    digits: 1,
    loinc: '6690-2',
  },
  {
    name: 'Platelets',
    others: ['platelet count'],
    unit: '10*3/uL',
    low: 150,
    high: 400,
    digits: 0,
    loinc: '777-3',
  },
  {
    name: 'Fasting glucose',
    others: ['fasting blood sugar', 'fbs'],
    unit: 'mg/dL',
    low: 70,
    high: 100,
    digits: 0,
    loinc: '1558-6',
  },
  {
    name: 'HbA1c',
    others: ['glycated haemoglobin', 'hemoglobin a1c'],
    unit: '%',
    low: 4,
    high: 5.6,
    digits: 1,
    loinc: '4548-4',
  },
  {
    name: 'Creatinine',
    others: ['serum creatinine'],
    unit: 'mg/dL',
    low: 0.6,
    high: 1.2,
    digits: 2,
    loinc: '2160-0',
  },
  {
    name: 'Sodium',
    others: ['serum sodium'],
    unit: 'mmol/L',
    low: 135,
    high: 145,
    digits: 0,
    loinc: '2951-2',
  },
  {
    name: 'Potassium',
    others: ['serum potassium'],
    unit: 'mmol/L',
    low: 3.5,
    high: 5.1,
    digits: 1,
    loinc: '2823-3',
  },
  {
    name: 'TSH',
    others: ['thyroid stimulating hormone', 'thyrotropin'],
    unit: 'm[IU]/L',
    low: 0.4,
    high: 4.5,
    digits: 2,
    loinc: '3016-3',
  },
] as const;
type LabTest = (typeof tests)[number];

const LONGEST_TEXT = 200_000;
const LARGEST_STREAM = 4 * 1024 * 1024;

export type Report = {
  readonly kind: 'pdf' | 'image';
  readonly pages: number;
  readonly text: string;
  readonly lines: readonly ReportLine[];
  readonly names: readonly string[];
};

export function readReport(file: Buffer): Report {
  const pdf = file.subarray(0, 5).toString('latin1') === '%PDF-';
  const text = pdf ? textOf(file) : '';
  const found = tests.flatMap((test) => {
    const value = valueIn(text, [test.name, ...test.others]);
    return value === undefined ? [] : [line(test, value, 0.97, true)];
  });
  const names = [...text.matchAll(/\b(?:patient(?: name)?|name)\s*[:.]\s*([^\n]{2,60})/gi)].map(
    ([, name = '']) => name.trim(),
  );
  return {
    kind: pdf ? 'pdf' : 'image',
    pages: pdf
      ? Math.max(1, [...file.toString('latin1').matchAll(/\/Type\s*\/Page\b(?!s)/g)].length)
      : 1,
    text,
    lines: found.length > 0 ? found : invented(file),
    names,
  };
}

const line = (test: LabTest, value: string, confidence: number, read: boolean): ReportLine => ({
  name: test.name,
  value,
  unit: test.unit,
  range: `${test.low} - ${test.high}`,
  loinc: test.loinc,
  confidence,
  read,
});

/**
 * Five tests and their values out of the file's digest: some inside their range, some a little
 * outside.
 */
function invented(file: Buffer): ReportLine[] {
  const digest = createHash('sha256').update(file).digest();
  const first = digest.readUInt8(0);
  return Array.from({ length: 5 }, (_, index) => {
    const test = tests[(first + index * 2) % tests.length] as LabTest;
    const span = test.high - test.low;
    const value =
      test.low - span * 0.2 + (digest.readUInt16BE(2 + index * 2) / 0xffff) * span * 1.4;
    return line(test, value.toFixed(test.digits), 0.5, false);
  });
}

function valueIn(text: string, names: readonly string[]): string | undefined {
  for (const name of names) {
    const found = new RegExp(
      `(?:^|[^a-z])${name.replaceAll(' ', '\\s+')}(?![a-z0-9])[^0-9\\n]{0,20}(\\d+(?:\\.\\d+)?)`,
      'im',
    ).exec(text);
    if (found) return found[1];
  }
  return undefined;
}

/**
 * The words that the pages draw, one drawing a line. Fonts with a table of their own stay unread.
 */
function textOf(file: Buffer): string {
  const whole = file.toString('latin1');
  let text = '';
  for (const { index, 0: begin } of whole.matchAll(/stream\r?\n/g)) {
    if (text.length > LONGEST_TEXT) break;
    const end = whole.indexOf('endstream', index);
    if (end < 0) break;
    const raw = file.subarray(index + begin.length, end);
    text += drawn(unpacked(raw) ?? raw.toString('latin1'));
  }
  return text.slice(0, LONGEST_TEXT);
}

function unpacked(raw: Buffer): string | undefined {
  try {
    return inflateSync(raw, { maxOutputLength: LARGEST_STREAM }).toString('latin1');
  } catch {
    return undefined;
  }
}

function drawn(content: string): string {
  const words = [
    ...content.matchAll(
      /\(((?:\\.|[^\\()])*)\)\s*(?:Tj|'|")|\[((?:\((?:\\.|[^\\()])*\)|[^\]])*)\]\s*TJ/g,
    ),
  ];
  return (
    words
      .map(([, one, many]) =>
        (
          one ??
          [...(many ?? '').matchAll(/\(((?:\\.|[^\\()])*)\)/g)].map(([, part]) => part).join('')
        ).replace(/\\([()\\])/g, '$1'),
      )
      .join('\n') + (words.length > 0 ? '\n' : '')
  );
}
