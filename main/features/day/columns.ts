/** The columns of a list, recognised by the words of its header. */

const names = {
  time: ['time', 'start', 'starttime', 'appointmenttime', 'slot', 'at', 'समय'],
  date: ['date', 'appointmentdate', 'day', 'visitdate', 'तारीख', 'दिनांक'],
  name: ['name', 'patient', 'patientname', 'fullname', 'नाम', 'मरीज', 'रोगी'],
  given: ['firstname', 'givenname', 'given', 'forename'],
  family: ['lastname', 'surname', 'familyname', 'family'],
  number: [
    'recordnumber',
    'recordno',
    'record',
    'mrn',
    'mrd',
    'mrdno',
    'uhid',
    'patientid',
    'patientnumber',
    'patientno',
    'hospitalnumber',
    'hospitalno',
    'fileno',
    'id',
    'number',
  ],
  birth: ['dateofbirth', 'dob', 'birthdate', 'birthday', 'born', 'birth', 'जन्मतिथि'],
  sex: ['sex', 'gender', 'लिंग'],
} as const;

export type Column = keyof typeof names;
/** Place of each column that was found. */
export type Columns = ReadonlyMap<Column, number>;

const fold = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{M}\p{N}]/gu, '');

/** Undefined where no column holds names; of two with the same words the first one counts. */
export function columnsOf(header: readonly string[]): Columns | undefined {
  const words = header.map(fold);
  const columns = new Map<Column, number>();
  for (const [column, known] of Object.entries(names) as [Column, readonly string[]][]) {
    const at = words.findIndex((word) => known.includes(word));
    if (at >= 0) columns.set(column, at);
  }
  return columns.has('name') || columns.has('given') || columns.has('family') ? columns : undefined;
}
