import type { AnyRoute } from '@mizan/contract/route.ts';
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useCommand } from '../../platform/command.ts';
import { apart } from '../../platform/formats.ts';
import { CommandButton } from '../../ui/command-button.tsx';
import { Identifier } from '../../ui/identifier.tsx';
import { Section } from '../../ui/page.tsx';
import classes from './account.module.css';
import { accountRoutes } from './account.queries.ts';

interface BrowserRow {
  id: string;
  os: string | null;
  browser: string | null;
  ipAddress: string | null;
  /** When it was added or last used. */
  when: ReactNode;
  /** In place of the button: this very session. */
  mark?: ReactNode;
}

export interface BrowsersListProps {
  title: string;
  help: string;
  empty: string;
  rows: readonly BrowserRow[];
  /** The button of a row, and of all rows. */
  endLabel: string;
  endAllLabel: string;
  /** One by its id, or all (null). */
  onEnd: (id: string | null) => Promise<unknown>;
  /** Whose answers may be other ones then. */
  changes?: readonly AnyRoute[];
  /** What else may be done, below the list. */
  children?: ReactNode;
}

const phones = /^(Android|iOS)/;

/** Browsers of this account with their system, address and time, each of which can be sent away. */
export function BrowsersList({ rows, onEnd, ...props }: BrowsersListProps) {
  const end = useCommand(onEnd, { changes: props.changes ?? accountRoutes });
  const listId = useId();
  const removable = rows.filter((row) => row.mark === undefined);
  return (
    <Section title={props.title}>
      <p className={classes['help']}>{rows.length === 0 ? props.empty : props.help}</p>
      <ul className={classes['list']} aria-label={props.title}>
        {rows.map((row) => (
          <li key={row.id}>
            <BrowserText row={row} id={`${listId}-${row.id}`} />
            {row.mark ?? (
              <CommandButton
                command={end}
                args={row.id}
                variant="default"
                describedBy={`${listId}-${row.id}`}
              >
                {props.endLabel}
              </CommandButton>
            )}
          </li>
        ))}
      </ul>
      {removable.length > 1 && (
        <CommandButton command={end} args={null} variant="subtle">
          {props.endAllLabel}
        </CommandButton>
      )}
      {props.children}
    </Section>
  );
}

function BrowserText({ row, id }: { row: BrowserRow; id: string }) {
  const { t } = useTranslation('account');
  const DeviceIcon = phones.test(row.os ?? '') ? IconDeviceMobile : IconDeviceDesktop;
  return (
    <span className={classes['browser']}>
      <DeviceIcon size={20} stroke={1.6} aria-hidden="true" />
      <span id={id}>
        <span className={classes['name']}>
          <bdi>{row.browser ?? t('account:unknownBrowser')}</bdi>
          {row.os && (
            <>
              {apart}
              <bdi>{row.os}</bdi>
            </>
          )}
        </span>
        <span className={classes['help']}>
          {row.ipAddress && (
            <>
              <Identifier>{row.ipAddress}</Identifier>
              {apart}
            </>
          )}
          {row.when}
        </span>
      </span>
    </span>
  );
}
