import { Select } from '@mantine/core';
import { changePerson, listPeople, type Person } from '@mizan/contract/people.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCommand } from '../../platform/command.ts';
import { apart, isolateLtr } from '../../platform/formats.ts';
import { routeQuery } from '../../platform/query-client.ts';
import { runAndSay } from '../../ui/command-button.tsx';
import classes from './management.module.css';
import { changes } from './management.queries.ts';
import { OpensChoice } from './opens-choice.tsx';
import { refusalText } from './refusal.words.ts';

const offeredMax = 50;

/** The way out beside keeping a cashier out: another one of the branch works at their terminal from now on. */
export function GiveTerminal({ person }: { person: Person & { terminalId: string; tid: string } }) {
  const { t } = useTranslation('management');
  const [isChoosing, setIsChoosing] = useState(false);
  const [search, setSearch] = useState('');
  const { branchId, terminalId } = person;
  const tid = isolateLtr(person.tid);
  const { data } = useQuery({
    ...routeQuery(listPeople, {
      query: {
        teamRole: ['cashier'],
        status: ['ACTIVE'],
        branchId: branchId === null ? [] : [branchId],
        limit: offeredMax,
        search: search.trim() || undefined,
      },
    }),
    enabled: isChoosing,
    placeholderData: (before) => before,
  });
  const give = useCommand(changePerson, {
    changes,
    done: (_answer, { body }) => t('management:give.done', { name: body.fullName, tid }),
    refusal: (error) => refusalText(error, t),
  });
  if (!isChoosing) {
    return (
      <OpensChoice isRefused={give.isRefused} onOpen={() => setIsChoosing(true)}>
        {t('management:give.to')}
      </OpensChoice>
    );
  }
  const others = (data?.rows ?? []).filter(({ id }) => id !== person.id);
  function choose(id: string | null): void {
    const other = others.find((each) => each.id === id);
    if (!other) return;
    const { fullName } = other;
    const seen = { fullName, teamRole: 'cashier', branchId: other.branchId, terminalId: other.terminalId };
    const body = { fullName, teamRole: 'cashier', branchId, terminalId, seen } as const;
    void runAndSay(give, { params: { id: other.id }, body });
  }
  return (
    <Select
      className={classes['move'] ?? ''}
      label={t('management:give.label', { tid })}
      description={t('management:give.help')}
      placeholder={t('management:person.searchShort')}
      nothingFoundMessage={t('management:give.nobody')}
      searchable
      autoFocus
      disabled={give.isWorking}
      filter={({ options }) => options}
      data={others.map((each) => ({
        value: each.id,
        label: each.tid === null ? each.fullName : `${each.fullName}${apart}${isolateLtr(each.tid)}`,
      }))}
      value={null}
      searchValue={search}
      onSearchChange={setSearch}
      onChange={choose}
    />
  );
}
