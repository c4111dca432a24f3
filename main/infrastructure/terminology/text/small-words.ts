/** The small words of the normaliser: what is dropped, respelt, or said in one way. Changing one is a new version of it. */

/** After these, and at the beginning, `a` is the article; elsewhere it is hepatitis A. */
export const BEFORE_ARTICLE: ReadonlySet<string> = new Set(
  'of in on at to for by from with and or as is was has have had having into like feels got than over under after'.split(
    ' ',
  ),
);

/** Nothing that negates, takes a side or dates stands here. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  `an the of in on at to for by from with and or as is are was be been has have had having due into its it this that their am which who whom other than otherwise
  type form kind sort`
    .split(/\s+/)
    .filter((word) => word !== 'other'),
);

/** After these a Roman numeral is a number. */
export const AFTER_THESE_ROMAN: ReadonlySet<string> = new Set(
  'type types stage grade class factor degree level group category phase part subtype nerve bipolar vitamin'.split(
    ' ',
  ),
);

/** Their `s` belongs to them. */
export const UNCHANGED: ReadonlySet<string> = new Set(
  `diabetes herpes ascites rabies scabies caries measles mumps tabes hives feces menses aids pancreas biceps triceps forceps series
  rickets shingles species lens pus gas mass loss abscess glans pons ribs mons bends yaws warts kuru ileus has his this was
  bronchiectases humerus christmas atlas pityriasis psoriasis ptosis molluscum contagiosum always sometimes texas kansas mucous
  facies scapies sepsis stapes trapezius varicosities`
    .split(/\s+/)
    .filter((word) => !['warts', 'ribs'].includes(word)),
);

/** British, Latin and plain mis-spellings of one and the same word; applied in order. */
export const SPELLINGS: readonly (readonly [RegExp, string])[] = [
  [/haem/g, 'hem'],
  [
    /(an|leuk|leuc|ur|bacter|ur|isch|tox|septic|py|vir|fung|hyperlipid|lipid|glyc|kal|natr|calc|phosphat|albumin|protein|cholesterol|globulin|thromb|polycyth|chlor|bilirubin|acid|uric|lact|ket|azot|ammon|magnes|uricaci|volem|thalass|blast|ox|ox|capn|insulin|prolactin|parathyr|homocystein|amin|amylas|oligo|cyth)aem/g,
    '$1em',
  ],
  [/oedem/g, 'edem'],
  [/oesoph/g, 'esoph'],
  [/oestr/g, 'estr'],
  [/foet/g, 'fet'],
  [/coel/g, 'cel'],
  [/amoeb/g, 'ameb'],
  [/noea/g, 'nea'],
  [/rrhoea/g, 'rrhea'],
  [/rrhoi/g, 'rrhoi'],
  [/homoeo/g, 'homeo'],
  [/caec/g, 'cec'],
  [/faec/g, 'fec'],
  [/gynaec/g, 'gynec'],
  [/paed/g, 'ped'],
  [/anaes/g, 'anes'],
  [/aetio/g, 'etio'],
  [/aesth/g, 'esth'],
  [/caesar/g, 'cesar'],
  [/naev/g, 'nev'],
  [/taen/g, 'ten'],
  [/praec/g, 'prec'],
  [/aemi/g, 'emi'],
  [/leuc(?=[oe])/g, 'leuk'],
  [/tumour/g, 'tumor'],
  [/colour/g, 'color'],
  [/odour/g, 'odor'],
  [/humour/g, 'humor'],
  [/behaviour/g, 'behavior'],
  [/labour/g, 'labor'],
  [/vapour/g, 'vapor'],
  [/favour/g, 'favor'],
  [/harbour/g, 'harbor'],
  [/fibre/g, 'fiber'],
  [/centre/g, 'center'],
  [/goitre/g, 'goiter'],
  [/titre/g, 'titer'],
  [/litre/g, 'liter'],
  [/metre/g, 'meter'],
  [/sulph/g, 'sulf'],
  [/is(?=(?:ed|ing|ation)$)/g, 'iz'],
  [/lysis/g, 'lysis'],
  [/lyse/g, 'lyze'],
  [/mould/g, 'mold'],
  [/ageing/g, 'aging'],
  [/tranquill/g, 'tranquil'],
  [/haemat/g, 'hemat'],
  [/orthopaed/g, 'orthoped'],
  [/enuresis/g, 'enuresis'],
  [/dyslipidaem/g, 'dyslipidem'],
  [/calibre/g, 'caliber'],
  [/plough/g, 'plow'],
  [/diarrhoe/g, 'diarrhe'],
  [/rrhe$/g, 'rrhea'],
  [/cheilitis/g, 'cheilitis'],
  [/chilitis/g, 'cheilitis'],
];

