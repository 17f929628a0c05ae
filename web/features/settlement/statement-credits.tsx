import { Checkbox } from '@mantine/core';
import type { StatementCredit, StatementRead } from '@mizan/contract/statements.ts';
import { useTranslation } from 'react-i18next';
import { formatAmount, formatNumber } from '../../platform/formats.ts';
import { Amount } from '../../ui/amount.tsx';
import { schemeKey } from '../../ui/scheme-mark.tsx';
import classes from './deposit.module.css';
import { EntryWords } from './entry-words.tsx';
import { formatPlainDay } from './settlement.words.ts';

/** Those for which evidence speaks: a person takes out or adds what is otherwise. */
export const presetOf = ({ credits }: StatementRead): number[] =>
  credits.filter(({ evidence }) => evidence === 'EXACT' || evidence === 'WORDS').map(({ entry }) => entry);

interface CreditsProps {
  shown: StatementRead;
  chosen: readonly number[];
  onChoose: (entries: readonly number[]) => void;
}

/** The credits of a statement with what speaks for each, what could not be read, and whether its balances agree. */
export function StatementCredits({ shown, chosen, onChoose }: CreditsProps) {
  const { t } = useTranslation(['settlement', 'transactions']);
  const { credits, balance, refused, beside } = shown;
  const isOff = balance !== null && balance.statedMinor !== balance.reckonedMinor;
  return (
    <>
      {balance !== null && (
        <p className={classes[isOff ? 'warning' : 'help']} role={isOff ? 'alert' : undefined}>
          {isOff
            ? t('settlement:statement.balanceOff', {
                stated: formatAmount(balance.statedMinor),
                reckoned: formatAmount(balance.reckonedMinor),
              })
            : t('settlement:statement.balanceOk')}
        </p>
      )}
      <UnreadSheets sheets={shown.table?.told.unreadSheets ?? []} />
      <LeftOut refused={refused} beside={beside} />
      {credits.length === 0 ? (
        <p className={classes['help']}>{t('settlement:statement.none')}</p>
      ) : (
        <ul className={classes['credits']} aria-label={t('settlement:statement.credits')}>
          {credits.map((credit) => (
            <li key={credit.entry}>
              <Checkbox
                label={<EntryWords entry={credit} />}
                description={<Evidence credit={credit} />}
                disabled={credit.evidence === 'KNOWN' && !credit.mayBeAnother}
                checked={chosen.includes(credit.entry)}
                onChange={(event) =>
                  onChoose(
                    event.currentTarget.checked
                      ? [...chosen, credit.entry]
                      : chosen.filter((entry) => entry !== credit.entry),
                  )
                }
              />
              <Amount
                amountMinor={credit.amountMinor}
                currency={credit.currency === 'SAR' ? undefined : credit.currency}
              />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** Lines that could not be read, which a person has to know, and rows that are no entries, which are only said. */
function LeftOut({ refused, beside }: Pick<StatementRead, 'refused' | 'beside'>) {
  const { t } = useTranslation(['settlement']);
  const rows = (said: readonly { line: number; reason: string }[]) => (
    <ul>
      {said.slice(0, refusedShownMax).map(({ line, reason }) => (
        <li key={`${line} ${reason}`}>
          {t('settlement:statement.refusedLine', { line: formatNumber(line), reason })}
        </li>
      ))}
    </ul>
  );
  return (
    <>
      {refused.length > 0 && (
        <div className={classes['warning']} role="alert">
          {t('settlement:statement.refusedTitle', { number: formatNumber(refused.length) })}
          {rows(
            refused.map(({ line, reason }) => ({
              line,
              reason: t(`settlement:statement.lineReason.${reason}`),
            })),
          )}
        </div>
      )}
      {beside.length > 0 && (
        <div className={classes['help']}>
          {t('settlement:statement.besideTitle', { number: formatNumber(beside.length) })}
          {rows(beside.map(({ line, kind }) => ({ line, reason: t(`settlement:statement.beside.${kind}`) })))}
        </div>
      )}
    </>
  );
}

/** Other sheets with amounts, of which nothing is read. */
function UnreadSheets({ sheets }: { sheets: readonly { name: string; count: number }[] }) {
  const { t } = useTranslation(['settlement']);
  if (sheets.length === 0) return null;
  return (
    <div className={classes['warning']} role="alert">
      {t('settlement:statement.unreadSheets')}
      <ul>
        {sheets.map(({ name, count }) => (
          <li key={name}>
            <bdi>{t('settlement:statement.unreadSheet', { name, number: formatNumber(count) })}</bdi>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** As many of them stand there; their number says how many there are. */
const refusedShownMax = 20;

function Evidence({ credit: { evidence, shares, mayBeAnother } }: { credit: StatementCredit }) {
  const { t } = useTranslation(['settlement', 'transactions']);
  const days = [...new Set(shares.map(({ day }) => formatPlainDay(day)))];
  const schemes = [...new Set(shares.map(({ scheme }) => t(schemeKey(scheme))))];
  if (mayBeAnother) return t('settlement:statement.evidence.KNOWN_BY_WORDS');
  return t(`settlement:statement.evidence.${evidence}`, {
    what: [...days, ...schemes].join(t('settlement:and')),
  });
}
