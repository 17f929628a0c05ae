import type { BridgeBar, BridgeStep, CurrencyVerdict } from '@mizan/contract/reconciliation.ts';
import { type Outcome, outcomes } from '@mizan/contract/reconciliation-terms.ts';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { formatAmount } from '../../platform/formats.ts';
import { Amount } from '../../ui/amount.tsx';
import classes from './bridge.module.css';
import { type PlacedBar, placeBridge } from './bridge-layout.ts';
import { outcomeKey } from './outcome.words.ts';
import type { BankFileTab } from './reconciliation.search.ts';

const isOutcome = (bar: BridgeBar): bar is Outcome => (outcomes as readonly string[]).includes(bar);

/** The key of a bar's name: a total of the bridge, or the outcome that the step stands for. */
const barKey = (bar: BridgeBar): string =>
  isOutcome(bar) ? outcomeKey(bar) : `reconciliation:bridge.${bar}`;

/** What a bar is drawn as: a total of either side, agreed charges, or one of the three groups of differences. */
const lookOf = ({ bar, group }: BridgeStep): string => group ?? (isOutcome(bar) ? 'quiet' : bar);

/** Which rows a bar opens; the charges and the totals of the bank stand for no rows of their own. */
function tabOf(bar: BridgeBar): BankFileTab | null {
  if (isOutcome(bar)) return bar;
  return bar === 'portalTotal' ? 'all' : null;
}

/** From the portal's total to the bank's, each step a bar that opens its rows; read out as a table. */
export function Bridge({ verdict, file }: { verdict: CurrencyVerdict; file: string }) {
  const { t } = useTranslation('reconciliation');
  const titleId = useId();
  const { bars, cutBelowMinor } = placeBridge(verdict.steps);
  return (
    <section className={classes['bridge']} aria-labelledby={titleId}>
      <h2 id={titleId} className="mz-visually-hidden">
        {t('reconciliation:bridge.title')}
      </h2>
      <Legend steps={verdict.steps} cutBelowMinor={cutBelowMinor} />
      <ol className={classes['columns']}>
        {bars.map((bar) => (
          <li key={bar.step.bar} className={classes['column']}>
            <StepLink bar={bar.step.bar} file={file}>
              <Column bar={bar} />
            </StepLink>
          </li>
        ))}
      </ol>
      <BridgeTable steps={verdict.steps} />
    </section>
  );
}

function Legend({ steps, cutBelowMinor }: { steps: readonly BridgeStep[]; cutBelowMinor: number | null }) {
  const { t } = useTranslation('reconciliation');
  const groups = (['toClaim', 'notDueYet', 'paidTooMuch'] as const).filter((group) =>
    steps.some((step) => step.group === group),
  );
  return (
    <p className={classes['legend']}>
      {groups.map((group) => (
        <span key={group} className={classes['legendEntry']}>
          <span className={classes['swatch']} data-look={group} aria-hidden="true" />
          {t(`reconciliation:difference.${group}`)}
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

function StepLink({ bar, file, children }: { bar: BridgeBar; file: string; children: ReactNode }) {
  const { t } = useTranslation('reconciliation');
  const tab = tabOf(bar);
  if (tab === null) return <span className={classes['step']}>{children}</span>;
  return (
    <Link
      to="."
      search={{ file, tab } as never}
      hash="entries"
      replace
      resetScroll={false}
      className={classes['step'] ?? ''}
    >
      <span className="mz-visually-hidden">{t('reconciliation:bridge.openStep', { step: '' })}</span>
      {children}
    </Link>
  );
}

/** One bar with its figure above and its name below. On a phone the bar lies, and the names stand in a column. */
function Column({ bar }: { bar: PlacedBar }) {
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
      <span className={classes['name']}>{t(barKey(step.bar))}</span>
      <span className={classes['count']}>
        {step.count > 0 && t('units:transaction', { count: step.count })}
      </span>
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
function BridgeTable({ steps }: { steps: readonly BridgeStep[] }) {
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
          {steps.map((step) => (
            <tr key={step.bar}>
              <th scope="row">{t(barKey(step.bar))}</th>
              <td>{formatAmount(step.amountMinor, { signed: !step.isTotal })}</td>
              <td>{step.count > 0 && t('units:transaction', { count: step.count })}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
