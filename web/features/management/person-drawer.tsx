import {
  type getPerson,
  lookOn,
  makePersonLink,
  type Person,
  setPeopleStatus,
} from '@mizan/contract/people.ts';
import type { RouteOutput } from '@mizan/contract/route.ts';
import { IconEye, IconLink } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCommand } from '../../platform/command.ts';
import { apart, formatDate } from '../../platform/formats.ts';
import { beginLookingOn } from '../../platform/looking-on.ts';
import { useSession } from '../../platform/session.store.ts';
import { ActivityBadge } from '../../ui/activity-badge.tsx';
import { CommandButton } from '../../ui/command-button.tsx';
import { DockedDrawer } from '../../ui/docked-drawer.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Identifier } from '../../ui/identifier.tsx';
import { Initials } from '../../ui/initials.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { MissingState } from '../../ui/states.tsx';
import { ComesBack, PeopleEffects } from './effects.tsx';
import { GiveTerminal } from './give-terminal.tsx';
import { HandedLink } from './handed-link.tsx';
import classes from './management.module.css';
import { changes, usePerson } from './management.queries.ts';
import { branchText, lastUsedText } from './people-list.tsx';
import { AddPersonForm, PersonForm } from './person-forms.tsx';
import { refusalText } from './refusal.words.ts';

interface DrawerProps {
  onClose: () => void;
  mayManage: boolean;
}
type Detail = RouteOutput<typeof getPerson>;

export function NewPerson({ onClose }: DrawerProps) {
  const { t } = useTranslation('management');
  const [added, setAdded] = useState<{ link: string | null; name: string } | null>(null);
  return (
    <DockedDrawer title={t('management:person.add')} onClose={onClose}>
      {added === null ? (
        <AddPersonForm onAdded={(link, name) => setAdded({ link, name })} />
      ) : (
        <HandedLink link={added.link} name={added.name} />
      )}
    </DockedDrawer>
  );
}

export function PersonDrawer({ id, onClose, mayManage }: DrawerProps & { id: string }) {
  const { t } = useTranslation(['management', 'errors']);
  const query = usePerson(id);
  const person = query.data?.person;
  return (
    <DockedDrawer
      title={
        person ? (
          <span className={classes['name']}>
            <Initials name={person.fullName} quiet={person.status !== 'ACTIVE'} />
            <bdi>{person.fullName}</bdi> <ActivityBadge activity={person.status} />
          </span>
        ) : (
          t('management:tabs.people')
        )
      }
      onClose={onClose}
    >
      <Loaded of={query} rows={8} missing={<MissingState title={t('errors:notFound')} />}>
        {(detail) => (
          <>
            <p className={classes['quiet']}>
              <bdi dir="ltr">{detail.person.signInName}</bdi>
              {apart}
              {t('management:person.since', { day: formatDate(detail.person.createdAt) })}
            </p>
            {mayManage ? <Managed detail={detail} /> : <Shown person={detail.person} />}
          </>
        )}
      </Loaded>
    </DockedDrawer>
  );
}

function Shown({ person }: { person: Person }) {
  const { t } = useTranslation('management');
  return (
    <Facts
      facts={[
        [t('management:columns.role'), t(`management:role.${person.teamRole}`)],
        [t('management:columns.branch'), branchText(person, t)],
        [t('management:columns.terminal'), person.tid && <Identifier key="tid">{person.tid}</Identifier>],
        [t('management:columns.lastUsed'), lastUsedText(person, t)],
      ]}
    />
  );
}

function Managed({ detail }: { detail: Detail }) {
  const { person } = detail;
  const isOwner = (useSession()?.teamRole ?? 'owner') === 'owner';
  const { t } = useTranslation('management');
  if (person.teamRole === 'owner' && !isOwner) {
    return (
      <>
        <Shown person={person} />
        <p className={classes['quiet']}>{t('management:refused.ownersOnly')}</p>
      </>
    );
  }
  return (
    <>
      {person.status === 'ACTIVE' && <Access person={person} />}
      <PersonForm detail={detail} />
      <Activity detail={detail} />
    </>
  );
}

/** A link to a new password, and the view of a cashier. */
function Access({ person }: { person: Person }) {
  const { t } = useTranslation('management');
  const [link, setLink] = useState<string | null>(null);
  const refusal = (error: unknown) => refusalText(error, t);
  const make = useCommand(makePersonLink, {
    changes,
    refusal,
    onDone: (made) => setLink(made.link),
    done: (made) => t(made.link === null ? 'management:link.mailed' : 'management:link.made'),
  });
  const look = useCommand(lookOn, { refusal, onDone: beginLookingOn });
  const args = { params: { id: person.id } };
  return (
    <>
      <div className={classes['commands']}>
        <CommandButton
          command={make}
          args={args}
          variant="subtle"
          size="compact-sm"
          leftSection={<IconLink size={16} stroke={1.6} aria-hidden="true" />}
        >
          {t('management:link.make')}
        </CommandButton>
        {person.teamRole === 'cashier' && (
          <CommandButton
            command={look}
            args={args}
            variant="subtle"
            size="compact-sm"
            leftSection={<IconEye size={16} stroke={1.6} aria-hidden="true" />}
          >
            {t('management:lookOn')}
          </CommandButton>
        )}
      </div>
      {link !== null && <HandedLink link={link} name={person.fullName} />}
    </>
  );
}

/** Keeps somebody out: what stops stands beside the button, which asks nothing more; or lets them in again, with what does not come back. */
function Activity({ detail: { person, effects, isLastOwner } }: { detail: Detail }) {
  const { t } = useTranslation('management');
  const { id, fullName: name, status } = person;
  const command = useCommand(setPeopleStatus, {
    changes,
    done: () => t(status === 'ACTIVE' ? 'management:person.keptOut' : 'management:person.letIn', { name }),
    refusal: (error) => refusalText(error, t),
  });
  if (status !== 'ACTIVE') {
    return (
      <>
        <ComesBack person={person} effects={effects} />
        <div className={classes['commands']}>
          <CommandButton command={command} args={{ body: { ids: [id], status: 'ACTIVE' } }} variant="default">
            {t('management:activate')}
          </CommandButton>
        </div>
      </>
    );
  }
  if (isLastOwner) return <p className={classes['quiet']}>{t('management:refused.lastOwner')}</p>;
  return (
    <section className={classes['stop']}>
      <h3>{t('management:person.keepOut', { name })}</h3>
      <PeopleEffects effects={effects} />
      <p>{t('management:person.keepOutHelp')}</p>
      <span className={classes['ways']}>
        <CommandButton command={command} args={{ body: { ids: [id], status: 'INACTIVE' } }} danger>
          {t('management:deactivate')}
        </CommandButton>
        {person.terminalId !== null && person.tid !== null && (
          <GiveTerminal person={{ ...person, terminalId: person.terminalId, tid: person.tid }} />
        )}
      </span>
    </section>
  );
}
