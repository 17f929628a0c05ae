import type { ExceptionState } from '@mizan/contract/exceptions.ts';
import { paths } from '@mizan/contract/paths.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Database, inPlatform, inTenant, type Tx } from '../../platform/database/database.ts';
import { happened, nobody } from '../../platform/facts/facts.ts';
import type { Member } from '../../platform/http/call.ts';
import { enqueue } from '../../platform/jobs/enqueue.ts';
import type { Letter } from '../../platform/mail/letter.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import { preferencesOf } from '../preferences/preferences.service.ts';
import { personOf, readProfileFacts } from '../users/users.service.ts';
import { selectWaitingFor, type WaitingRecord } from './asked-people.queries.ts';

/**
 * Whoever is asked to approve a difference, or is given one, hears of it: by the bell, which asks what waits
 * (contract/asked-of-me.ts), and by mail unless they asked to go without. The mail is a job of the transaction that asks,
 * and says what still waits when it is written: what was taken back meanwhile is asked of nobody.
 */
export const tellAskedJob = 'exceptions.tellAsked';

export interface TellWork {
  merchantId: string;
  personId: string;
  kind: 'ASKED' | 'ASSIGNED';
  byName: string;
  note: string;
  exceptionIds: string[];
}

/** In the transaction that asks. Nobody is written to about what they give themselves. */
export async function tellPerson(
  tx: Tx,
  by: Member,
  personId: string,
  { kind, note, exceptionIds }: Pick<TellWork, 'kind' | 'note' | 'exceptionIds'>,
): Promise<void> {
  if (personId === by.userId || exceptionIds.length === 0) return;
  const work: TellWork = {
    merchantId: by.merchantId,
    personId,
    kind,
    byName: by.fullName,
    note,
    exceptionIds,
  };
  await enqueue(tx, tellAskedJob, { ...work });
}

export interface TellDeps {
  db: Database;
  clock: Clock;
  mailer: Mailer;
  linkBase: () => string;
}

const stateOf = { ASKED: ['ASKED'], ASSIGNED: ['OPEN', 'ASKED'] } as const satisfies Record<
  TellWork['kind'],
  readonly ExceptionState[]
>;

export async function tellAsked(deps: TellDeps, work: TellWork): Promise<void> {
  const { merchantId, personId, kind } = work;
  const waiting = await inTenant(deps.db, merchantId, (tx) =>
    selectWaitingFor(tx, personId, { kind, states: stateOf[kind], ids: work.exceptionIds }),
  );
  const [first] = waiting;
  if (!first) return;
  await inPlatform(deps.db, async (tx) => {
    const person = await personOf(tx, merchantId, personId);
    const profile = await readProfileFacts(tx, personId);
    const reader = await preferencesOf(tx, personId);
    if (person?.status !== 'ACTIVE' || !profile?.email || !reader.askedMail) return;
    await happened(tx, nobody(merchantId), {
      fact: kind === 'ASKED' ? 'exceptions.askedPersonTold' : 'exceptions.assignedPersonTold',
      at: deps.clock.now(),
      about: { type: 'bankFile', id: first.bankFileId },
      mail: letterOf(deps, work, waiting, { to: profile.email, reader }),
    });
  });
}

function letterOf(
  { mailer, linkBase }: TellDeps,
  { kind, personId, byName, note }: TellWork,
  waiting: readonly WaitingRecord[],
  whom: Pick<Letter, 'to' | 'reader'>,
): Letter {
  const [first, ...others] = waiting;
  const whose = kind === 'ASKED' ? `state=ASKED&askedOf=${personId}` : `assignee=${personId}`;
  const link = `${linkBase()}${paths.exceptions}?${others.length === 0 ? `open=${first?.id}` : whose}`;
  return {
    ...whom,
    mailer,
    link,
    values: ({ text, amount }) => ({
      by: byName,
      note,
      link,
      what:
        first && others.length === 0
          ? text('mails:exceptionOne', {
              amount: amount(first.differenceMinor),
              currency: text(`units:currency.${first.currency}`),
              fileName: first.fileName,
            })
          : text('mails:exceptionSeveral', { count: waiting.length }),
    }),
  };
}
