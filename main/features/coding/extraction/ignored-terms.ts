/** What is a term of some list and yet no finding where people talk: "may", "back", "he", "other", "follow up". */
import type { Ontology } from '../../../../shared/model/coding/codification.ts';

const set = (words: string) => new Set(words.trim().split(/\s+/));

/** By themselves these name nothing that a patient has, although an index has an entry for them. */
const ALONE = set(`
  right left well other others old age ages aged pressure exam examination examinations review may might disease diseases complaint complaints condition conditions
  illness illnesses part parts sick disorder disorders injury injuries injured abnormal abnormality abnormalities activity activities reaction reactions contact contacts
  syndrome trouble troubles concern concerns child childhood baby sinus scale scales nerve nerves nervous plus minus pathology ovarian ovary ovaries screening transplant heat
  tension pitting exposure exposures reflex reflexes consumption sensitive sensitivity traumatic trauma postoperative disturbance disturbances pins symptom symptoms pre post
  immunization immunizations vaccination retention gut bowel bowels scratch death dead premature advice sweet sweets surveillance blind investigation investigations test tests
  observation newborn transient collapse gas encounter encounters baker counseling counselling follow-up followup checkup check admission defect deformity menopause gestation
  allergy allergies allergic hypersensitivity thyroid fall falls falling stress worry worries temperature bp pulse sugar viral viruses virus bacterial infectious infected fit fits
  mole moles corn corns cold colds feeling feelings loss lack problem problems finding findings status history family delivery labor labour birth pregnant-test pregnancies twins twin
  procedure procedures care complication complications removal absence presence positive negative normal change changes
  unknown none use abuse misuse overuse attention supervision maintenance replacement operation surgery dressing drug drugs alcohol tobacco bite bites sting stings burning
  cut cuts hit strike struck foreign body bodies back head neck chest hand hands foot feet leg legs arm arms eye eyes ear ears skin heart lung lungs liver kidney kidneys stomach
  brain blood bone bones tooth teeth mouth throat nose hip knee knees elbow wrist ankle shoulder finger fingers toe toes breast breasts prostate uterus colon
  marriage job work school home housing income food water sleep diet exercise travel car walking running smoke smoking smoker smokers drinking drinker adoption divorce
  rest restless active passive effect effects late early acute chronic severe mild moderate primary secondary recurrent type stage grade level high low
  increased decreased elevated raised reduced enlarged small large double single multiple partial complete total first second third initial last previous next new
  anesthesia hormone hormones suicide tics tic adverse poisoning overdose compression pain-free infant infants pediatric pediatrics paediatric paediatrics toxic ischemic ischaemic dependence dependent habit habits grief anger
  shock-free excess deficiency deficient deposit deposits fixation fusion union position presentation rupture separation strain-free tight tightness-free weight height
  counselled maturity immaturity hearing vision sight speech voice walk gait crying anaphylactic hanging drowning explosion fire flood storm war gun knife machine object
  person man woman men women patient patients doctor doctors nurse mother father parent
`);

/** Short forms that are small words, titles or units in plain letters: these count in capitals only. */
const CAPITALS = set(
  'he hes mg mr mrs ms hg rd ed pad hrs mash ca is it as at an am be or if so no us we me my to do go in on of all and are age aid aids set pet cat act map hit cap lip lap fas pan gas ten met tip pcp iga cc ra pe pr pt dr se ci mi cd cf cp ad ar ai ep bv ph ect dic ptsd ill via add ald apl sad sob sah gad pid mac pda pud age cow als som odd pod pop dip cord cin cfs scar scars pes',
);
/** Of those, lower case is usual among doctors. */
const LOWER = set('mi pe ra sob pid gad cf sah pud als');

/** No term begins or ends with these, whatever an index says. */
const EDGES = set(`
  he his him her hers she they them their we us our you your i me my it its this that these those who whom which what where when why how other others another well very also too as so if then than
  well we'll i'll he'll she'll i'd he'd there here not just only like about or and but may might can could would should will shall do does did is are was were be been being am get gets got go goes going
  have has had having say says said see seen saw take takes taking took know think feel feels feeling felt make made come came some any all both each every such no yes okay ok um uh oh
`);

/** Categories of ICD-10-CM that name no finding: causes from outside, reasons for a visit, circumstances; and what stands for anything. */
const NO_FINDING =
  /^(?:[VWXY]|Z(?!33|21|88|89|90\.1|95)|U(?!07|09)|T(?:3[6-9]|4\d|50|75\.89|78\.40)|R69|R68\.89|D75\.9|Q89\.9|T14(?:\.9)?[0X]*A?$)/;

