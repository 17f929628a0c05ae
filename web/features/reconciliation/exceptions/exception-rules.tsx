import { Button } from '@mantine/core';
import {
  applyRules,
  orderRules,
  previewRule,
  type RuleRow,
  type RuleSums,
  switchRule,
} from '@mizan/contract/exception-rules.ts';
import type { RouteOutput } from '@mizan/contract/route.ts';
import { IconChevronLeft } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../platform/api-client.ts';
import { useCommand } from '../../../platform/command.ts';
import { formatNumber } from '../../../platform/formats.ts';
import { lineNumber } from '../../../platform/line-number.ts';
import { Amount } from '../../../ui/amount.tsx';
import { CommandButton } from '../../../ui/command-button.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Page, Section } from '../../../ui/page.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { WorkingButton } from '../../../ui/working-button.tsx';
import { outcomeKey } from '../bank-file/outcome.words.ts';
import { changedByRules, useRules, useRulesEffect } from './exception-rules.queries.ts';
import { type RuleChoices, ruleConditions } from './exception-rules.words.ts';
import classes from './exceptions.module.css';
import { useExceptionsSearch } from './exceptions.search.ts';
import { refusalOf } from './exceptions.words.ts';
import { RuleDialog } from './rule-dialog.tsx';
import styles from './rules.module.css';

/** The rules for exceptions in their order, each with its preview; and what they would say of the open ones. */
export default function ExceptionRules() {
  const { t } = useTranslation('exceptions');
  const { change } = useExceptionsSearch();
  const query = useRules();
  const [editing, setEditing] = useState<RuleRow | 'new' | null>(null);
  return (
    <Page
      title={t('exceptions:rules.title')}
      summary={t('exceptions:rules.help')}
      actions={
        <>
          <Button onClick={() => setEditing('new')}>{t('exceptions:rules.new')}</Button>
          <button
            type="button"
            className={classes['backButton']}
            onClick={() => change({ rules: undefined })}
          >
            <IconChevronLeft size={18} stroke={1.8} className="mz-mirror" aria-hidden="true" />
            {t('exceptions:title')}
          </button>
        </>
      }
    >
      <Loaded of={query} rows={4}>
        {(known) => (
          <>
            {known.rows.length === 0 && (
              <EmptyState title={t('exceptions:rules.empty')} help={t('exceptions:rules.emptyHelp')} />
            )}
            <ol className={styles['rules']}>
              {known.rows.map((rule, at) => (
                <li key={`${rule.id} ${rule.revision}`}>
                  <Rule
                    rule={rule}
                    choices={known}
                    ids={known.rows.map(({ id }) => id)}
                    at={at}
                    onEdit={() => setEditing(rule)}
                  />
                </li>
              ))}
            </ol>
            {known.rows.some(({ isOn }) => isOn) && <Apply />}
            {editing && (
              <RuleDialog
                rule={editing === 'new' ? null : editing}
                choices={known}
                onClose={() => setEditing(null)}
              />
            )}
          </>
        )}
      </Loaded>
    </Page>
  );
}

interface RuleProps {
  rule: RuleRow;
  choices: RuleChoices;
  ids: string[];
  at: number;
  onEdit: () => void;
}

function Rule({ rule, choices, ids, at, onEdit }: RuleProps) {
  const { t } = useTranslation(['exceptions', 'reconciliation']);
  return (
    <article className={styles['rule']} aria-label={rule.name}>
      <h2 className={classes['subtitle']}>
        <bdi>{rule.name}</bdi>{' '}
        <span className={classes['hint']}>{t(`exceptions:rules.${rule.isOn ? 'isOn' : 'isOff'}`)}</span>
      </h2>
      <p>
        {t('exceptions:rules.when')} <bdi>{ruleConditions(t, rule.when, choices)}</bdi>
      </p>
      {rule.person && (
        <p>
          {t('exceptions:rules.assigns')} <bdi>{rule.person.name}</bdi>
        </p>
      )}
      {rule.person?.isActive === false && <p className={classes['warn']}>{t('exceptions:rules.inactive')}</p>}
      {rule.group !== null && (
        <p>
          {t('exceptions:rules.groups')} <bdi>{rule.group}</bdi>
        </p>
      )}
      {rule.proposal !== null && (
        <p>
          {t('exceptions:rules.proposes')} <bdi>{rule.proposal}</bdi>
        </p>
      )}
      <RuleButtons rule={rule} ids={ids} at={at} onEdit={onEdit} />
    </article>
  );
}

type Previewed = RouteOutput<typeof previewRule>;

