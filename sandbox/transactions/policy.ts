/**
 * Upload permits: a policy that names the folder, the fields and an end, signed by us (contract
 * 3.1, 3.2).
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { MINUTE } from '../../shared/time.ts';
import { fileNamePattern } from '../../shared/wire/common.ts';

/** Published notes give a policy this life. */
const LIFE = 15 * MINUTE;

const policySchema = z.object({
  txn_id: z.string(),
  folder: z.string(),
  endsAt: z.number(),
  fields: z.record(z.string(), z.string()),
});

export type Permit = { readonly txnId: string; readonly folder: string; readonly name: string };

export function createPolicies({ key, now }: { readonly key: string; now(): number }) {
  const sign = (policy: string) =>
    createHmac('sha256', Buffer.from(key, 'hex')).update(policy).digest('hex');

  return {
    /** The form fields for uploading into `folder`. `meta` becomes `x-amz-meta-…`. */
    fields(
      txnId: string,
      folder: string,
      meta: Readonly<Record<string, string>>,
    ): Record<string, string> {
      const stamp = new Date(now()).toISOString().replace(/[-:]|\.\d+/g, '');
      const fixed: Record<string, string> = {
        'x-amz-algorithm': 'AWS4-HMAC-SHA256',
        'x-amz-credential': `practice/${stamp.slice(0, 8)}/local/s3/aws4_request`,
        'x-amz-date': stamp,
        'x-amz-security-token': 'practice-session',
      };
      for (const [name, value] of Object.entries(meta)) fixed[`x-amz-meta-${name}`] = value;
      const policy = Buffer.from(
        JSON.stringify({ txn_id: txnId, folder, endsAt: now() + LIFE, fields: fixed }),
      ).toString('base64');
      return { key: `${folder}\${filename}`, ...fixed, policy, 'x-amz-signature': sign(policy) };
    },

    /** Returns what the form may write, or a word for the reason of a refusal. */
    check(form: Readonly<Record<string, string>>): Permit | 'denied' | 'expired' | 'bad-name' {
      const { policy = '', key: path = '' } = form;
      const given = Buffer.from(form['x-amz-signature'] ?? '');
      const right = Buffer.from(sign(policy));
      if (given.length !== right.length || !timingSafeEqual(given, right)) return 'denied';
      const {
        txn_id: txnId,
        folder,
        endsAt,
        fields,
      } = policySchema.parse(JSON.parse(Buffer.from(policy, 'base64').toString()));
      if (now() >= endsAt) return 'expired';
      if (Object.entries(fields).some(([name, value]) => form[name] !== value)) return 'denied';
      if (!path.startsWith(folder)) return 'denied';
      const name = path.slice(folder.length);
      // A single or double dot is a path, not a name.
      return fileNamePattern.test(name) && !/^\.+$/.test(name)
        ? { txnId, folder, name }
        : 'bad-name';
    },
  };
}
export type Policies = ReturnType<typeof createPolicies>;
