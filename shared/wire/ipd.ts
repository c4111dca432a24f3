/** Contract 8: admissions and their orders on the wire. */
import { z } from 'zod';
import { looseList } from './common.ts';

const word = z
  .union([z.string(), z.number().transform(String)])
  .nullish()
  .catch(undefined);
const thing = z.record(z.string(), z.unknown()).nullish().catch(undefined);

export const orderStatuses = ['CREATED', 'DISPATCHED'] as const;
const admissionStages = ['IN', 'AD', 'DC'] as const;
const admissionStatuses = [
  'ADMISSION_RECOMMENDED',
  'ADMISSION_ON_HOLD',
  'ADMISSION_CONFIRMED',
  'ADMISSION_CANCELLED',
  'BED_ASSIGNED',
  'UNDER_CARE',
  'NOT_RECEIVED',
  'FIT_FOR_DISCHARGE',
  'DISCHARGE_INITIATED',
  'REFERRAL_INITIATED',
  'LAMA_IN_PROGRESS',
  'DAMA_IN_PROGRESS',
  'DEATH_BEING_RECORDED',
  'PATIENT_MISSING',
  'DISCHARGED',
  'LAMA_COMPLETED',
  'DAMA_COMPLETED',
  'REFERRED',
  'DECEASED',
  'ABSCONDED',
] as const;

/**
 * Contract 8.1: an object id or a UUID, either case. The sandbox demands it; our client leaves the
 * judging to the server.
 */
export const admissionIdPattern = /^(?:[0-9a-f]{24}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i;

export const order = z.object({
  id: z.union([z.string().min(1), z.number().transform(String)]),
  owner: word,
  admissionId: word,
  status: z.string().catch(''),
  createdBy: word,
  rxId: word,
  createdAt: word,
  updatedAt: word,
});
export type WireOrder = z.infer<typeof order>;

/** One entry that cannot be read takes no other with it. */
export const ordersAnswer = z.object({
  orders: z
    .array(order.nullable().catch(null))
    .transform((list) => list.filter((one) => one !== null)),
});

/** Members of an admission that are shown; each part is an object of the platform's own making. */
export const admission = z.object({
  id: z.union([z.string().min(1), z.number().transform(String)]),
  ipid: word,
  pid: word,
  stage: z.string().catch(''),
  status: z.string().catch(''),
  bed: word,
  notes: word,
  admission_date: word,
  created_at: word,
  patient: thing,
  attendee: thing,
  doc: thing,
  category: thing,
  department: thing,
  facility: thing,
  procedures: looseList(z.unknown()),
});
export type WireAdmission = z.infer<typeof admission>;

const required = z.record(z.string(), z.unknown());
const needed = z.string().trim().min(1);
/** Members that the sandbox takes to make an admission (contract 8.2): others are refused. */
export const admissionRequest = z.strictObject({
  ipid: needed,
  pid: needed,
  docid: needed,
  facilityid: needed,
  bed: needed,
  patient: required,
  attendee: required,
  refer: required,
  doc: required,
  category: required,
  department: required,
  facility: required,
  duration: required,
  rateplan: required,
  insurance: required.optional(),
  procedures: z.array(required).optional(),
  notes: z.string().optional(),
  medico_legal_case: z.boolean().optional(),
  custom_attributes: required.optional(),
  stage: z.enum(admissionStages).default('AD'),
  status: z.enum(admissionStatuses).default('BED_ASSIGNED'),
  admission_date: z.iso.datetime({ offset: true }).optional(),
  date: z.string().optional(),
});
