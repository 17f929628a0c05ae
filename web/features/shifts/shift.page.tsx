import { Button } from '@mantine/core';
import { paths } from '@mizan/contract/paths.ts';
import { closeShift, type MyShift, openShift } from '@mizan/contract/shifts.ts';
import { IconClockPlay } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useAddress } from '../../platform/address.ts';
import { useCommand } from '../../platform/command.ts';
import { readFields, rowId } from '../../platform/search.ts';
import { useTitle } from '../../platform/title.ts';
import { CommandButton } from '../../ui/command-button.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { EmptyState, MissingState } from '../../ui/states.tsx';
import { HandOver } from './hand-over.tsx';
import { momentText, shiftRefusal } from './shift.words.ts';
import { ShiftPaper } from './shift-paper.tsx';
import { ShiftSum } from './shift-sum.tsx';
import classes from './shifts.module.css';
import { shiftChanges, useMyShift, useShift } from './shifts.queries.ts';

interface Search {
  /** One that is closed. */
  shift?: string;
}
const readSearch = (raw: Record<string, unknown>): Search => readFields<Search>(raw, { shift: rowId });

/** A cashier's own shift: open it, hand it on, close it; and the one that was closed. */
export function ShiftPage() {
  const { t } = useTranslation('shifts');
  const { state, go } = useAddress(readSearch);
  const query = useMyShift();
  useTitle(t('shifts:title'), 'screen');
  return (
    <Page title={t('shifts:title')}>
      <div className={classes['screen']}>
        {state.shift ? (
          <Closed id={state.shift} />
        ) : (
          <Loaded of={query} rows={8}>
            {(mine) => <Mine mine={mine} onClosed={(shift) => go({ shift })} />}
          </Loaded>
        )}
      </div>
    </Page>
  );
}

function Mine({ mine, onClosed }: { mine: MyShift; onClosed: (id: string) => void }) {
  const { t } = useTranslation('shifts');
  const close = useCommand(closeShift, {
    changes: shiftChanges,
    done: () => t('shifts:close.done'),
    onDone: ({ id }) => onClosed(id),
  });
  const { shift, colleagues } = mine;
  if (!shift) return <NoneOpen mine={mine} onLast={onClosed} />;
  return (
    <>
      <ShiftSum shift={shift} />
      <div className={classes['actions']}>
        <CommandButton
          command={close}
          args={{ params: { id: shift.id } }}
          size="lg"
          question={{
            title: t('shifts:close.title'),
            help: t('shifts:close.help'),
            confirmLabel: t('shifts:close.button'),
          }}
        >
          {t('shifts:close.button')}
        </CommandButton>
        <HandOver shiftId={shift.id} colleagues={colleagues} onDone={() => onClosed(shift.id)} />
        <ShiftPaper shift={shift} />
      </div>
    </>
  );
}

/** Nobody's shift is open, or a colleague's, which can be taken over. */
function NoneOpen({
  mine: { occupied, lastClosedId },
  onLast,
}: {
  mine: MyShift;
  onLast: (id: string) => void;
}) {
  const { t } = useTranslation('shifts');
  const open = useCommand(openShift, { changes: shiftChanges, refusal: (error) => shiftRefusal(error, t) });
  const name = occupied?.cashierName;
  return (
    <>
      <EmptyState
        icon={<IconClockPlay size={24} stroke={1.6} aria-hidden="true" />}
        title={occupied ? t('shifts:takeOver.title', { name }) : t('shifts:none')}
        help={
          occupied ? t('shifts:takeOver.help', { time: momentText(occupied.openedAt) }) : t('shifts:noneHelp')
        }
      />
      <div className={classes['actions']}>
        {occupied ? (
          <CommandButton
            command={open}
            args={{ body: { takesOver: occupied.id } }}
            size="lg"
            question={{
              title: t('shifts:takeOver.ask', { name }),
              help: t('shifts:takeOver.askHelp'),
              confirmLabel: t('shifts:takeOver.button'),
            }}
          >
            {t('shifts:takeOver.button')}
          </CommandButton>
        ) : (
          <CommandButton command={open} args={{ body: {} }} size="lg">
            {t('shifts:open')}
          </CommandButton>
        )}
        {lastClosedId !== null && (
          <Button variant="default" size="lg" onClick={() => onLast(lastClosedId)}>
            {t('shifts:lastClosed')}
          </Button>
        )}
      </div>
    </>
  );
}

function Closed({ id }: { id: string }) {
  const { t } = useTranslation(['shifts', 'errors', 'shell']);
  const query = useShift(id);
  return (
    <Loaded of={query} rows={8} missing={<MissingState title={t('errors:notFound')} />}>
      {(shift) => (
        <>
          <ShiftSum shift={shift} />
          <div className={classes['actions']}>
            <ShiftPaper shift={shift} />
            <Button
              variant="subtle"
              size="lg"
              renderRoot={(props) => <Link {...props} to={paths.terminal} />}
            >
              {t('shell:menu.terminal')}
            </Button>
          </div>
        </>
      )}
    </Loaded>
  );
}
