import type { EntryParts } from '@mizan/contract/entry-parts.ts';
import type { BankFileResult } from '@mizan/contract/reconciliation.ts';
import type { HoleKind } from '@mizan/contract/verdict-parts.ts';
import { confirmedOfHole, paymentsOfGap } from '@mizan/contract/verdict-payments.ts';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../platform/formats.ts';
import { Amount } from '../../ui/amount.tsx';
import { opensNothing } from '../../ui/opens-nothing.ts';
import { holeAsk, holeHelp, holeMissing, holeName, isOnePlace } from './hole.words.ts';
import classes from './holes.module.css';
import { PaymentsLink, useTerminalIds } from './live-sum.tsx';
import type { BankFileTab } from './reconciliation.search.ts';
import { holesOf, type NumberedHole } from './verdict-figures.ts';

interface HolesProps {
  file: string;
  result: BankFileResult;
}

/** What of the file is not whole: how much of each hole is confirmed, what waits in it, and what to ask the bank for. */
export function HolesTable({ file, result }: HolesProps) {
  const { t } = useTranslation(['reconciliation', 'units', 'transactions']);
  const title = useId();
  const holes = holesOf(result);
  const ids = useTerminalIds();
  if (holes.length === 0) return null;
  const hidden = result.hiddenHoles ?? 0;
  return (
    <section className={classes['holes']} aria-labelledby={title}>
      <div className={classes['heading']}>
        <h2 id={title}>
          {t('reconciliation:hole.title')} {/* Those beyond the list are told below it. */}
          <span {...opensNothing(hidden > 0 ? 'listCannot' : 'rowsBeside')}>
            {formatNumber(holes.length + hidden)}
          </span>
        </h2>
        <p>{t('reconciliation:hole.again')}</p>
      </div>
      <table aria-labelledby={title}>
        <thead>
          <tr>
            <th scope="col">
              <span className="mz-visually-hidden">{t('reconciliation:hole.what')}</span>
            </th>
            <th scope="col" className={classes['barHead']} aria-hidden="true" />
            <Head look="earlier" text={t('reconciliation:hole.earlier')} />
            <Head look="here" text={t('reconciliation:hole.here')} />
            <Head look="waits" text={t('reconciliation:hole.waits')} />
            <Head text={t('reconciliation:hole.amount')} />
            <th scope="col">{t('reconciliation:hole.toAsk')}</th>
          </tr>
        </thead>
        <tbody>
          {holes.map((hole) => (
            <HoleRow key={hole.number} hole={hole} file={file} result={result} ids={ids} />
          ))}
        </tbody>
      </table>
      {hidden > 0 && <p className={classes['more']}>{t('reconciliation:hole.hidden', { count: hidden })}</p>}
    </section>
  );
}

function Head({ text, look }: { text: string; look?: string }) {
  return (
    <th scope="col" className={classes['figure']}>
      {look && <span className={classes['swatch']} data-part={look} aria-hidden="true" />}
      {text}
    </th>
  );
}

/** Which lines of the file a hole is of. */
const tabsOfLines: Partial<Record<HoleKind, BankFileTab>> = {
  rejectedLines: 'rejected',
  undecidedSums: 'undecidedSum',
};

