/**
 * `npm run doctor`: what is installed, what is missing, which tests skip without it, and how to get
 * it. Installs nothing; always ends with 0.
 */
import { examinations, report } from './lib/examinations.mjs';

const findings = [];
for (const { name, look, skips, get } of examinations())
  findings.push({ name, found: await look().catch(() => undefined), skips, get });
console.log(report(findings));
