/** Diagnoses of heart, chest, infections, hormones and blood. A line as in findings-symptoms.ts. */
export const diagnosesMedicine = `
# Heart and vessels
hypertension; high blood pressure; HTN; high BP; BP problem | 38341003 Hypertensive disorder | I10 Essential (primary) hypertension | be smart rkh radi
essential hypertension; primary hypertension | 59621000 Essential hypertension | I10 Essential (primary) hypertension | synthea lists
myocardial infarction; heart attack; MI | 22298006 Myocardial infarction | I21.9 Acute myocardial infarction, unspecified | synthea smart canon
NSTEMI; non-ST elevation myocardial infarction | 401314000 Acute non-ST segment elevation myocardial infarction | I21.4 Non-ST elevation (NSTEMI) myocardial infarction | synthea canon
old myocardial infarction; previous heart attack; old MI | 1755008 Old myocardial infarction | I25.2 Old myocardial infarction | smart canon
coronary artery disease; CAD; blocked heart arteries | 53741008 Coronary arteriosclerosis | I25.10 Atherosclerotic heart disease of native coronary artery without angina pectoris | be smart canon
ischemic heart disease; ischaemic heart disease; IHD | 414545008 Ischemic heart disease | I25.9 Chronic ischemic heart disease, unspecified | synthea lists
angina; angina pectoris | 194828000 Angina | I20.9 Angina pectoris, unspecified | smart canon
unstable angina | 4557003 Preinfarction syndrome | I20.0 Unstable angina | synthea smart canon
heart failure; weak heart; HF | 84114007 Heart failure | I50.9 Heart failure, unspecified | synthea canon rkh
congestive heart failure; CHF; CCF | 42343007 Congestive heart failure | I50.9 Heart failure, unspecified | smart radi
atrial fibrillation; AF; AFib | 49436004 Atrial fibrillation | I48.91 Unspecified atrial fibrillation | synthea be smart canon
supraventricular tachycardia; SVT | 6456007 Supraventricular tachycardia | I47.10 Supraventricular tachycardia, unspecified | canon rkh
ventricular tachycardia; VT | 25569003 Ventricular tachycardia | I47.20 Ventricular tachycardia, unspecified | smart canon
sick sinus syndrome | 36083008 Sick sinus syndrome | I49.5 Sick sinus syndrome | smart canon
cardiac arrest | 410429000 Cardiac arrest | I46.9 Cardiac arrest, cause unspecified | smart canon mimic
cardiomyopathy | 85898001 Cardiomyopathy | I42.9 Cardiomyopathy, unspecified | smart canon rkh
aortic stenosis; aortic valve stenosis | 60573004 Aortic valve stenosis | I35.0 Nonrheumatic aortic (valve) stenosis | synthea canon
aortic regurgitation; aortic valve regurgitation | 60234000 Aortic valve regurgitation | I35.1 Nonrheumatic aortic (valve) insufficiency | synthea canon
mitral regurgitation; mitral valve regurgitation | 48724000 Mitral valve regurgitation | I34.0 Nonrheumatic mitral (valve) insufficiency | synthea canon
tricuspid regurgitation; tricuspid valve regurgitation | 111287006 Tricuspid valve regurgitation | I36.1 Nonrheumatic tricuspid (valve) insufficiency | synthea canon
pericarditis | 3238004 Pericarditis | I31.9 Disease of pericardium, unspecified | canon rkh
myocarditis | 50920009 Myocarditis | I51.4 Myocarditis, unspecified | canon rkh
endocarditis | 56819008 Endocarditis | I38 Endocarditis, valve unspecified | canon rkh
pulmonary hypertension | 70995007 Pulmonary hypertension | I27.20 Pulmonary hypertension, unspecified | canon rkh
deep vein thrombosis; DVT; clot in the leg | 128053003 Deep vein thrombosis | I82.409 Acute embolism and thrombosis of unspecified deep veins of unspecified lower extremity | be canon
abdominal aortic aneurysm; AAA | 233985008 Abdominal aortic aneurysm | I71.40 Abdominal aortic aneurysm, without rupture, unspecified | be canon
orthostatic hypotension; postural hypotension | 28651003 Orthostatic hypotension | I95.1 Orthostatic hypotension | smart canon
cardiomegaly; enlarged heart | 8186001 Cardiomegaly | I51.7 Cardiomegaly | canon radi
hypertensive heart disease | 64715009 Hypertensive heart disease | I11.9 Hypertensive heart disease without heart failure | smart canon
stroke; CVA; paralysis attack; brain attack | 230690007 Cerebrovascular accident | I63.9 Cerebral infarction, unspecified | synthea smart canon radi
hemorrhoids; haemorrhoids; piles; bawasir | 70153002 Hemorrhoids | K64.9 Unspecified hemorrhoids | smart canon
atrial flutter | 5370000 Atrial flutter | I48.92 Unspecified atrial flutter | canon lists
mitral stenosis | 79619009 Mitral valve stenosis | I05.0 Rheumatic mitral stenosis | canon lists
rheumatic heart disease; RHD | - | I09.9 Rheumatic heart disease, unspecified | -
pulmonary embolism; clot in the lung | 59282003 Pulmonary embolism | I26.99 Other pulmonary embolism without acute cor pulmonale | canon lists
peripheral artery disease; peripheral vascular disease; PVD | 400047006 Peripheral vascular disease | I73.9 Peripheral vascular disease, unspecified | canon lists
varicose veins; varicosities | - | I83.90 Asymptomatic varicose veins of unspecified lower extremity | -
transient ischemic attack; TIA; mini-stroke | 266257000 Transient ischemic attack | G45.9 Transient cerebral ischemic attack, unspecified | canon lists
complete heart block; third degree AV block | 27885002 Complete atrioventricular block | I44.2 Atrioventricular block, complete | canon lists
# Chest
asthma; bronchial asthma; dama | 195967001 Asthma | J45.909 Unspecified asthma, uncomplicated | synthea be smart canon
asthma exacerbation; acute asthma; asthma attack | 281239006 Exacerbation of asthma | J45.901 Unspecified asthma with (acute) exacerbation | be smart
COPD; chronic obstructive pulmonary disease | 13645005 Chronic obstructive pulmonary disease | J44.9 Chronic obstructive pulmonary disease, unspecified | smart canon
pneumonia; lung infection | 233604007 Pneumonia | J18.9 Pneumonia, unspecified organism | synthea be smart canon
viral pneumonia | 75570004 Viral pneumonia | J12.9 Viral pneumonia, unspecified | canon rkh
bacterial pneumonia | 53084003 Bacterial pneumonia | J15.9 Unspecified bacterial pneumonia | canon rkh
acute bronchitis | 10509002 Acute bronchitis | J20.9 Acute bronchitis, unspecified | synthea smart canon rkh
bronchitis | 32398004 Bronchitis | J40 Bronchitis, not specified as acute or chronic | smart lists
emphysema; pulmonary emphysema | 87433001 Pulmonary emphysema | J43.9 Emphysema, unspecified | synthea smart canon
bronchiolitis | 4120002 Bronchiolitis | J21.9 Acute bronchiolitis, unspecified | canon rkh
upper respiratory infection; URTI; URI; upper respiratory tract infection | 54150009 Upper respiratory infection | J06.9 Acute upper respiratory infection, unspecified | smart canon rkh
lower respiratory tract infection; LRTI; chest infection | - | J22 Unspecified acute lower respiratory infection | -
common cold; cold; zukam; sardi | 82272006 Common cold | J00 Acute nasopharyngitis [common cold] | smart rkh
pharyngitis; throat infection | 405737000 Pharyngitis | J02.9 Acute pharyngitis, unspecified | smart canon rkh
strep throat; streptococcal pharyngitis | 43878008 Streptococcal sore throat | J02.0 Streptococcal pharyngitis | synthea smart canon
viral pharyngitis; viral sore throat | 195662009 Acute viral pharyngitis | J02.9 Acute pharyngitis, unspecified | synthea smart
tonsillitis | 90176007 Tonsillitis | J03.90 Acute tonsillitis, unspecified | canon rkh
croup | 71186008 Croup | J05.0 Acute obstructive laryngitis [croup] | smart canon
acute sinusitis | 15805002 Acute sinusitis | J01.90 Acute sinusitis, unspecified | smart canon rkh
chronic sinusitis | 40055000 Chronic sinusitis | J32.9 Chronic sinusitis, unspecified | synthea smart canon
sinusitis; sinus infection | 36971009 Sinusitis | J32.9 Chronic sinusitis, unspecified | synthea smart
allergic rhinitis; nasal allergy | 61582004 Allergic rhinitis | J30.9 Allergic rhinitis, unspecified | smart canon rkh
seasonal allergic rhinitis; seasonal allergy | 367498001 Seasonal allergic rhinitis | J30.2 Other seasonal allergic rhinitis | synthea smart
hay fever; pollen allergy | - | J30.1 Allergic rhinitis due to pollen | -
perennial allergic rhinitis | 446096008 Perennial allergic rhinitis | J30.89 Other allergic rhinitis | synthea smart
influenza; flu | 6142004 Influenza | J11.1 Influenza due to unidentified influenza virus with other respiratory manifestations | canon rkh
COVID-19; covid | 840539006 COVID-19 | U07.1 COVID-19 | synthea canon rkh
pleural effusion; fluid around the lung | 60046008 Pleural effusion | J90 Pleural effusion, not elsewhere classified | canon rkh
pneumothorax; collapsed lung | 36118008 Pneumothorax | J93.9 Pneumothorax, unspecified | be canon rkh
interstitial lung disease; ILD | 233703007 Interstitial lung disease | J84.9 Interstitial pulmonary disease, unspecified | be canon
obstructive sleep apnea; obstructive sleep apnoea; OSA | 78275009 Obstructive sleep apnea | G47.33 Obstructive sleep apnea (adult) (pediatric) | synthea canon
respiratory failure | 409622000 Respiratory failure | J96.90 Respiratory failure, unspecified, unspecified whether with hypoxia or hypercapnia | smart canon
acute respiratory failure | 65710008 Acute respiratory failure | J96.00 Acute respiratory failure, unspecified whether with hypoxia or hypercapnia | synthea rkh
acute respiratory distress syndrome; ARDS | 67782005 Acute respiratory distress syndrome | J80 Acute respiratory distress syndrome | synthea canon rkh
tonsillar hypertrophy; enlarged tonsils | 46689006 Tonsillar hypertrophy | J35.1 Hypertrophy of tonsils | smart canon
chronic bronchitis | 63480004 Chronic bronchitis | J42 Unspecified chronic bronchitis | canon lists
bronchiectasis | 12295008 Bronchiectasis | J47.9 Bronchiectasis, uncomplicated | canon lists
laryngitis; acute laryngitis | 45913009 Laryngitis | J04.0 Acute laryngitis | canon lists
adenoid hypertrophy; enlarged adenoids | - | J35.2 Hypertrophy of adenoids | -
nasal polyp; nasal polyps | - | J33.9 Nasal polyp, unspecified | -
deviated nasal septum | - | J34.2 Deviated nasal septum | -
# Infections
tuberculosis; TB; Koch's | 56717001 Tuberculosis | A15.9 Respiratory tuberculosis unspecified | canon kenya
pulmonary tuberculosis; pulmonary TB; TB of the lung | 154283005 Pulmonary tuberculosis | A15.0 Tuberculosis of lung | ohdsi lists rkh
typhoid; enteric fever; typhoid fever; motijhara | 4834000 Typhoid fever | A01.00 Typhoid fever, unspecified | canon rkh lists
dengue; dengue fever | 38362002 Dengue | A90 Dengue fever [classical dengue] | canon rkh lists
dengue hemorrhagic fever; dengue haemorrhagic fever; DHF | - | A91 Dengue hemorrhagic fever | -
malaria | 61462000 Malaria | B54 Unspecified malaria | canon rkh kenya
vivax malaria; Plasmodium vivax malaria | - | B51.9 Plasmodium vivax malaria without complication | -
falciparum malaria; Plasmodium falciparum malaria | - | B50.9 Plasmodium falciparum malaria, unspecified | -
chikungunya | 111864006 Chikungunya fever | A92.0 Chikungunya virus disease | rkh lists2
leptospirosis | 77377001 Leptospirosis | A27.9 Leptospirosis, unspecified | rkh lists2
scrub typhus | - | A75.3 Typhus fever due to Rickettsia tsutsugamushi | -
cholera | 63650001 Cholera | A00.9 Cholera, unspecified | canon lists
amoebiasis; amebiasis | - | A06.9 Amebiasis, unspecified | -
giardiasis | - | A07.1 Giardiasis [lambliasis] | -
shigellosis; bacillary dysentery | 36188001 Shigellosis | A03.9 Shigellosis, unspecified | canon rkh
worm infestation; intestinal worms; pet ke kide | - | B82.0 Intestinal helminthiasis, unspecified | -
pinworm infection; threadworms; enterobiasis | - | B80 Enterobiasis | -
chickenpox; varicella | 38907003 Chickenpox | B01.9 Varicella without complication | canon rkh
shingles; herpes zoster | 4740000 Herpes zoster | B02.9 Zoster without complications | canon rkh
herpes simplex | 88594005 Herpes simplex | B00.9 Herpesviral infection, unspecified | canon rkh
cold sore; herpes labialis | - | B00.1 Herpesviral vesicular dermatitis | -
measles; khasra | 14189004 Measles | B05.9 Measles without complication | canon rkh who
mumps | 36989005 Mumps | B26.9 Mumps without complication | canon rkh who
rubella; German measles | 36653000 Rubella | B06.9 Rubella without complication | rkh who lists
hand, foot and mouth disease; HFMD | - | B08.4 Enteroviral vesicular stomatitis with exanthem | -
whooping cough; pertussis | 27836007 Pertussis | A37.90 Whooping cough, unspecified species without pneumonia | canon rkh ch
diphtheria | 397428000 Diphtheria | A36.9 Diphtheria, unspecified | rkh who ch
tetanus | 76902006 Tetanus | A35 Other tetanus | canon ch who
hepatitis A | 40468003 Viral hepatitis, type A | B15.9 Hepatitis A without hepatic coma | canon rkh
hepatitis B; HBV infection | 66071002 Type B viral hepatitis | B19.10 Unspecified viral hepatitis B without hepatic coma | fhir lists rkh
chronic hepatitis B | 61977001 Chronic type B viral hepatitis | B18.1 Chronic viral hepatitis B without delta-agent | canon lists
chronic hepatitis C | 128302006 Chronic hepatitis C | B18.2 Chronic viral hepatitis C | smart canon
hepatitis C; HCV infection | - | B19.20 Unspecified viral hepatitis C without hepatic coma | -
HIV infection; HIV | 86406008 Human immunodeficiency virus infection | B20 Human immunodeficiency virus [HIV] disease | synthea canon rkh
syphilis | 76272004 Syphilis | A53.9 Syphilis, unspecified | canon lists
gonorrhea; gonorrhoea | 15628003 Gonorrhea | A54.9 Gonococcal infection, unspecified | canon lists
genital herpes | - | A60.00 Herpesviral infection of urogenital system, unspecified | -
scarlet fever | 30242009 Scarlet fever | A38.9 Scarlet fever, uncomplicated | canon rkh
infectious mononucleosis; glandular fever; mono | 271558008 Infectious mononucleosis | B27.90 Infectious mononucleosis, unspecified without complication | canon rkh
scabies; khaj | 128869009 Infestation by Sarcoptes scabiei var hominis | B86 Scabies | canon rkh
head lice; pediculosis capitis | 81000006 Pediculosis capitis | B85.0 Pediculosis due to Pediculus humanus capitis | canon rkh
ringworm; daad | - | B35.9 Dermatophytosis, unspecified | -
tinea corporis; ringworm of the body | 84849002 Tinea corporis | B35.4 Tinea corporis | canon lists
tinea cruris; jock itch | - | B35.6 Tinea cruris | -
athlete's foot; tinea pedis | - | B35.3 Tinea pedis | -
tinea versicolor; pityriasis versicolor | - | B36.0 Pityriasis versicolor | -
candidiasis; yeast infection | 78048006 Candidiasis | B37.9 Candidiasis, unspecified | canon rkh
vaginal candidiasis; vulvovaginal candidiasis; vaginal thrush | - | B37.31 Acute candidiasis of vulva and vagina | -
oral thrush; oral candidiasis | 79740000 Candidiasis of mouth | B37.0 Candidal stomatitis | canon lists
onychomycosis; fungal nail infection | 414941008 Onychomycosis | B35.1 Tinea unguium | smart canon
viral infection; viral fever | 34014006 Viral infection | B34.9 Viral infection, unspecified | be smart rkh
bacterial infection | 87628006 Bacterial infection | A49.9 Bacterial infection, unspecified | synthea rkh
sepsis; blood poisoning | 91302008 Sepsis | A41.9 Sepsis, unspecified organism | synthea canon rkh
septic shock | 76571007 Septic shock | R65.21 Severe sepsis with septic shock | synthea canon rkh
meningitis | 7180009 Meningitis | G03.9 Meningitis, unspecified | canon rkh
encephalitis; brain fever | 45170000 Encephalitis | G04.90 Encephalitis and encephalomyelitis, unspecified | canon rkh
gastroenteritis; stomach flu; gastro | 25374005 Gastroenteritis | K52.9 Noninfective gastroenteritis and colitis, unspecified | be canon rkh
urinary tract infection; UTI; urine infection | 68566005 Urinary tract infectious disease | N39.0 Urinary tract infection, site not specified | be smart canon rkh kenya
recurrent urinary tract infection; recurrent UTI | 197927001 Recurrent urinary tract infection | N39.0 Urinary tract infection, site not specified | synthea be smart
cellulitis | 128045006 Cellulitis | L03.90 Cellulitis, unspecified | be smart canon rkh
erysipelas | - | A46 Erysipelas | -
abscess; skin abscess; collection of pus | - | L02.91 Cutaneous abscess, unspecified | -
boil; furuncle; phoda | - | L02.92 Furuncle, unspecified | -
impetigo | 48277006 Impetigo | L01.00 Impetigo, unspecified | canon rkh
plantar wart | - | B07.0 Plantar wart | -
wart; viral warts; warts; verruca | - | B07.9 Viral wart, unspecified | -
molluscum contagiosum | - | B08.1 Molluscum contagiosum | -
leprosy; Hansen's disease | - | A30.9 Leprosy, unspecified | -
# Hormones, metabolism, blood
diabetes mellitus; diabetes; sugar; madhumeh; DM | 73211009 Diabetes mellitus | E11.9 Type 2 diabetes mellitus without complications | be lists
type 2 diabetes; type 2 diabetes mellitus; T2DM; DM2; sugar disease | 44054006 Type 2 diabetes mellitus | E11.9 Type 2 diabetes mellitus without complications | synthea smart canon
type 1 diabetes; type 1 diabetes mellitus; T1DM | 46635009 Type 1 diabetes mellitus | E10.9 Type 1 diabetes mellitus without complications | canon rkh lists
prediabetes; borderline diabetes | 714628002 Prediabetes | R73.03 Prediabetes | synthea canon
impaired fasting glucose; IFG | 390951007 Impaired fasting glucose | R73.01 Impaired fasting glucose | smart canon
impaired glucose tolerance; IGT | - | R73.02 Impaired glucose tolerance (oral) | -
hypoglycemia; hypoglycaemia; low blood sugar | 302866003 Hypoglycemia | E16.2 Hypoglycemia, unspecified | canon rkh
diabetic kidney disease; diabetic nephropathy | 127013003 Disorder of kidney due to diabetes mellitus | E11.21 Type 2 diabetes mellitus with diabetic nephropathy | synthea smart canon
diabetic neuropathy | 230572002 Neuropathy due to diabetes mellitus | E11.40 Type 2 diabetes mellitus with diabetic neuropathy, unspecified | canon lists
diabetic retinopathy | 4855003 Retinopathy due to diabetes mellitus | E11.319 Type 2 diabetes mellitus with unspecified diabetic retinopathy without macular edema | canon lists
diabetic foot ulcer | - | E11.621 Type 2 diabetes mellitus with foot ulcer | -
gestational diabetes; GDM | 11687002 Gestational diabetes mellitus | O24.419 Gestational diabetes mellitus in pregnancy, unspecified control | canon lists
hypothyroidism; underactive thyroid; low thyroid | 40930008 Hypothyroidism | E03.9 Hypothyroidism, unspecified | smart canon rkh
hyperthyroidism; overactive thyroid; thyrotoxicosis | 34486009 Hyperthyroidism | E05.90 Thyrotoxicosis, unspecified without thyrotoxic crisis or storm | smart canon rkh
Graves' disease; Graves disease | 353295004 Graves' disease | E05.00 Thyrotoxicosis with diffuse goiter without thyrotoxic crisis or storm | smart canon
goiter; goitre | 3716002 Goiter | E04.9 Nontoxic goiter, unspecified | canon lists
thyroid nodule | 237495005 Thyroid nodule | E04.1 Nontoxic single thyroid nodule | canon lists
hyperlipidemia; hyperlipidaemia; dyslipidemia; dyslipidaemia | 55822004 Hyperlipidemia | E78.5 Hyperlipidemia, unspecified | synthea smart canon
high cholesterol; hypercholesterolemia; hypercholesterolaemia | 13644009 Hypercholesterolemia | E78.00 Pure hypercholesterolemia, unspecified | canon lists
hypertriglyceridemia; high triglycerides | 302870006 Hypertriglyceridemia | E78.1 Pure hyperglyceridemia | synthea canon
obesity; obese; motapa | 414916001 Obesity | E66.9 Obesity, unspecified | canon rkh
morbid obesity; severe obesity | 238136002 Morbid obesity | E66.01 Morbid (severe) obesity due to excess calories | smart canon
overweight | - | E66.3 Overweight | -
metabolic syndrome | 237602007 Metabolic syndrome | E88.810 Metabolic syndrome | synthea smart canon
vitamin D deficiency; low vitamin D | 34713006 Vitamin D deficiency | E55.9 Vitamin D deficiency, unspecified | smart canon rkh
vitamin B12 deficiency; low B12 | 190634004 Vitamin B12 deficiency | E53.8 Deficiency of other specified B group vitamins | canon lists
gout | 90560007 Gout | M10.9 Gout, unspecified | synthea be smart canon
hyperuricemia; high uric acid; raised uric acid | 35885006 Hyperuricemia | E79.0 Hyperuricemia without signs of inflammatory arthritis and tophaceous disease | canon lists
hyperkalemia; hyperkalaemia; high potassium | 14140009 Hyperkalemia | E87.5 Hyperkalemia | canon rkh
hypokalemia; hypokalaemia; low potassium | 43339004 Hypokalemia | E87.6 Hypokalemia | smart canon
hyponatremia; hyponatraemia; low sodium | 89627008 Hyponatremia | E87.1 Hypo-osmolality and hyponatremia | canon lists
adrenal insufficiency | 386584007 Adrenal insufficiency | E27.40 Unspecified adrenocortical insufficiency | be rkh
polycystic ovary syndrome; PCOS; PCOD; polycystic ovaries | 237055002 Polycystic ovary syndrome | E28.2 Polycystic ovarian syndrome | canon lists
cystic fibrosis | 190905008 Cystic fibrosis | E84.9 Cystic fibrosis, unspecified | synthea canon rkh
malnutrition; undernutrition | - | E46 Unspecified protein-calorie malnutrition | -
anemia; anaemia; low hemoglobin; khoon ki kami | 271737000 Anemia | D64.9 Anemia, unspecified | synthea smart canon
iron deficiency anemia; iron deficiency anaemia; IDA | 87522002 Iron deficiency anemia | D50.9 Iron deficiency anemia, unspecified | smart canon rkh
pernicious anemia; pernicious anaemia | 84027009 Pernicious anemia | D51.0 Vitamin B12 deficiency anemia due to intrinsic factor deficiency | smart canon
thrombocytopenia; low platelets | 302215000 Thrombocytopenia | D69.6 Thrombocytopenia, unspecified | canon rkh
neutropenia | 165517008 Neutropenia | D70.9 Neutropenia, unspecified | canon rkh
pancytopenia | 127034005 Pancytopenia | D61.818 Other pancytopenia | canon rkh
thalassemia; thalassaemia | 40108008 Thalassemia | D56.9 Thalassemia, unspecified | canon rkh
sickle cell disease | 417357006 Sickling disorder due to hemoglobin S | D57.1 Sickle-cell disease without crisis | canon rkh
hemophilia A; haemophilia A | 28293008 Hemophilia A | D66 Hereditary factor VIII deficiency | canon rkh
hemolytic anemia; haemolytic anaemia | 61261009 Hemolytic anemia | D58.9 Hereditary hemolytic anemia, unspecified | canon rkh
aplastic anemia; aplastic anaemia | 306058006 Aplastic anemia | D61.9 Aplastic anemia, unspecified | canon rkh
`;
