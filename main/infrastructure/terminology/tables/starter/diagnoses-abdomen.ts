/** Diagnoses of digestive, urinary and genital organs, and of pregnancy. A line as in findings-symptoms.ts. */
export const diagnosesAbdomen = `
# Digestive organs, mouth
GERD; GORD; acid reflux; gastroesophageal reflux disease | 235595009 Gastroesophageal reflux disease | K21.9 Gastro-esophageal reflux disease without esophagitis | smart canon
gastritis | 4556007 Gastritis | K29.70 Gastritis, unspecified, without bleeding | canon rkh lists
indigestion; badhazmi | - | K30 Functional dyspepsia | -
dyspepsia | - | R10.13 Epigastric pain | -
peptic ulcer; peptic ulcer disease; PUD | 13200003 Peptic ulcer | K27.9 Peptic ulcer, site unspecified, unspecified as acute or chronic, without hemorrhage or perforation | canon rkh
gastric ulcer; stomach ulcer | 397825006 Gastric ulcer | K25.9 Gastric ulcer, unspecified as acute or chronic, without hemorrhage or perforation | canon lists
duodenal ulcer | - | K26.9 Duodenal ulcer, unspecified as acute or chronic, without hemorrhage or perforation | -
Crohn's disease; Crohn disease | 34000006 Crohn's disease | K50.90 Crohn's disease, unspecified, without complications | be canon
ulcerative colitis | 64766004 Ulcerative colitis | K51.90 Ulcerative colitis, unspecified, without complications | be canon
colitis | 64226004 Colitis | K52.9 Noninfective gastroenteritis and colitis, unspecified | be canon
celiac disease; coeliac disease | 396331005 Celiac disease | K90.0 Celiac disease | canon rkh
irritable bowel syndrome; IBS | 10743008 Irritable bowel syndrome | K58.9 Irritable bowel syndrome, unspecified | canon lists
lactose intolerance | - | E73.9 Lactose intolerance, unspecified | -
appendicitis | 74400008 Appendicitis | K37 Unspecified appendicitis | synthea be smart canon
gallstones; cholelithiasis; gallbladder stone | 235919008 Gallstone | K80.20 Calculus of gallbladder without cholecystitis without obstruction | synthea be canon
cholecystitis | 76581006 Cholecystitis | K81.9 Cholecystitis, unspecified | be canon
cholangitis | 82403002 Cholangitis | K83.09 Other cholangitis | be canon
acute pancreatitis | 197456007 Acute pancreatitis | K85.90 Acute pancreatitis without necrosis or infection, unspecified | be canon rkh
chronic pancreatitis | 235494005 Chronic pancreatitis | K86.1 Other chronic pancreatitis | be canon
cirrhosis; cirrhosis of the liver; liver cirrhosis | 19943007 Cirrhosis of liver | K74.60 Unspecified cirrhosis of liver | be canon rkh
fatty liver | 197321007 Steatosis of liver | K76.0 Fatty (change of) liver, not elsewhere classified | be canon
liver disease | 235856003 Liver disease | K76.9 Liver disease, unspecified | be rkh
hepatic failure; liver failure | 59927004 Hepatic failure | K72.90 Hepatic failure, unspecified without coma | canon rkh
portal hypertension | 34742003 Portal hypertension | K76.6 Portal hypertension | be canon rkh
intestinal obstruction; bowel obstruction | 81060008 Intestinal obstruction | K56.609 Unspecified intestinal obstruction, unspecified as to partial versus complete obstruction | canon rkh radi
inguinal hernia | 396232000 Inguinal hernia | K40.90 Unilateral inguinal hernia, without obstruction or gangrene, not specified as recurrent | canon rkh
umbilical hernia | 396347007 Umbilical hernia | K42.9 Umbilical hernia without obstruction or gangrene | canon rkh
hiatal hernia; hiatus hernia | 84089009 Hiatal hernia | K44.9 Diaphragmatic hernia without obstruction or gangrene | canon lists
diverticulitis | 307496006 Diverticulitis of intestine | K57.92 Diverticulitis of intestine, part unspecified, without perforation or abscess without bleeding | be canon
gastrointestinal bleeding; GI bleed | 74474003 Gastrointestinal bleeding | K92.2 Gastrointestinal hemorrhage, unspecified | be canon rkh
rectal prolapse | 57773001 Rectal prolapse | K62.3 Rectal prolapse | canon rkh
colon polyp; polyp of colon | 68496003 Polyp of colon | K63.5 Polyp of colon | synthea smart
anal fissure | 30037006 Anal fissure | K60.2 Anal fissure, unspecified | canon lists
anal fistula; fistula in ano; bhagandar | - | K60.30 Anal fistula, unspecified | -
gastroparesis | 235675006 Gastroparesis | K31.84 Gastroparesis | be canon
primary sclerosing cholangitis; PSC | 197441003 Primary sclerosing cholangitis | K83.01 Primary sclerosing cholangitis | be canon
pancreatic cyst | 31258000 Pancreatic cyst | K86.2 Cyst of pancreas | be canon
esophagitis; oesophagitis | 16761005 Esophagitis | K20.90 Esophagitis, unspecified without bleeding | canon lists
dental caries; tooth decay; cavity | 80967001 Dental caries | K02.9 Dental caries, unspecified | canon rkh
gingivitis; gum inflammation | 66383009 Gingivitis | K05.10 Chronic gingivitis, plaque induced | synthea rkh
tongue tie; ankyloglossia | 67787004 Tongue tie | Q38.1 Ankyloglossia | synthea canon
# Kidney and urinary organs, male organs
chronic kidney disease; CKD | 709044004 Chronic kidney disease | N18.9 Chronic kidney disease, unspecified | be canon rkh vn
chronic kidney disease stage 1; CKD stage 1 | 431855005 Chronic kidney disease stage 1 | N18.1 Chronic kidney disease, stage 1 | synthea canon
chronic kidney disease stage 2; CKD stage 2 | 431856006 Chronic kidney disease stage 2 | N18.2 Chronic kidney disease, stage 2 (mild) | synthea canon
chronic kidney disease stage 3; CKD stage 3 | 433144002 Chronic kidney disease stage 3 | N18.30 Chronic kidney disease, stage 3 unspecified | synthea lists
chronic kidney disease stage 4; CKD stage 4 | 431857002 Chronic kidney disease stage 4 | N18.4 Chronic kidney disease, stage 4 (severe) | synthea canon
chronic kidney disease stage 5; CKD stage 5 | 433146000 Chronic kidney disease stage 5 | N18.5 Chronic kidney disease, stage 5 | canon lists
end-stage renal disease; ESRD; ESKD | 46177005 End-stage renal disease | N18.6 End stage renal disease | synthea smart canon
acute kidney injury; AKI | 14669001 Acute kidney injury | N17.9 Acute kidney failure, unspecified | be canon rkh
renal failure; kidney failure | 42399005 Renal failure | N19 Unspecified kidney failure | be rkh
kidney stone; renal calculus; pathri | 95570007 Kidney stone | N20.0 Calculus of kidney | canon rkh vn radi
ureteric stone; ureteral calculus | - | N20.1 Calculus of ureter | -
renal colic | - | N23 Unspecified renal colic | -
acute pyelonephritis | 36689008 Acute pyelonephritis | N10 Acute pyelonephritis | be canon rkh
pyelonephritis | 45816000 Pyelonephritis | N12 Tubulo-interstitial nephritis, not specified as acute or chronic | synthea be
cystitis; bladder infection | 38822007 Cystitis | N30.90 Cystitis, unspecified without hematuria | synthea smart
nephrotic syndrome | 52254009 Nephrotic syndrome | N04.9 Nephrotic syndrome with unspecified morphologic changes | canon rkh
hydronephrosis | 43064006 Hydronephrosis | N13.30 Unspecified hydronephrosis | be canon rkh
benign prostatic hyperplasia; BPH; enlarged prostate | 266569009 Benign prostatic hyperplasia | N40.0 Benign prostatic hyperplasia without lower urinary tract symptoms | be smart canon
prostatitis | - | N41.9 Inflammatory disease of prostate, unspecified | -
urethritis | 31822004 Urethritis | N34.2 Other urethritis | smart canon
urethral stricture | - | N35.919 Unspecified urethral stricture, male, unspecified site | -
phimosis | 449826002 Phimosis | N47.1 Phimosis | canon rkh
hydrocele | - | N43.3 Hydrocele, unspecified | -
varicocele | - | I86.1 Scrotal varices | -
erectile dysfunction; impotence | 860914002 Erectile dysfunction | N52.9 Male erectile dysfunction, unspecified | canon ohdsi
overactive bladder | - | N32.81 Overactive bladder | -
undescended testis; undescended testicle | 204878001 Undescended testis | Q53.9 Undescended testicle, unspecified | be canon rkh
renal cyst; cyst of kidney | 722223000 Renal cyst | N28.1 Cyst of kidney, acquired | be canon
renal artery stenosis | 302233006 Renal artery stenosis | I70.1 Atherosclerosis of renal artery | be canon
bedwetting; nocturnal enuresis | 8009008 Nocturnal enuresis | N39.44 Nocturnal enuresis | canon rkh
# Women, pregnancy
dysmenorrhea; dysmenorrhoea; period pain; painful periods | 266599000 Dysmenorrhea | N94.6 Dysmenorrhea, unspecified | smart canon
menorrhagia; heavy periods; heavy menstrual bleeding | 386692008 Menorrhagia | N92.0 Excessive and frequent menstruation with regular cycle | smart canon
vaginitis | 30800001 Vaginitis | N76.0 Acute vaginitis | smart canon
pelvic inflammatory disease; PID | 198130006 Female pelvic inflammatory disease | N73.9 Female pelvic inflammatory disease, unspecified | be canon
endometriosis | 129103003 Endometriosis | N80.9 Endometriosis, unspecified | canon vn
uterine fibroids; fibroids; leiomyoma of uterus; fibroid uterus | 95315005 Uterine leiomyoma | D25.9 Leiomyoma of uterus, unspecified | be canon
ovarian cyst | 79883001 Cyst of ovary | N83.209 Unspecified ovarian cyst, unspecified side | canon lists
uterine prolapse; pelvic organ prolapse | - | N81.4 Uterovaginal prolapse, unspecified | -
cervicitis | - | N72 Inflammatory disease of cervix uteri | -
menopausal symptoms; hot flashes; hot flushes | - | N95.1 Menopausal and female climacteric states | -
female infertility | 6738008 Female infertility | N97.9 Female infertility, unspecified | be canon
male infertility | - | N46.9 Male infertility, unspecified | -
pregnancy; pregnant | 77386006 Pregnancy | Z33.1 Pregnant state, incidental | be canon radi
normal pregnancy; routine antenatal care | 72892002 Normal pregnancy | Z34.90 Encounter for supervision of normal pregnancy, unspecified, unspecified trimester | synthea smart
high-risk pregnancy; high risk pregnancy | 47200007 High-risk pregnancy | O09.90 Supervision of high risk pregnancy, unspecified, unspecified trimester | be synthea
preeclampsia; pre-eclampsia; PIH with proteinuria | 398254007 Preeclampsia | O14.90 Unspecified pre-eclampsia, unspecified trimester | synthea smart canon
ectopic pregnancy | 34801009 Ectopic pregnancy | O00.90 Unspecified ectopic pregnancy without intrauterine pregnancy | canon radi
miscarriage; spontaneous abortion | 17369002 Miscarriage | O03.9 Complete or unspecified spontaneous abortion without complication | be canon
blighted ovum | 35999006 Blighted ovum | O02.0 Blighted ovum and nonhydatidiform mole | be synthea smart
hyperemesis gravidarum | - | O21.0 Mild hyperemesis gravidarum | -
vomiting in pregnancy; morning sickness | - | O21.9 Vomiting of pregnancy, unspecified | -
postmenopausal state | 76498008 Postmenopausal state | Z78.0 Asymptomatic menopausal state | be smart
`;
