import { Checkbox, Switch } from '@mantine/core';
import { noticeTypes } from '@mizan/contract/live.ts';
import { type BellType, bellTypes, heardTypes } from '@mizan/contract/notices.ts';
import type { KeptPreferences, Preferences } from '@mizan/contract/preferences.ts';
import { decidesRefunds, readsBankFiles, type TeamRole, teamRoleOf } from '@mizan/contract/rights.ts';
import { useTranslation } from 'react-i18next';
import { useCommand } from '../../platform/command.ts';
import type { HelpTerm } from '../../platform/help-terms.ts';
import { useSession } from '../../platform/session.store.ts';
import { runAndSay } from '../../ui/command-button.tsx';
import { Section } from '../../ui/page.tsx';
import { TermHelp } from '../../ui/term-help.tsx';
import classes from './account.module.css';
import { useSavePreferences } from './preferences.queries.ts';

interface NoticePreferencesProps {
  preferences: KeptPreferences;
  /** Notifications are a merchant's: whoever belongs to none hears none, and has no choices for them. */
  hearsNotices: boolean;
  /** False for whoever signs in without an e-mail, as cashiers do: no choice of mails would be kept to. */
  hasMail?: boolean;
}

/** Which notifications ring the bell, come by mail and go to devices, and which mails are sent; each choice holds at once. */
export function NoticePreferences({ preferences, hearsNotices, hasMail = true }: NoticePreferencesProps) {
  const { t } = useTranslation(['account', 'notifications']);
  const teamRole = useTeamRole();
  const save = useCommand(useSavePreferences(preferences));
  // What was asked shows at once; a refusal brings back what is kept.
  const shown = { ...preferences, ...save.args };
  const change = (next: Partial<Preferences>) => void runAndSay(save, next);
  const toggle = (name: 'signInMail' | 'askedMail' | 'pushAmounts', help = `${name}Help`) => (
    <Switch
      className={classes['option'] ?? ''}
      label={t(`account:notices.${name}`)}
      description={t(`account:notices.${help}`)}
      checked={shown[name]}
      disabled={save.isWorking || save.isRefused}
      onChange={(event) => change({ [name]: event.currentTarget.checked })}
    />
  );
  return (
    <Section title={t('notifications:title')}>
      {hearsNotices && (
        <>
          <p className={classes['help']}>{t(`account:notices.${hasMail ? 'help' : 'helpBell'}`)}</p>
          <WaysTable
            teamRole={teamRole}
            ways={hasMail ? wayNames : withoutMail}
            shown={shown}
            isHeld={save.isWorking || save.isRefused}
            change={change}
          />
        </>
      )}
      <div className={classes['switches']}>
        {hearsNotices && toggle('pushAmounts')}
        {hasMail && toggle('signInMail')}
        {hasMail && hearsNotices && toggle('askedMail', askedHelpOf(teamRole))}
      </div>
    </Section>
  );
}

function useTeamRole(): TeamRole {
  const session = useSession();
  return teamRoleOf(session?.role ?? 'MERCHANT', session?.teamRole);
}

/** An accountant decides no refund, and a branch manager sees no bank file: neither is asked about them. */
function askedHelpOf(teamRole: TeamRole): string {
  if (!decidesRefunds(teamRole)) return 'askedMailFilesHelp';
  return readsBankFiles(teamRole) ? 'askedMailHelp' : 'askedMailRefundsHelp';
}

/** The ways in which a kind of notification comes, and whether it comes so. */
const ways = {
  bell: ({ mutedNotices }: Preferences, type: BellType) => !mutedNotices.some((each) => each === type),
  mail: ({ mailNotices }: Preferences, type: BellType) => mailNotices.includes(type),
  push: ({ pushNotices }: Preferences, type: BellType) => pushNotices.includes(type),
} as const;
type Way = keyof typeof ways;
const wayNames: readonly Way[] = ['bell', 'mail', 'push'];
const withoutMail: readonly Way[] = ['bell', 'push'];

/** The preferences in which one kind comes by one way, or no longer does. */
function changeOf(shown: Preferences, way: Way, type: BellType, comes: boolean): Partial<Preferences> {
  const isOn = (each: BellType): boolean => (each === type ? comes : ways[way](shown, each));
  if (way === 'bell') return { mutedNotices: noticeTypes.filter((each) => !isOn(each)) };
  const chosen = bellTypes.filter(isOn);
  return way === 'mail' ? { mailNotices: chosen } : { pushNotices: chosen };
}

/** What matters stays in the bell: nothing is lost because somebody wanted fewer mails. */
const isFixed = (way: Way, type: BellType): boolean =>
  way === 'bell' && !noticeTypes.some((each) => each === type);

/** Two kinds are named by words of the field. */
const helpOf: Partial<Record<BellType, HelpTerm>> = {
  FRC: 'no-new-transactions',
  SRC: 'daily-reconciliation',
};

interface WaysTableProps {
  teamRole: TeamRole;
  ways: readonly Way[];
  shown: Preferences;
  isHeld: boolean;
  change: (next: Partial<Preferences>) => void;
}

function WaysTable({ teamRole, ways: shownWays, shown, isHeld, change }: WaysTableProps) {
  const { t } = useTranslation(['account', 'notifications']);
  return (
    <table className={classes['ways']} aria-label={t('notifications:title')}>
      <thead>
        <tr>
          <th scope="col">
            <span className={classes['unseen']}>{t('notifications:title')}</span>
          </th>
          {shownWays.map((way) => (
            <th key={way} scope="col">
              {t(`account:notices.columns.${way}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {heardTypes(teamRole).map((type) => (
          <tr key={type}>
            <th scope="row">
              {t(`account:notices.${type}`)}
              {helpOf[type] && <TermHelp term={helpOf[type]} name={t(`account:notices.${type}`)} />}
            </th>
            {shownWays.map((way) => (
              <td key={way}>
                {/* All of the cell takes the thumb. */}
                <label className={classes['way']} htmlFor={`${way}-${type}`}>
                  <Checkbox
                    id={`${way}-${type}`}
                    aria-label={t('account:notices.cell', {
                      type: t(`account:notices.${type}`),
                      column: t(`account:notices.columns.${way}`),
                    })}
                    checked={ways[way](shown, type)}
                    disabled={isHeld || isFixed(way, type)}
                    onChange={(event) => change(changeOf(shown, way, type, event.currentTarget.checked))}
                  />
                </label>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
