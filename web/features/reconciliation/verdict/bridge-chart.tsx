import type {
  BankFileDetail,
  BankFileResult,
  BridgeBar,
  BridgeStep,
  CurrencyVerdict,
} from '@mizan/contract/reconciliation.ts';
import { type Outcome, otherLineOutcomes, outcomes } from '@mizan/contract/reconciliation-terms.ts';
import type { TFunction } from 'i18next';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { formatAmount } from '../../../platform/formats.ts';
import { Amount } from '../../../ui/amount.tsx';
import { opensNothing } from '../../../ui/opens-nothing.ts';
import { holeStepName } from '../bank-file/hole.words.ts';
import { HoleLink } from '../bank-file/hole-link.tsx';
import { outcomeKey } from '../bank-file/outcome.words.ts';
import type { BankFileTab } from '../bank-file/reconciliation.search.ts';
import classes from './bridge.module.css';
import { type PlacedBar, placeBridge } from './bridge-layout.ts';
import {
  holesOf,
  isOfEarlierToo,
  isTogether,
  type NumberedHole,
  type SetRight,
  setRightOf,
} from './verdict-figures.ts';

const isOutcome = (bar: BridgeBar): bar is Outcome => (outcomes as readonly string[]).includes(bar);

/** What else a bar's name goes by: the holes of the file, and the other steps. */
interface Names {
  all: readonly NumberedHole[];
  steps: readonly BridgeStep[];
}

/** A bar's name: a total of the bridge, a hole, or the outcome that the step stands for. */
function barName(t: TFunction, { bar, holes }: BridgeStep, { all, steps }: Names): string {
  if (holes) return holeStepName(t, all.slice(holes.from - 1, holes.to), all);
  if (bar === 'charges' && isOfEarlierToo({ steps })) return t('reconciliation:bridge.chargesOfBoth');
  if (bar === 'timing') return t('reconciliation:group.notDue');
  return t(isOutcome(bar) ? outcomeKey(bar) : `reconciliation:bridge.${bar}`);
}

/**
 * What a bar is drawn as: a total of either side, what is explained, what only the bank can decide, a chargeback, or one of the
 * three groups of differences.
 */
const lookOf = ({ bar, group }: BridgeStep): string => {
  if (bar === 'undecidedCharge') return 'undecidedSum';
  return group ?? (isOutcome(bar) && bar !== 'undecidedSum' && bar !== 'chargeback' ? 'explained' : bar);
};

/** Which rows a bar opens; null of what is expected, which is the sum of the bars before it, and where a file of before does not say. */
function rowsOf(
  { bar, holes }: BridgeStep,
  verdict: CurrencyVerdict,
): { tab: BankFileTab; holes?: string } | null {
  if (holes)
    return { tab: 'waits', holes: holes.from === holes.to ? `${holes.from}` : `${holes.from}-${holes.to}` };
  if (bar === 'portalTotal') return { tab: 'portal' };
  const { groupCounts = {} } = verdict;
  if (bar === 'bankTotal') return groupCounts.bank ? { tab: 'bank' } : null;
  if (bar === (isTogether(verdict) ? 'notJudged' : 'charges'))
    return groupCounts.charges ? { tab: 'charges' } : null;
  if (bar === 'notJudged') return groupCounts.notJudged ? { tab: 'notJudged' } : null;
  if (bar === 'broughtBefore') return { tab: 'corrected' };
  if (bar === 'timing') return { tab: 'notDue' };
  if (bar === 'confirmedBefore') return { tab: 'already' };
  return isOutcome(bar) ? { tab: bar } : null;
}

const keyOf = ({ bar, holes }: BridgeStep): string => `${bar}${holes?.from ?? ''}`;

/** From the portal's total to the bank's, each step a bar that opens its rows; read out as a table. */
export function Bridge({
  verdict,
  result,
  detail,
}: {
  verdict: CurrencyVerdict;
  result: BankFileResult;
  detail: Pick<BankFileDetail, 'id' | 'setRight'>;
}) {
  const { t } = useTranslation('reconciliation');
  const titleId = useId();
  const { steps } = verdict;
  const { bars, cutBelowMinor } = placeBridge(steps);
  const names = { all: holesOf(result), steps };
  return (
    <section className={classes['bridge']} aria-labelledby={titleId}>
      <h2 id={titleId} className="mz-visually-hidden">
        {t('reconciliation:bridge.title')}
      </h2>
      <Legend steps={steps} setRight={setRightOf(detail.setRight, verdict)} cutBelowMinor={cutBelowMinor} />
      <ol className={classes['columns']}>
        {bars.map((bar) => (
          <li key={keyOf(bar.step)} className={classes['column']}>
            <StepLink step={bar.step} verdict={verdict} file={detail.id}>
              <Column bar={bar} name={barName(t, bar.step, names)} />
            </StepLink>
          </li>
        ))}
      </ol>
      <BridgeTable names={names} />
    </section>
  );
}

