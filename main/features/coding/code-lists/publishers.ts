/** Addresses of public-domain releases at their publishers. */
import type { ReleaseName } from '../../../../shared/model/coding/terminology.ts';

export type Source = { readonly folder: string; readonly files: readonly string[] };

/** Larger files are refused; bytes. What is there now measures 2 and 20 million. */
export const LARGEST_DOWNLOAD = 128 * 1024 * 1024;

/**
 * ICD-10-CM is made by the National Center for Health Statistics
 * (cdc.gov/nchs/icd/icd-10-cm/files.html) and is in the public domain. The fiscal year 2027 counts
 * from October 2026 on: the code descriptions with the order file, and the tabular list with the
 * Index.
 */
export const OFFICIAL: Readonly<Partial<Record<ReleaseName, Source>>> = {
  icd10cm: {
    folder: 'https://ftp.cdc.gov/pub/Health_Statistics/NCHS/Publications/ICD10CM/2027/',
    files: ['icd10cm-code-descriptions-2027.zip', 'icd10cm-table-and-index-2027.zip'],
  },
};
