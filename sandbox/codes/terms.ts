/**
 * The terms that the practice platform can put a code to. Codes of ICD-10-CM and LOINC stand in the
 * official lists under exactly these names, and those of SNOMED CT in the contract, but for the
 * four that contract 2.4 names by their abbreviation alone: published sources that do not know of
 * one another agree on those. Tests look. What could not be looked up has no code here.
 */
import { type Coding, icd, loinc, snomed } from './coding.ts';

export type Term = {
  readonly kind: 'symptom' | 'diagnosis';
  /** As it is written first, and as people say it. */
  readonly name: string;
  readonly common: string;
  /** Other spellings, abbreviations, other scripts. */
  readonly words: readonly string[];
  readonly codes: readonly Coding[];
};

const symptom = (
  name: string,
  common: string,
  words: readonly string[],
  ...codes: readonly Coding[]
): Term => ({ kind: 'symptom', name, common, words, codes });
const diagnosis = (
  name: string,
  common: string,
  words: readonly string[],
  ...codes: readonly Coding[]
): Term => ({ kind: 'diagnosis', name, common, words, codes });

export const terms: readonly Term[] = [
  symptom(
    'Fever',
    'Pyrexia',
    ['high temperature', 'febrile', 'बुखार'],
    snomed('386661006', 'Fever'),
    icd('R50.9', 'Fever, unspecified'),
  ),
  symptom('Cough', 'Cough', ['coughing', 'खाँसी', 'खांसी'], icd('R05.9', 'Cough, unspecified')),
  symptom('Acute cough', 'New cough', [], icd('R05.1', 'Acute cough')),
  symptom(
    'Headache',
    'Head pain',
    ['cephalalgia', 'सिरदर्द'],
    icd('R51.9', 'Headache, unspecified'),
  ),
  symptom('Fatigue', 'Tiredness', ['tired', 'weakness'], icd('R53.83', 'Other fatigue')),
  symptom('Nausea', 'Feeling sick', ['मतली'], icd('R11.0', 'Nausea')),
  symptom('Vomiting', 'Being sick', ['emesis', 'उल्टी'], icd('R11.10', 'Vomiting, unspecified')),
  symptom(
    'Diarrhoea',
    'Loose motions',
    ['diarrhea', 'loose stools', 'दस्त'],
    icd('R19.7', 'Diarrhea, unspecified'),
  ),
  symptom(
    'Constipation',
    'Hard stools',
    ['constipated', 'कब्ज़'],
    icd('K59.00', 'Constipation, unspecified'),
  ),
  symptom(
    'Abdominal pain',
    'Stomach pain',
    ['stomach ache', 'belly pain', 'पेट दर्द'],
    icd('R10.9', 'Unspecified abdominal pain'),
  ),
  symptom(
    'Chest pain',
    'Pain in the chest',
    ['सीने में दर्द'],
    icd('R07.9', 'Chest pain, unspecified'),
  ),
  symptom(
    'Shortness of breath',
    'Breathlessness',
    ['dyspnoea', 'dyspnea', 'sob'],
    icd('R06.02', 'Shortness of breath'),
  ),
  symptom('Palpitations', 'Racing heart', [], icd('R00.2', 'Palpitations')),
  symptom('Dizziness', 'Giddiness', ['vertigo', 'चक्कर'], icd('R42', 'Dizziness and giddiness')),
  symptom(
    'Rash',
    'Skin rash',
    ['skin eruption'],
    icd('R21', 'Rash and other nonspecific skin eruption'),
  ),
  symptom('Itching', 'Pruritus', ['खुजली'], icd('L29.9', 'Pruritus, unspecified')),
  symptom(
    'Tingling',
    'Pins and needles',
    ['paraesthesia', 'paresthesia', 'tingling of feet', 'झनझनाहट'],
    icd('R20.2', 'Paresthesia of skin'),
  ),
  symptom('Nocturia', 'Passing urine at night', [], icd('R35.1', 'Nocturia')),
  symptom(
    'Dysuria',
    'Burning micturition',
    ['painful urination', 'burning urine'],
    icd('R30.0', 'Dysuria'),
  ),
  symptom('Low back pain', 'Backache', ['lumbago'], icd('M54.50', 'Low back pain, unspecified')),
  symptom(
    'Knee pain',
    'Pain in the knee',
    ['gonalgia'],
    icd('M25.569', 'Pain in unspecified knee'),
  ),
  symptom('Pain in right knee', 'Right knee pain', [], icd('M25.561', 'Pain in right knee')),
  symptom('Pain in left knee', 'Left knee pain', [], icd('M25.562', 'Pain in left knee')),
  symptom(
    'Muscle pain',
    'Myalgia',
    ['body ache', 'body pain', 'बदन दर्द'],
    icd('M79.10', 'Myalgia, unspecified site'),
  ),
  symptom('Weight loss', 'Losing weight', [], icd('R63.4', 'Abnormal weight loss')),

  diagnosis(
    'Type 2 diabetes mellitus',
    'Sugar',
    ['dm2', 't2dm', 'type 2 diabetes', 'niddm', 'मधुमेह'],
    snomed('44054006', 'Type 2 diabetes mellitus'),
    icd('E11.9', 'Type 2 diabetes mellitus without complications'),
  ),
  diagnosis(
    'Type 2 diabetes mellitus with hyperglycaemia',
    'High sugar',
    ['type 2 diabetes with hyperglycemia'],
    icd('E11.65', 'Type 2 diabetes mellitus with hyperglycemia'),
  ),
  diagnosis(
    'Diabetic polyneuropathy',
    'Nerve damage of diabetes',
    ['diabetic neuropathy'],
    icd('E11.42', 'Type 2 diabetes mellitus with diabetic polyneuropathy'),
  ),
  diagnosis(
    'Hypertension',
    'High blood pressure',
    ['htn', 'essential hypertension', 'high bp', 'उच्च रक्तचाप'],
    snomed('38341003', 'Hypertensive disorder'),
    icd('I10', 'Essential (primary) hypertension'),
  ),
  diagnosis(
    'Chronic obstructive pulmonary disease',
    'Chronic lung disease',
    ['copd'],
    snomed('13645005', 'Chronic obstructive pulmonary disease'),
    icd('J44.9', 'Chronic obstructive pulmonary disease, unspecified'),
  ),
  diagnosis(
    'Myocardial infarction',
    'Heart attack',
    ['mi', 'acute mi'],
    snomed('22298006', 'Myocardial infarction'),
    icd('I21.9', 'Acute myocardial infarction, unspecified'),
  ),
  diagnosis(
    'Old myocardial infarction',
    'Heart attack in the past',
    ['old mi'],
    icd('I25.2', 'Old myocardial infarction'),
  ),
  diagnosis(
    'Heart failure',
    'Weak heart',
    ['chf', 'congestive heart failure', 'congestive cardiac failure'],
    snomed('42343007', 'Congestive heart failure'),
    icd('I50.9', 'Heart failure, unspecified'),
  ),
  diagnosis(
    'Angina pectoris',
    'Angina',
    ['stable angina'],
    icd('I20.89', 'Other forms of angina pectoris'),
  ),
  diagnosis(
    'Acute upper respiratory infection',
    'Cold',
    [
      'urti',
      'uri',
      'acute urti',
      'upper respiratory tract infection',
      'acute upper respiratory tract infection',
    ],
    snomed('54398005', 'Acute upper respiratory infection'),
    icd('J06.9', 'Acute upper respiratory infection, unspecified'),
  ),
  diagnosis(
    'Acute pharyngitis',
    'Sore throat',
    ['pharyngitis'],
    icd('J02.9', 'Acute pharyngitis, unspecified'),
  ),
  diagnosis(
    'Acute bronchitis',
    'Chest cold',
    ['bronchitis'],
    icd('J20.9', 'Acute bronchitis, unspecified'),
  ),
  diagnosis('Pneumonia', 'Lung infection', [], icd('J18.9', 'Pneumonia, unspecified organism')),
  diagnosis(
    'Asthma',
    'Asthma',
    ['bronchial asthma', 'दमा'],
    icd('J45.909', 'Unspecified asthma, uncomplicated'),
  ),
  diagnosis('Allergic rhinitis', 'Hay fever', [], icd('J30.9', 'Allergic rhinitis, unspecified')),
  diagnosis(
    'Urinary tract infection',
    'Urine infection',
    ['uti'],
    icd('N39.0', 'Urinary tract infection, site not specified'),
  ),
  diagnosis(
    'Gastroenteritis',
    'Stomach infection',
    ['age', 'acute gastroenteritis', 'infectious gastroenteritis'],
    icd('A09', 'Infectious gastroenteritis and colitis, unspecified'),
  ),
  diagnosis('Dehydration', 'Loss of water', [], icd('E86.0', 'Dehydration')),
  diagnosis(
    'Gastro-oesophageal reflux disease',
    'Acid reflux',
    ['gerd', 'gord', 'reflux disease'],
    icd('K21.9', 'Gastro-esophageal reflux disease without esophagitis'),
  ),
  diagnosis(
    'Typhoid fever',
    'Typhoid',
    ['enteric fever'],
    icd('A01.00', 'Typhoid fever, unspecified'),
  ),
  diagnosis('Dengue fever', 'Dengue', [], icd('A90', 'Dengue fever [classical dengue]')),
  diagnosis('Malaria', 'Malaria', [], icd('B54', 'Unspecified malaria')),
  diagnosis('Tinea corporis', 'Ringworm', ['ringworm of the body'], icd('B35.4', 'Tinea corporis')),
  diagnosis('Atopic dermatitis', 'Eczema', [], icd('L20.9', 'Atopic dermatitis, unspecified')),
  diagnosis(
    'Osteoarthritis of right knee',
    'Worn right knee',
    ['right knee osteoarthritis'],
    icd('M17.11', 'Unilateral primary osteoarthritis, right knee'),
  ),
  diagnosis(
    'Hypothyroidism',
    'Underactive thyroid',
    [],
    icd('E03.9', 'Hypothyroidism, unspecified'),
  ),
  diagnosis(
    'Iron deficiency anaemia',
    'Low iron',
    ['iron deficiency anemia', 'ida'],
    icd('D50.9', 'Iron deficiency anemia, unspecified'),
  ),
  diagnosis(
    'Hyperlipidaemia',
    'High cholesterol',
    ['hyperlipidemia', 'dyslipidaemia'],
    icd('E78.5', 'Hyperlipidemia, unspecified'),
  ),
  diagnosis(
    'Migraine',
    'Migraine',
    [],
    icd('G43.909', 'Migraine, unspecified, not intractable, without status migrainosus'),
  ),
  diagnosis(
    'Depression',
    'Depression',
    ['depressive disorder'],
    icd('F32.A', 'Depression, unspecified'),
  ),
  diagnosis('Anxiety disorder', 'Anxiety', [], icd('F41.9', 'Anxiety disorder, unspecified')),
];

