/**
 * A test whose result a plan tells, or that it looks at, asks for or cannot have, is none that the
 * plan orders; a test for which it gives a reason is.
 */
import { describe, expect, test } from 'vitest';
import { actsLeaving } from './acts-leaving.ts';
import { wholeFlavours } from './notes.ts';

describe.each(wholeFlavours)('%s', (flavour) => {
  test.each([
    'MRI knee normal',
    'MRI knee was normal',
    'MRI knee: normal',
    'MRI knee shows tear',
    'MRI knee showed a meniscal tear, refer to ortho',
    'MRI knee result reviewed',
    'MRI knee reviewed with patient',
    'Review MRI knee',
    'Bring MRI knee films',
    'Chase MRI knee',
    'Trace old MRI knee report',
    'MRI knee not possible (pacemaker)',
    'MRI knee not feasible',
    'MRI knee after 6 weeks if not better',
    'CBC in 2 weeks if fever persists',
    'HbA1c 7.8 today',
    'HbA1c 7.8 %',
    'HbA1c is 7.8',
    'CBC normal; paracetamol 500 mg',
    'Chest X-ray clear',
    'Urine culture negative',
    'ECG WNL',
    'USG abdomen: NAD',
    'TSH normal, continue thyroxine 50 mcg',
    'CT head reveals infarct',
    'USG abdomen s/o fatty liver',
    'X-ray chest s/o TB, start ATT',
    'CBC, LFT normal',
    // Which of them is normal is left open.
    'MRI knee, X-ray normal',
    'CBC and LFT within normal limits',
    'Bloods taken: CBC, LFT',
    'Reports: CBC, LFT',
    'CBC sent',
    'CBC report pending',
    'MRI knee films from radiology',
    'ECG: sinus rhythm',
    'X-ray wrist: no fracture',
    'Echo EF 55%, continue',
    'RBS 240',
    'ESR 40, CRP 12',
    'Platelet count 90,000, repeat tomorrow',
    'CBC: Hb 9 g/dL',
    'CBC - Hb 9, platelets 1.2 lakh',
    'HbA1c target 7',
    'TSH raised, stop smoking',
    'Creatinine stable',
    'CXR clear',
    'Biopsy benign',
  ])('“%s” orders no test', (line) =>
    expect(actsLeaving('Plan', line, flavour)).not.toMatch(/ServiceRequest/),
  );

  test.each([
    'MRI knee',
    'MRI knee in 6 weeks',
    'MRI knee after 6 weeks',
    'MRI knee to exclude tear',
    'MRI knee as X-ray normal',
    'MRI knee because X-ray was normal',
    'Repeat MRI knee, last one normal',
    'Repeat MRI knee until normal',
    'Get MRI knee and review with report',
    'Review with MRI knee',
    'Review after MRI knee is done, advised MRI knee',
    'MRI knee 1.5 T',
    'Review TSH, MRI knee',
    'MRI knee on 5.12',
    'MRI knee 2 weekly',
    'MRI knee at City Hospital, shows previous films there',
  ])('“%s” orders it', (line) =>
    expect(actsLeaving('Plan', line, flavour)).toMatch(/ServiceRequest active MRI/),
  );

  test.each([
    'CBC, LFT today',
    'CBC, LFT, bring reports',
    'CBC, vitals stable',
    'CBC, precautions explained',
    'TSH - after 6 weeks',
    'HbA1c - in 3 months',
    'MRI brain: rule out SOL',
    'ECG: 12 lead',
    'CBC and come back if fever',
    'CBC 6.30 am',
    'Colonoscopy - bowel prep explained',
    'CBC, LFT; normal diet',
    'Lipid profile fasting',
    'Tests to be done: CBC, ESR',
    'Investigations: CBC, LFT',
    'Thyroid profile: T3, T4, TSH',
    'X-ray: right knee',
    'RBS 4 hourly',
    'GTT 75 g',
    'INR weekly, target 2-3',
    'Creatinine 1.4, repeat creatinine in one week',
    'ECG shows sinus rhythm, repeat ECG tomorrow',
    'Send blood culture',
    'CXR',
  ])('“%s” orders one', (line) =>
    expect(actsLeaving('Plan', line, flavour)).toMatch(/^ServiceRequest active/),
  );

  test('a result in one line and an order in another: it is ordered', () =>
    expect(actsLeaving('Plan', 'MRI knee normal\n- Repeat MRI knee in 3 months', flavour)).toMatch(
      /ServiceRequest active MRI/,
    ));

  test('one test has its result, and the other is ordered', () => {
    const leaves = actsLeaving('Plan', 'LFT normal; repeat TSH', flavour);
    expect(leaves).toBe('ServiceRequest active TSH');
  });
});
