/** Words of lines of wards that name no disease: what was found, done, given or planned. */

const word = (words: string) => `(?:${words.trim().split(/\s+/).join('|')})`;
const FIGURE = String.raw`[<>~=:]?\s?\d[\d.,/x+-]*\s?(?:%|k|l|lakhs?|mg|g|gm|ml|cc|cm|mm|mmhg|f|c|units?)?`;
const VALUES = word(`
  hb hct plt platelets? tlc wbc dlc anc esr crp pct hba1c rbs fbs ppbs grbs cbg ph hco3 lactate na k ca
  mg po4 urea bun cr creat creatinine egfr tsb bili bil sgot sgpt alt ast alp ggt lipase amylase inr pt
  aptt ldh uric ck cpk trop troponin bnp psa cea afp ca125 ca19-9 bhcg tsh ft4 t3 t4 pth vit ada cd4
  vl gcs ef lvef rvsp bp pr hr rr spo2 t temp wt muac apgar bisap meld ctp rf ana dsdna anti-ccp ccp
  hla igm igg wbct nihss csf cells 24h output urine`);
const DRUGS = word(`
  att art haart tld tle iv ivf ns rl ors prbc ffp sdp rdp ivig asv arv tt trig rig hrig nac pam atropine
  abx ab antibiotics? inj tab cap syp oint drops? ceftriaxone cefotaxime cefixime azithro\\p{L}* doxy\\p{L}*
  mero\\p{L}* imipenem pip-?taz\\p{L}* vanco\\p{L}* genta\\p{L}* amika\\p{L}* amoxi\\p{L}* augmentin
  linezolid cipro\\p{L}* levo\\p{L}* metro metronidazole ampho\\p{L}* l-amb flucon\\p{L}* vori\\p{L}*
  acyclovir oseltamivir remdesivir artesunate act cq pq quinine ivermectin albendazole praziquantel
  steroids? pred\\p{L}* wysolone mps pulse dexa\\p{L}* hydrocort\\p{L}* mtx hcq ssz lef\\p{L}* aza
  azathioprine mmf cyc cyclophosphamide tacro\\p{L}* csa rituximab infliximab adalimumab 5-?asa mesalamine
  udca tenofovir entecavir lamivudine sofosbuvir heparin lmwh ufh enoxa\\p{L}* warfarin acitrom noacs?
  doacs? apixaban rivaroxaban dabigatran dapt ecosprin aspirin clopi\\p{L}* statins? stk tnk rt-?pa alteplase
  nitro ntg furosemide lasix amiod\\p{L}* adenosine digoxin diltiazem metoprolol bisoprolol noradr?\\p{L}*
  dobutamine inotropes? vasopressin insulin oads? ohas? metformin thyroxine eltroxin carbimazole neomercazole
  cbz carbamazepine lev levetiracetam eptoin phenytoin valproate vpa clobazam lamotrigine midazolam lorazepam
  diazepam thiamine haloperidol olanzapine risperidone lithium clozapine fluoxetine escitalopram syndopa
  levodopa pramipexole pyridostig\\p{L}* neostigmine donepezil baclofen botox morphine fentanyl tramadol
  pcm diclofenac iron fe erythropoietin epo gcsf g-csf factor f?viii f?ix hydroxyurea deferasirox imatinib
  tamoxifen letrozole trastuzumab bevacizumab avastin ranibizumab lucentis sorafenib octreotide terlipressin
  dcp ocps? mgso4 labetalol oxytocin carboprost misoprost\\p{L}* mifepristone betamethasone anti-?d
  timolol latanoprost atropine prazosin salbutamol asthalin deriphyllin budecort formo\\p{L}*`);
