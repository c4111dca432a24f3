/** Tests. A line: names; the first is preferred | LOINC code and name | units (UCUM), blank between | specimen (LOINC system; none for a measure of the body) | who has that code (sources.ts). */
export const testsLaboratory = `
# Blood count
CBC panel; complete blood count; CBC; full blood count; hemogram | 58410-2 CBC panel - Blood by Automated count | - | Bld | synthea lists
hemoglobin; haemoglobin; Hb; Hgb | 718-7 Hemoglobin [Mass/volume] in Blood | g/dL | Bld | mimic synthea canon
hematocrit; haematocrit; PCV; packed cell volume | 4544-3 Hematocrit [Volume Fraction] of Blood by Automated count | % | Bld | mimic canon synthea
white blood cell count; total leukocyte count; TLC; WBC count; white cell count | 6690-2 Leukocytes [#/volume] in Blood by Automated count | 10*3/uL | Bld | mimic synthea canon
platelet count; platelets | 777-3 Platelets [#/volume] in Blood by Automated count | 10*3/uL | Bld | mimic synthea canon
red blood cell count; RBC count | 789-8 Erythrocytes [#/volume] in Blood by Automated count | 10*6/uL | Bld | mimic canon synthea
MCV; mean corpuscular volume | 787-2 MCV [Entitic mean volume] in Red Blood Cells by Automated count | fL | RBC | mimic canon synthea
MCH; mean corpuscular hemoglobin | 785-6 MCH [Entitic mass] by Automated count | pg | RBC | mimic canon synthea
MCHC; mean corpuscular hemoglobin concentration | 786-4 MCHC [Entitic Mass/volume] in Red Blood Cells by Automated count | g/dL | RBC | mimic canon synthea
RDW; red cell distribution width | 788-0 Erythrocyte [DistWidth] in Blood by Automated count | % | RBC | mimic canon synthea
MPV; mean platelet volume | 32623-1 Platelet [Entitic mean volume] in Blood by Automated count | fL | Bld | canon synthea
neutrophils percent; polymorphs | 770-8 Neutrophils/Leukocytes in Blood by Automated count | % | Bld | mimic canon synthea
absolute neutrophil count | 751-8 Neutrophils [#/volume] in Blood by Automated count | 10*3/uL | Bld | mimic canon synthea
lymphocytes percent | 736-9 Lymphocytes/Leukocytes in Blood by Automated count | % | Bld | mimic canon synthea
absolute lymphocyte count | 731-0 Lymphocytes [#/volume] in Blood by Automated count | 10*3/uL | Bld | mimic canon synthea
monocytes percent | 5905-5 Monocytes/Leukocytes in Blood by Automated count | % | Bld | mimic canon synthea
absolute monocyte count | 742-7 Monocytes [#/volume] in Blood by Automated count | 10*3/uL | Bld | mimic canon synthea
eosinophils percent | 713-8 Eosinophils/Leukocytes in Blood by Automated count | % | Bld | mimic canon synthea
absolute eosinophil count | 711-2 Eosinophils [#/volume] in Blood by Automated count | 10*3/uL | Bld | mimic canon synthea
basophils percent | 706-2 Basophils/Leukocytes in Blood by Automated count | % | Bld | mimic canon synthea
absolute basophil count | 704-7 Basophils [#/volume] in Blood by Automated count | 10*3/uL | Bld | mimic canon synthea
reticulocyte count; reticulocytes | 14196-0 Reticulocytes [#/volume] in Blood | 10*3/uL | Bld | mimic canon
ESR; erythrocyte sedimentation rate; sed rate | 4537-7 Erythrocyte sedimentation rate by Westergren method | mm/h | Bld | mimic lists
CD4 count; CD4 cells | 24467-3 CD3+CD4+ (T4 helper) cells [#/volume] in Blood | /uL | Bld | mimic canon
# Sugar
blood glucose; blood sugar; random blood sugar; RBS | 2339-0 Glucose [Mass/volume] in Blood | mg/dL | Bld | mimic synthea
serum glucose; plasma glucose | 2345-7 Glucose [Mass/volume] in Serum or Plasma | mg/dL | Ser/Plas | mimic synthea
fasting glucose; fasting blood sugar; FBS; fasting sugar | 1558-6 Fasting glucose [Mass/volume] in Serum or Plasma | mg/dL | Ser/Plas | lists2
HbA1c; glycated hemoglobin; hemoglobin A1c; A1c; three-month sugar | 4548-4 Hemoglobin A1c/Hemoglobin.total in Blood | % | Bld | mimic synthea
# Kidney and salts
creatinine; serum creatinine | 2160-0 Creatinine [Mass/volume] in Serum or Plasma | mg/dL | Ser/Plas | mimic synthea canon
blood urea nitrogen; BUN; urea nitrogen | 3094-0 Urea nitrogen [Mass/volume] in Serum or Plasma | mg/dL | Ser/Plas | mimic canon synthea
sodium; serum sodium; Na | 2951-2 Sodium [Moles/volume] in Serum or Plasma | mmol/L | Ser/Plas | mimic synthea canon
potassium; serum potassium | 2823-3 Potassium [Moles/volume] in Serum or Plasma | mmol/L | Ser/Plas | list canon
potassium in blood; whole blood potassium | 6298-4 Potassium [Moles/volume] in Blood | mmol/L | Bld | list
potassium in urine; urine potassium | 2828-2 Potassium [Moles/volume] in Urine | mmol/L | Urine | list
potassium in 24 hour urine; 24 hour urinary potassium | 2829-0 Potassium [Moles/time] in 24 hour Urine | mmol/(24.h) | Urine | list
potassium in arterial blood; arterial potassium | 32713-0 Potassium [Moles/volume] in Arterial blood | mmol/L | BldA | list
potassium in venous blood; venous potassium | 39789-3 Potassium [Moles/volume] in Venous blood | mmol/L | BldV | list
chloride; serum chloride | 2075-0 Chloride [Moles/volume] in Serum or Plasma | mmol/L | Ser/Plas | mimic synthea canon
total carbon dioxide; serum CO2; serum bicarbonate | 2028-9 Carbon dioxide, total [Moles/volume] in Serum or Plasma | mmol/L | Ser/Plas | canon synthea
sodium in blood; whole blood sodium | 2947-0 Sodium [Moles/volume] in Blood | mmol/L | Bld | mimic synthea
chloride in blood; whole blood chloride | 2069-3 Chloride [Moles/volume] in Blood | mmol/L | Bld | mimic synthea
calcium; serum calcium | 17861-6 Calcium [Mass/volume] in Serum or Plasma | mg/dL | Ser/Plas | mimic canon synthea
ionized calcium; ionised calcium | 1994-3 Calcium.ionized [Moles/volume] in Blood | mmol/L | Bld | mimic canon
magnesium; serum magnesium | 19123-9 Magnesium [Mass/volume] in Serum or Plasma | mg/dL | Ser/Plas | mimic canon synthea
phosphate; phosphorus; serum phosphorus | 2777-1 Phosphate [Mass/volume] in Serum or Plasma | mg/dL | Ser/Plas | mimic canon synthea
uric acid; serum uric acid; urate | 3084-1 Urate [Mass/volume] in Serum or Plasma | mg/dL | Ser/Plas | mimic canon
serum osmolality | 2692-2 Osmolality of Serum or Plasma | mosm/kg | Ser/Plas | mimic canon
# Liver and pancreas
total protein; serum protein | 2885-2 Protein [Mass/volume] in Serum or Plasma | g/dL | Ser/Plas | mimic canon synthea
albumin; serum albumin | 1751-7 Albumin [Mass/volume] in Serum or Plasma | g/dL | Ser/Plas | mimic canon synthea
total bilirubin; bilirubin; serum bilirubin | 1975-2 Bilirubin.total [Mass/volume] in Serum or Plasma | mg/dL | Ser/Plas | mimic canon synthea
direct bilirubin; conjugated bilirubin | 1968-7 Bilirubin.direct [Mass/volume] in Serum or Plasma | mg/dL | Ser/Plas | mimic canon
indirect bilirubin; unconjugated bilirubin | 1971-1 Bilirubin.indirect [Mass/volume] in Serum or Plasma | mg/dL | Ser/Plas | mimic canon
ALT; SGPT; alanine aminotransferase | 1742-6 Alanine aminotransferase [Enzymatic activity/volume] in Serum or Plasma | U/L | Ser/Plas | mimic synthea canon
AST; SGOT; aspartate aminotransferase | 1920-8 Aspartate aminotransferase [Enzymatic activity/volume] in Serum or Plasma | U/L | Ser/Plas | mimic synthea canon
alkaline phosphatase; ALP | 6768-6 Alkaline phosphatase [Enzymatic activity/volume] in Serum or Plasma | U/L | Ser/Plas | mimic synthea canon
GGT; gamma GT; gamma glutamyl transferase | 2324-2 Gamma glutamyl transferase [Enzymatic activity/volume] in Serum or Plasma | U/L | Ser/Plas | mimic canon
amylase; serum amylase | 1798-8 Amylase [Enzymatic activity/volume] in Serum or Plasma | U/L | Ser/Plas | mimic canon
lipase; serum lipase | 3040-3 Lipase [Enzymatic activity/volume] in Serum or Plasma | U/L | Ser/Plas | mimic canon
# Heart, muscle, fats
creatine kinase; CPK; CK | 2157-6 Creatine kinase [Enzymatic activity/volume] in Serum or Plasma | U/L | Ser/Plas | mimic canon synthea
CK-MB; creatine kinase MB | 13969-1 Creatine kinase.MB [Mass/volume] in Serum or Plasma | ng/mL | Ser/Plas | mimic canon
troponin T | 6598-7 Troponin T.cardiac [Mass/volume] in Serum or Plasma | ng/mL | Ser/Plas | mimic canon
troponin I | 10839-9 Troponin I.cardiac [Mass/volume] in Serum or Plasma | ng/mL | Ser/Plas | canon lists
high sensitivity troponin I; hs-troponin I | 89579-7 Troponin I.cardiac [Mass/volume] in Serum or Plasma by High sensitivity method | ng/L | Ser/Plas | canon synthea
NT-proBNP; N-terminal proBNP | 33762-6 Natriuretic peptide.B prohormone N-Terminal [Mass/volume] in Serum or Plasma | pg/mL | Ser/Plas | mimic canon synthea
BNP; B-type natriuretic peptide | 30934-4 Natriuretic peptide B [Mass/volume] in Serum or Plasma | pg/mL | Ser/Plas | canon lists
total cholesterol; cholesterol; serum cholesterol | 2093-3 Cholesterol [Mass/volume] in Serum or Plasma | mg/dL | Ser/Plas | mimic synthea canon
triglycerides; TG | 2571-8 Triglyceride [Mass/volume] in Serum or Plasma | mg/dL | Ser/Plas | mimic synthea
HDL cholesterol; HDL; good cholesterol | 2085-9 Cholesterol in HDL [Mass/volume] in Serum or Plasma | mg/dL | Ser/Plas | mimic synthea canon
LDL cholesterol; LDL; calculated LDL; bad cholesterol | 13457-7 Cholesterol in LDL [Mass/volume] in Serum or Plasma by calculation | mg/dL | Ser/Plas | mimic canon
direct LDL cholesterol; direct LDL | 18262-6 Cholesterol in LDL [Mass/volume] in Serum or Plasma by Direct assay | mg/dL | Ser/Plas | mimic synthea
cholesterol to HDL ratio | 9830-1 Cholesterol.total/Cholesterol in HDL [Mass Ratio] in Serum or Plasma | {ratio} | Ser/Plas | mimic canon
# Thyroid and hormones
TSH; thyroid stimulating hormone; thyrotropin | 3016-3 Thyrotropin [Units/volume] in Serum or Plasma | m[IU]/L | Ser/Plas | mimic lists
free T4; FT4; free thyroxine | 3024-7 Thyroxine (T4) free [Mass/volume] in Serum or Plasma | ng/dL | Ser/Plas | mimic canon
total T4; T4 | 3026-2 Thyroxine (T4) [Mass/volume] in Serum or Plasma | ug/dL | Ser/Plas | mimic canon
total T3; T3 | 3053-6 Triiodothyronine (T3) [Mass/volume] in Serum or Plasma | ng/dL | Ser/Plas | mimic canon
free T3; FT3 | 3051-0 Triiodothyronine (T3) free [Mass/volume] in Serum or Plasma | pg/mL | Ser/Plas | canon lists
cortisol; serum cortisol | 2143-6 Cortisol [Mass/volume] in Serum or Plasma | ug/dL | Ser/Plas | mimic canon
testosterone; total testosterone | 2986-8 Testosterone [Mass/volume] in Serum or Plasma | ng/dL | Ser/Plas | mimic canon
prolactin; serum prolactin | 2842-3 Prolactin [Mass/volume] in Serum or Plasma | ng/mL | Ser/Plas | mimic canon
FSH; follicle stimulating hormone | 15067-2 Follitropin [Units/volume] in Serum or Plasma | m[IU]/mL | Ser/Plas | mimic canon
LH; luteinizing hormone | 10501-5 Lutropin [Units/volume] in Serum or Plasma | m[IU]/mL | Ser/Plas | canon lists
PTH; intact PTH; parathyroid hormone | 2731-8 Parathyrin.intact [Mass/volume] in Serum or Plasma | pg/mL | Ser/Plas | mimic canon
beta hCG; blood pregnancy test; serum hCG | 21198-7 Choriogonadotropin.beta subunit [Units/volume] in Serum or Plasma | m[IU]/mL | Ser/Plas | canon lists
# Iron and vitamins
ferritin; serum ferritin | 2276-4 Ferritin [Mass/volume] in Serum or Plasma | ng/mL | Ser/Plas | mimic canon synthea
iron; serum iron | 2498-4 Iron [Mass/volume] in Serum or Plasma | ug/dL | Ser/Plas | mimic canon synthea
TIBC; total iron binding capacity | 2500-7 Iron binding capacity [Mass/volume] in Serum or Plasma | ug/dL | Ser/Plas | mimic canon synthea
transferrin saturation; iron saturation | 2502-3 Iron saturation [Mass Fraction] in Serum or Plasma | % | Ser/Plas | canon synthea
transferrin | 3034-6 Transferrin [Mass/volume] in Serum or Plasma | mg/dL | Ser/Plas | mimic canon
vitamin B12 level; serum B12; cobalamin | 2132-9 Cobalamin (Vitamin B12) [Mass/volume] in Serum or Plasma | pg/mL | Ser/Plas | mimic canon
folate level; serum folate | 2284-8 Folate [Mass/volume] in Serum or Plasma | ng/mL | Ser/Plas | mimic canon
# Inflammation, clotting, immunity
CRP; C-reactive protein | 1988-5 C reactive protein [Mass/volume] in Serum or Plasma | mg/L | Ser/Plas | mimic canon synthea
procalcitonin; PCT | 33959-8 Procalcitonin [Mass/volume] in Serum or Plasma | ng/mL | Ser/Plas | canon synthea
prothrombin time; PT | 5902-2 Prothrombin time (PT) | s | PPP | mimic canon synthea
INR; PT/INR | 6301-6 INR in Platelet poor plasma by Coagulation assay | {INR} | PPP | mimic canon synthea
aPTT; activated partial thromboplastin time | 14979-9 aPTT in Platelet poor plasma by Coagulation assay | s | PPP | mimic canon
fibrinogen | 3255-7 Fibrinogen [Mass/volume] in Platelet poor plasma by Coagulation assay | mg/dL | PPP | mimic canon
D-dimer | 48065-7 Fibrin D-dimer FEU [Mass/volume] in Platelet poor plasma | ng/mL | PPP | mimic canon synthea
rheumatoid factor; RA factor; RF | 11572-5 Rheumatoid factor [Units/volume] in Serum or Plasma | [IU]/mL | Ser/Plas | mimic canon
complement C3; C3 | 4485-9 Complement C3 [Mass/volume] in Serum or Plasma | mg/dL | Ser/Plas | mimic canon
complement C4; C4 | 4498-2 Complement C4 [Mass/volume] in Serum or Plasma | mg/dL | Ser/Plas | mimic canon
immunoglobulin A; IgA | 2458-8 IgA [Mass/volume] in Serum or Plasma | mg/dL | Ser/Plas | mimic canon
immunoglobulin G; IgG | 2465-3 IgG [Mass/volume] in Serum or Plasma | mg/dL | Ser/Plas | mimic canon
immunoglobulin M; IgM | 2472-9 IgM [Mass/volume] in Serum or Plasma | mg/dL | Ser/Plas | mimic canon
tTG IgA; tissue transglutaminase IgA | 31017-7 Tissue transglutaminase IgA Ab [Units/volume] in Serum | U/mL | Ser | mimic canon
haptoglobin | 4542-7 Haptoglobin [Mass/volume] in Serum or Plasma | mg/dL | Ser/Plas | mimic canon
hepatitis B surface antigen; HBsAg; Australia antigen | 5196-1 Hepatitis B virus surface Ag [Presence] in Serum or Plasma by Immunoassay | - | Ser/Plas | mimic lists
hepatitis C antibody; anti-HCV; HCV antibody | 13955-0 Hepatitis C virus Ab [Presence] in Serum or Plasma by Immunoassay | - | Ser/Plas | mimic lists
# Tumour markers
PSA; prostate specific antigen | 2857-1 Prostate specific Ag [Mass/volume] in Serum or Plasma | ng/mL | Ser/Plas | mimic canon synthea
CEA; carcinoembryonic antigen | 2039-6 Carcinoembryonic Ag [Mass/volume] in Serum or Plasma | ng/mL | Ser/Plas | mimic canon
AFP; alpha-fetoprotein | 1834-1 Alpha-1-Fetoprotein [Mass/volume] in Serum or Plasma | ng/mL | Ser/Plas | mimic canon
CA 125; CA-125 | 10334-1 Cancer Ag 125 [Units/volume] in Serum or Plasma | U/mL | Ser/Plas | mimic canon
CA 27-29; CA 27.29 | 17842-6 Cancer Ag 27-29 [Units/volume] in Serum or Plasma | U/mL | Ser/Plas | mimic canon
beta-2 microglobulin | 1952-1 Beta-2-Microglobulin [Mass/volume] in Serum or Plasma | mg/L | Ser/Plas | mimic canon
# Drug levels
digoxin level | 10535-3 Digoxin [Mass/volume] in Serum or Plasma | ng/mL | Ser/Plas | mimic canon
lithium level | 14334-7 Lithium [Moles/volume] in Serum or Plasma | mmol/L | Ser/Plas | mimic canon
phenytoin level | 3968-5 Phenytoin [Mass/volume] in Serum or Plasma | ug/mL | Ser/Plas | mimic canon
valproate level; valproic acid level | 4086-5 Valproate [Mass/volume] in Serum or Plasma | ug/mL | Ser/Plas | mimic canon
tacrolimus level | 11253-2 Tacrolimus [Mass/volume] in Blood | ng/mL | Bld | mimic canon
cyclosporine level; ciclosporin level | 3520-4 cycloSPORINE [Mass/volume] in Blood | ng/mL | Bld | mimic canon
blood alcohol; blood ethanol | 5640-8 Ethanol [Mass/volume] in Blood | mg/dL | Bld | mimic canon
salicylate level | 4024-6 Salicylates [Mass/volume] in Serum or Plasma | mg/dL | Ser/Plas | mimic canon
# Urine
urine specific gravity | 5811-5 Specific gravity of Urine by Test strip | 1 | Urine | mimic synthea
urine pH by strip; urine pH | 5803-2 pH of Urine by Test strip | [pH] | Urine | mimic synthea
urine protein by strip; dipstick protein | 5804-0 Protein [Mass/volume] in Urine by Test strip | mg/dL | Urine | mimic synthea
urine glucose by strip; urine sugar | 5792-7 Glucose [Mass/volume] in Urine by Test strip | mg/dL | Urine | mimic synthea
urine ketones | 5797-6 Ketones [Mass/volume] in Urine by Test strip | mg/dL | Urine | mimic synthea
urine nitrite | 5802-4 Nitrite [Presence] in Urine by Test strip | - | Urine | mimic synthea
urine bilirubin | 5770-3 Bilirubin.total [Presence] in Urine by Test strip | - | Urine | mimic synthea
urine appearance | 5767-9 Appearance of Urine | - | Urine | mimic synthea
urine color; urine colour | 5778-6 Color of Urine | - | Urine | mimic synthea
urine pus cells; urine white cells | 5821-4 Leukocytes [#/area] in Urine sediment by Microscopy high power field | /[HPF] | Urine sed | mimic synthea
urine red cells; urine RBCs | 13945-1 Erythrocytes [#/area] in Urine sediment by Microscopy high power field | /[HPF] | Urine sed | mimic synthea
urine bacteria | 5769-5 Bacteria [#/area] in Urine sediment by Microscopy high power field | /[HPF] | Urine sed | list mimic synthea
urine epithelial cells | 5787-7 Epithelial cells [#/area] in Urine sediment by Microscopy high power field | /[HPF] | Urine sed | mimic synthea
urine creatinine | 2161-8 Creatinine [Mass/volume] in Urine | mg/dL | Urine | mimic canon
urine protein | 2888-6 Protein [Mass/volume] in Urine | mg/dL | Urine | mimic canon
urine protein creatinine ratio; UPCR | 2890-2 Protein/Creatinine [Mass Ratio] in Urine | mg/g | Urine | mimic canon
urine microalbumin; microalbuminuria test | 14957-5 Microalbumin [Mass/volume] in Urine | mg/L | Urine | mimic canon
urine albumin creatinine ratio; UACR; ACR | 14959-1 Microalbumin/Creatinine [Mass Ratio] in Urine | mg/g | Urine | synthea lists
urine sodium | 2955-3 Sodium [Moles/volume] in Urine | mmol/L | Urine | mimic canon
urine osmolality | 2695-5 Osmolality of Urine | mosm/kg | Urine | mimic canon
# Blood gases
arterial pH; ABG pH | 2744-1 pH of Arterial blood | [pH] | BldA | canon synthea
arterial pCO2; pCO2 | 2019-8 Carbon dioxide [Partial pressure] in Arterial blood | mm[Hg] | BldA | canon synthea
arterial pO2; pO2 | 2703-7 Oxygen [Partial pressure] in Arterial blood | mm[Hg] | BldA | canon synthea
arterial bicarbonate; ABG bicarbonate | 1960-4 Bicarbonate [Moles/volume] in Arterial blood | mmol/L | BldA | canon synthea
carboxyhemoglobin | 31157-1 Carboxyhemoglobin [Mass/volume] in Blood | g/dL | Bld | list
# Cultures
urine culture; urine C/S | 630-4 Bacteria identified in Urine by Culture | - | Urine | list
blood culture; blood C/S | 600-7 Bacteria identified in Blood by Culture | - | Bld | list
aerobic blood culture | 17928-3 Bacteria identified in Blood by Aerobe culture | - | Bld | list
anaerobic blood culture | 17934-1 Bacteria identified in Blood by Anaerobe culture | - | Bld | list
stool culture; stool C/S | 625-4 Bacteria identified in Stool by Culture | - | Stool | list
throat culture; throat swab culture | 626-2 Bacteria identified in Throat by Culture | - | Thrt | list
sputum culture; sputum C/S | 6460-0 Bacteria identified in Sputum by Culture | - | Sputum | list
wound culture; wound swab culture | 6462-6 Bacteria identified in Wound by Culture | - | Wound | list
pus culture; pus C/S | 106032-6 Bacteria identified in Pus by Culture | - | Pus | list
abscess culture | 595-9 Bacteria identified in Abscess by Aerobe culture | - | Abscess | list
CSF culture | 606-4 Bacteria identified in Cerebral spinal fluid by Culture | - | CSF | list
eye culture; eye swab culture | 609-8 Bacteria identified in Eye by Aerobe culture | - | Eye | list
ear culture; ear swab culture | 608-0 Bacteria identified in Ear by Aerobe culture | - | Ear | list
genital culture | 10352-3 Bacteria identified in Genital specimen by Aerobe culture | - | Genital | list
high vaginal swab culture; vaginal culture; HVS | 11261-5 Bacteria identified in Vaginal fluid by Aerobe culture | - | Vag | list
urethral culture; urethral swab culture | 10354-9 Bacteria identified in Urethra by Culture | - | Urethra | list
semen culture | 53558-3 Bacteria identified in Semen by Culture | - | Semen | list
body fluid culture | 611-4 Bacteria identified in Body fluid by Culture | - | Body fld | list
pleural fluid culture | 618-9 Bacteria identified in Pleural fluid by Culture | - | Plr fld | list
synovial fluid culture; joint fluid culture | 621-3 Bacteria identified in Synovial fluid by Culture | - | Synv fld | list
tissue culture; biopsy culture | 43408-4 Bacteria identified in Tissue by Culture | - | Tiss | list
nasal swab culture | 10353-1 Bacteria identified in Nose by Aerobe culture | - | Nose | list
catheter tip culture | 19128-8 Bacteria identified in Catheter tip by Culture | - | Ctp | list
CSF appearance | 10333-3 Appearance of Cerebral spinal fluid | - | CSF | list
# Vital signs and measures
body temperature; temperature | 8310-5 Body temperature | Cel | - | mimic synthea
oxygen saturation; SpO2; pulse oximetry | 59408-5 Oxygen saturation in Arterial blood by Pulse oximetry | % | BldA | canon synthea lists
respiratory rate; RR | 9279-1 Respiratory rate | /min | - | canon synthea
heart rate; pulse rate; pulse | 8867-4 Heart rate | /min | - | synthea lists
systolic blood pressure; systolic BP | 8480-6 Systolic blood pressure | mm[Hg] | - | synthea lists
diastolic blood pressure; diastolic BP | 8462-4 Diastolic blood pressure | mm[Hg] | - | synthea lists
body weight; weight | 29463-7 Body weight | kg | - | synthea lists
body height; height | 8302-2 Body height | cm | - | synthea lists
body mass index; BMI | 39156-5 Body mass index (BMI) [Ratio] | kg/m2 | - | synthea lists
head circumference | 9843-4 Head Occipital-frontal circumference | cm | - | canon synthea
pain score; pain severity | 72514-3 Pain severity - 0-10 verbal numeric rating [Score] - Reported | {score} | - | canon synthea
`;
