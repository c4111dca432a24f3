/** Generic medicines. A line: names; the first is preferred | RxNorm ingredient code and its name | who has that code (sources.ts). */
export const medicinesGeneric = `
# Pain, joints
paracetamol; acetaminophen | 161 acetaminophen | canon ohdsi rxnav
ibuprofen | 5640 ibuprofen | canon lists rxnav
aspirin; acetylsalicylic acid | 1191 aspirin | cpic canon rxnav ddi
naproxen | 7258 naproxen | canon lists rxnav
diclofenac | 3355 diclofenac | cpic canon rxnav
meloxicam | 41493 meloxicam | canon lists
celecoxib | 140587 celecoxib | cpic canon ddi lists
tramadol | 10689 tramadol | cpic canon rxnav lists
morphine | 7052 morphine | cpic canon rxnav
oxycodone | 7804 oxycodone | cpic canon rxnav
codeine | 2670 codeine | cpic rxnav
fentanyl | 4337 fentanyl | cpic canon rxnav
gabapentin | 25480 gabapentin | canon lists
pregabalin | 187832 pregabalin | canon lists
baclofen | 1292 baclofen | canon lists
tizanidine | 57258 tizanidine | canon rxnav
colchicine | 2683 colchicine | canon lists rxnav
allopurinol | 519 allopurinol | cpic canon rxnav
methotrexate | 6851 methotrexate | cpic canon rxnav ddi
hydroxychloroquine; HCQ | 5521 hydroxychloroquine | cpic canon rxnav
sulfasalazine; sulphasalazine | 9524 sulfasalazine | cpic canon
leflunomide | 27169 leflunomide | canon rxnav
azathioprine | 1256 azathioprine | cpic canon rxnav ddi
# Diabetes, thyroid, hormones
metformin | 6809 metformin | cpic canon rxnav ddi
glimepiride | 25789 glimepiride | cpic canon ddi
glipizide | 4821 glipizide | cpic canon ddi
glibenclamide; glyburide | 4815 glyburide | cpic canon rxnav ddi
pioglitazone | 33738 pioglitazone | canon lists
sitagliptin | 593411 sitagliptin | canon lists
linagliptin | 1100699 linagliptin | canon lists
dapagliflozin | 1488564 dapagliflozin | canon lists
empagliflozin | 1545653 empagliflozin | canon lists
canagliflozin | 1373458 canagliflozin | canon lists
liraglutide | 475968 liraglutide | canon lists
dulaglutide | 1551291 dulaglutide | canon lists
semaglutide | 1991302 semaglutide | canon lists
insulin glargine; glargine | 274783 insulin glargine | canon lists rxnav
insulin lispro; lispro | 86009 insulin lispro | canon rxnav lists
acarbose | 16681 acarbose | canon ddi
levothyroxine; thyroxine | 10582 levothyroxine | canon lists rxnav
carbimazole | 2020 carbimazole | cpic rxnav
methimazole; thiamazole | 6835 methimazole | cpic canon lists
propylthiouracil; PTU | 8794 propylthiouracil | cpic canon
norethisterone; norethindrone | 7514 norethindrone | canon ohdsi
levonorgestrel | 6373 levonorgestrel | canon rxnav ddi
tamoxifen | 10324 tamoxifen | cpic canon rxnav
# Heart and blood pressure
amlodipine | 17767 amlodipine | canon ohdsi rxnav ddi
nifedipine | 7417 nifedipine | canon lists rxnav
diltiazem | 3443 diltiazem | canon lists rxnav ddi
verapamil | 11170 verapamil | canon lists rxnav
enalapril | 3827 enalapril | canon lists
lisinopril | 29046 lisinopril | canon synthea rxnav
ramipril | 35296 ramipril | canon lists
captopril | 1998 captopril | cpic canon
perindopril | 54552 perindopril | canon lists
losartan | 52175 losartan | canon lists
telmisartan | 73494 telmisartan | canon lists
valsartan | 69749 valsartan | canon lists
olmesartan | 321064 olmesartan | canon lists
irbesartan | 83818 irbesartan | canon lists
candesartan | 214354 candesartan | canon lists
atenolol | 1202 atenolol | canon lists ddi
metoprolol | 6918 metoprolol | cpic canon rxnav ddi
bisoprolol | 19484 bisoprolol | canon lists
carvedilol | 20352 carvedilol | cpic canon
propranolol | 8787 propranolol | cpic canon
nebivolol | 31555 nebivolol | canon rxnav
labetalol | 6185 labetalol | canon lists
hydrochlorothiazide; HCTZ | 5487 hydrochlorothiazide | cpic canon rxnav ddi
chlorthalidone; chlortalidone | 2409 chlorthalidone | canon lists
indapamide | 5764 indapamide | canon lists
furosemide; frusemide | 4603 furosemide | cpic canon rxnav ddi
torsemide; torasemide | 38413 torsemide | canon lists
spironolactone | 9997 spironolactone | cpic canon rxnav
eplerenone | 298869 eplerenone | canon lists
hydralazine | 5470 hydralazine | cpic canon
clonidine | 2599 clonidine | canon lists
isosorbide dinitrate; ISDN | 6058 isosorbide dinitrate | cpic canon
nitroglycerin; glyceryl trinitrate; GTN | 4917 nitroglycerin | canon rxnav
digoxin | 3407 digoxin | cpic canon rxnav ddi
amiodarone | 703 amiodarone | canon lists rxnav ddi
ivabradine | 1649480 ivabradine | canon rxnav
ranolazine | 35829 ranolazine | canon rxnav
atorvastatin | 83367 atorvastatin | cpic canon rxnav ddi
rosuvastatin | 301542 rosuvastatin | cpic canon rxnav
simvastatin | 36567 simvastatin | cpic canon rxnav
pravastatin | 42463 pravastatin | cpic canon rxnav
ezetimibe | 341248 ezetimibe | canon lists
clopidogrel | 32968 clopidogrel | cpic canon rxnav ddi
ticagrelor | 1116632 ticagrelor | canon rxnav
warfarin | 11289 warfarin | cpic canon rxnav lists
acenocoumarol; nicoumalone | 154 acenocoumarol | cpic rxnav
rivaroxaban | 1114195 rivaroxaban | canon lists rxnav
apixaban | 1364430 apixaban | canon lists rxnav
heparin | 5224 heparin | canon lists rxnav
enoxaparin | 67108 enoxaparin | canon lists
# Stomach and bowel
omeprazole | 7646 omeprazole | cpic canon rxnav
pantoprazole | 40790 pantoprazole | cpic canon rxnav
esomeprazole | 283742 esomeprazole | cpic canon rxnav
rabeprazole | 114979 rabeprazole | cpic canon rxnav
lansoprazole | 17128 lansoprazole | cpic canon rxnav
famotidine | 4278 famotidine | canon rxnav lists
ondansetron | 26225 ondansetron | cpic canon rxnav
metoclopramide | 6915 metoclopramide | cpic canon ddi lists
loperamide | 6468 loperamide | canon lists
mesalamine; mesalazine | 52582 mesalamine | cpic canon
# Chest, allergy, steroids
salbutamol; albuterol | 435 albuterol | cpic canon ohdsi lists
salmeterol | 36117 salmeterol | cpic canon
formoterol | 25255 formoterol | canon ohdsi
budesonide | 19831 budesonide | cpic canon lists
fluticasone | 41126 fluticasone | canon lists
ipratropium | 7213 ipratropium | canon ohdsi lists
tiotropium | 69120 tiotropium | cpic canon
montelukast | 88249 montelukast | canon lists
theophylline | 10438 theophylline | canon rxnav
cetirizine | 20610 cetirizine | canon lists
loratadine | 28889 loratadine | canon lists
fexofenadine | 87636 fexofenadine | canon ddi
hydroxyzine | 5553 hydroxyzine | canon lists rxnav
diphenhydramine | 3498 diphenhydramine | canon lists rxnav
promethazine | 8745 promethazine | canon lists
dextromethorphan | 3289 dextromethorphan | cpic canon
acetylcysteine; N-acetylcysteine | 197 acetylcysteine | canon ohdsi
prednisolone | 8638 prednisolone | canon ohdsi lists
prednisone | 8640 prednisone | canon lists
methylprednisolone | 6902 methylprednisolone | canon lists
dexamethasone | 3264 dexamethasone | canon ohdsi lists
hydrocortisone | 5492 hydrocortisone | canon ddi lists
clobetasol | 2590 clobetasol | canon lists
mometasone | 108118 mometasone | canon lists
triamcinolone | 10759 triamcinolone | cpic canon lists
epinephrine; adrenaline | 3992 epinephrine | canon ohdsi lists
# Vitamins, minerals, salts
folic acid; folate tablets | 4511 folic acid | canon ohdsi lists
calcium carbonate | 1897 calcium carbonate | canon ohdsi
vitamin C; ascorbic acid | 1151 ascorbic acid | cpic canon
thiamine; vitamin B1 | 10454 thiamine | canon ohdsi
potassium chloride | 8591 potassium chloride | canon ohdsi rxnav
# Infections
amoxicillin; amoxycillin | 723 amoxicillin | canon ohdsi ddi lists
azithromycin | 18631 azithromycin | canon lists rxnav ddi
clarithromycin | 21212 clarithromycin | canon rxnav ddi
erythromycin | 4053 erythromycin | cpic canon rxnav ddi
doxycycline | 3640 doxycycline | canon lists rxnav
minocycline | 6980 minocycline | canon lists
cephalexin; cefalexin | 2231 cephalexin | canon lists
ceftriaxone | 2193 ceftriaxone | canon lists
ciprofloxacin | 2551 ciprofloxacin | cpic canon rxnav lists
levofloxacin | 82122 levofloxacin | cpic canon lists
moxifloxacin | 139462 moxifloxacin | cpic canon rxnav lists
nitrofurantoin | 7454 nitrofurantoin | cpic canon lists
metronidazole | 6922 metronidazole | canon lists rxnav ddi
clindamycin | 2582 clindamycin | canon lists
linezolid | 190376 linezolid | canon lists rxnav
vancomycin | 11124 vancomycin | canon lists
trimethoprim | 10829 trimethoprim | canon ohdsi
cotrimoxazole; co-trimoxazole; sulfamethoxazole and trimethoprim | 10831 sulfamethoxazole / trimethoprim | cpic synthea rxnav
isoniazid; INH | 6038 isoniazid | cpic canon
rifampicin; rifampin | 9384 rifampin | canon rxnav
dapsone | 3108 dapsone | cpic canon rxnav ddi
fluconazole | 4450 fluconazole | canon lists rxnav ddi
itraconazole | 28031 itraconazole | canon rxnav ddi
terbinafine | 37801 terbinafine | cpic canon rxnav
clotrimazole | 2623 clotrimazole | canon rxnav
ketoconazole | 6135 ketoconazole | canon rxnav ddi
aciclovir; acyclovir | 281 acyclovir | canon ddi
valaciclovir; valacyclovir | 73645 valacyclovir | canon lists
albendazole | 430 albendazole | canon rxnav
mebendazole | 6672 mebendazole | canon rxnav
ivermectin | 6069 ivermectin | canon lists
chloroquine | 2393 chloroquine | cpic canon
primaquine | 8687 primaquine | cpic canon rxnav
tenofovir; tenofovir disoproxil | 300195 tenofovir disoproxil | canon rxnav
lamivudine | 68244 lamivudine | canon ddi
dolutegravir | 1433868 dolutegravir | cpic canon rxnav
efavirenz | 195085 efavirenz | cpic canon rxnav ddi
# Mind and nerves
sertraline | 36437 sertraline | cpic canon rxnav lists
escitalopram | 321988 escitalopram | cpic canon rxnav
fluoxetine | 4493 fluoxetine | cpic canon rxnav ddi
paroxetine | 32937 paroxetine | cpic canon rxnav
citalopram | 2556 citalopram | cpic canon rxnav ddi
venlafaxine | 39786 venlafaxine | cpic canon rxnav
duloxetine | 72625 duloxetine | cpic canon rxnav
mirtazapine | 15996 mirtazapine | cpic canon lists
bupropion | 42347 bupropion | cpic canon rxnav
amitriptyline | 704 amitriptyline | cpic canon rxnav ddi
nortriptyline | 7531 nortriptyline | cpic canon rxnav
imipramine | 5691 imipramine | cpic rxnav ddi
trazodone | 10737 trazodone | canon lists
buspirone | 1827 buspirone | canon lists
olanzapine | 61381 olanzapine | cpic canon lists
risperidone | 35636 risperidone | cpic canon lists
quetiapine | 51272 quetiapine | canon lists
aripiprazole | 89013 aripiprazole | cpic canon rxnav
haloperidol | 5093 haloperidol | cpic canon lists
clozapine | 2626 clozapine | cpic canon ddi
alprazolam | 596 alprazolam | canon lists rxnav ddi
clonazepam | 2598 clonazepam | canon lists rxnav ddi
lorazepam | 6470 lorazepam | canon lists ddi
diazepam | 3322 diazepam | canon lists rxnav ddi
zolpidem | 39993 zolpidem | canon lists
methylphenidate | 6901 methylphenidate | cpic canon lists
atomoxetine | 38400 atomoxetine | cpic canon ddi
levetiracetam | 114477 levetiracetam | canon lists
phenytoin | 8183 phenytoin | cpic canon rxnav
carbamazepine | 2002 carbamazepine | cpic canon rxnav ddi
oxcarbazepine | 32624 oxcarbazepine | cpic canon rxnav
lamotrigine | 28439 lamotrigine | cpic canon rxnav
topiramate | 38404 topiramate | canon lists rxnav
clobazam | 21241 clobazam | cpic rxnav
sumatriptan | 37418 sumatriptan | canon lists rxnav
donepezil | 135447 donepezil | cpic canon rxnav
levodopa | 6375 levodopa | canon ddi
# Urinary organs, skin, eye, others
tamsulosin | 77492 tamsulosin | cpic canon rxnav
tolterodine | 119565 tolterodine | cpic canon
sildenafil | 136411 sildenafil | cpic canon rxnav
tadalafil | 358263 tadalafil | canon rxnav
tretinoin | 10753 tretinoin | canon lists
adapalene | 60223 adapalene | canon lists
latanoprost | 43611 latanoprost | cpic canon
timolol | 10600 timolol | cpic canon lists
lidocaine; lignocaine | 6387 lidocaine | cpic canon
`;