const DEEDS = word(`
  neb\\p{L}* nebs? o2 oxygen nrbm hfnc niv bipap cpap vent\\p{L}* ventilator intubated prone tracheostomy icd\\b
  icdt? drain\\p{L}* aspirat\\p{L}* tapp?(?:ed|ing)? biops\\p{L}* bx fnac hd sled crrt capd? dialysis hdx?\\d*
  plasmaph\\p{L}* plex exchange dvet pt\\b phototherapy dspt cooling nicu picu icu kmc npo rt\\s?feeds? ng
  pci ptca cag des stent\\p{L}* cabg bmv pbmv mvr avr dvr ppi aicd crt rfa eps device cardioversion dc
  thrombolys\\p{L}* lysed reverted evar tavi embolect\\p{L}* embolisation embolization coiling coiled clip\\p{L}*
  craniotomy craniectomy evd burr vp ommaya laminectomy discectomy acdf tlif plif fixation orif crif cr\\b
  ilizarov ex-?fix im\\s?nail\\p{L}* nail\\p{L}* imn imil plat\\p{L}* philos dhs pfn\\p{L}* tens k-?wire\\p{L}*
  tbw arthroscop\\p{L}* acl\\s?r\\p{L}* hemi-?arthro\\p{L}* bipolar thr tkr pop slab cast u\\s?slab splint
  traction binder sling brace collar physio\\p{L}* bka aka amputat\\p{L}* debrid\\p{L}* ssg flap graft\\p{L}*
  sutur\\p{L}* stitch\\p{L}* i\\s?&\\s?d incision dressing\\p{L}* vac\\b removal excis\\p{L}* resect\\p{L}*
  lap\\b laparoscop\\p{L}* laparotomy lc\\b chole\\b cholecystectomy append\\p{L}*ectomy interval tep tapp
  hernioplasty herniorrhaphy mesh\\p{L}* graham\\p{L}* anastomosis colostomy ileostomy stoma hartmann\\p{L}*
  whipple\\p{L}* ercp ptbd pcn dj djs djstent\\p{L}* urs rirs pcnl eswl turp turbt oiu viu cystoscopy
  orchi\\p{L}* circumcision nephrectomy hemithyroidectomy thyroidectomy tt\\b cnd mrnd mnd wle mrm bcs\\b slnb
  mastectomy thoracotomy vats decortication lobectomy chemo\\p{L}* ct\\b ctrt crt nact nacrt rt\\b ebrt
  radio\\p{L}* brachy\\p{L}* chop r-?chop abvd folfox flot ac-t vac\\b map\\b ema-?co tmz abx scrotal
  tah vh\\b bso pfr lscs cs\\b caes\\p{L}* mtp d&c d\\s?&\\s?c d&e mva svd ftnvd forceps ventouse
  induc\\p{L}* polypectomy marsup\\p{L}* cerclage detorsion salping\\p{L}* myomectomy phaco\\p{L}* pciol sics
  dcr vitrect\\p{L}* prp laser tympano\\p{L}* mastoid\\p{L}* fess septopl\\p{L}* tonsill?ectomy adeno\\p{L}*ectomy
  extn extraction extracted rct obturation implant transplant\\p{L}* avf av\\s?fistula redo revision enucleat\\p{L}*`);
const COURSE = word(`
  pod\\s?\\d* d\\d+ day\\s?\\d* post-?op pre-?op preop done planned plan adv\\p{L}* advised repaired reduced
  conserv\\p{L}* managed\\p{L}* treated healed healing united resolv\\p{L}* stable unstable\\b improving better
  ongoing continu\\p{L}* started completed cycle\\s?\\d* dose\\s?\\d* in\\s?situ insitu elective emergency\\b
  electively adm\\p{L}* discharg\\p{L}* dama lama refer\\p{L}* f/u follow-?up review obs observation awaiting awaited
  await\\p{L}* w/u workup rta bta assault fall\\b rtf bed\\s?rest prev\\p{L}* poor good old\\s case usg mri cect
  hrct echo ecg x-?ray xray cxr egd ogd ugie endo\\p{L}*scopy colonoscopy scope repeat under supra`);

