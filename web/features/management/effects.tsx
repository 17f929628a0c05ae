import type { PeopleEffects as Effects, Person } from '@mizan/contract/people.ts';
import {
  IconClockOff,
  IconDeviceMobileOff,
  IconKeyOff,
  IconLogout,
  IconPlugConnectedX,
  IconUserOff,
} from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { formatAmount, formatNumber, isolateLtr } from '../../platform/formats.ts';
import { Loaded } from '../../ui/loaded.tsx';
import classes from './management.module.css';
import { useBranchEffects, usePeopleEffects } from './management.queries.ts';

/** Open shifts that are closed with it, what they come to, and what of them is undecided. */
function shiftsSaid({ count, totalMinor, undecided }: Effects['shifts'], t: TFunction): string[] {
  if (count === 0) return [];
  const [shifts, payments] = [formatNumber(count), formatNumber(undecided)];
  const said = t('management:effects.shifts', { count, number: shifts, amount: formatAmount(totalMinor) });
  return undecided === 0
    ? [said]
    : [said, t('management:effects.undecided', { count: undecided, number: payments })];
}

const marks = {
  people: IconUserOff,
  terminals: IconDeviceMobileOff,
  shifts: IconClockOff,
  sessions: IconLogout,
  keys: IconKeyOff,
  software: IconPlugConnectedX,
} as const;
type Stop = readonly [kind: keyof typeof marks, said: string | false];

/** One thing a line, each with the mark of its kind. */
function Stops({ of }: { of: readonly Stop[] }) {
  return (
    <ul className={classes['effects']}>
      {of.map(([kind, said]) => {
        const Mark = marks[kind];
        return (
          said !== false && (
            <li key={said}>
              <Mark size={16} stroke={1.6} aria-hidden="true" />
              <span>{said}</span>
            </li>
          )
        );
      })}
    </ul>
  );
}

/** What stops where branches are closed, counted, and what stays. */
export function BranchEffects({ ids }: { ids: readonly string[] }) {
  const { t } = useTranslation('management');
  return (
    <Loaded of={useBranchEffects(ids)} rows={4}>
      {({ terminals, tids, people, shifts, openPayments, waitingRefunds }) => (
        <>
          <p>{t('management:effects.stops')}</p>
          <Stops
            of={[
              [
                'terminals',
                t('management:effects.terminals', { count: terminals, number: formatNumber(terminals) }) +
                  (tids.length > 0 ? ` (${tids.map(isolateLtr).join(t('facts:comma'))})` : ''),
              ],
              ['people', t('management:effects.people', { count: people, number: formatNumber(people) })],
              ...shiftsSaid(shifts, t).map((each) => ['shifts', each] as const),
            ]}
          />
          <p>
            {openPayments > 0 &&
              `${t('management:effects.openPayments', { count: openPayments, number: formatNumber(openPayments) })} `}
            {waitingRefunds > 0 &&
              `${t('management:effects.waitingRefunds', { count: waitingRefunds, number: formatNumber(waitingRefunds) })} `}
            {t('management:effects.branchStays')}
          </p>
        </>
      )}
    </Loaded>
  );
}

type Software = Pick<Effects, 'keys' | 'credentials'>;
type Said = [key: string, count: number];

/** What stops with people who may not work any more, counted, and what stays. */
export function PeopleEffects({ effects }: { effects: Effects }) {
  const { t } = useTranslation(['management', 'facts']);
  const { shifts, tids, terminals } = effects;
  const counted = ([key, count]: Said, values = {}) =>
    count > 0 && t(`management:effects.${key}`, { count, number: formatNumber(count), ...values });
  const seats =
    terminals === 1 && tids[0] !== undefined
      ? t('management:effects.seat', { tid: isolateLtr(tids[0]) })
      : counted(['seats', terminals], { tids: tids.map(isolateLtr).join(t('facts:comma')) });
  const stops: Stop[] = [
    ['people', counted(['people', effects.people])],
    ['terminals', seats],
    ...shiftsSaid(shifts, t).map((each) => ['shifts', each] as const),
    ['sessions', counted(['sessions', effects.sessions])],
    ['keys', counted(['keys', effects.keys])],
    ['software', counted(['software', effects.credentials])],
  ];
  const stays = [
    counted(['openPayments', effects.openPayments]),
    counted(['waitingRefunds', effects.waitingRefunds]),
    t('management:effects.personStays'),
  ];
  return (
    <>
      <p>{t('management:effects.stops')}</p>
      <Stops of={stops} />
      <p>{stays.filter((each) => each !== false).join(' ')}</p>
    </>
  );
}

/** The same of several, asked when it is wanted. */
export function EffectsOfSeveral({ ids }: { ids: readonly string[] }) {
  return (
    <Loaded of={usePeopleEffects(ids)} rows={4}>
      {(effects) => <PeopleEffects effects={effects} />}
    </Loaded>
  );
}

/** What they let in as an owner, which counts while they are one: what stops with another place, or works again. */
export function SoftwareOfPlace({ asOwner, stops }: { asOwner: Software; stops: boolean }) {
  const { t } = useTranslation('management');
  const counted = ([key, count]: Said) =>
    count > 0 && t(`management:${stops ? 'effects' : 'back'}.${key}`, { count, number: formatNumber(count) });
  const said: Stop[] = [
    ['keys', counted(['keys', asOwner.keys])],
    ['software', counted(['software', asOwner.credentials])],
  ];
  if (said.every(([, each]) => each === false)) return null;
  return (
    <>
      {stops && <p>{t('management:effects.stops')}</p>}
      <Stops of={said} />
    </>
  );
}

/** What somebody who is let in again gets back, and what not. */
export function ComesBack({ person, effects }: { person: Person; effects: Effects }) {
  const { t } = useTranslation('management');
  const counted = ([key, count]: Said) =>
    count > 0 && t(`management:back.${key}`, { count, number: formatNumber(count) });
  const returns = [
    t('management:back.signIn'),
    counted(['keys', effects.keys]),
    counted(['software', effects.credentials]),
  ];
  return (
    <div className={classes['back']}>
      <p className={classes['quiet']}>{returns.filter((each) => each !== false).join(' ')}</p>
      <p className={classes['quiet']}>
        {t(person.teamRole === 'cashier' ? 'management:back.notOfCashier' : 'management:back.not')}
      </p>
    </div>
  );
}