function RuleButtons({ rule, ids, at, onEdit }: Omit<RuleProps, 'choices'>) {
  const { t } = useTranslation('exceptions');
  const [previewed, setPreviewed] = useState<Previewed | null>(null);
  const [isWorking, setWorking] = useState(false);
  const [failed, setFailed] = useState(false);
  const refusal = (error: unknown) => refusalOf(error, t);
  const turn = useCommand(switchRule, { changes: changedByRules, refusal });
  const remove = useCommand(switchRule, {
    changes: changedByRules,
    refusal,
    done: () => t('exceptions:rules.removed', { name: rule.name }),
    undo: () => () => {
      const { params, body } = args(rule.isOn ? 'ON' : 'OFF');
      return call(switchRule, { params, body: { ...body, isUndo: true } });
    },
  });
  const order = useCommand(orderRules, { changes: changedByRules, refusal });
  const args = (state: 'ON' | 'OFF' | 'REMOVED') => ({
    params: { id: rule.id },
    body: { revision: rule.revision, state },
  });
  const look = async (): Promise<void> => {
    setWorking(true);
    try {
      setPreviewed(await call(previewRule, { params: { id: rule.id }, body: { revision: rule.revision } }));
      setFailed(false);
    } catch {
      setFailed(true);
    } finally {
      setWorking(false);
    }
  };
  const higher = [...ids.slice(0, at - 1), rule.id, ...ids.slice(at - 1).filter((id) => id !== rule.id)];
  return (
    <>
      <div className={classes['buttons']}>
        <WorkingButton variant="default" working={isWorking} onClick={() => void look()}>
          {t('exceptions:rules.preview')}
        </WorkingButton>
        {rule.isOn ? (
          <CommandButton command={turn} args={args('OFF')} variant="default">
            {t('exceptions:rules.turnOff')}
          </CommandButton>
        ) : (
          (previewed || rule.isPreviewed) && (
            <CommandButton command={turn} args={args('ON')}>
              {t('exceptions:rules.turnOn')}
            </CommandButton>
          )
        )}
        {at > 0 && (
          <CommandButton command={order} args={{ body: { ids: higher } }} variant="default">
            {t('exceptions:rules.higher')}
          </CommandButton>
        )}
        <Button variant="default" onClick={onEdit}>
          {t('exceptions:rules.change')}
        </Button>
        <CommandButton command={remove} args={args('REMOVED')} variant="default">
          {t('exceptions:rules.remove')}
        </CommandButton>
      </div>
      {!rule.isOn && !rule.isPreviewed && !previewed && (
        <p className={classes['hint']}>{t('exceptions:rules.previewFirst')}</p>
      )}
      {failed && <p className={classes['warn']}>{t('exceptions:rules.failed')}</p>}
      {previewed && <Preview previewed={previewed} />}
    </>
  );
}

function Sums({ sums }: { sums: RuleSums }) {
  return sums.map(({ currency, differenceMinor }) => (
    <strong key={currency} className={styles['sum']}>
      <Amount amountMinor={differenceMinor} signed currency={currency} />
    </strong>
  ));
}
const countOf = (sums: RuleSums): number => sums.reduce((all, { count }) => all + count, 0);

/** Which exceptions of the newest files it holds for: how many, what they come to, and the newest of them. */
function Preview({ previewed: { fileCount, exceptionCount, sums, rows } }: { previewed: Previewed }) {
  const { t } = useTranslation(['exceptions', 'reconciliation']);
  const count = countOf(sums);
  return (
    <div role="status">
      <p>
        {t('exceptions:rules.looked', {
          files: formatNumber(fileCount),
          all: formatNumber(exceptionCount),
          count,
        })}{' '}
        <Sums sums={sums} />
      </p>
      <ul className={styles['touched']}>
        {rows.map((row) => (
          <li key={row.id}>
            <span>{t(outcomeKey(row.outcome))}</span>
            <bdi className={classes['hint']}>{row.fileName}</bdi>
            <bdi className={classes['hint']}>
              {row.line === null
                ? `#${row.transactionId}`
                : t('reconciliation:entries.line', { count: 1, lines: lineNumber(t, row.line) })}
            </bdi>
            <Amount amountMinor={row.differenceMinor} signed currency={row.currency} />
          </li>
        ))}
      </ul>
      {rows.length < count && (
        <p className={classes['hint']}>{t('exceptions:rules.listed', { count: rows.length })}</p>
      )}
    </div>
  );
}

/** What the rules that are on say of the open exceptions otherwise than what stands there. */
function Apply() {
  const { t } = useTranslation('exceptions');
  const sums = useRulesEffect().data?.sums;
  const apply = useCommand(applyRules, {
    changes: changedByRules,
    done: (answer) =>
      t(`exceptions:rules.${answer.busyCount > 0 ? 'appliedBusy' : 'applied'}`, {
        count: countOf(answer.sums),
        busy: formatNumber(answer.busyCount),
      }),
  });
  if (!sums) return null;
  const count = countOf(sums);
  return (
    <Section title={t('exceptions:rules.openTitle')}>
      <p>
        {t('exceptions:rules.effect', { count })} <Sums sums={sums} />
      </p>
      {count > 0 && (
        <CommandButton command={apply} args={{ body: {} }}>
          {t('exceptions:rules.apply', { count })}
        </CommandButton>
      )}
    </Section>
  );
}
