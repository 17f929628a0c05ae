import { fileBankIn } from '@mizan/contract/bank-names.ts';
import { addDays } from '@mizan/contract/business-day.ts';
import { feeAuditLimits } from '@mizan/contract/fee-audit-terms.ts';
import { paths } from '@mizan/contract/paths.ts';
import type { BankFileDetail, BankFileResult } from '@mizan/contract/reconciliation.ts';
import { IconEqual } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import {
  dateCalendar,
  dateRangeFormat,
  formatDay,
  formatLongDate,
  formatNumber,
  formatOtherCalendar,
  otherCalendar,
} from '../../../platform/formats.ts';
import { language } from '../../../platform/language.ts';
import { useToday } from '../../../platform/today.ts';
import { Amount } from '../../../ui/amount.tsx';
import apart from '../../../ui/apart.module.css';
import { TermHelp } from '../../../ui/term-help.tsx';
import { VerdictMark, verdictTones } from '../../../ui/verdict-mark.tsx';
import { holeShortName } from '../bank-file/hole.words.ts';
import { HoleLink, Opened } from '../bank-file/hole-link.tsx';
import classes from './verdict.module.css';
import {
  figuresOf,
  holesOf,
  isHereEven,
  type NumberedHole,
  type SetRight,
  setRightOf,
  type VerdictFigures,
} from './verdict-figures.ts';

/** The verdict with its mark, and for each currency what differs in what is here, apart from what waits for the bank. */
export function VerdictHead({ detail, result }: { detail: BankFileDetail; result: BankFileResult }) {
  const { t } = useTranslation('reconciliation');
  const { verdict } = result;
  return (
    <header className={classes['head']}>
      <VerdictMark verdict={verdict} size={72} />
      <div className={classes['words']}>
        <h1 className={classes['title']} data-tone={verdictTones[verdict]} title={verdict}>
          {t(`reconciliation:verdict.${verdict.toLowerCase()}.title`)}
        </h1>
        <p className={`${apart['line']} ${classes['facts']}`}>
          {verdict === 'INCOMPLETE' && (
            <TermHelp term="incomplete" name={t('reconciliation:verdict.incomplete.title')} />
          )}
          <Days detail={detail} />
          {detail.bankName !== '' && (
            <span>
              <bdi>{fileBankIn(language, detail)}</bdi>
            </span>
          )}
          {detail.lastDay !== null && (
            <Link
              className={classes['proof'] ?? ''}
              to={paths.proof}
              search={{ day: detail.lastDay } as never}
            >
              {t('reconciliation:verdict.proof', { day: formatDay(detail.lastDay) })}
            </Link>
          )}
          <FeesLink detail={detail} result={result} />
        </p>
      </div>
      <div className={classes['sums']}>
        {result.currencies.map((each) => (
          <CurrencyFigures
            key={each.currency}
            file={detail.id}
            result={result}
            figures={figuresOf(result, each)}
            setRight={setRightOf(detail.setRight, each)}
          />
        ))}
      </div>
    </header>
  );
}

/** Where fees differ: the audit of their bank and days. A bank's business day may begin or end a day beside its sales. */
function FeesLink({
  detail: { firstDay, lastDay },
  result,
}: {
  detail: BankFileDetail;
  result: BankFileResult;
}) {
  const { t } = useTranslation('reconciliation');
  const today = useToday();
  const differs = result.outcomes.some(({ outcome }) => outcome === 'feeDiffers');
  if (!differs || firstDay === null || lastDay === null) return null;
  const after = addDays(lastDay, 1);
  const to = after < today ? after : today;
  const [before, longest] = [addDays(firstDay, -1), addDays(to, 1 - feeAuditLimits.daysMax)];
  const [bank, ...others] = result.coverage?.place?.bankIds ?? [];
  const ofOne = bank !== undefined && others.length === 0 ? { bank } : {};
  return (
    <Link
      className={classes['proof'] ?? ''}
      to={paths.feeAudit}
      search={{ from: before > longest ? before : longest, to, ...ofOne } as never}
    >
      {t('reconciliation:verdict.fees')}
    </Link>
  );
}

const longRange = { year: 'numeric', month: 'long', day: 'numeric' } as const;
const formatRange = dateRangeFormat(longRange, dateCalendar);
const formatOtherRange = dateRangeFormat(longRange, otherCalendar);

/** The days of the file's lines in both calendars. */
function Days({ detail: { firstDay, lastDay } }: { detail: BankFileDetail }) {
  if (firstDay === null || lastDay === null) return null;
  if (firstDay !== lastDay)
    return (
      <>
        <span>{formatRange(firstDay, lastDay)}</span>
        <span>{formatOtherRange(firstDay, lastDay)}</span>
      </>
    );
  return (
    <>
      <time dateTime={firstDay}>{formatLongDate(firstDay)}</time>
      <span>{formatOtherCalendar(firstDay)}</span>
    </>
  );
}

interface FiguresProps {
  file: string;
  result: BankFileResult;
  figures: VerdictFigures;
}