function HoleRow({
  hole,
  file,
  result,
  ids,
}: {
  hole: NumberedHole;
  file: string;
  result: BankFileResult;
  ids: ReadonlyMap<string, string>;
}) {
  const { t } = useTranslation(['reconciliation', 'units', 'transactions']);
  const { kind, earlierCount, hereCount, waitsCount, missingCount, waitsMinor, currency } = hole;
  const ofLines = tabsOfLines[kind];
  const confirmed = (place: 'earlier' | 'here') =>
    confirmedOfHole(result, hole, { id: file, in: place }, ids);
  return (
    <tr data-hole={hole.number}>
      <th scope="row">
        <span className={classes['name']}>{holeName(t, hole)}</span>
        <span className={classes['help']}>
          {ofLines ? (
            <HoleLink file={file} tab={ofLines}>
              {holeHelp(t, hole)}
            </HoleLink>
          ) : (
            <PaymentsLink filter={paymentsOfGap(result, hole, ids)} otherwise="ofFigures">
              {holeHelp(t, hole)}
            </PaymentsLink>
          )}
          {missingCount > 0 && <Missing hole={hole} file={file} />}
        </span>
      </th>
      <td className={classes['barCell']} aria-hidden="true">
        <PiecesBar hole={hole} />
      </td>
      <td className={classes['figure']} data-label={t('reconciliation:hole.earlier')}>
        <Confirmed count={earlierCount} filter={confirmed('earlier')} />
      </td>
      <td className={classes['figure']} data-label={t('reconciliation:hole.here')}>
        <Confirmed count={hereCount} filter={confirmed('here')} />
      </td>
      <td className={classes['figure']} data-waits={waitsCount > 0 || undefined}>
        {waitsCount > 0 ? (
          <HoleLink file={file} tab="waits" holes={String(hole.number)}>
            {formatNumber(waitsCount)}
          </HoleLink>
        ) : (
          '–'
        )}
      </td>
      <td className={classes['figure']} data-waits={waitsCount > 0 || undefined}>
        {waitsCount > 0 && currency ? (
          <HoleLink file={file} tab="waits" holes={String(hole.number)}>
            <Amount amountMinor={waitsMinor} signed />
          </HoleLink>
        ) : (
          '–'
        )}
      </td>
      <td className={classes['ask']}>{holeAsk(t, hole, result.coverage)}</td>
    </tr>
  );
}

/** The pieces of a hole by their counts; nothing where none of it waits. */
function PiecesBar({ hole: { earlierCount, hereCount, waitsCount, missingCount } }: { hole: NumberedHole }) {
  if (waitsCount === 0) return null;
  return (
    <span className={classes['bar']}>
      <span data-part="earlier" style={{ flexGrow: earlierCount }} />
      <span data-part="here" style={{ flexGrow: hereCount }} />
      <span data-part="waits" style={{ flexGrow: waitsCount }} />
      <span data-part="missing" style={{ flexGrow: missingCount }} />
    </span>
  );
}

/** How many are past their due day, as the way to them. */
function Missing({ hole, file }: { hole: NumberedHole; file: string }) {
  const { t } = useTranslation('reconciliation');
  return (
    <>
      {' '}
      <Opened file={file} tab="missingInBank" holes={String(hole.number)} isOpen={isOnePlace(hole)}>
        {holeMissing(t, hole)}
      </Opened>
    </>
  );
}

/** How many are confirmed, as the way to them. */
function Confirmed({ count, filter }: { count: number; filter: object | null }) {
  return count > 0 ? <PaymentsLink filter={filter}>{formatNumber(count)}</PaymentsLink> : '–';
}

/** A number as the way to its rows where `isOpen`; plain where no list has just these. */
export function Opened({
  isOpen,
  children,
  ...rows
}: {
  file: string;
  tab: BankFileTab;
  holes?: string;
  isOpen: boolean;
  children: ReactNode;
}) {
  return isOpen ? (
    <HoleLink {...rows}>{children}</HoleLink>
  ) : (
    <span {...opensNothing('listCannot')}>{children}</span>
  );
}

/** To the rows that a number counts. */
export function HoleLink({
  file,
  tab,
  className,
  children,
  ...parts
}: EntryParts & {
  file: string;
  tab: BankFileTab;
  className?: string | undefined;
  children: ReactNode;
}) {
  return (
    <Link
      to="."
      search={{ file, tab, ...parts } as never}
      hash="entries"
      replace
      resetScroll={false}
      className={className ?? ''}
    >
      {children}
    </Link>
  );
}
