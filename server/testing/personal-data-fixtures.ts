import * as personalData from '@mizan/contract/personal-data.ts';
import { type Args, byId, naming, plain, type RouteFixture } from './fixture-kinds.ts';

/** Requests under the personal data law. */
export const personalDataFixtures: readonly RouteFixture[] = [
  plain(personalData.takePersonalData, { query: { format: 'json' } }),
  plain(personalData.askPersonalData, personalData.askPersonalData.example as Args, {}, { kind: 'OTHER' }),
  naming(personalData.withdrawPersonalRequest, [byId('personal_requests')]),
  naming(
    personalData.answerPersonalRequest,
    [byId('personal_requests', { body: { version: 1, state: 'IN_WORK' } })],
    {},
    { version: 1, state: 'REFUSED' },
  ),
];
