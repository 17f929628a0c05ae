import { randomBytes, randomInt } from 'node:crypto';
import type { Application } from '@mizan/contract/onboarding-check.ts';
import { apiBase } from '@mizan/contract/route.ts';
import type { LightMyRequestResponse } from 'fastify';
import { pdfSaying } from '../../../platform/scanner/testing/document-files.ts';
import { sealWith } from '../../auth/testing/seal-with.ts';
import { rightPassword, type SignInPortal } from '../../auth/testing/sign-in-portal.ts';

/** Somebody who applies: an application that nobody else's gets in the way of, and the calls of the wizard. */
export interface Applicant {
  draft: string;
  application: Application;
  documents: string[];
  upload(content: Buffer, fileName?: string): Promise<LightMyRequestResponse>;
  /** Uploads a document where there is none yet, seals the passwords and sends. */
  send(
    changes?: Partial<Application>,
    options?: { locale?: 'en' | 'ar'; ip?: string; documents?: string[] },
  ): Promise<LightMyRequestResponse>;
}

export const newDraft = (): string => randomBytes(32).toString('base64url');
const digits = (count: number): string => Array.from({ length: count }, () => randomInt(10)).join('');
export const pdf = pdfSaying('commercial registration');

/** An application with two branches, three terminals and two cashiers. */
export function newApplication(): Application {
  const name = `u${randomBytes(6).toString('hex')}`;
  const terminal = () => ({ msp: 'Geidea', model: 'PAX A920', tid: digits(16) });
  return {
    account: { username: name, password: rightPassword },
    business: {
      name: 'Diyar Coffee',
      cr: `1${digits(9)}`,
      email: `${name}@diyar.coffee`,
      mobile: '٠٥٠١٢٣٤٥٦٧',
      bank: '80',
      vatNumber: '310122393500003',
      region: 'SA-01',
      city: 'Riyadh',
      district: 'Al Olaya',
    },
    branches: [
      { name: 'Olaya', address: 'King Fahd Rd, Al Olaya', terminals: [terminal(), terminal()] },
      { name: 'Malaz', address: 'Salah Ad Din Rd, Al Malaz', terminals: [terminal()] },
    ],
    cashiers: [
      { name: 'Omar Al-Harbi', username: `${name}.omar`, password: rightPassword, branch: 0 },
      { name: 'Huda Al-Qahtani', username: `${name}.huda`, password: rightPassword, branch: 1 },
    ],
  };
}

export function upload(portal: SignInPortal, draft: string, content: Buffer, fileName = 'cr.pdf') {
  return portal.app.inject({
    method: 'POST',
    url: `${apiBase}/onboarding/documents?draft=${draft}&fileName=${encodeURIComponent(fileName)}`,
    payload: content,
    headers: { host: 'localhost', 'content-type': 'application/octet-stream' },
    remoteAddress: `10.0.${randomInt(256)}.${randomInt(256)}`,
  });
}

export async function newApplicant(portal: SignInPortal): Promise<Applicant> {
  const { pemKey } = (await portal.get('/auth/public-key')).json<{ pemKey: string }>();
  const sealed = <T extends { password: string }>(part: T): T => ({
    ...part,
    password: sealWith(pemKey, part.password),
  });
  const applicant: Applicant = {
    draft: newDraft(),
    application: newApplication(),
    documents: [],
    async upload(content, fileName) {
      const answer = await upload(portal, applicant.draft, content, fileName);
      if (answer.statusCode === 200) applicant.documents.push(answer.json().id);
      return answer;
    },
    async send(
      changes = {},
      { locale = 'en', ip = `10.1.${randomInt(256)}.${randomInt(256)}`, documents } = {},
    ) {
      if (!documents && applicant.documents.length === 0) await applicant.upload(pdf);
      const { account, business, branches, cashiers } = { ...applicant.application, ...changes };
      const body = {
        draft: applicant.draft,
        locale,
        account: sealed(account),
        business,
        branches,
        cashiers: cashiers.map(sealed),
        documents: documents ?? applicant.documents,
      };
      return portal.post('/onboarding/applications', body, { ip });
    },
  };
  return applicant;
}
