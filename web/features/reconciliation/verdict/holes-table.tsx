import type { BankFileResult } from '@mizan/contract/reconciliation.ts';
import type { Hole, HoleKind } from '@mizan/contract/verdict-parts.ts';
import { confirmedOfHole, paymentsOfGap } from '@mizan/contract/verdict-payments.ts';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../platform/formats.ts';
import { Amount } from '../../../ui/amount.tsx';
import { opensNothing } from '../../../ui/opens-nothing.ts';
import { type FoldedHole, foldHoles, holesIn, isFolded, numbersOf } from '../bank-file/folded-holes.ts';
import { holeAsk, holeHelp, holeMissing, holeName, isOnePlace } from '../bank-file/hole.words.ts';
import { HoleLink, Opened } from '../bank-file/hole-link.tsx';
import { PaymentsLink, useTerminalIds } from '../bank-file/live-sum.tsx';
import type { BankFileTab } from '../bank-file/reconciliation.search.ts';
import classes from './holes.module.css';
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
  const [shown, setShown] = useState(0);
  if (holes.length === 0) return null;
  const { rows, beyond } = foldHoles(holes);
  const notKept = result.hiddenHoles ?? 0;
  const hidden = Math.max(0, beyond.length - shown);
  return (
    <section className={classes['holes']} aria-labelledby={title}>
      <div className={classes['heading']}>
        <h2 id={title}>
          {t('reconciliation:hole.title')} {/* Those beyond the list are told below it. */}
          <span {...opensNothing(notKept > 0 ? 'notKept' : 'rowsBeside')}>
            {formatNumber(holes.reduce((sum, hole) => sum + holesIn(hole), notKept))}
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
            <th scope="col" aria-hidden="true" />
            <Head look="earlier" text={t('reconciliation:hole.earlier')} />
            <Head look="here" text={t('reconciliation:hole.here')} />
            <Head look="waits" text={t('reconciliation:hole.waits')} />
            <Head text={t('reconciliation:hole.amount')} />
            <th scope="col">{t('reconciliation:hole.toAsk')}</th>
          </tr>
        </thead>
        <tbody>
          {[...rows, ...beyond.slice(0, shown)].map((hole) =>
            isFolded(hole) ? (
              <FoldedRows key={hole.currency} hole={hole} file={file} result={result} ids={ids} />
            ) : (
              <HoleRow key={hole.number} hole={hole} file={file} result={result} ids={ids} />
            ),
          )}
        </tbody>
      </table>
      {hidden > 0 && (
        <p className={classes['more']}>
          <button type="button" className={classes['each']} onClick={() => setShown(shown + rowsAtOnce)}>
            {t('reconciliation:hole.hidden', { count: hidden })}
          </button>
        </p>
      )}
      {notKept > 0 && (
        <p className={classes['more']} {...opensNothing('notKept')}>
          {t('reconciliation:hole.hidden', { count: notKept })}
        </p>
      )}
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
  nearLines: 'undecidedSum',
};

interface RowProps<H> {
  hole: H;
  file: string;
  result: BankFileResult;
  ids: ReadonlyMap<string, string>;
}

/** So many rows more at a time. */
const rowsAtOnce = 30;

/** The smaller holes as one row: each of its figures opens them below it, where each opens its own rows. */
function FoldedRows({ hole, ...about }: RowProps<FoldedHole<NumberedHole>>) {
  const { t } = useTranslation(['reconciliation', 'common']);
  const [shown, setShown] = useState(0);
  const { inside, earlierCount, hereCount, missingCount } = hole;
  const figure = (children: ReactNode) => (
    <button
      type="button"
      className={classes['each']}
      aria-expanded={shown > 0}
      onClick={() => setShown(shown > 0 ? 0 : rowsAtOnce)}
    >
      {children}
    </button>
  );
  const left = shown > 0 ? inside.length - shown : 0;
  return (
    <>
      <RowOf
        hole={hole}
        {...about}
        holes={numbersOf(hole)}
        help={
          <>
            {figure(holeHelp(t, hole))}
            {missingCount > 0 && figure(holeMissing(t, hole))}
          </>
        }
        earlier={earlierCount > 0 ? figure(formatNumber(earlierCount)) : '–'}
        here={hereCount > 0 ? figure(formatNumber(hereCount)) : '–'}
      />
      {inside.slice(0, shown).map((each) => (
        <HoleRow key={each.number} hole={each} {...about} />
      ))}
      {left > 0 && (
        <tr>
          <th scope="row" colSpan={7}>
            <button type="button" className={classes['each']} onClick={() => setShown(shown + rowsAtOnce)}>
              {t('reconciliation:hole.hidden', { count: left })}
            </button>
          </th>
        </tr>
      )}
    </>
  );
}

function HoleRow({ hole, ...about }: RowProps<NumberedHole>) {
  const { t } = useTranslation(['reconciliation', 'units', 'transactions']);
  const { file, result, ids } = about;
  const { kind, earlierCount, hereCount, missingCount } = hole;
  const ofLines = tabsOfLines[kind];
  const confirmed = (place: 'earlier' | 'here') =>
    confirmedOfHole(result, hole, { id: file, in: place }, ids);
  return (
    <RowOf
      hole={hole}
      {...about}
      holes={String(hole.number)}
      help={
        <>
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
        </>
      }
      earlier={<Confirmed count={earlierCount} filter={confirmed('earlier')} />}
      here={<Confirmed count={hereCount} filter={confirmed('here')} />}
    />
  );
}

/** A row of the table; `holes` are the numbers of what waits in it. */
function RowOf({
  hole,
  holes,
  file,
  result,
  help,
  earlier,
  here,
}: Omit<RowProps<Hole>, 'ids'> & { holes: string; help: ReactNode; earlier: ReactNode; here: ReactNode }) {
  const { t } = useTranslation(['reconciliation', 'units', 'transactions']);
  const { waitsCount, waitsMinor, currency } = hole;
  const waits = (children: ReactNode) => (
    <HoleLink file={file} tab="waits" holes={holes}>
      {children}
    </HoleLink>
  );
  return (
    <tr data-hole={holes}>
      <th scope="row">
        <span className={classes['name']}>{holeName(t, hole)}</span>
        <span className={classes['help']}>{help}</span>
      </th>
      <td className={classes['barCell']} aria-hidden="true">
        <PiecesBar hole={hole} />
      </td>
      <td className={classes['figure']} data-label={t('reconciliation:hole.earlier')}>
        {earlier}
      </td>
      <td className={classes['figure']} data-label={t('reconciliation:hole.here')}>
        {here}
      </td>
      <td className={classes['figure']} data-waits={waitsCount > 0 || undefined}>
        {waitsCount > 0 ? waits(formatNumber(waitsCount)) : '–'}
      </td>
      <td className={classes['figure']} data-waits={waitsCount > 0 || undefined}>
        {waitsCount > 0 && currency ? waits(<Amount amountMinor={waitsMinor} signed />) : '–'}
      </td>
      <td className={classes['ask']}>{holeAsk(t, hole, result.coverage)}</td>
    </tr>
  );
}

/** The pieces of a hole by their counts; nothing where none of it waits. */
function PiecesBar({ hole: { earlierCount, hereCount, waitsCount, missingCount } }: { hole: Hole }) {
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
