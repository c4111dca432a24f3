import { type InContext, ORGANOPHOSPHATES } from './contexts/context.ts';

/** Words of lines of wards that name no disease: what was found, done, given or planned. */

const word = (words: string) => `(?:${words.trim().split(/\s+/).join('|')})`;
const FIGURE = String.raw`[<>~=:]?\s?\d[\d.,/x+-]*\s?(?:%|k|l|lakhs?|mg|g|gm|ml|cc|mmhg|f|c|units?|wks?|weeks?|days?|hrs?|hours?|vials?|cycles?|doses?|fits|#)?(?![\p{L}\d])`;
const VALUES = word(`
  hb hct plt platelets? tlc wbc dlc anc agc esr crp pct hba1c rbs fbs ppbs grbs cbg ph hco3 lactate na k ca
  mg po4 urea bun cr(?=\\s*[:=]?\\s*\\d*\\.\\d) creat creatinine egfr tsb bili bil sgot sgpt alt ast alp ggt lipase amylase inr pt
  aptt ldh uric ck cpk trop troponin bnp psa cea afp ca125 ca19-9 bhcg tsh ft4 ft3 pth ada cd4 vl gcs ef ua(?=\\s*[:=]?\\s*\\d) ctsi pcv osm cd19
  lvef rvsp bp pr hr rr spo2 temp wt muac apgar bisap meld ctp dsdna igm igg wbct nihss cells ketones abg`);
const DRUGS = word(`
  att art haart tld iv(?=\\s+\\p{L}) ivf rl ors prbc ffp sdp rdp ivig asv arv tt trig rig hrig nac pam(?=\\s*\\+|\\s+(?:given|infusion)) atropine
  abx ab antibiotics? inj tab cap syp oint drops? ceftriaxone cefotaxime cefixime azithro(?:mycin)? doxy(?:cycline)?
  mero(?:penem)? imipenem pip-?taz(?:o)? vanco(?:mycin)? genta(?:micin)? amikacin amoxi(?:cillin|clav)? augmentin
  linezolid cipro(?:floxacin)? levoflox(?:acin)? metro(?:nidazole)? ampho(?:tericin)?(?:\\sb)? l-amb flucon(?:azole)?
  vori(?:conazole)? itraconazole terbinafine acyclovir oseltamivir remdesivir artesunate act cq pq quinine
  ivermectin albendazole praziquantel steroids? pred(?:nisolone|nisone)? wysolone pulse dexa(?:methasone)?
  hydrocort(?:isone)? mtx hcq ssz leflunomide aza(?:thioprine)? mmf cyc cyclophosphamide tacro(?:limus)?
  rituximab infliximab adalimumab 5-?asa mesalamine udca tenofovir entecavir lamivudine sofosbuvir heparin lmwh
  ufh enoxa(?:parin)? warfarin acitrom noacs? doacs? apixaban rivaroxaban dabigatran dapt ecosprin aspirin
  clopi(?:dogrel)? statins? stk tnk rt-?pa alteplase nitro ntg furosemide lasix amiod(?:arone)? adenosine digoxin
  dilt(?:iazem)? metoprolol bisoprolol noradr?(?:enaline)? dobutamine inotropes? vasopressors? vasopressin dvt\\s?px dvt\\sprophylaxis insulin
  infusion oads? ohas? metformin thyroxine thyronorm eltroxin carbimazole neomercazole cbz carbamazepine lev
  levetiracetam eptoin phenytoin valproate vpa clobazam lamotrigine midazolam lorazepam diazepam thiamine
  haloperidol olanzapine risperidone lithium clozapine fluoxetine escitalopram syndopa levodopa pramipexole
  pyridostig(?:mine)? neostigmine donepezil baclofen botox morphine fentanyl tramadol pcm diclofenac iron
  erythropoietin epo gcsf g-csf hydroxyurea deferasirox imatinib gefitinib tamoxifen letrozole trastuzumab
  bevacizumab avastin ranibizumab lucentis sorafenib octreotide terlipressin dcp ocps? mgso4 labetalol oxytocin
  carboprost miso(?:prostol)? mifepristone betamethasone anti-?d timolol latanoprost prazosin salbutamol asthalin
  deriphyllin budecort formoterol mdi rotacaps? collagen`);
