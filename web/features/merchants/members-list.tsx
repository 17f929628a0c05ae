import { ActionIcon, Button, TextInput, Tooltip } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type BranchOfMerchant, memberSearchMax, type PersonOfMerchant } from '@mizan/contract/suspension.ts';
import { IconLogout2 } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { apart } from '../../platform/formats.ts';
import { language } from '../../platform/language.ts';
import { ActivityBadge } from '../../ui/activity-badge.tsx';
import { Identifier } from '../../ui/identifier.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import classes from './merchants.module.css';
import { type Suspension, useMembers } from './suspension.queries.ts';

/** From here on a list is looked through by name rather than by eye. */
const searchFrom = 12;
const typingMs = 250;
/** As high as the button beside it; on a phone both are as high as a thumb needs. */
const buttonPx = 36;

const nameOf = (branch: BranchOfMerchant): string => (language === 'en' ? branch.nameEn : branch.nameAr);

interface MembersListProps {
  merchantId: string;
  /** Asks for a reason and then stops this one, lets them work again, or logs them out. */
  onChange: (change: Suspension) => void;
}

/**
 * The branches and people of a merchant, each with its state and the way to change it. What stands below them
 * comes with them, so that nothing moves when they arrive.
 */
export function MembersList({ merchantId, onChange, children }: MembersListProps & { children: ReactNode }) {
  const { t } = useTranslation(['merchants', 'common']);
  const [search, setSearch] = useState('');
  const [asked] = useDebouncedValue(search.trim(), typingMs);
  const query = useMembers(merchantId, asked);
  return (
    <Loaded of={query} rows={6}>
      {({ branches, people, truncated }) => (
        <>
          {(truncated || branches.length + people.length > searchFrom || search !== '') && (
            <TextInput
              className={classes['search'] ?? ''}
              label={t('merchants:members.search')}
              value={search}
              maxLength={memberSearchMax}
              onChange={(event) => setSearch(event.currentTarget.value)}
              description={truncated ? t('merchants:members.truncated') : undefined}
            />
          )}
          <Branches branches={branches} onChange={onChange} />
          <People people={people} branches={branches} onChange={onChange} />
          {children}
        </>
      )}
    </Loaded>
  );
}

function Branches({
  branches,
  onChange,
}: Pick<MembersListProps, 'onChange'> & { branches: BranchOfMerchant[] }) {
  const { t } = useTranslation('merchants');
  return (
    <Members title={t('merchants:members.branches')} isEmpty={branches.length === 0}>
      {branches.map((branch) => (
        <Member
          key={branch.id}
          kind="branch"
          id={branch.id}
          name={nameOf(branch)}
          isActive={branch.status === 'ACTIVE'}
          detail={<Identifier>{branch.code}</Identifier>}
          onChange={onChange}
        />
      ))}
    </Members>
  );
}

interface PeopleProps extends Pick<MembersListProps, 'onChange'> {
  people: PersonOfMerchant[];
  branches: BranchOfMerchant[];
}

function People({ people, branches, onChange }: PeopleProps) {
  const { t } = useTranslation(['merchants', 'management']);
  const branchNames = new Map(branches.map((branch) => [branch.id, nameOf(branch)]));
  return (
    <Members title={t('merchants:members.people')} isEmpty={people.length === 0}>
      {people.map(({ id, fullName, signInName, teamRole, branchId, status }) => (
        <Member
          key={id}
          kind="person"
          id={id}
          name={fullName}
          isActive={status === 'ACTIVE'}
          detail={
            <>
              {t(`management:role.${teamRole}`)}
              {apart}
              <Identifier>{signInName}</Identifier>
              {branchId && branchNames.has(branchId) && (
                <>
                  {apart}
                  <bdi>{branchNames.get(branchId)}</bdi>
                </>
              )}
            </>
          }
          onChange={onChange}
        />
      ))}
    </Members>
  );
}

function Members({ title, isEmpty, children }: { title: string; isEmpty: boolean; children: ReactNode }) {
  const { t } = useTranslation('merchants');
  return (
    <section className={classes['part']}>
      <h3>{title}</h3>
      {isEmpty && <p className={classes['note']}>{t('merchants:members.none')}</p>}
      <ul className={classes['members']} aria-label={title}>
        {children}
      </ul>
    </section>
  );
}

interface MemberProps extends Pick<MembersListProps, 'onChange'> {
  kind: 'branch' | 'person';
  id: string;
  name: string;
  isActive: boolean;
  detail: ReactNode;
}

function Member({ kind, id, name, isActive, detail, onChange }: MemberProps) {
  const { t } = useTranslation('merchants');
  const verb = isActive ? 'suspend' : 'reinstate';
  const label = t(`merchants:${verb}.confirm`);
  const signOutLabel = `${t('merchants:signOut.confirm')}: ${name}`;
  return (
    <li>
      <span className={classes['who']}>
        <span className={classes['name']}>
          <bdi>{name}</bdi>
        </span>
        <span className={classes['detail']}>{detail}</span>
      </span>
      <ActivityBadge activity={isActive ? 'ACTIVE' : 'INACTIVE'} />
      <span className={classes['verbs']}>
        {kind === 'person' && isActive && (
          <Tooltip label={t('merchants:signOut.confirm')}>
            <ActionIcon
              variant="default"
              size={buttonPx}
              aria-label={signOutLabel}
              onClick={() => onChange({ verb: 'signOut', kind, id, name })}
            >
              <IconLogout2 size={16} stroke={1.6} className="mz-mirror" />
            </ActionIcon>
          </Tooltip>
        )}
        <Button
          variant="default"
          size="sm"
          aria-label={`${label}: ${name}`}
          onClick={() => onChange({ verb, kind, id, name })}
        >
          {label}
        </Button>
      </span>
    </li>
  );
}
