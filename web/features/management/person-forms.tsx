import { Radio, Select, TextInput } from '@mantine/core';
import { emailShape } from '@mizan/contract/email.ts';
import {
  addPerson,
  changePerson,
  type getPerson,
  type PlaceInTeam,
  personLimits,
  placesInTeam,
} from '@mizan/contract/people.ts';
import { memberRoles, type TeamRole } from '@mizan/contract/rights.ts';
import type { RouteOutput } from '@mizan/contract/route.ts';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { call, reasonOf } from '../../platform/api-client.ts';
import { useForm } from '../../platform/form.ts';
import { apart } from '../../platform/formats.ts';
import { language, nameIn } from '../../platform/language.ts';
import { useSession } from '../../platform/session.store.ts';
import { Form } from '../../ui/form.tsx';
import { showToast } from '../../ui/toasts.tsx';
import { SoftwareOfPlace } from './effects.tsx';
import classes from './management.module.css';
import { changes, useChoices } from './management.queries.ts';
import { refusalText } from './refusal.words.ts';

const isOfBranch = (place: TeamRole): boolean => place === 'cashier' || place === 'branchManager';

/** What each place in the team may do, a sentence each. */
function PlaceField({
  value,
  offered,
  onChange,
}: {
  value: TeamRole;
  offered: readonly PlaceInTeam[];
  onChange: (place: PlaceInTeam) => void;
}) {
  const { t } = useTranslation('management');
  return (
    <Radio.Group
      label={t('management:columns.role')}
      value={value}
      onChange={(place) => onChange(place as PlaceInTeam)}
    >
      {offered.map((place) => (
        <Radio
          key={place}
          className={classes['role'] ?? ''}
          value={place}
          label={t(`management:role.${place}`)}
          description={t(`management:may.${place}`)}
        />
      ))}
    </Radio.Group>
  );
}

/** Those that whoever looks may give: only owners make owners. */
function useOffered(places: readonly PlaceInTeam[]): PlaceInTeam[] {
  const isOwner = (useSession()?.teamRole ?? 'owner') === 'owner';
  return places.filter((place) => place !== 'owner' || isOwner);
}

interface Seat {
  teamRole: TeamRole;
  branchId: string;
  terminalId: string;
}

/** Where somebody works, and at which terminal: whoever was named there has none then. */
function SeatFields({
  values,
  own = null,
  mayWork = true,
  problem,
  onChange,
  t,
}: {
  values: Seat;
  /** The terminal where they are named already. */
  own?: string | null;
  /** Whoever is kept out is given no terminal. */
  mayWork?: boolean;
  problem: string | undefined;
  onChange: (part: Partial<Pick<Seat, 'branchId' | 'terminalId'>>) => void;
  t: TFunction;
}) {
  const choices = useChoices().data;
  const { teamRole, branchId, terminalId } = values;
  if (!isOfBranch(teamRole)) return null;
  const terminals = choices?.terminals.filter((each) => each.branchId === branchId) ?? [];
  const named = terminals.find(({ id }) => id === terminalId && id !== own)?.cashierName ?? null;
  return (
    <>
      <Select
        label={t('management:columns.branch')}
        data={(choices?.branches ?? []).map((each) => ({ value: each.id, label: nameIn(each) }))}
        value={branchId || null}
        error={problem}
        onChange={(value) => onChange({ branchId: value ?? '', terminalId: '' })}
      />
      {teamRole === 'cashier' && mayWork && (
        <Select
          label={t('management:columns.terminal')}
          placeholder={t('management:person.noTerminal')}
          clearable
          data={terminals.map(({ id, tid, cashierName }) => ({
            value: id,
            label: cashierName === null ? tid : `${tid}${apart}${cashierName}`,
          }))}
          value={terminalId || null}
          description={
            named !== null && terminalId !== ''
              ? t('management:person.takesOver', { name: named })
              : undefined
          }
          onChange={(value) => onChange({ terminalId: value ?? '' })}
        />
      )}
    </>
  );
}