const DEEDS = word(`
  neb(?:n|s|ul[a-z]+)? o2 oxygen nrbm hfnc niv bipap cpap vent ventilator ventilation intubated prone tracheostomy
  icd icdt chest\\sdrain drain drained drainage aspirated tapp?ed biops(?:y|ied) bx fnac hd sled crrt capd dialysis
  mhd hdx?\\d* plasmaph[a-z]* plex exchange dvet phototherapy dspt cooling cooled nicu picu icu kmc npo rt\\s?feeds? ng
  feeds pci ptca cag des(?=\\s+(?:to|x|in)) stent stenting stented cabg bmv pbmv mvr avr dvr ppi aicd crt rfa device\\sclosure
  cardioversion dc thrombolys(?:ed|is) lysed reverted evar tavi embolectomy emboli[sz]ation coiling coiled clipping
  clipped craniotomy craniectomy evd burr\\shole laminectomy discectomy acdf tlif plif orif crif crpp cr(?=\\s*(?:\\+|under|done|and|&)) ilizarov
  ex-?fix im\\s?nail(?:ing)? nailing nailed imn imil plating plated philos dhs pfn[a-z]* tens k-?wires? k-?wiring
  tbw arthroscopy aclr hemi-?arthroplasty thr tkr slab cast u\\s?slab splint (?:skin|skeletal)\\straction binder sling brace collar
  physio physiotherapy bka aka(?=\\s+(?:done|planned|stump)) amputated debrided debridement ssg flap sutured stitches i\\s?&\\s?[dc] incision
  dressings? removal excision excised resection resected lap laparoscopic laparoscopy laparotomy lc chole
  cholecystectomy append(?:ic)?ectomy interval tep tapp hernioplasty herniorrhaphy mesh\\srepair meshplasty graham['’]?s
  patch anastomosis colostomy ileostomy stoma hartmann['’]?s whipple['’]?s ercp ptbd pcn dj djstent urs rirs pcnl
  eswl turp turbt oiu viu cystoscopy orchid?ectomy (?:em\\.?\\s|emerg(?:ency)?\\s)?splenectomy mtp(?=\\s*\\d) orchid?opexy circumcision nephrectomy haemorrhoidectomy
  hemorrhoidectomy hemithyroidectomy (?:total\\s)?thyroidectomy tt cnd mrnd mnd wle mrm bcs slnb mastectomy thoracotomy vats
  decortication lobectomy chemo ctrt nact nacrt ebrt icbt radiotherapy brachytherapy r-?chop abvd folfox flot ac-t
  ema-?co tmz scrotal\\ssupport tah bso pfr em(?=\\s+(?:lscs|cs|caes)) lscs caes(?:arean)? d\\s?&\\s?[ce] s/e mva svd ftnvd forceps ventouse
  vacuum induction tocolysis polypectomy marsupiali[sz](?:ed|ation) cerclage detorsion salpingectomy salpingostomy
  myomectomy phaco phacoemulsification pciol phaco\\+pciol sics iol dcr vitrectomy prp(?=\\s+(?:done|laser|planned)) laser tympanoplasty
  mastoidectomy fess septoplasty adenotonsillectomy tonsillectomy adenoidectomy extn extraction extracted rct(?=\\s+(?:done|planned|adv))
  obturation explant avf redo revision enucleated fasciotomy dilatation evlt rmso tnts ect`);
const COURSE = word(`
  pod\\s?\\d* pnd\\s?\\d+ d\\d+ day\\s?\\d* post-?op pre-?op preop done planned plan adv advised repaired
  conserv(?:ative|atively)? managed healing united resolving stable
  improving better ongoing continued continuing started cycle\\s?\\d* dose\\s?\\d* in\\s?situ insitu elective
  electively adm admitted admission discharged dama lama referred refer f/u follow-?up review observation awaiting
  awaited w/u workup rta bta assault rtf bed\\s?rest old\\scase case usg mri cect ct hrct echo ecg x-?ray xray cxr
  ogd ugie endoscopy colonoscopy repeat euthyroid conscious oriented ambulatory asymptomatic given sent shunt\\sdone
  duration undelivered in\\slabou?r iol`);
const BETWEEN = word('on for with and then now was is of at to x per the by under via');

