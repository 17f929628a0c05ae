import { Button } from '@mantine/core';
import { type BankFileDetail, bankFileCan } from '@mizan/contract/reconciliation.ts';
import { IconChevronLeft, IconFileSpreadsheet, IconMail } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../platform/formats.ts';
import { lazyPart } from '../../platform/lazy-part.ts';
import { opensNothing } from '../../ui/opens-nothing.ts';
import { HoleLink } from './bank-file/hole-link.tsx';
import { useReconciliationSearch } from './bank-file/reconciliation.search.ts';
import classes from './bank-file.module.css';

/** Menus come behind what a file says, as they are no part of it. */
const ExportMenu = lazyPart(async () => ({ default: (await import('./export-menu.tsx')).ExportMenu }));
const UndoButton = lazyPart(async () => ({ default: (await import('./undo-button.tsx')).UndoButton }));

interface BankFileFrameProps {
  detail: BankFileDetail | null;
  /** The detail of an entry, docked beside the file. */
  drawer?: ReactNode;
  children: ReactNode;
}

/** The line above a bank file: the way back, the file and its lines, export and undo. */
export function BankFileFrame({ detail, drawer, children }: BankFileFrameProps) {
  const { t } = useTranslation(['reconciliation', 'units']);
  return (
    <div className={classes['frame']}>
      <div className={classes['page']}>
        <div className={classes['crumbs']}>
          <Link to="." search={{} as never} className={classes['back'] ?? ''}>
            <IconChevronLeft size={18} stroke={1.8} className="mz-mirror" aria-hidden="true" />
            {t('reconciliation:title')}
          </Link>
          {detail && (
            <>
              <span className={classes['file']}>
                <IconFileSpreadsheet size={16} stroke={1.6} aria-hidden="true" />
                <bdi>{detail.fileName}</bdi>
              </span>
              {detail.state === 'DONE' && (
                <>
                  <span className={classes['file']} {...opensNothing('ofFigures')}>
                    {t('reconciliation:list.linesRead', { read: formatNumber(detail.linesRead) })}
                  </span>
                  <Rejected detail={detail} />
                </>
              )}
              {detail.state === 'DONE' && detail.proposal && <HowItWasRead />}
              <span className={classes['crumbActions']}>
                <Suspense fallback={null}>
                  {bankFileCan.export(detail.state) && <ExportMenu id={detail.id} />}
                  {isToAsk(detail) && <AskTheBank />}
                  {bankFileCan.undo(detail.state) && <UndoButton detail={detail} />}
                </Suspense>
              </span>
            </>
          )}
        </div>
        {children}
      </div>
      {drawer}
    </div>
  );
}

/** How many rows of the file could not be read, as the way to them; nothing is no way. */
function Rejected({ detail: { id, linesRejected } }: { detail: BankFileDetail }) {
  const { t } = useTranslation('reconciliation');
  const said = t('reconciliation:list.linesRejected', { rejected: formatNumber(linesRejected) });
  if (linesRejected === 0) return <span className={classes['file']}>{said}</span>;
  return (
    <HoleLink file={id} tab="rejected" className={classes['file']}>
      {said}
    </HoleLink>
  );
}

/** Whether the file lacks anything that the bank can be asked for. */
const isToAsk = ({ state, result, toClaim }: BankFileDetail): boolean =>
  state === 'DONE' &&
  result !== null &&
  ((result.holes ?? []).length > 0 || toClaim.some(({ amountMinor }) => amountMinor > 0));

function AskTheBank() {
  const { t } = useTranslation('reconciliation');
  const { openLetter, isHowItWasRead } = useReconciliationSearch();
  if (isHowItWasRead) return null;
  return (
    <span className={classes['ask']}>
      <Button
        size="compact-md"
        onClick={openLetter}
        leftSection={<IconMail size={16} stroke={1.6} aria-hidden="true" />}
      >
        {t('reconciliation:ask.action')}
      </Button>
    </span>
  );
}

/** From a verdict to how its file was read, and back. */
function HowItWasRead() {
  const { t } = useTranslation('reconciliation');
  const { isHowItWasRead, showHowItWasRead, showVerdict } = useReconciliationSearch();
  return (
    <Button variant="subtle" size="compact-md" onClick={isHowItWasRead ? showVerdict : showHowItWasRead}>
      {t(`reconciliation:reading.${isHowItWasRead ? 'toVerdict' : 'howItWasRead'}`)}
    </Button>
  );
}