/** One test: the same substance has another code in blood than in urine, and by another unit. */
export type Test = {
  readonly coding: Coding;
  readonly names: readonly string[];
  readonly specimens: readonly string[];
  readonly unit?: string;
};

const potassium = ['potassium', 'serum potassium', 'k'];
export const tests: readonly Test[] = [
  {
    coding: loinc('2823-3', 'Potassium [Moles/volume] in Serum or Plasma'),
    names: potassium,
    specimens: ['serum', 'plasma'],
    unit: 'mmol/L',
  },
  {
    coding: loinc('6298-4', 'Potassium [Moles/volume] in Blood'),
    names: potassium,
    specimens: ['blood'],
    unit: 'mmol/L',
  },
  {
    coding: loinc('75940-7', 'Potassium [Mass/volume] in Blood'),
    names: potassium,
    specimens: ['blood'],
    unit: 'mg/dL',
  },
  {
    coding: loinc('2828-2', 'Potassium [Moles/volume] in Urine'),
    names: ['potassium', 'urine potassium'],
    specimens: ['urine'],
    unit: 'mmol/L',
  },
  {
    coding: loinc('2829-0', 'Potassium [Moles/time] in 24 hour Urine'),
    names: ['potassium', '24 hour urine potassium'],
    specimens: ['urine'],
    unit: 'mmol/(24.h)',
  },
  {
    coding: loinc('104597-0', 'Glucose [Mass/volume] in Venous blood by Glucometer'),
    names: ['glucose', 'blood sugar', 'sugar'],
    specimens: ['blood', 'venous blood'],
    unit: 'mg/dL',
  },
  {
    coding: loinc('31157-1', 'Carboxyhemoglobin [Mass/volume] in Blood'),
    names: ['carboxyhemoglobin', 'carboxyhaemoglobin'],
    specimens: ['blood'],
    unit: 'g/dL',
  },
  {
    coding: loinc('87829-8', 'Bacteria [Presence] in Urine'),
    names: ['bacteria', 'urine bacteria'],
    specimens: ['urine'],
  },
];