export function PersonForm({ detail: { person, asOwner } }: { detail: RouteOutput<typeof getPerson> }) {
  const { t } = useTranslation(['management', 'common']);
  const isCashier = person.teamRole === 'cashier';
  const offered = useOffered(isCashier ? ['cashier'] : memberRoles);
  const form = useForm({
    edits: true,
    start: {
      fullName: person.fullName,
      teamRole: person.teamRole,
      branchId: person.branchId ?? '',
      terminalId: person.terminalId ?? '',
    },
    check: ({ fullName, teamRole, branchId }) => ({
      fullName: fullName.trim() === '' && t('common:validation.required'),
      branchId: isOfBranch(teamRole) && branchId === '' && t('management:refused.branchMissing'),
    }),
    send: ({ fullName, teamRole, branchId, terminalId }, seen) =>
      call(changePerson, {
        params: { id: person.id },
        body: {
          fullName: fullName.trim(),
          teamRole: teamRole as PlaceInTeam,
          branchId: branchId || null,
          terminalId: terminalId || null,
          seen: { ...seen, branchId: seen.branchId || null, terminalId: seen.terminalId || null },
        },
      }),
    changes,
    onSent: () => showToast({ tone: 'success', title: t('common:toast.saved') }),
    refusal: (error) => refusalText(error, t),
  });
  const isOther =
    form.values.teamRole !== person.teamRole || form.values.branchId !== (person.branchId ?? '');
  const [isOwner, willBeOwner] = [person.teamRole === 'owner', form.values.teamRole === 'owner'];
  return (
    <Form form={form} submitLabel={t('common:actions.save')} shape="foot">
      <TextInput
        label={t('management:person.fullName')}
        maxLength={personLimits.name}
        {...form.field('fullName')}
      />
      <PlaceField
        value={form.values.teamRole}
        offered={offered}
        onChange={(teamRole) => form.change({ teamRole })}
      />
      {isCashier && <p className={classes['quiet']}>{t('management:refused.otherKind')}</p>}
      <SeatFields
        values={form.values}
        own={person.terminalId}
        mayWork={person.status === 'ACTIVE'}
        problem={form.field('branchId').error}
        onChange={(part) => form.change(part)}
        t={t}
      />
      {isOther && <p className={classes['quiet']}>{t('management:person.signedOut')}</p>}
      {isOwner !== willBeOwner && person.status === 'ACTIVE' && (
        <SoftwareOfPlace asOwner={asOwner} stops={isOwner} />
      )}
    </Form>
  );
}

const usernameShape = /^[A-Za-z0-9][A-Za-z0-9._-]{2,39}$/;

export function AddPersonForm({ onAdded }: { onAdded: (link: string | null, name: string) => void }) {
  const { t } = useTranslation(['management', 'common']);
  const offered = useOffered(placesInTeam);
  const form = useForm({
    start: {
      fullName: '',
      teamRole: 'cashier' as PlaceInTeam,
      signInName: '',
      branchId: '',
      terminalId: '',
    },
    check: ({ fullName, teamRole, signInName, branchId }) => ({
      fullName: fullName.trim() === '' && t('common:validation.required'),
      signInName:
        teamRole === 'cashier'
          ? !usernameShape.test(signInName.trim()) && t('management:person.usernameWrong')
          : !emailShape.test(signInName.trim()) && t('management:person.emailWrong'),
      branchId: isOfBranch(teamRole) && branchId === '' && t('management:refused.branchMissing'),
    }),
    send: ({ fullName, teamRole, signInName, branchId, terminalId }) => {
      const name = { fullName: fullName.trim(), locale: language };
      const signIn = signInName.trim();
      if (teamRole === 'cashier') {
        const body = { ...name, teamRole, username: signIn, branchId, terminalId: terminalId || null };
        return call(addPerson, { body });
      }
      if (teamRole === 'branchManager') {
        return call(addPerson, { body: { ...name, teamRole, email: signIn, branchId } });
      }
      return call(addPerson, { body: { ...name, teamRole, email: signIn } });
    },
    changes,
    onSent: ({ link }, { fullName }) => onAdded(link, fullName.trim()),
    refusal: (error) => {
      const said = refusalText(error, t);
      return reasonOf(error) === 'taken' ? { signInName: said } : said;
    },
  });
  const isCashier = form.values.teamRole === 'cashier';
  return (
    <Form form={form} submitLabel={t('management:person.add')} shape="foot">
      <TextInput
        label={t('management:person.fullName')}
        maxLength={personLimits.name}
        {...form.field('fullName')}
      />
      <PlaceField
        value={form.values.teamRole}
        offered={offered}
        onChange={(teamRole) => form.change({ teamRole })}
      />
      <TextInput
        label={t(isCashier ? 'management:person.username' : 'common:fields.email')}
        description={t(isCashier ? 'management:person.usernameHelp' : 'management:person.emailHelp')}
        maxLength={isCashier ? personLimits.username : 254}
        dir="ltr"
        {...form.field('signInName')}
      />
      <SeatFields
        values={form.values}
        problem={form.field('branchId').error}
        onChange={(part) => form.change(part)}
        t={t}
      />
    </Form>
  );
}