/** One word for words that doctors use for the same part or thing. Read as `kept: others`. */
const SAME = `
kidney: renal nephric
liver: hepatic
heart: cardiac
lung: pulmonary pulmonic
stomach: gastric
brain: cerebral
intestine: intestinal bowel gut enteric
skin: cutaneous dermal
bone: osseous
eye: ocular ophthalmic
ear: aural otic
nose: nasal
mouth: oral
tongue: lingual
tooth: teeth dental
breast: mammary
bladder: vesical
uterus: uterine womb
ovary: ovarian
testis: testicular testicle teste
prostate: prostatic
anus: anal ano ani
rectum: rectal
vagina: vaginal
vulva: vulvar vulval
penis: penile
spleen: splenic
pancreas: pancreatic
thyroid: thyroidal
adrenal: suprarenal
esophagus: esophageal gullet
larynx: laryngeal
pharynx: pharyngeal
trachea: tracheal windpipe
bronchus: bronchial bronchi
cornea: corneal
retina: retinal
iris: iridic
conjunctiva: conjunctival
eyelid: palpebral lid
muscle: muscular
nerve: nervus
vein: venous
artery: arterial
blood: hemic
vertebra: vertebral vertebrae
rib: costal
foot: feet pedal
toe: toes
toenail: toenails
armpit: axilla axillary
knee: genu
hip: coxa coxae
spine: spinal
neck: cervicalis
umbilicus: umbilical navel
groin: inguinal
abdomen: abdominal tummy belly
thorax: thoracic chest
pelvis: pelvic
pituitary: hypophysis hypophyseal
cancer: carcinoma malignancy cancerous carcinomatous
neoplasm: tumor neoplastic growth
secondary: metastasis metastase
newborn: neonatal neonate neonatorum neonatus
child: childhood pediatric infantile infancy infant
pregnancy: gravidarum pregnant
calculus: stone calculi lithiasis
disorder: disease condition illness disturbance
syndrome: syndromic
hereditary: inherited heritable
bleeding: hemorrhage hemorrhagic bleed
injury: injured trauma traumatic
itch: itching itchy pruritus pruritic
ache: aching
swelling: swollen
vomiting: vomit emesis vomited
fever: febrile pyrexia feverish
cough: coughing
dizziness: dizzy giddiness giddy lightheadedness
weakness: weak
tiredness: tired
inflammation: inflammatory inflamed
infection: infected infective infectious
deficiency: deficient
insufficiency: insufficient
rupture: ruptured
perforation: perforated perforating
obstruction: obstructed obstructive
narrowing: narrowed
dislocation: dislocated
fracture: fractured broken
laceration: lacerated
atrophy: atrophic atrophica
hypertrophy: hypertrophic hypertrophied
hyperplasia: hyperplastic
ulcer: ulcerated ulceration ulcerative
necrosis: necrotic necrotizing
constipation: constipated
depression: depressed depressive
anxiety: anxious
alcohol: alcoholic ethanol
sleep: sleeping
asthma: asthmatic
allergy: allergic
tuberculosis: tubercular tuberculous
syphilis: syphilitic luetic
diabetes: diabetic
gout: gouty
virus: viral
bacterium: bacteria bacterial
fungus: fungal fungi
parasite: parasitic
ischemia: ischemic
epilepsy: epileptic
rheumatoid: rheumatoides
malaria: malarial
anemia: anemic
paralysis: paralytic paralyzed palsy
hypertension: hypertensive
hypothyroidism: hypothyroid
hyperthyroidism: hyperthyroid
obesity: obese
dementia: demented
psychosis: psychotic
neurosis: neurotic
schizophrenia: schizophrenic
autism: autistic
migraine: migrainous
eczema: eczematous
acne: acneiform
sciatica: sciatic
amputation: amputated
absence: absent
swallow: swallowing
urine: urinary
urethra: urethral
ureter: ureteral ureteric
joint: articular
tendon: tendinous
femur: femoral
tibia: tibial
radius: radial
ulna: ulnar
humerus: humeral
clavicle: clavicular collarbone
scapula: scapular
mandible: mandibular jawbone
maxilla: maxillary
sternum: sternal breastbone
sacrum: sacral
coccyx: coccygeal tailbone
patella: patellar kneecap
cranium: cranial skull
colon: colonic
cecum: cecal
appendix: appendiceal appendicular
duodenum: duodenal
jejunum: jejunal
ileum: ileal
peritoneum: peritoneal
pleura: pleural
pericardium: pericardial
myocardium: myocardial
endocardium: endocardial
aorta: aortic
atrium: atrial
ventricle: ventricular
mitral: mitralis
tonsil: tonsillar
adenoid: adenoidal
sinus: sinusal
parotid: parotidis
placenta: placental
fetus: fetal
cervix: cervicis
bilateral: both
sprain: sprained
hiatus: hiatal
scurvy: scorbutic
strain: strained
bruise: bruised bruising
burn: burnt burned
blister: blistered
block: blocked blockage
enlargement: enlarged
incontinence: incontinent
varicose: varicosity
convulsion: convulsive
clot: clotted
deformity: deformed
herniation: herniated
`;