function CurrencyFigures({ file, result, figures, ...told }: FiguresProps & { setRight: SetRight }) {
  const { t } = useTranslation('reconciliation');
  const { currency, notDueCount, notDueMinor, waitsCount, hereMinor } = figures;
  const isEven = isHereEven(result, figures);
  // What is nil steps back behind what waits; otherwise the difference is what the verdict is about.
  const isQuiet = hereMinor === 0 && waitsCount > 0;
  return (
    <div className={classes['figures']} data-currency={currency}>
      <div className={classes['sum']} data-of="here">
        <dl>
          <Figure
            name={t('reconciliation:difference.here')}
            tone={isEven ? 'even' : undefined}
            whole={!isQuiet}
          >
            {isEven && <Equal label={t('reconciliation:difference.equal')} />}
            <Opened
              file={file}
              tab={figures.hereCount > 0 ? 'here' : 'exceptions'}
              isOpen={figures.hereCount > 0 || figures.exceptionCount > 0}
            >
              <Amount
                amountMinor={hereMinor}
                signed
                currency={isQuiet ? undefined : currency}
                size={isQuiet ? 'lg' : 'h2'}
              />
            </Opened>
          </Figure>
        </dl>
        <HereParts file={file} figures={figures} {...told} />
      </div>
      {waitsCount > 0 && <Waiting file={file} result={result} figures={figures} />}
      {notDueCount > 0 && (
        <div className={classes['sum']} data-of="notDue">
          <dl>
            <Figure name={t('reconciliation:group.notDue')} tone="later">
              <Opened file={file} tab="notDue" isOpen>
                <Amount amountMinor={notDueMinor} signed size="lg" />
              </Opened>
            </Figure>
          </dl>
        </div>
      )}
    </div>
  );
}

/** 'To claim + paid too much', chargebacks, what is undecided, carried over and rounded, where there is anything of them. */
function HereParts({
  file,
  figures,
  setRight,
}: {
  file: string;
  figures: VerdictFigures;
  setRight: SetRight;
}) {
  const { t } = useTranslation('reconciliation');
  const parts = (
    [
      'toClaim',
      'paidTooMuch',
      'chargeback',
      'undecidedSum',
      'undecidedCharge',
      'carriedOver',
      'rounding',
    ] as const
  ).filter((part) => figures[`${part}Minor`] !== 0);
  if (parts.length === 0) return null;
  return (
    <>
      <Equal />
      <dl>
        {parts.map((part) => (
          <Figure
            key={part}
            name={t(`reconciliation:difference.${setRight[part as keyof SetRight] ?? part}`)}
            tone={part in setRight ? 'rounding' : part}
          >
            <Opened
              file={file}
              tab={part}
              isOpen={(part !== 'toClaim' && part !== 'paidTooMuch') || figures.isCounted}
            >
              <Amount amountMinor={figures[`${part}Minor`]} signed size="lg" />
            </Opened>
          </Figure>
        ))}
      </dl>
    </>
  );
}

/** So many holes stand in the head by name; the others are one part together. */
const partsMax = 3;

/** 'Waits for the bank −3,874.37 = Thursday, 37 + Maestro, 4': the sum of the holes, each opening its rows. */
function Waiting({ file, result, figures }: FiguresProps) {
  const { t } = useTranslation(['reconciliation', 'transactions', 'units']);
  const holes = holesOf(result).filter(
    ({ waitsCount, currency }) => waitsCount > 0 && currency === figures.currency,
  );
  const singles = holes.length > partsMax ? holes.slice(0, partsMax - 1) : holes;
  const rest = holes.slice(singles.length);
  const [first, last] = [rest[0], rest.at(-1)];
  return (
    <div className={classes['sum']} data-of="waits">
      <dl>
        <Figure name={t('reconciliation:group.waits')} tone="waits" whole>
          <Opened file={file} tab="waits" isOpen>
            <Amount amountMinor={figures.waitsMinor} signed currency={figures.currency} size="h2" />
          </Opened>
        </Figure>
      </dl>
      {holes.length > 0 && <Equal />}
      <dl>
        {singles.map((hole) => (
          <Part key={hole.number} file={file} name={holeShortName(t, hole, holes)} holes={[hole]} />
        ))}
        {first && last && (
          <Part file={file} name={t('reconciliation:hole.others', { count: rest.length })} holes={rest} />
        )}
      </dl>
    </div>
  );
}

function Part({ file, name, holes }: { file: string; name: string; holes: readonly NumberedHole[] }) {
  const { t } = useTranslation('reconciliation');
  const count = holes.reduce((sum, { waitsCount }) => sum + waitsCount, 0);
  const minor = holes.reduce((sum, { waitsMinor }) => sum + waitsMinor, 0);
  const [first, last] = [holes[0]?.number, holes.at(-1)?.number];
  return (
    <Figure name={t('reconciliation:hole.part', { name, count: formatNumber(count) })} tone="waits">
      <HoleLink file={file} tab="waits" holes={first === last ? `${first}` : `${first}-${last}`}>
        <Amount amountMinor={minor} signed size="lg" />
      </HoleLink>
    </Figure>
  );
}

function Figure({
  name,
  tone,
  whole = false,
  children,
}: {
  name: string;
  tone?: string | undefined;
  whole?: boolean;
  children: ReactNode;
}) {
  return (
    <div className={whole ? undefined : classes['part']} data-tone={tone}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** The sign of the product; read out only where it is a statement of its own. */
function Equal({ label }: { label?: string }) {
  return (
    <IconEqual
      size={20}
      stroke={1.6}
      className={classes['equal'] ?? ''}
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    />
  );
}