export type Stretch = {
  readonly text: string;
  readonly codes: readonly string[];
  readonly readAs?: string | undefined;
};

/** `skip`: it is as if it did not stand in the list. `hide`: it is a term, and what it contains is none of its own ("pregnancy test"). */
export function sense(
  { text, codes, readAs }: Stretch,
  ontology: Ontology,
): 'keep' | 'hide' | 'skip' {
  const lower = text.toLowerCase().replace(/[’`]/g, "'");
  const words = lower.split(/[^\p{L}\p{N}'.]+/u).filter(Boolean);
  const first = words[0] ?? '';
  if (EDGES.has(first) && !/^[A-Z]{2,}$/.test(text.split(/\s/)[0] ?? '')) return 'skip';
  if (words.length > 1 && EDGES.has(words.at(-1)!)) return 'skip';
  if (words.length === 1) {
    const bare = first.replace(/'s$/, '');
    if (/^\d/.test(bare) || bare.length < 2) return 'skip';
    // "wan na" is no sodium.
    if (
      ontology !== 'icd-10-cm' &&
      bare.length <= 3 &&
      text === text.toLowerCase() &&
      !/^(?:cbc|tsh|esr|crp|ldl|hdl|psa|bnp|bun|mri|ecg|ekg|bmi|inr|usg|alt|ast|hgb|tmt|hiv)$/.test(
        bare,
      )
    )
      return 'skip';
    if (ALONE.has(bare) || ALONE.has(bare.replace(/s$/, ''))) return 'skip';
    if (
      text !== text.toUpperCase() &&
      CAPITALS.has(bare) &&
      !(LOWER.has(bare) && text === text.toLowerCase())
    )
      return 'skip';
    if (
      readAs !== undefined &&
      bare.length <= 2 &&
      text !== text.toUpperCase() &&
      !/^(?:dm|mi|uc)$/.test(bare)
    )
      return 'skip';
  }
  if (
    /(?<![\p{L}])(?:or|history|h\/o|other|status|if|risk|screening)(?![\p{L}])/u.test(lower) &&
    words.length > 1
  )
    return 'skip';
  // A clause is no name: "fracture which is a fracture".
  if (/\s(?:which|that|who|this|where|when|what|if)\s/u.test(lower)) return 'skip';
  if (/[\n]\s*[\n]/.test(text)) return 'skip';
  if (/^(?:physical|clinical|general|systemic|local|routine) exam(?:ination)?s?$/.test(lower))
    return 'hide';
  if (
    words.length > 1 &&
    words.every((word) => ALONE.has(word) && !BODY.has(word)) &&
    !DOUBLE.test(lower)
  )
    return 'hide';
  if (ontology === 'icd-10-cm' && codes.length > 0 && codes.every((code) => NO_FINDING.test(code)))
    return 'hide';
  return 'keep';
}

const BODY = set(
  'head neck chest hand foot leg arm eye ear skin heart lung liver kidney stomach brain blood bone bowel back throat nose mouth hearing vision speech sleep weight breast prostate thyroid colon',
);
/** Two such words that are a finding all the same. */
const DOUBLE =
  /(?:low|high|raised|elevated|increased) (?:bp|sugar|pressure|temperature|fever)|(?:drug|alcohol|tobacco|food) (?:abuse|allergy|dependence|misuse)|allergic reaction|alcohol use|(?:viral|bacterial|acute|chronic) (?:illness|infection|fever)|viral fever|sick sinus|loss of|weight|old age/;

/** "Cough and cold", "nausea and vomiting" are one; other things joined by "and" are two. */
export const joint = (text: string): boolean =>
  !/(?<![\p{L}])(?:and|&|with|plus)(?![\p{L}])/iu.test(text) ||
  /nausea|cold|pins|chills|rigor|corns?|hand|head|nose|tonsils|ears? nose|mouth/i.test(text);

/** "A cold", "cough and cold", "has cold since"; not "cold feet", "cold water". */
export const COLD =
  /(?<![\p{L}])(?:a|bad|common|the|and|has|have|had|having|with|c\/o|no|of|any|,|got)\s+(cold)s?(?=\s*(?:$|[.,;?!+)(-]|and|since|for|x|with|but|last|in|now|that|he|she|i|this))/giu;