/** What the colours say, of those that the bridge has: what waits for the bank, what is not due and undecided sums are amber. */
function Legend({
  steps,
  setRight,
  cutBelowMinor,
}: {
  steps: readonly BridgeStep[];
  setRight: SetRight;
  cutBelowMinor: number | null;
}) {
  const { t } = useTranslation('reconciliation');
  const says = [
    { look: 'toClaim', text: t(`reconciliation:difference.${setRight.toClaim ?? 'toClaim'}`) },
    { look: 'chargeback', text: t('reconciliation:difference.chargeback') },
    { look: 'waits', text: t('reconciliation:group.waits') },
    { look: 'notDueYet', text: t('reconciliation:group.notDue') },
    { look: 'undecidedSum', text: t('reconciliation:difference.undecidedSum') },
    { look: 'paidTooMuch', text: t(`reconciliation:difference.${setRight.paidTooMuch ?? 'paidTooMuch'}`) },
    { look: 'explained', text: t('reconciliation:bridge.explained') },
  ].filter(({ look }) =>
    steps.some((step) => (step.holes ? 'waits' : lookOf(step)) === look && !step.isTotal),
  );
  return (
    <p className={classes['legend']}>
      {says.map(({ look, text }) => (
        <span key={look} className={classes['legendEntry']}>
          <span className={classes['swatch']} data-look={look} aria-hidden="true" />
          {text}
        </span>
      ))}
      {cutBelowMinor !== null && (
        <span className={classes['cutNote']}>
          {t('reconciliation:bridge.cut', { amount: formatAmount(cutBelowMinor).replace(/[.٫]\S\S$/, '') })}
        </span>
      )}
    </p>
  );
}

function StepLink({
  step,
  verdict,
  file,
  children,
}: {
  step: BridgeStep;
  verdict: CurrencyVerdict;
  file: string;
  children: ReactNode;
}) {
  const { t } = useTranslation('reconciliation');
  const rows = rowsOf(step, verdict);
  if (rows === null)
    return (
      <span
        className={classes['step']}
        {...(step.amountMinor !== 0 && opensNothing(step.bar === 'expected' ? 'ofFigures' : 'notKept'))}
      >
        {children}
      </span>
    );
  return (
    <HoleLink file={file} tab={rows.tab} holes={rows.holes} className={classes['step']}>
      <span className="mz-visually-hidden">{t('reconciliation:bridge.openStep', { step: '' })}</span>
      {children}
    </HoleLink>
  );
}

/** The bank's total is of lines, and so are what they bring again and what no payment belongs to. */
const barsOfLines: ReadonlySet<BridgeBar> = new Set<BridgeBar>([
  'bankTotal',
  'confirmedBefore',
  'sameAsBefore',
  'missingInPortal',
  'duplicate',
  'chargeback',
  ...otherLineOutcomes,
  'undecidedSum',
  'countDiffers',
]);
const countKey = ({ bar }: BridgeStep): string => (barsOfLines.has(bar) ? 'units:line' : 'units:transaction');

/** One bar with its figure above and its name below. On a phone the bar lies, and the names stand in a column. */
function Column({ bar, name }: { bar: PlacedBar; name: string }) {
  const { t } = useTranslation(['reconciliation', 'units']);
  const { step, from, to } = bar;
  const low = Math.min(from, to);
  const high = Math.max(from, to);
  return (
    <>
      <span className={classes['plot']} aria-hidden="true">
        <BarDrawing bar={bar} look={lookOf(step)} />
        <span className={classes['value']} style={{ insetBlockEnd: `${high * 100}%` }}>
          <Amount amountMinor={step.amountMinor} signed={!step.isTotal} />
        </span>
      </span>
      <span className={classes['name']}>{name}</span>
      <span className={classes['count']}>{step.count > 0 && t(countKey(step), { count: step.count })}</span>
      <span className={classes['track']} aria-hidden="true">
        <span
          className={classes['fill']}
          data-look={lookOf(step)}
          style={{ insetInlineStart: `${low * 100}%`, inlineSize: `${Math.max(high - low, 0.008) * 100}%` }}
        />
      </span>
    </>
  );
}

/** The picture is drawn in hundredths, 0 at its top; bars stand between 14 and 86 of their column. */
const edge = { start: 14, end: 86 } as const;
const thinnest = 1.6;

function BarDrawing({ bar: { from, to, joins, cut }, look }: { bar: PlacedBar; look: string }) {
  const top = 100 - Math.max(from, to) * 100;
  const height = Math.max(Math.abs(to - from) * 100, thinnest);
  const { start, end } = edge;
  return (
    <svg viewBox="0 0 100 100" preserveAspectRatio="none" className={classes['drawing']}>
      <rect
        x={start}
        width={end - start}
        y={Math.min(top, 100 - thinnest)}
        height={height}
        data-look={look}
      />
      {cut && (
        <polygon points={`${start},93 ${end},86 ${end},91 ${start},98`} className={classes['cutMark']} />
      )}
      {joins !== null && (
        <line
          x1={end}
          x2={100 + start}
          y1={100 - joins * 100}
          y2={100 - joins * 100}
          className={classes['join']}
          vectorEffect="non-scaling-stroke"
        />
      )}
    </svg>
  );
}

/** The same as figures, for those who hear the page. A box hides it: a hidden table would keep its height. */
function BridgeTable({ names }: { names: Names }) {
  const { t } = useTranslation(['reconciliation', 'units', 'common']);
  return (
    <div className="mz-visually-hidden">
      <table>
        <caption>{t('reconciliation:bridge.title')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('reconciliation:bridge.step')}</th>
            <th scope="col">{t('common:fields.amount')}</th>
            <th scope="col">{t('reconciliation:bridge.payments')}</th>
          </tr>
        </thead>
        <tbody>
          {names.steps.map((step) => (
            <tr key={keyOf(step)}>
              <th scope="row">{barName(t, step, names)}</th>
              <td>{formatAmount(step.amountMinor, { signed: !step.isTotal })}</td>
              <td>{step.count > 0 && t(countKey(step), { count: step.count })}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