const START = '^(?:(?:on|for|post|after|s/p|p|now|was|is|under|with|ē|\\d+|in)\\s+)*';
/** A part of a line that begins so says what was found, done, given or planned. */
export const DONE = new RegExp(
  `${START}(?:${VALUES}(?![\\p{L}])\\s*(?:${FIGURE}|[+-]+(?:ve)?|neg|pos|high|low|[↑↓]+|stable|$)|(?:${DRUGS}|${DEEDS}|${COURSE})(?![\\p{L}]))`,
  'iu',
);
/** "no obstruction", "without abscess": what is not there. */
export const NOT_THERE = /^(?:no|not|w\/o|without|nil)\s/iu;
export const SELF_HARM =
  /(?<![\p{L}])(?:with\s+)?(?:suicid\p{L}*(?:\s+(?:attempt|intent\p{L}*|ingestion|consumption))?|dsh|self[- ]?harm|deliberate(?:\s+self[- ]harm)?|attempted suicide|intentional)(?![\p{L}])/giu;
export const POISON =
  /(?<![\p{L}])(?:poison\p{L}*|od|overdose|ingest\p{L}*|consum\p{L}*|cons|paste|op|opp|opc|organophosphate|paraquat|celphos|alp|acid|kerosene|phenyl|harpic|tablets?|rat killer|rodenticide|hair dye|oleander|dhatura)(?![\p{L}])/iu;

/** There, weeks are those of a pregnancy. */
export const PREGNANCY =
  /(?<![\p{L}\d])(?:primi\p{L}*|g\d+(?:p\d+)?\p{L}*\d*|preg\p{L}*|gravid\p{L}*|multi(?:gravida|para|p)?|anc|pl(?:ac)?\.?\s(?=prev|accr|incr|percr)|placenta\p{L}*|praevia|previa|accreta|percreta|abruptio\p{L}*|pp?rom|pre-?eclamp\p{L}*|eclamp\p{L}*|pih|gdm|iugr|fgr|oligo\p{L}*|poly-?hydr\p{L}*|twins?|dcda|mcda|breech|transv\p{L}*\slie|ihcp|icp|preterm|ptl|afi|nst|fm|f(?:o)?etal|iufd|iud|(?:cx|cervical)\sincompetence|rh\s?neg\p{L}*|aph|hyperemesis|undelivered)(?![\p{L}])/iu;
/** A pregnancy that ended before its time has no trimester in its code. */
export const ENDED =
  /(?<![\p{L}])(?:ab|abort\p{L}*|miscarr\p{L}*|mtp|ectopic|mole|molar|nicu|newborn|nb)(?![\p{L}])/iu;

/** How large something is says no code. */
export const SIZE =
  /(?<![\p{L}\d.])\d+(?:\.\d+)?(?:\s?[x*]\s?\d+(?:\.\d+)?)*\s?(?:cms?|mms?)(?![\p{L}])/giu;

type InContext = {
  /** What the line is of. */
  readonly of: RegExp;
  readonly words: RegExp;
  readonly meaning: string;
};
const LUNG =
  /(?<![\p{L}])(?:lung|pneum\p{L}*|bronch\p{L}*|ptb|tb|consolid\p{L}*|cavity|collapse|pleur\p{L}*)(?![\p{L}])/iu;
const LID =
  /(?<![\p{L}])(?:chalazi\p{L}*|hordeol\p{L}*|stye|lids?|eyelids?|ptosis|blephar\p{L}*|entropion|ectropion|trichiasis)(?![\p{L}])/iu;
const PILES = /(?<![\p{L}])(?:piles|h(?:a)?emorrhoids?)(?![\p{L}])/iu;
const TOOTH =
  /(?<![\p{L}])(?:impacted|carious|pulpitis|rct|caries|unerupted|periapical)(?![\p{L}])/iu;
