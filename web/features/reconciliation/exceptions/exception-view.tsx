import type { ExceptionDetail } from '@mizan/contract/exceptions.ts';
import { paths } from '@mizan/contract/paths.ts';
import { IconChevronLeft, IconFileSpreadsheet, IconHourglass } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDay, formatNumber } from '../../../platform/formats.ts';
import { lazyPart } from '../../../platform/lazy-part.ts';
import { Amount } from '../../../ui/amount.tsx';
import { DrawerSteps } from '../../../ui/drawer-steps.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { opensNothing } from '../../../ui/opens-nothing.ts';
import { Section } from '../../../ui/page.tsx';
import { LoadingState, MissingState } from '../../../ui/states.tsx';
import { LineNumbers } from '../lines/entry-nearest.tsx';
import { reasonText } from '../lines/reason.words.ts';
import { ExceptionBadge, ExceptionOutcome, ExceptionPlace } from './exception-cells.tsx';
import frame from './exception-frame.module.css';
import { ExceptionMatch } from './exception-match.tsx';
import { ExceptionSide } from './exception-side.tsx';
import classes from './exceptions.module.css';
import { useException, useExceptions } from './exceptions.queries.ts';
import { useExceptionsSearch } from './exceptions.search.ts';
import { agedDays } from './exceptions.words.ts';
import { ExceptionRows } from './exceptions-list.tsx';

const ExceptionChargeback = lazyPart(() => import('./exception-chargeback.tsx'));

/** One exception: what it is, why nothing was found for it, what may be done, and the list that it stands in. */
export function ExceptionView({ id }: { id: string }) {
  const { t } = useTranslation(['exceptions', 'reconciliation']);
  const { state, change } = useExceptionsSearch();
  const query = useException(id);
  return (
    <div className={frame['frame']}>
      <div className={classes['main']}>
        <Crumbs id={id} detail={query.data ?? null} />
        <div className={classes['work']}>
          <Loaded of={query} rows={8} missing={<MissingState title={t('exceptions:missing')} />}>
            {(detail) => (
              <>
                <div className={classes['about']}>
                  <Head detail={detail} />
                  {detail.outcome === 'chargeback' && detail.differenceMinor < 0 && (
                    <Suspense fallback={<LoadingState rows={4} />}>
                      <ExceptionChargeback key={id} detail={detail} />
                    </Suspense>
                  )}
                  <ExceptionMatch key={id} detail={detail} />
                </div>
                <ExceptionSide key={id} detail={detail} />
              </>
            )}
          </Loaded>
          <div className={classes['list']}>
            <Section title={t('exceptions:title')} aside={t('exceptions:oldestFirst')}>
              <ExceptionRows
                state={state}
                onOpen={(next) => change({ open: next }, true)}
                onClear={false}
                withFile={false}
              />
            </Section>
          </div>
        </div>
      </div>
    </div>
  );
}

/** The way back, the file, and the steps to the exceptions before and after it in the list. */
function Crumbs({ id, detail }: { id: string; detail: ExceptionDetail | null }) {
  const { t } = useTranslation(['exceptions', 'reconciliation']);
  const { state, change } = useExceptionsSearch();
  const { rows } = useExceptions(state);
  const at = rows.findIndex((row) => row.id === id);
  const step = (label: string, target: number) => {
    const next = at < 0 ? undefined : rows[target]?.id;
    return { label, onGo: next === undefined ? undefined : () => change({ open: next }, true) };
  };
  return (
    <div className={classes['crumbs']}>
      <button type="button" className={classes['backButton']} onClick={() => change({ open: undefined })}>
        <IconChevronLeft size={18} stroke={1.8} className="mz-mirror" aria-hidden="true" />
        {t('exceptions:title')}
      </button>
      {detail && (
        <Link
          to={paths.reconciliation}
          search={{ file: detail.bankFileId } as never}
          className={classes['file'] ?? ''}
        >
          <IconFileSpreadsheet size={16} stroke={1.6} aria-hidden="true" />
          <bdi>{detail.fileName}</bdi>
        </Link>
      )}
      {detail && <ExceptionPlace row={detail} />}
      <span className={classes['steps']}>
        {at >= 0 && (
          <span className={classes['hint']}>
            {t('exceptions:ofCount', { place: formatNumber(at + 1), count: rows.length })}
          </span>
        )}
        <DrawerSteps
          before={step(t('reconciliation:entries.previous'), at - 1)}
          after={step(t('reconciliation:entries.next'), at + 1)}
        />
      </span>
    </div>
  );
}

/** Outcome, reason, amount, age with its days, and how it stands. */
function Head({ detail }: { detail: ExceptionDetail }) {
  const { t } = useTranslation(['exceptions', 'reconciliation']);
  const reason = detail.entry && reasonText(t, detail.entry);
  return (
    <header className={classes['head']}>
      <div className={classes['words']}>
        <h1 className={classes['title']}>
          <ExceptionOutcome row={detail} t={t} />
        </h1>
        <p className={classes['reason']}>{reason ?? t(`exceptions:about.${detail.outcome}`)}</p>
      </div>
      <span
        className={classes['amount']}
        {...opensNothing('oneRow')}
        data-side={detail.differenceMinor < 0 ? 'toClaim' : detail.differenceMinor > 0 ? 'tooMuch' : 'none'}
      >
        <Amount size="h1" amountMinor={detail.differenceMinor} signed currency={detail.currency} />
      </span>
      <div className={classes['since']}>
        <ExceptionBadge state={detail.state} />
        {detail.age && (
          <>
            <span className={classes['openFor']}>
              <IconHourglass size={16} stroke={1.6} aria-hidden="true" />
              {t('exceptions:openFor', { count: detail.age.workingDays })}
            </span>
            {detail.age.days.length > 0 && <span className={classes['hint']}>{agedDays(t, detail.age)}</span>}
            <span className={classes['hint']}>
              {t(`exceptions:since.${detail.since.kind}`, { day: formatDay(detail.since.day) })}
            </span>
          </>
        )}
        <OtherLines
          label={t(`exceptions:${detail.outcome === 'chargeback' ? 'settledWith' : 'setRightWith'}`)}
          lines={detail.settledWith}
        />
        <OtherLines label={t('exceptions:sameLines')} lines={detail.sameLines} />
        {detail.isJudgedAgain && <span className={classes['hint']}>{t('reconciliation:history.again')}</span>}
      </div>
    </header>
  );
}

/** Lines that are exceptions of their own, each with the way there. */
function OtherLines({ label, lines }: { label: string; lines: ExceptionDetail['settledWith'] }) {
  const { change } = useExceptionsSearch();
  if (lines.length === 0) return null;
  return (
    <span className={classes['hint']}>
      {label}{' '}
      {lines.map(({ exceptionId, fileName, line }) => (
        <button
          key={exceptionId}
          type="button"
          className={classes['other']}
          onClick={() => change({ open: exceptionId })}
        >
          <bdi>{fileName}</bdi> <LineNumbers lines={[line]} />
        </button>
      ))}
    </span>
  );
}