const PART = new RegExp(
  `(?:${VALUES}(?![\\p{L}])\\s*(?:${FIGURE}|[+-]+(?:ve)?|neg(?:ative)?|pos(?:itive)?|high|low|normal|[↑↓]+)|(?:${DRUGS}|${DEEDS}|${COURSE})(?![\\p{L}\\d])|${FIGURE})`,
  'iuy',
);
const VALUE = new RegExp(`(?<![\\p{L}])${VALUES}(?![\\p{L}])\\s*${FIGURE}`, 'giu');
/** "DCMP EF 22%" says no more than the disease. */
export const withoutValues = (part: string): string => part.replace(VALUE, ' ');
const LINK = new RegExp(`(?:[\\s,.;:()#&+/–-]+|${BETWEEN}(?![\\p{L}]))`, 'iuy');

/**
 * True where all that a part of a line says is what was found, done, given or planned: "on LMWH, CAG
 * planned". "Graft rejection" and "iron deficiency" are more than that.
 */
export function isDone(part: string): boolean {
  let at = 0;
  let found = false;
  while (at < part.length) {
    LINK.lastIndex = at;
    const link = LINK.exec(part);
    if (link) {
      at += link[0].length;
      continue;
    }
    PART.lastIndex = at;
    const named = PART.exec(part);
    if (!named) return false;
    found = true;
    at += named[0].length;
  }
  return found;
}

/** "no obstruction": what is not there, unless that is what was found ("no FHS", "no cry"). */
export const NOT_THERE =
  /^(?:no|nil)\s(?!(?:f(?:o)?etal|fm|fhs?|cry|cried|mec|stool|flatus|urin|pulse|pl(?![\p{L}])|vision|speech|movement|anc|antenatal|menses|bowel))/iu;
/** Behind these alone, what was taken or given tells what it is: "Poisoning with diazepam". */
export const NEEDS_AGENT =
  /^\W*(?:(?:ac|acute|h\/o|drug)\s+)*(?:poisoning|overdose|od|toxicity|intoxication|ingestion|allergy|anaphylaxis|reaction|rash|eruption|fde|sjs|ten|dress|dependence|addiction|abuse|withdrawal|hepatitis|(?:febrile\s)?neutropenia|mucositis|hypoglyc(?:a)?emia|parkinsonism|dyskinesia)\W*$/iu;
/** Figures behind these are a level, a stage or a weight: "Pott's spine, D8-9". */
export const NEEDS_FIGURE =
  /(?<![\p{L}])(?:spin\p{L}*|vert\p{L}*|pott['’]?s?|koch['’]?s?|compress\p{L}*|wedge|disc|cord|vit\p{L}*|def|ckd|hie|rop|bed\s?sore|pressure|preterm|prematur\p{L}*|v?lbw|elbw)(?![\p{L}])/iu;
export const FIGURE_FIRST = /^(?:d|stage|gr)?\s?\d/iu;

const SELF_HARM =
  /(?<![\p{L}])(?:with\s+)?(?:self[- ]?consum\p{L}*|deliberate(?:ly)?(?!\s+self)|(?<!-)intentional(?:ly)?(?!\s+(?:self|poison|underdos))|suicid\p{L}*(?:\s+(?:attempt|intent\p{L}*|ingestion|consumption))?|dsh|self[- ]?harm|deliberate self[- ]harm)(?![\p{L}])(?!\s+(?:ideation|thought|risk))/giu;
/** Nobody's own deed, not now, or none at all. */
const NOT_SELF =
  /(?<![\p{L}])(?:(?:(?:no|not|non|denies|denied|without)[\s-]+(?:any\s+)?|(?:h\/o|history of|past|prev\p{L}*)\s+)(?:suicid|dsh|self|deliberate|attempt)|accident\p{L}*|homicid\p{L}*|assault|intentional poisoning by)/iu;
