import type { BulkRun, getBulkRun } from '@mizan/contract/bulk.ts';
import { paths } from '@mizan/contract/paths.ts';
import type { RouteOutput } from '@mizan/contract/route.ts';
import { IconCheck, IconFileSpreadsheet } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../platform/formats.ts';
import { useTitle } from '../../platform/title.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { useIsNarrow } from '../../ui/screen-width.ts';
import { MissingState } from '../../ui/states.tsx';
import classes from './bulk.module.css';
import { useRun } from './bulk.queries.ts';
import { type BulkSearchState, useBulkSearch } from './bulk.search.ts';
import { Foot } from './bulk-foot.tsx';
import { Lines, VerdictTabs } from './bulk-lines.tsx';
import { Beside } from './bulk-side.tsx';
import { Upload } from './bulk-upload.tsx';

/** Branches, users and terminals out of one file: chosen, checked line by line, registered, and taken back as a whole. */
export function BulkPage() {
  const { t } = useTranslation('bulk');
  useTitle(t('bulk:title'), 'screen');
  const address = useBulkSearch();
  const { run } = address.state;
  return run === undefined ? <Start address={address} /> : <Opened id={run} key={run} address={address} />;
}

type Detail = RouteOutput<typeof getBulkRun>;

/** The page with what stands beside it, or below where there is no room. */
function Frame({
  title,
  head,
  beside,
  foot,
  children,
}: {
  title: string;
  head: ReactNode;
  beside: ReactNode;
  foot?: ReactNode;
  children: ReactNode;
}) {
  const isNarrow = useIsNarrow();
  return (
    <Page
      title={title}
      back={<Back />}
      filters={head}
      drawer={!isNarrow && <aside className={classes['beside']}>{beside}</aside>}
    >
      <div className={classes['body']}>
        {children}
        {foot}
        {isNarrow && <aside className={classes['below']}>{beside}</aside>}
      </div>
    </Page>
  );
}

function Back() {
  const { t } = useTranslation('shell');
  return <Link to={paths.management}>{t('shell:menu.management')}</Link>;
}

/** File, check, register: where somebody is. */
function Steps({ at, t }: { at: 0 | 1 | 2; t: TFunction }) {
  return (
    <ol className={classes['steps']} aria-label={t('bulk:steps.label')}>
      {(['file', 'check', 'register'] as const).map((step, place) => (
        <li key={step} aria-current={place === at ? 'step' : undefined} data-done={place < at || undefined}>
          <span className={classes['number']}>
            {place < at ? <IconCheck size={14} stroke={2} aria-hidden="true" /> : formatNumber(place + 1)}
          </span>
          {t(`bulk:steps.${step}`)}
        </li>
      ))}
    </ol>
  );
}

function Start({ address }: { address: BulkSearchState }) {
  const { t } = useTranslation(['bulk', 'shell']);
  return (
    <Frame
      title={t('bulk:upload.heading')}
      head={
        <div className={classes['top']}>
          <Steps at={0} t={t} />
        </div>
      }
      beside={<Beside run={null} address={address} />}
    >
      <Upload address={address} />
    </Frame>
  );
}

const linesOf = ({ counts }: BulkRun): number => counts.NEW + counts.CHANGED + counts.SAME + counts.REJECTED;

function headingOf(run: BulkRun, t: TFunction): string {
  const said = (count: number, more: object = {}) => ({ count, number: formatNumber(count), ...more });
  const { REJECTED } = run.counts;
  if (run.state === 'RUNNING') {
    return t('bulk:state.RUNNING', { done: formatNumber(run.written), total: formatNumber(run.toWrite) });
  }
  if (run.state !== 'CHECKED') return t(`bulk:state.${run.state}`, said(run.written));
  if (REJECTED === 0)
    return run.toWrite === 0 ? t('bulk:heading.same') : t('bulk:heading.good', said(run.toWrite));
  if (run.toWrite === 0) return t('bulk:heading.none', said(REJECTED));
  return t(
    'bulk:heading.some',
    said(REJECTED, { total: formatNumber(linesOf(run)), ready: formatNumber(run.toWrite) }),
  );
}

function helpOf(run: BulkRun, t: TFunction): string {
  if (run.failure !== null) return t(`bulk:failure.${run.failure}`);
  if (run.state !== 'CHECKED') return t(`bulk:stateHelp.${run.state}`);
  return t(run.toWrite === 0 && run.counts.REJECTED === 0 ? 'bulk:help.same' : 'bulk:help.CHECKED');
}

function Opened({ id, address }: { id: string; address: BulkSearchState }) {
  const { t } = useTranslation(['bulk', 'shell', 'errors']);
  const query = useRun(id);
  return (
    <Loaded of={query} missing={<MissingState title={t('errors:notFound')} action={<Back />} />}>
      {(detail) => <OpenedRun detail={detail} address={address} />}
    </Loaded>
  );
}

/** What software stops with owners who become something else by this file: said before it is written. */
function SoftwareStops({ keys, credentials }: Detail['softwareStops']) {
  const { t } = useTranslation('bulk');
  return (['keys', 'software'] as const).map((each) => {
    const count = each === 'keys' ? keys : credentials;
    if (count === 0) return null;
    return (
      <p key={each} className={classes['wrong']}>
        {t(`bulk:stops.${each}`, { count, number: formatNumber(count) })}
      </p>
    );
  });
}

function OpenedRun({ detail, address }: { detail: Detail; address: BulkSearchState }) {
  const { run, softwareStops } = detail;
  const { t } = useTranslation(['bulk', 'shell']);
  const seconds = Math.max(1, Math.round(run.readMs / 1_000));
  const lines = linesOf(run);
  return (
    <Frame
      title={headingOf(run, t)}
      head={
        <div className={classes['top']}>
          <span className={classes['read']}>
            <IconFileSpreadsheet size={16} stroke={1.6} aria-hidden="true" />
            <bdi>{run.fileName}</bdi>
            <span className={classes['quiet']}>
              {t('bulk:read', {
                lines: t('bulk:lines', { count: lines, number: formatNumber(lines) }),
                time: t('bulk:seconds', { count: seconds, number: formatNumber(seconds) }),
              })}
            </span>
          </span>
          <Steps at={run.state === 'CHECKED' ? 1 : 2} t={t} />
          <p className={classes['lead']} role={run.state === 'RUNNING' ? 'status' : undefined}>
            {helpOf(run, t)}
          </p>
          <SoftwareStops {...softwareStops} />
          {run.linksWaiting > 0 && <p className={classes['quiet']}>{t('bulk:links.help')}</p>}
          <VerdictTabs run={run} address={address} />
        </div>
      }
      beside={<Beside run={run} address={address} />}
      foot={<Foot run={run} address={address} />}
    >
      <Lines run={run} address={address} />
    </Frame>
  );
}
