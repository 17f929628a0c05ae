import type { ReviewReason } from '@mizan/contract/transaction-states.ts';
import { approvedOutcome, type DemoCard, type DemoOutcome } from './demo-outcomes.ts';
import type { DemoPayment } from './demo-payment.ts';
import { type PlacedTerminal, scribe } from './demo-payments.ts';
import { chanceFrom } from './demo-random.ts';

/**
 * Payments that ask for a person, so that a newcomer sees what that looks like: a journal that was lost, an
 * answer that never came, an approval that came late. Each holds what the gateway would have left behind.
 */
interface Story {
  tid: string;
  minutesAgo: number;
  amountMinor: number;
  outcome: DemoOutcome;
  reason: ReviewReason;
  leaves: Partial<DemoPayment>;
}

const undecided: DemoOutcome = {
  status: 'INITIALIZED',
  providerCode: null,
  actionCode: null,
  refusal: null,
  cardShown: false,
  bankAsked: false,
};
/**
 * The amount may not be charged again on this terminal until somebody decided. Nothing was heard of the payment
 * after the terminal asked for a card.
 */
const locked = { holdsLock: true, underReview: true, resultSeq: null, step: 'WAIT_CARD' } as const;
/** How long after its start a payment asks for a card, as the record of its events says. */
const untilCardMs = 340;

const stories: readonly Story[] = [
  {
    tid: '88505713',
    minutesAgo: 47,
    amountMinor: 24_900,
    outcome: undecided,
    reason: 'JOURNAL_LOST',
    leaves: { ...locked, decidedAt: null },
  },
  {
    tid: '88504902',
    minutesAgo: 26 * 60,
    amountMinor: 6_450,
    outcome: { ...undecided, status: 'TIMEOUT' },
    reason: 'NO_ANSWER',
    leaves: locked,
  },
  {
    tid: '88501609',
    minutesAgo: 5 * 60,
    amountMinor: 11_800,
    outcome: approvedOutcome,
    reason: 'LATE_APPROVAL',
    leaves: { underReview: true, lateApproval: true, bankConfirmedAt: null },
  },
];

const card: DemoCard = { scheme: 'Mada', firstSix: '588845', lastFour: '9579' };

export interface ToldStory {
  payment: DemoPayment;
  reason: ReviewReason;
  openedAt: Date;
}

/** How long the gateway asked before it gave a question to a person. */
const askedForMs = 15 * 60_000;

/** The stories of a merchant's terminals, at their times before now. */
export function demoStories(telling: Parameters<typeof scribe>[0], seed: number): ToldStory[] {
  const write = scribe(telling, chanceFrom(seed));
  return stories.flatMap(({ tid, minutesAgo, amountMinor, outcome, reason, leaves }) => {
    const terminal: PlacedTerminal | undefined = telling.terminals.find((t) => t.tid === tid);
    if (!terminal) return [];
    const at = new Date(telling.now.getTime() - minutesAgo * 60_000);
    const attempt = { type: 'PURCHASE', orderRef: null, originalUuid: null } as const;
    const payment = write({ ...attempt, at, terminal, card, outcome, amountMinor });
    const stepAt = leaves.step ? new Date(at.getTime() + untilCardMs) : null;
    return [
      { payment: { ...payment, ...leaves, stepAt }, reason, openedAt: new Date(at.getTime() + askedForMs) },
    ];
  });
}