const POISON = new RegExp(
  String.raw`(?<![\p{L}])(?:poison\p{L}*|od(?!\s*(?:hs|x|\d))|overdose|ingest\p{L}*|consum\p{L}*|cons|paste|opp?|opc|organophosphate|pesticide|insecticide|herbicide|tabs?|tablets?|pcm|paracetamol|paraquat|celphos|alp|acid|kerosene|${ORGANOPHOSPHATES}|phenyl|harpic|rat killer|rodenticide|hair dye|oleander|dhatura|datura|hanging)(?![\p{L}])`,
  'iu',
);
/** As the names of codes have it. */
const NAMED_INTENT = /intentional self-harm/i;
/** True where somebody took poison, or hanged himself, to harm himself. */
export const isSelfPoisoning = (line: string): boolean =>
  line.search(SELF_HARM) >= 0 &&
  POISON.test(line) &&
  !NOT_SELF.test(line) &&
  !NAMED_INTENT.test(line);
export const withoutIntent = (line: string): string => line.replace(SELF_HARM, ' ');

/** There, weeks are those of a pregnancy. */
export const PREGNANCY =
  /(?<![\p{L}\d])(?:primi(?:gravida|para|p)?|g\s?\d{1,2}(?:\s?[pla]\s?\d{1,2})*|preg\p{L}*|gravid\p{L}*|multigravida|multipara|multip|grand multi\p{L}*|anc(?=\s+(?:visit|case|pt|\d+\s?w))|pl(?:ac)?\.?(?=\s(?:prev|accr|incr|percr))|plac\p{L}*|praevia|previa|accreta|percreta|abruptio\p{L}*|pp?rom|pre-?eclamp\p{L}*|eclamp\p{L}*|pih|gdm|ghtn|gest\p{L}*\s+htn|iugr|fgr|oligo(?:hydr\p{L}*)?|poly-?hydr\p{L}*|twins?|dcda|mcda|breech|transv\p{L}*\slie|ihcp|preterm lab\p{L}*|ptl|afi(?=\s?\d)|nst|f(?:o)?etal|iufd|(?:cx|cervical)\sincompetence|rh\s?neg\p{L}*|aph|hyperemesis|undelivered|post-?\s?dates|hellp|false pains?|sev(?:ere)?\s+pe(?=\s+\d{2}\s?w(?!.*(?:after|post|tkr|thr|ctpa|dvt)))|icp(?=.*(?:bile acid|udca|itch|prurit)))(?![\p{L}\d])/iu;
/** A pregnancy that ended has no trimester in its code. */
export const ENDED =
  /(?<![\p{L}])(?:ab|abort\p{L}*|miscarr\p{L}*|mtp|ectopic|mole|molar|nicu|newborn|nb|post-?\s?partum|post-?\s?natal|puerp\p{L}*|pnd\s?\d|pp day|(?<!not\s|un)delivered|f\/u|follow-?up|nnj)(?![\p{L}])/iu;

/** "Fibrinogen N, plt N": what is normal. */
export const NORMAL =
  /(?<![\p{L}])(?:[Ff]ibrinogen|FIBRINOGEN|[Pp]lt|PLT|[Pp]latelets?|[Hh][Bb]|TLC|WBC|[LKR]FT|INR|PT|[Aa]PTT|[Cc]oag\p{L}*|TSH|TFT|USG|NCCT|CT|MRI|CXR|[Vv]?E[CE]G|[Ee]cho|CBC|[Cc]reat\p{L}*|[Uu]rea|[Mm]enisci|[Pp]upils?|[Ff]undus|CSF|[Tt]rop\p{L}*|[Ll]ipase|[Aa]mylase)\s+N(?=\s*(?:[,;)]|$))/gu;

/** How large or how much something is says no code. */
export const SIZE =
  /(?<![\p{L}\d.])\d+(?:\.\d+)?\s?(?:mg|mcg|µg|ml|iu|units?)(?:\/(?:kg|day|d|hr?|min))*(?![\p{L}])|(?<![\p{L}\d.])\d+(?:\.\d+)?(?:\s?[x*]\s?\d+(?:\.\d+)?)*\s?(?:cms?|mms?)(?![\p{L}])/giu;

/** There, figures with a degree are degrees and not "primary". */
export const OF_DEGREES =
  /(?<![\p{L}])(?:burns?|scalds?|flame|frostbite|(?:av|heart)\s?block|avb|tear|uv|prol\p{L}*|piles|h(?:a)?emorrhoids?|perineal)(?![\p{L}])/iu;

const LUNG =
  /(?<![\p{L}])(?:lungs?|pneum\p{L}*|bronch\p{L}*|ptb|cap|consolid\p{L}*|pleur\p{L}*)(?![\p{L}])/iu;
