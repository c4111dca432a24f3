/** Findings and complaints. A line: names; the first is preferred | SNOMED CT code and term | ICD-10-CM code and name | who has that SNOMED CT code (sources.ts). */
export const findingsSymptoms = `
fever; pyrexia; raised temperature; high temperature; bukhar | 386661006 Fever | R50.9 Fever, unspecified | satusehat synthea be smart canon
cough; khansi | 49727002 Cough | R05.9 Cough, unspecified | satusehat synthea smart canon
productive cough; wet cough; cough with sputum; cough with phlegm; cough with expectoration | 28743005 Productive cough | R05.8 Other specified cough | satusehat radi
dry cough; non-productive cough; sukhi khansi | 11833005 Dry cough | R05.8 Other specified cough | satusehat lists
shortness of breath; breathlessness; dyspnea; dyspnoea; difficulty breathing; SOB; trouble breathing | 267036007 Dyspnea | R06.02 Shortness of breath | satusehat synthea smart canon
wheezing; wheeze; whistling in the chest | 56018004 Wheezing | R06.2 Wheezing | synthea smart canon
hemoptysis; haemoptysis; coughing up blood; blood in sputum | 66857006 Hemoptysis | R04.2 Hemoptysis | satusehat smart canon
chest pain; pain in the chest | 29857009 Chest pain | R07.9 Chest pain, unspecified | satusehat smart canon mimic
palpitations; fluttering heart | 80313002 Palpitations | R00.2 Palpitations | satusehat canon radi
syncope; fainting; blackout; passed out | 271594007 Syncope | R55 Syncope and collapse | satusehat canon
dizziness; giddiness; lightheadedness; chakkar | 404640003 Dizziness | R42 Dizziness and giddiness | satusehat smart canon
vertigo; spinning sensation; head spinning | 399153001 Vertigo | R42 Dizziness and giddiness | satusehat radi
headache; head pain; cephalgia; sir dard | 25064002 Headache | R51.9 Headache, unspecified | satusehat synthea smart canon
nausea; queasiness; feeling sick | 422587007 Nausea | R11.0 Nausea | satusehat synthea be smart canon
vomiting; throwing up; emesis; ulti | 422400008 Vomiting | R11.10 Vomiting, unspecified | satusehat be smart canon
nausea and vomiting; N/V | 16932000 Nausea and vomiting | R11.2 Nausea with vomiting, unspecified | satusehat smart canon
diarrhea; diarrhoea; loose motions; loose stools; dast | 62315008 Diarrhea | R19.7 Diarrhea, unspecified | satusehat smart canon
constipation; hard stools; kabz | 14760008 Constipation | K59.00 Constipation, unspecified | satusehat smart canon
abdominal pain; stomach ache; tummy pain; pain abdomen; belly pain; pet dard | 21522001 Abdominal pain | R10.9 Unspecified abdominal pain | satusehat be smart canon
epigastric pain; pain in the pit of the stomach | 79922009 Epigastric pain | R10.13 Epigastric pain | satusehat be smart
right upper quadrant pain; RUQ pain | 301717006 Right upper quadrant pain | R10.11 Right upper quadrant pain | be smart
abdominal bloating; abdominal distension; bloating; gassy abdomen | 116289008 Abdominal bloating | R14.0 Abdominal distension (gaseous) | satusehat canon
jaundice; yellow eyes; icterus; piliya | 18165001 Jaundice | R17 Unspecified jaundice | satusehat smart canon
hematemesis; haematemesis; vomiting blood | 8765009 Hematemesis | K92.0 Hematemesis | satusehat canon
melena; malena; black stools; tarry stools | 2901004 Melena | K92.1 Melena | be canon
rectal bleeding; bleeding per rectum | 12063002 Rectal hemorrhage | K62.5 Hemorrhage of anus and rectum | smart canon
blood in stool; bloody stool; blood in motion | - | K92.1 Melena | -
dysphagia; difficulty swallowing; trouble swallowing | 40739000 Dysphagia | R13.10 Dysphagia, unspecified | satusehat canon
loss of appetite; anorexia; poor appetite; not feeling hungry | 79890006 Loss of appetite | R63.0 Anorexia | satusehat smart
weight loss; losing weight | 89362005 Weight loss | R63.4 Abnormal weight loss | satusehat radi
fatigue; tiredness; tired all the time; thakan | 84229001 Fatigue | R53.83 Other fatigue | satusehat synthea canon
malaise; feeling unwell | 367391008 Malaise | R53.81 Other malaise | satusehat canon
weakness; generalized weakness; asthenia; kamzori | 13791008 Asthenia | R53.1 Weakness | satusehat canon
chills; rigors; shivering | 43724002 Chill | R68.83 Chills (without fever) | satusehat synthea canon
muscle pain; myalgia; body ache; body pain; badan dard | 68962001 Muscle pain | M79.10 Myalgia, unspecified site | satusehat synthea smart canon
joint pain; arthralgia; aching joints; jodo ka dard | 57676002 Joint pain | M25.50 Pain in unspecified joint | satusehat synthea canon radi
back pain; backache; kamar dard | 161891005 Backache | M54.9 Dorsalgia, unspecified | satusehat smart
low back pain; lower back pain; lumbago; LBP | 279039007 Low back pain | M54.50 Low back pain, unspecified | satusehat smart canon
neck pain; cervicalgia | 81680005 Neck pain | M54.2 Cervicalgia | satusehat smart canon
shoulder pain | 45326000 Shoulder pain | M25.519 Pain in unspecified shoulder | be smart canon
knee pain; pain in the knee; ghutne ka dard | 1003722009 Pain of knee region | M25.569 Pain in unspecified knee | be canon
hip pain | 49218002 Hip pain | M25.559 Pain in unspecified hip | be canon
ankle pain | 247373008 Ankle pain | M25.579 Pain in unspecified ankle and joints of unspecified foot | be smart
hand pain | 53057004 Hand pain | M79.643 Pain in unspecified hand | satusehat be
leg pain; lower limb pain | 10601006 Pain in lower limb | M79.606 Pain in leg, unspecified | be smart
muscle cramp; cramps; leg cramps | 55300003 Cramp | R25.2 Cramp and spasm | satusehat canon
edema; oedema; swelling; fluid retention | 267038008 Edema | R60.9 Edema, unspecified | smart canon
rash; skin rash; skin eruption | 271807003 Eruption of skin | R21 Rash and other nonspecific skin eruption | satusehat smart canon
itching; pruritus; itchy skin; khujli | 418290006 Itching | L29.9 Pruritus, unspecified | satusehat rkh
sore throat; throat pain; gale me dard | 267102003 Sore throat symptom | R07.0 Pain in throat | satusehat synthea
nasal congestion; blocked nose; stuffy nose | 68235000 Nasal congestion | R09.81 Nasal congestion | satusehat synthea smart canon
loss of smell; anosmia | 44169009 Loss of smell | R43.0 Anosmia | satusehat canon
loss of taste; ageusia | 36955009 Loss of taste | R43.2 Parageusia | satusehat synthea
nosebleed; epistaxis; bleeding from the nose | 249366005 Bleeding from nose | R04.0 Epistaxis | satusehat canon
tinnitus; ringing in the ears | 60862001 Tinnitus | H93.19 Tinnitus, unspecified ear | satusehat canon
hearing loss; hard of hearing; deafness | 15188001 Hearing loss | H91.90 Unspecified hearing loss, unspecified ear | canon rkh
blurred vision; hazy vision; blurring of vision | 111516008 Blurred vision | H53.8 Other visual disturbances | satusehat canon
double vision; diplopia | 24982008 Double vision | H53.2 Diplopia | satusehat canon
visual disturbance; vision problem | 63102001 Visual disturbance | H53.9 Unspecified visual disturbance | smart rkh
dysuria; burning micturition; burning urination | 49650001 Dysuria | R30.0 Dysuria | satusehat canon radi
painful urination; pain while passing urine | - | R30.9 Painful micturition, unspecified | -
urinary frequency; frequent urination; increased frequency of micturition | 162116003 Urinary frequency | R35.0 Frequency of micturition | smart canon
nocturia; passing urine at night | 139394000 Nocturia | R35.1 Nocturia | satusehat canon
hematuria; haematuria; blood in urine | 34436003 Hematuria | R31.9 Hematuria, unspecified | satusehat canon rkh radi
urinary retention; retention of urine; unable to pass urine | 267064002 Urinary retention | R33.9 Retention of urine, unspecified | be canon
urinary incontinence; leaking urine | 165232002 Urinary incontinence | R32 Unspecified urinary incontinence | be canon
fecal incontinence; faecal incontinence; bowel incontinence | 72042002 Fecal incontinence | R15.9 Full incontinence of feces | be canon
proteinuria; protein in urine | 29738008 Proteinuria | R80.9 Proteinuria, unspecified | canon rkh
amenorrhea; amenorrhoea; missed periods; no periods | 14302001 Amenorrhea | N91.2 Amenorrhea, unspecified | satusehat smart canon
vaginal discharge; white discharge; leucorrhoea; leukorrhea | 271939006 Vaginal discharge | N89.8 Other specified noninflammatory disorders of vagina | satusehat smart
postmenopausal bleeding; bleeding after menopause; PMB | 76742009 Postmenopausal bleeding | N95.0 Postmenopausal bleeding | be canon
breast lump; lump in the breast | 89164003 Breast lump | N63.0 Unspecified lump in unspecified breast | smart canon
seizure; fits; convulsion; convulsions | 91175000 Seizure | R56.9 Unspecified convulsions | satusehat smart canon
febrile seizure; febrile convulsion; fever fits | 41497008 Febrile seizure | R56.00 Simple febrile convulsions | canon rkh
tremor; shaking of the hands; trembling | 26079004 Tremor | R25.1 Tremor, unspecified | satusehat canon
ataxia; unsteady gait | 20262006 Ataxia | R27.0 Ataxia, unspecified | satusehat rkh
aphasia; loss of speech | 87486003 Aphasia | R47.01 Aphasia | satusehat canon
hemiplegia; paralysis of one side | 50582007 Hemiplegia | G81.90 Hemiplegia, unspecified affecting unspecified side | satusehat canon rkh
anxiety; anxiousness | 48694002 Anxiety | F41.9 Anxiety disorder, unspecified | satusehat smart
nervousness | - | R45.0 Nervousness | -
insomnia; sleeplessness; cannot sleep; poor sleep | 193462001 Insomnia | G47.00 Insomnia, unspecified | satusehat smart canon
tachycardia; fast heart rate; rapid pulse | 3424008 Tachycardia | R00.0 Tachycardia, unspecified | satusehat canon
low blood pressure; hypotension; low BP | 45007003 Low blood pressure | I95.9 Hypotension, unspecified | satusehat canon
hypoxemia; low oxygen saturation; low oxygen | 389087006 Hypoxemia | R09.02 Hypoxemia | synthea canon
enlarged lymph nodes; swollen glands; swollen lymph nodes | 30746006 Lymphadenopathy | R59.9 Enlarged lymph nodes, unspecified | be canon rkh
lymphadenopathy; generalized lymphadenopathy | - | R59.1 Generalized enlarged lymph nodes | -
hepatomegaly; enlarged liver | 80515008 Hepatomegaly | R16.0 Hepatomegaly, not elsewhere classified | be canon
splenomegaly; enlarged spleen | 16294009 Splenomegaly | R16.1 Splenomegaly, not elsewhere classified | be canon
hepatosplenomegaly; enlarged liver and spleen | 36760000 Hepatosplenomegaly | R16.2 Hepatomegaly with splenomegaly, not elsewhere classified | be rkh
ascites; fluid in the abdomen | 389026000 Ascites | R18.8 Other ascites | be canon
chronic pain; long-standing pain | 82423001 Chronic pain | G89.29 Other chronic pain | synthea be smart canon
pain; ache | 22253000 Pain | R52 Pain, unspecified | satusehat be
high blood sugar; hyperglycemia; hyperglycaemia | 80394007 Hyperglycemia | R73.9 Hyperglycemia, unspecified | synthea canon
dehydration; dehydrated | 34095006 Dehydration | E86.0 Dehydration | satusehat smart canon rkh
shock; circulatory collapse | 27942005 Shock | R57.9 Shock, unspecified | synthea canon
heartburn; acidity; acid burning in the chest; pyrosis | 16331000 Heartburn | R12 Heartburn | canon lists
night sweats; sweating at night | 42984000 Night sweats | R61 Generalized hyperhidrosis | satusehat lists
excessive sweating; hyperhidrosis | - | R61 Generalized hyperhidrosis | -
runny nose; rhinorrhea; nasal discharge; watery nose | 64531003 Nasal discharge | J34.89 Other specified disorders of nose and nasal sinuses | satusehat lists
sneezing; chheenk | 76067001 Sneezing | R06.7 Sneezing | satusehat lists
polyuria; passing a lot of urine; excessive urination | 28442001 Polyuria | R35.89 Other polyuria | satusehat lists
excessive thirst; polydipsia; always thirsty | 17173007 Excessive thirst | R63.1 Polydipsia | satusehat lists
vaginal bleeding; bleeding from the vagina | 289530006 Bleeding from vagina | N93.9 Abnormal uterine and vaginal bleeding, unspecified | be lists
abnormal uterine bleeding; AUB | - | N93.9 Abnormal uterine and vaginal bleeding, unspecified | -
tingling; paresthesia; paraesthesia; tingling and numbness; pins and needles; jhunjhuni | 91019004 Paresthesia | R20.2 Paresthesia of skin | canon lists
numbness; loss of sensation | - | R20.0 Anesthesia of skin | -
slurred speech | - | R47.81 Slurred speech | -
dysarthria | 8011004 Dysarthria | R47.1 Dysarthria and anarthria | canon lists
hallucinations | 7011001 Hallucinations | R44.3 Hallucinations, unspecified | lists2
auditory hallucinations; hearing voices | - | R44.0 Auditory hallucinations | -
memory loss; amnesia; forgetfulness | 48167000 Amnesia | R41.3 Other amnesia | smart ohdsi lists
unconsciousness; unconscious | - | R40.20 Unspecified coma | -
fast breathing; tachypnea; tachypnoea | 271823003 Tachypnea | R06.82 Tachypnea, not elsewhere classified | satusehat lists
raised blood pressure reading; high BP reading | - | R03.0 Elevated blood-pressure reading, without diagnosis of hypertension | -
pelvic pain; lower pelvic pain | 30473006 Pain in pelvis | R10.2 Pelvic and perineal pain | be lists
wrist pain | 56608008 Pain of wrist region | M25.539 Pain in unspecified wrist | be lists
elbow pain | 74323005 Pain of elbow region | M25.529 Pain in unspecified elbow | be lists
foot pain; pain in the foot | 47933007 Foot pain | M79.673 Pain in unspecified foot | be lists
heel pain; pain in the heel | - | M79.673 Pain in unspecified foot | -
joint swelling; swollen joint | 271771009 Joint swelling | M25.40 Effusion, unspecified joint | be lists
leg swelling; pedal edema; pedal oedema; swollen legs; swollen ankles | 102572006 Edema of lower extremity | R60.0 Localized edema | be lists
facial swelling; swelling of the face | - | R22.0 Localized swelling, mass and lump, head | -
ear pain; earache; otalgia; kaan dard | 301354004 Pain of ear | H92.09 Otalgia, unspecified ear | canon lists
ear discharge; discharging ear; otorrhea | - | H92.10 Otorrhea, unspecified ear | -
bradycardia; slow heart rate; slow pulse | 48867003 Bradycardia | R00.1 Bradycardia, unspecified | canon lists
heart murmur; cardiac murmur | 88610006 Heart murmur | R01.1 Cardiac murmur, unspecified | canon lists
chronic cough; long-standing cough | 68154008 Chronic cough | R05.3 Chronic cough | canon lists
snoring; loud snoring | 72863001 Snoring | R06.83 Snoring | satusehat lists
petechiae; pinpoint bleeding spots | - | R23.3 Spontaneous ecchymoses | -
drowsiness; drowsy; somnolence | 271782001 Drowsy | R40.0 Somnolence | satusehat lists
confusion; disorientation; confused | - | R41.0 Disorientation, unspecified | -
suicidal thoughts; suicidal ideation | 6471006 Suicidal thoughts | R45.851 Suicidal ideations | canon lists
hoarseness; hoarse voice | - | R49.0 Dysphonia | -
hiccups; hiccough; hichki | - | R06.6 Hiccough | -
flatulence; passing gas | - | R14.3 Flatulence | -
bad breath; halitosis | - | R19.6 Halitosis | -
eye pain; pain in the eye | - | H57.10 Ocular pain, unspecified eye | -
watering of the eyes; watery eyes; epiphora | - | H04.209 Unspecified epiphora, unspecified side | -
light sensitivity; photophobia | 409668002 Photophobia | H53.149 Visual discomfort, unspecified | satusehat lists
hair loss; hair fall; alopecia | - | L65.9 Nonscarring hair loss, unspecified | -
dry skin; xerosis | - | L85.3 Xerosis cutis | -
toothache; dental pain; daant dard | - | K08.89 Other specified disorders of teeth and supporting structures | -
mouth ulcers; aphthous ulcer; canker sore; muh ke chhale | - | K12.0 Recurrent oral aphthae | -
dry mouth | - | R68.2 Dry mouth, unspecified | -
weight gain; gaining weight | - | R63.5 Abnormal weight gain | -
failure to thrive; poor weight gain in a child | - | R62.51 Failure to thrive (child) | -
irritability; irritable | - | R45.4 Irritability and anger | -
difficulty walking; gait difficulty | - | R26.2 Difficulty in walking, not elsewhere classified | -
repeated falls; falls | - | R29.6 Repeated falls | -
irregular periods; irregular menstruation | - | N92.6 Irregular menstruation, unspecified | -
nipple discharge | - | N64.52 Nipple discharge | -
breast pain; mastalgia; breast tenderness | - | N64.4 Mastodynia | -
testicular pain; pain in the testicle | - | N50.819 Testicular pain, unspecified | -
rib pain; pleuritic chest pain; pleurodynia | - | R07.81 Pleurodynia | -
chest tightness; chest discomfort | - | R07.89 Other chest pain | -
`;
