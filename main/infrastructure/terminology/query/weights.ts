/**
 * Weights of single words and of kinds of terms; judged on classes of questions, never on single
 * ones.
 */

/** Words that change little, in a question or in a term. */
export const LIGHT: ReadonlyMap<string, number> = new Map(
  Object.entries({
    disorder: 0.25,
    syndrome: 0.25,
    other: 1,
    unspecified: 0.2,
    specified: 0.2,
    hereditary: 0.4,
    familial: 0.4,
    autosomal: 0.15,
    dominant: 0.15,
    recessive: 0.15,
    linked: 0.3,
    x: 0.3,
    primary: 0.35,
    idiopathic: 0.35,
    site: 0.3,
    part: 0.3,
    region: 0.3,
    status: 0.4,
    nature: 0.3,
    cause: 0.3,
    finding: 0.3,
    symptom: 0.3,
    problem: 0.3,
    lesion: 0.5,
    // What is lacking tells the disease: by this word alone, a lack of an enzyme is no anemia.
    deficiency: 0.99,
    patient: 0.05,
    case: 0.05,
    known: 0.05,
    complaint: 0.05,
    since: 0.05,
    day: 0.1,
    week: 0.1,
    month: 0.1,
    year: 0.1,
    some: 0.05,
    feeling: 0.3,
    type: 0.4,
    essential: 0.3,
    simple: 0.4,
    common: 0.4,
    certain: 0.1,
    various: 0.1,
    my: 0.05,
    his: 0.05,
    her: 0.05,
    i: 0.05,
    me: 0.05,
    stage: 0.4,
    grade: 0.4,
    side: 0.3,
    sided: 0.3,
    positive: 0.5,
  }),
);

/** Weight of a number: it may say which of several things, never which thing. */
export const NUMBER_LIGHT = 0.5;

/**
 * By kind of term: the code's name, another name, the Index, an Index entry that leads elsewhere, a
 * name of our own tables.
 */
export const KIND_BONUS: readonly number[] = [1, 0.995, 0.99, 0.98, 0.98];

/**
 * Nobody leaves these unsaid: an undescended testis is no cancer of one, a fracture is not
 * pathological, an infarct not that of a newborn or of a pregnancy, a neuropathy not syphilitic, and
 * a disease is not the screening for it.
 */
export const NEVER_UNSAID: readonly string[] = [
  ...['cancer', 'malignant', 'pathological', 'neonatal', 'newborn', 'pregnancy', 'puerperal'],
  ...['gestational', 'screening', 'sequelae', 'underdosing', 'poisoning', 'assault', 'syphilis'],
  'tuberculosis',
];
/** The same of a code that is found by a name in brackets. */
export const NEVER_UNSAID_BY_BRACKETS: readonly string[] = [...NEVER_UNSAID, 'congenital'];
/**
 * The same of the own name of a code to which a reference leads: "Tumor, uterus" of the Index is the
 * care of a mother, and a tumor of the uterus that nobody called so is none in a pregnancy.
 */
export const NEVER_UNSAID_BY_REFERENCE: readonly string[] = ['maternal'];