const LID =
  /(?<![\p{L}])(?:chalazi\p{L}*|hordeol\p{L}*|stye|lids?|eyelids?|ptosis|blephar\p{L}*|entropion|ectropion|trichiasis)(?![\p{L}])/iu;
/** With their grade. */
const PILES =
  /^(?=.*(?<![\p{L}])(?:piles|h(?:a)?emorrhoids?)(?![\p{L}]))(?=.*(?:(?<![\p{L}])g(?:r(?:ade)?|d)\.?\s*(?:[1-4]|i{1,3}|iv)|degree)(?![\p{L}\d]))/isu;
/** A pregnancy with what is of pregnancies alone: there it need not be said again. */
const OF_PREGNANCIES =
  '(?:pl|plac\\p{L}*|pr(?:a)?evia|accr\\p{L}*|percr\\p{L}*|abrup\\p{L}*|pp?rom|pe|pp|ap|pre-?eclamp\\p{L}*|eclamp\\p{L}*|pih|gdm|iugr|fgr|oligo\\p{L}*|poly\\p{L}*|twins?|dcda|mcda|breech|transv\\p{L}*|ihcp|ptl|preterm|iufd|cx|cervical|rh|aph|hyperem\\p{L}*|hellp|f(?:o)?etal|preg\\p{L}*|post-?\\s?dates|obst\\p{L}*|prolonged|cord|msl|pprom|labou?r|lscs|ft\\p{L}*|nvd|normal|prev|previous|failed|ret\\p{L}*|pph|elderly)(?![\\p{L}])';
const LEAD =
  '^(?:(?:primi(?:gravida|para)?|multi(?:gravida|para|p)|g\\s?\\d{1,2}(?:\\s?[pla]\\s?\\d{1,2})*)(?![\\p{L}\\d])\\s*(?:,?\\s*\\d+(?:\\s?\\+\\s?\\d)?\\s?w\\p{L}*\\.?)?|\\d+(?:\\s?\\+\\s?\\d)?\\s?w\\p{L}*\\.?)\\s*[,;ē–-]+\\s*(?:with\\s+)?(?=\\S)';
/** An embolism of the lung, also of a pregnant woman. */
const EMBOLISM =
  /(?<![\p{L}])(?:dvt|vte|embol\p{L}*|ctpa|lmwh|heparin|thrombol\p{L}*)(?![\p{L}])/iu;
const GDM = /(?<![\p{L}])(?:gdm|gestational diabetes)(?![\p{L}])/iu;
const lobe = (short: string, meaning: string): InContext[] => [
  {
    of: LUNG,
    words: new RegExp(`(?<![\\p{L}])${short}(?![\\p{L}])`, 'gu'),
    meaning: `${meaning} lobe`,
  },
  {
    of: LID,
    words: new RegExp(
      `(?<![\\p{L}])(?:${short}|${short[0]}E\\s+${short.slice(1)})(?![\\p{L}])`,
      'gu',
    ),
    meaning: `${meaning} eyelid`,
  },
];
const grade = (figures: string, meaning: string): InContext => ({
  of: PILES,
  words: new RegExp(`(?<![\\p{L}])g(?:r(?:ade)?|d)\\.?\\s*(?:${figures})(?![\\p{L}\\d])`, 'giu'),
  meaning: `${meaning} degree`,
});

/**
 * In this order; a word that has its meaning is not read again. These tell more than a name that is
 * a term as it stands: "GDM on insulin".
 */