export const sameMeaning: ReadonlyMap<string, string> = new Map(
  SAME.trim()
    .split('\n')
    .flatMap((line) => {
      const [kept, others] = line.split(':') as [string, string];
      return others
        .trim()
        .split(/\s+/)
        .map((other) => [other, kept] as const);
    }),
);

/** Two words that are one thing; both in the form that is kept. */
export const PAIRS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'large intestine': 'colon',
    'decubitus ulcer': 'bedsore',
    'pressure ulcer': 'bedsore',
    'gall bladder': 'gallbladder',
    'finger nail': 'fingernail',
    'toe nail': 'toenail',
    'tail bone': 'coccyx',
    'collar bone': 'clavicle',
    'breast bone': 'sternum',
    'wind pipe': 'trachea',
    'voice box': 'larynx',
    'food pipe': 'esophagus',
    'birth mark': 'birthmark',
    'heart burn': 'heartburn',
    'ear ache': 'earache',
    'head ache': 'headache',
    'tooth ache': 'toothache',
    'back ache': 'backache',
    'nose bleeding': 'nosebleed',
    'urine bladder': 'bladder',
  }),
);

/** Saying one of them rules the others out. */
export const OPPOSITES: readonly (readonly string[])[] = [
  ['left', 'right', 'bilateral'],
  ['acute', 'chronic', 'subacute'],
  ['benign', 'cancer', 'malignant'],
  ['congenital', 'acquired'],
  ['upper', 'lower'],
  ['anterior', 'posterior'],
  ['internal', 'external'],
  ['primary', 'secondary'],
  ['medial', 'lateral'],
  ['male', 'female'],
  ['unilateral', 'bilateral'],
  ['open', 'closed'],
  ['systolic', 'diastolic'],
  ['high', 'low'],
  ['increased', 'decreased'],
  ['1', '2', '3', '4', '5'],
  ['traumatic', 'nontraumatic'],
  ['motor', 'sensory'],
  ['wet', 'dry'],
  ['juvenile', 'senile'],
  ['maternal', 'newborn'],
];

/** What follows is said not to be there. */
export const NEGATIONS: readonly string[] = [
  'without',
  'no',
  'not',
  'non',
  'never',
  'nil',
  'deny',
  'denied',
  'absence',
];