const GDM = /(?<![\p{L}])(?:gdm|gestational diabetes)(?![\p{L}])/iu;
export const IN_CONTEXT: readonly InContext[] = [
  { of: PREGNANCY, words: /(?<![\p{L}])PE(?![\p{L}])/gu, meaning: 'pre-eclampsia' },
  {
    of: PREGNANCY,
    words: /(?<![\p{L}])(?:central\s|complete\s)?PP(?![\p{L}])/gu,
    meaning: 'complete placenta previa',
  },
  { of: PREGNANCY, words: /(?<![\p{L}])AP(?=\s+eclampsia)/gu, meaning: 'antepartum' },
  {
    of: PREGNANCY,
    words:
      /^(?:primi\p{L}*|multi\p{L}*|g\s?\d+(?:\s?[pla]\s?\d+)*)\s*(?:,?\s*\d+(?:\s?\+\s?\d)?\s?w\p{L}*\.?)?\s*[,;ē–-]*\s*(?:with\s+)?(?=\S)/iu,
    meaning: '',
  },
  {
    of: PREGNANCY,
    words: /^\s*\d+(?:\s?\+\s?\d)?\s?w\p{L}*\.?\s*[,;]\s*(?=\S)/iu,
    meaning: '',
  },
  { of: GDM, words: /,?\s*on\s+(?:diet\p{L}*|mnt)/giu, meaning: ' in pregnancy diet controlled' },
  { of: GDM, words: /,?\s*on\s+insulin/giu, meaning: ' in pregnancy insulin controlled' },
  {
    of: GDM,
    words: /,?\s*on\s+(?:metformin|oads?|ohas?)/giu,
    meaning: ' in pregnancy controlled by oral hypoglycemic drugs',
  },
  { of: LUNG, words: /(?<![\p{L}])RUL(?![\p{L}])/gu, meaning: 'right upper lobe' },
  { of: LUNG, words: /(?<![\p{L}])LUL(?![\p{L}])/gu, meaning: 'left upper lobe' },
  { of: LUNG, words: /(?<![\p{L}])RLL(?![\p{L}])/gu, meaning: 'right lower lobe' },
  { of: LUNG, words: /(?<![\p{L}])LLL(?![\p{L}])/gu, meaning: 'left lower lobe' },
  { of: LUNG, words: /(?<![\p{L}])RML(?![\p{L}])/gu, meaning: 'right middle lobe' },
  { of: LUNG, words: /(?<=[rl]t\.?\s)UL(?![\p{L}])/giu, meaning: 'upper lobe' },
  { of: LUNG, words: /(?<=[rl]t\.?\s)LL(?![\p{L}])/giu, meaning: 'lower lobe' },
  {
    of: LID,
    words: /(?<![\p{L}])RUL(?![\p{L}])|(?<![\p{L}])RE\s+UL(?![\p{L}])/gu,
    meaning: 'right upper eyelid',
  },
  {
    of: LID,
    words: /(?<![\p{L}])LUL(?![\p{L}])|(?<![\p{L}])LE\s+UL(?![\p{L}])/gu,
    meaning: 'left upper eyelid',
  },
  {
    of: LID,
    words: /(?<![\p{L}])RLL(?![\p{L}])|(?<![\p{L}])RE\s+LL(?![\p{L}])/gu,
    meaning: 'right lower eyelid',
  },
  {
    of: LID,
    words: /(?<![\p{L}])LLL(?![\p{L}])|(?<![\p{L}])LE\s+LL(?![\p{L}])/gu,
    meaning: 'left lower eyelid',
  },
  {
    of: PILES,
    words: /(?<![\p{L}])gr(?:ade)?\.?\s*(?:1|i)(?![\p{L}\d])/giu,
    meaning: 'first degree',
  },
  {
    of: PILES,
    words: /(?<![\p{L}])gr(?:ade)?\.?\s*(?:2|ii)(?![\p{L}\d])/giu,
    meaning: 'second degree',
  },
  {
    of: PILES,
    words: /(?<![\p{L}])gr(?:ade)?\.?\s*(?:3|iii)(?![\p{L}\d])/giu,
    meaning: 'third degree',
  },
  {
    of: PILES,
    words: /(?<![\p{L}])gr(?:ade)?\.?\s*(?:4|iv)(?![\p{L}\d])/giu,
    meaning: 'fourth degree',
  },
  { of: PILES, words: /(?<![\p{L}])piles(?![\p{L}])/giu, meaning: 'hemorrhoids' },
  { of: TOOTH, words: /(?<![\p{L}\d])[1-4][1-8](?![\p{L}\d])/gu, meaning: 'tooth' },
];