export const IN_CONTEXT: readonly InContext[] = [
  {
    of: /(?<![\p{L}])(?:colostomy|ileostomy)\s+closure(?![\p{L}])/iu,
    words: /(?<![\p{L}])(colostomy|ileostomy)\s+closure(?![\p{L}])/giu,
    meaning: 'attention to $1',
  },
  {
    of: /^(?:adm\p{L}*\.?\s+)?for\s+chemo/iu,
    words: /^.*$/u,
    meaning: 'encounter for antineoplastic chemotherapy',
  },
  {
    of: PREGNANCY,
    except: EMBOLISM,
    words: /(?<![\p{L}])PE(?![\p{L}])/gu,
    meaning: 'pre-eclampsia',
  },
  {
    of: PREGNANCY,
    words: /(?<![\p{L}])(?:central|complete)\s+PP(?![\p{L}])/gu,
    meaning: 'complete placenta previa',
  },
  {
    of: PREGNANCY,
    words:
      /(?<![\p{L}])PP(?:\s*(?:type|gr(?:ade)?)\s*(?:[34]|III|IV))(?![\p{L}\d])(?=.*(?:APH|bleed))/gu,
    meaning: 'complete placenta previa with hemorrhage',
  },
  {
    of: PREGNANCY,
    words: /(?<![\p{L}])PP\s*(?:type|gr(?:ade)?)\s*(?:[34]|III|IV)(?![\p{L}\d])/gu,
    meaning: 'complete placenta previa',
  },
  {
    of: PREGNANCY,
    words: /(?<=complete placenta previa with hemorrhage)[,\s]*(?:c|ē|with|w)?\s*APH/gu,
    meaning: '',
  },
  {
    of: PREGNANCY,
    words: /(?<![\p{L}])(?:AP\s+eclampsia|eclampsia,?\s+(?:AP|antepartum))(?![\p{L}])/giu,
    meaning: 'antepartum eclampsia',
  },
  {
    of: PREGNANCY,
    words: new RegExp(`${LEAD}(?=.*(?<![\\p{L}])${OF_PREGNANCIES})`, 'iu'),
    meaning: '',
  },
  { of: PREGNANCY, words: new RegExp(LEAD, 'iu'), meaning: 'pregnancy with ' },
  {
    of: GDM,
    words:
      /(?<=(?:gdm|gestational diabetes)[^;]{0,30}?),\s*(?:on\s+)?(?:diet(?:ary)?|mnt)(?:\s+(?:control\p{L}*|only|alone|and exercise))*(?![\p{L}])(?!.*(?:insulin|metformin))/giu,
    meaning: ' in pregnancy diet controlled',
  },
  {
    of: GDM,
    words:
      /(?<=(?:gdm|gestational diabetes)[^;]{0,30}?),\s*(?:on\s+)?metformin(?:\s+only)?(?![\p{L}])(?!.*(?<!no\s)insulin)/giu,
    meaning: ' in pregnancy controlled by oral hypoglycemic drugs',
  },
  { of: GDM, words: /,?\s*on\s+(?:diet\p{L}*|mnt)/giu, meaning: ' in pregnancy diet controlled' },
  { of: GDM, words: /,?\s*on\s+insulin/giu, meaning: ' in pregnancy insulin controlled' },
  {
    of: GDM,
    words: /,?\s*on\s+(?:metformin|oads?|ohas?)/giu,
    meaning: ' in pregnancy controlled by oral hypoglycemic drugs',
  },
  ...lobe('RUL', 'right upper'),
  ...lobe('LUL', 'left upper'),
  ...lobe('RLL', 'right lower'),
  ...lobe('LLL', 'left lower'),
  { of: LUNG, words: /(?<![\p{L}])RML(?![\p{L}])/gu, meaning: 'right middle lobe' },
  { of: LUNG, words: /(?<=(?<![\p{L}])(?:[rl]t\.?|b\/l)\s)UL(?![\p{L}])/gu, meaning: 'upper lobe' },
  { of: LUNG, words: /(?<=(?<![\p{L}])(?:[rl]t\.?|b\/l)\s)LL(?![\p{L}])/gu, meaning: 'lower lobe' },
  grade('1|i', 'first'),
  grade('2|ii', 'second'),
  grade('3|iii', 'third'),
  grade('4|iv', 'fourth'),
  { of: PILES, words: /(?<![\p{L}])piles(?![\p{L}])/giu, meaning: 'hemorrhoids' },
  {
    of: /(?<![\p{L}])(?:impacted(?=\s+(?:tooth|molar|canine|wisdom|3rd|third|[1-4][1-8](?!\s*[hdwm])))|carious|pulpitis|caries|unerupted|periapical)(?![\p{L}])/iu,
    words: /(?<![\p{L}\d])[1-4][1-8](?![\p{L}\d]|\s*(?:\/|y|(?:m|f|h|d|w)(?:\p{L}*)(?![\p{L}])))/gu,
    meaning: 'tooth',
  },
];
