import { Button, NativeSelect } from '@mantine/core';
import {
  delimiterSign,
  type FoundTable,
  namesLineMax,
  type TableForm,
  textDelimiters,
  textEncodings,
} from '@mizan/contract/table-form.ts';
import { IconAlertTriangle } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { apart, formatNumber } from '../platform/formats.ts';
import { opensNothing } from './opens-nothing.ts';
import { OrTyped } from './or-typed.tsx';
import classes from './table-told.module.css';

interface TableToldProps {
  table: FoundTable;
  /** Why the file could not be read as was said last; null where it could. */
  refused: string | null;
  /** Whether it stands open: where what was found may be wrong. */
  isDoubtful: boolean;
  onChange: (table: TableForm) => void;
}

/** How the table of the file was told, over its first rows as they are read so: each is said otherwise by hand. */
export function TableTold({ table, refused, isDoubtful, onChange }: TableToldProps) {
  const { t } = useTranslation('tables');
  const [isShown, setShown] = useState(isDoubtful);
  return (
    <section className={classes['section']} aria-label={t('tables:title')}>
      <Button
        variant="subtle"
        size="compact-sm"
        className={classes['open'] ?? ''}
        aria-expanded={isShown}
        onClick={() => setShown(!isShown)}
      >
        {t('tables:title')}
      </Button>
      {table.isEncodingGuessed && <Doubt>{t('tables:guessed')}</Doubt>}
      {refused && <Doubt>{t('tables:refused', { why: refused })}</Doubt>}
      {isShown && (
        <>
          <TableChoices table={table} onChange={(said) => onChange({ ...table.said, ...said })} />
          <FirstRows table={table} />
        </>
      )}
    </section>
  );
}

function Doubt({ children }: { children: ReactNode }) {
  return (
    <p role="status" className={classes['doubt']}>
      <IconAlertTriangle size={18} stroke={1.6} aria-hidden="true" />
      <span>{children}</span>
    </p>
  );
}

/** Words of a row by which a person knows it; the whole of it stands below. */
const wordsOfRow = (cells: readonly string[]): string => {
  const words = cells.filter((cell) => cell !== '').join(apart);
  return words.length > rowCharsMax ? `${words.slice(0, rowCharsMax)}…` : words;
};
const rowCharsMax = 48;

const delimiterNames = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'bar' } as const;
const isUsual = (sign: string): sign is keyof typeof delimiterNames => sign in delimiterNames;

function TableChoices({ table, onChange }: Pick<TableToldProps, 'table' | 'onChange'>) {
  const { t } = useTranslation('tables');
  const { kind, encoding, sheet, sheets = [], said, isEncodingGuessed } = table;
  // The bytes prove the others: what is said against them changes nothing.
  const isEncodingOpen = isEncodingGuessed || said.encoding !== undefined;
  return (
    <div className={classes['choices']}>
      {sheets.length > 1 && (
        <NativeSelect
          label={t('tables:sheet')}
          value={sheet ?? ''}
          data={sheets}
          // The line of the names is one of the sheet that was read until now.
          onChange={(event) => onChange({ sheet: event.currentTarget.value, namesLine: undefined })}
        />
      )}
      <NamesLine table={table} onChange={onChange} />
      {kind === 'text' && <Delimiter table={table} onChange={onChange} />}
      {kind === 'text' && (
        <NativeSelect
          label={t('tables:encoding')}
          value={encoding ?? ''}
          disabled={!isEncodingOpen}
          data={textEncodings.map((value) => ({
            value,
            label: t(`tables:encodings.${value}`),
          }))}
          onChange={(event) => onChange({ encoding: event.currentTarget.value as TableForm['encoding'] })}
        />
      )}
    </div>
  );
}

function NamesLine({ table: { rows, namesLine }, onChange }: Pick<TableToldProps, 'table' | 'onChange'>) {
  const { t } = useTranslation('tables');
  const listed = rows.some(({ line }) => line === namesLine) || namesLine === 0;
  const lineOf = (line: number, cells: readonly string[]) => ({
    value: String(line),
    label: t('tables:line', { line: formatNumber(line), cells: wordsOfRow(cells) }),
  });
  return (
    <OrTyped
      label={t('tables:names')}
      typedLabel={t('tables:typedLine')}
      typedChoice={t('tables:otherLine')}
      inputMode="numeric"
      value={String(namesLine)}
      choices={[
        { value: '0', label: t('tables:noNames') },
        ...(listed ? [] : [lineOf(namesLine, [])]),
        ...rows.map(({ line, cells }) => lineOf(line, cells)),
      ]}
      isGood={(text) => /^[1-9]\d{0,4}$/.test(text) && Number(text) <= namesLineMax}
      problem={t('tables:noLine', { most: formatNumber(namesLineMax) })}
      onSay={(value) => onChange({ namesLine: Number(value) })}
    />
  );
}

function Delimiter({ table: { delimiter }, onChange }: Pick<TableToldProps, 'table' | 'onChange'>) {
  const { t } = useTranslation('tables');
  const found = delimiter ?? '';
  return (
    <OrTyped
      label={t('tables:delimiter')}
      typedLabel={t('tables:typedDelimiter')}
      typedChoice={t('tables:otherDelimiter')}
      value={found}
      choices={[
        ...textDelimiters.map((value) => ({ value, label: t(`tables:between.${delimiterNames[value]}`) })),
        ...(found === '' || isUsual(found)
          ? []
          : [{ value: found, label: found === ' ' ? t('tables:between.space') : found }]),
      ]}
      isGood={(text) => delimiterSign.test(text)}
      problem={t('tables:noDelimiter')}
      onSay={(value) => onChange({ delimiter: value })}
    />
  );
}

/** Rows under the chosen line are enough to see whether it is the right one. */
const rowsShownMax = 10;

function FirstRows({ table: { rows, namesLine } }: { table: FoundTable }) {
  const { t } = useTranslation('tables');
  const at = Math.max(
    0,
    rows.findIndex(({ line }) => line === namesLine),
  );
  const from = at < rowsShownMax - 2 ? 0 : at - 1;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways is reached by the keyboard
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- see above
    <div className={classes['scroll']} tabIndex={0} role="group" aria-label={t('tables:rows')}>
      <table className={classes['rows']} aria-label={t('tables:rows')} {...opensNothing('oneRow')}>
        <tbody>
          {rows.slice(from, from + rowsShownMax).map(({ line, cells }) => (
            <tr key={line} data-names={line === namesLine || undefined}>
              <th scope="row">{formatNumber(line)}</th>
              {cells.map((cell, index) => (
                // Cells never move: their place is their identity.
                // biome-ignore lint/suspicious/noArrayIndexKey: see above
                <td key={index}>
                  <bdi>{cell}</bdi>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