/**
 * One medicine. Its id is the practice platform's own, and says so: it is in no list of medicines.
 */
export type Medicine = {
  readonly id: string;
  readonly generic: string;
  readonly volume: string;
  readonly form: string;
};
export const medicines: readonly Medicine[] = [
  ['paracetamol', '500 mg', 'tablet'],
  ['paracetamol', '650 mg', 'tablet'],
  ['paracetamol', '250 mg/5 ml', 'syrup'],
  ['metformin', '500 mg', 'tablet'],
  ['metformin', '1000 mg', 'tablet'],
  ['dapagliflozin', '10 mg', 'tablet'],
  ['pregabalin', '75 mg', 'capsule'],
  ['atorvastatin', '20 mg', 'tablet'],
  ['amlodipine', '5 mg', 'tablet'],
  ['cetirizine', '10 mg', 'tablet'],
  ['azithromycin', '500 mg', 'tablet'],
  ['amoxicillin', '500 mg', 'capsule'],
  ['pantoprazole', '40 mg', 'tablet'],
  ['salbutamol', '100 mcg', 'inhaler'],
  ['clotrimazole', '1 %', 'cream'],
].map(([generic = '', volume = '', form = '']) => ({
  id: `practice-medicine-${[generic, volume, form].join(' ').replace(/[^a-z0-9]+/g, '-')}`,
  generic,
  volume,
  form,
}));
