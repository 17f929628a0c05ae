import type { Readable } from 'node:stream';
import type { setLogo } from '@mizan/contract/business.ts';
import type { RouteOutput } from '@mizan/contract/route.ts';
import { inPlatform } from '../../platform/database/database.ts';
import { happened } from '../../platform/facts/facts.ts';
import type { Member } from '../../platform/http/call.ts';
import { type KeptPicture, receivePicture } from '../../platform/pictures/received-picture.ts';
import type { VirusScanner } from '../../platform/scanner/virus-scanner.ts';
import { holdMerchant } from '../merchants/merchants.service.ts';
import { storeLogo } from './business.queries.ts';
import { type BusinessDeps, rowOf } from './business.service.ts';

/** The logo of a business (docs/decisions/0350-pictures-are-what-they-show.md). */

type Answer = RouteOutput<typeof setLogo>;

/** What changes nothing is not written down. */
const keep = (deps: BusinessDeps, member: Member, logo: KeptPicture | null): Promise<Answer> =>
  inPlatform(deps.db, async (tx) => {
    const { merchantId } = member;
    const at = deps.clock.now();
    await holdMerchant(tx, merchantId);
    const { logoVersion: before, vatNumber } = await rowOf(tx, merchantId);
    const logoVersion = logo?.version ?? null;
    if (before === logoVersion) return { logoVersion };
    await storeLogo(tx, merchantId, { logo, vatNumber }, at);
    const told = { at, about: { type: 'merchant', id: merchantId } } as const;
    await (logo
      ? happened(tx, member, {
          ...told,
          fact: 'business.logoSet',
          params: { sizeBytes: logo.content.length },
        })
      : happened(tx, member, { ...told, fact: 'business.logoRemoved' }));
    return { logoVersion };
  });

/** Takes a picture as the logo, in the place of the one before. @throws Failure as receivePicture does */
export async function setLogoOf(
  deps: BusinessDeps & { scanner: VirusScanner | null },
  member: Member,
  body: Readable,
): Promise<Answer> {
  return keep(deps, member, await receivePicture(body, deps.scanner));
}

export const removeLogoOf = (deps: BusinessDeps, member: Member): Promise<Answer> => keep(deps, member, null);
