/** Procedures. A line as in findings-symptoms.ts. */
export const proceduresClinic = `
ECG; EKG; electrocardiogram; electrocardiography | 29303009 Electrocardiographic procedure | - | synthea mimic
chest X-ray; CXR; X-ray chest; chest radiograph | 399208008 Plain X-ray of chest | - | synthea mimic
colonoscopy | 73761001 Colonoscopy | - | synthea mimic
EEG; electroencephalogram | 54550000 Electroencephalogram | - | synthea mimic
echocardiography; echo; 2D echo; echocardiogram | 40701008 Echocardiography | - | synthea lists
transthoracic echocardiography; TTE | 433236007 Transthoracic echocardiography | - | synthea mimic
transesophageal echocardiography; transoesophageal echocardiography; TEE; TOE | 105376000 Transesophageal echocardiography | - | synthea mimic
spirometry | 127783003 Spirometry | - | synthea mii
pulmonary function test; PFT; lung function test | 23426006 Measurement of respiratory function | - | synthea mii
urine culture procedure | 117010004 Urine culture | - | synthea mimic
blood culture procedure | 30088009 Blood culture | - | synthea mimic
appendectomy; appendicectomy; removal of the appendix | 80146002 Excision of appendix | - | synthea lists
cholecystectomy; removal of the gallbladder | 38102005 Cholecystectomy | - | synthea lists
cesarean section; caesarean section; LSCS; C-section | 11466000 Cesarean section | - | synthea lists
coronary angioplasty; PCI; percutaneous coronary intervention; coronary stenting | 415070008 Percutaneous coronary intervention | - | synthea lists
coronary artery bypass grafting; CABG; bypass surgery | 232717009 Coronary artery bypass grafting | - | synthea lists
endotracheal intubation; intubation | 112798008 Insertion of endotracheal tube | - | synthea mimic
extubation; removal of endotracheal tube | 271280005 Removal of endotracheal tube | - | synthea mimic
CT head; CT brain; CT scan of head | 303653007 CT of head | - | synthea lists
arterial line insertion; arterial catheterization | 392247006 Insertion of catheter into artery | - | synthea mimic
depression screening; PHQ screening | 171207006 Depression screening | - | synthea lists
rectal examination; digital rectal examination; DRE; PR examination | 410006001 Digital examination of rectum | - | synthea lists
blood transfusion; transfusion of blood | 116859006 Transfusion of blood product | - | lists2
mammography; mammogram | 71651007 Mammography | - | synthea lists
screening mammography; screening mammogram | 24623002 Screening mammography | - | synthea lists
ultrasound; ultrasonography; USG; sonography | 16310003 Ultrasonography | - | mimic lists
MRI; MRI scan; magnetic resonance imaging | 113091000 Magnetic resonance imaging | - | mimic lists
CT scan; computed tomography; CAT scan | 77477000 Computed tomography | - | mimic lists
X-ray; plain X-ray; plain film | 168537006 Plain X-ray | - | mimic lists
bronchoscopy | 10847001 Bronchoscopy | - | mimic deproc lists
endoscopy | 423827005 Endoscopy | - | mimic deproc lists
lumbar puncture; spinal tap | 277762005 Lumbar puncture | - | mimic lists
peritoneal dialysis; CAPD | 71192002 Peritoneal dialysis | - | mimic vsac lists
hemodialysis; haemodialysis | 302497006 Hemodialysis | - | mimic lists
dialysis; renal dialysis | 265764009 Renal dialysis | - | synthea lists
laparoscopic cholecystectomy; keyhole gallbladder surgery | 45595009 Laparoscopic cholecystectomy | - | synthea lists
total knee replacement; knee replacement; TKR; TKA | 609588000 Total knee replacement | - | synthea lists
total hip replacement; hip replacement; THR | 52734007 Total hip replacement | - | lists2
chemotherapy; chemo | 367336001 Chemotherapy | - | synthea lists
physiotherapy; physical therapy | 91251008 Physical therapy procedure | - | synthea lists
coronary angiography; coronary angiogram | 33367005 Coronary angiography | - | synthea lists
angiography; angiogram | 77343006 Angiography | - | mimic lists
ERCP; endoscopic retrograde cholangiopancreatography | 386718000 Endoscopic retrograde cholangiopancreatography | - | mimic lists
cognitive behavioral therapy; cognitive behavioural therapy; CBT | 228557008 Cognitive and behavioral therapy | - | synthea vsac
kidney transplant; renal transplant | 70536003 Transplant of kidney | - | synthea vsac
breast biopsy; biopsy of breast | 122548005 Biopsy of breast | - | synthea lists
prostate biopsy; biopsy of prostate | 65575008 Biopsy of prostate | - | synthea lists
bone density scan; DEXA scan; DXA; BMD scan | 312681000 Bone density scan | - | synthea lists
insertion of intrauterine device; IUD insertion; copper T insertion | 65200003 Insertion of intrauterine contraceptive device | - | synthea lists
tubal ligation; tubectomy; female sterilization | 287664005 Bilateral tubal ligation | - | synthea deproc
vasectomy; male sterilization | 22523008 Vasectomy | - | synthea lists
episiotomy | 85548006 Episiotomy | - | synthea deproc
complete blood count test; CBC test | 26604007 Complete blood count | - | synthea lists
intramuscular injection; IM injection | 76601001 Intramuscular injection | - | synthea lists
cardiac stress test; treadmill test; TMT; exercise stress test | 76746007 Cardiovascular stress testing | - | synthea lists
thoracentesis; pleural tap; pleural aspiration | 91602002 Thoracentesis | - | mimic lists
abdominal paracentesis; ascitic tap | 89305009 Abdominal paracentesis | - | mimic lists
hysterectomy; removal of the uterus | 236886002 Hysterectomy | - | deproc lists
hernia repair; herniorrhaphy; hernia operation | 50465008 Hernia repair | - | deproc lists
cataract surgery; cataract operation | 110473004 Cataract surgery | - | vsac lists
tonsillectomy; removal of the tonsils | 173422009 Tonsillectomy | - | lists2
thyroidectomy | 13619001 Thyroidectomy | - | lists2
oxygen therapy | 57485005 Oxygen therapy | - | lists2
nebulization; nebulisation; nebulizer therapy | 56251003 Nebulizer therapy | - | lists2
physical examination | 5880005 Physical examination procedure | - | lists2
vaccination; immunization; immunisation; tika | 33879002 Administration of vaccine to produce active immunity | - | lists2
`;
