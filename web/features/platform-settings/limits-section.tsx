import { TextInput } from '@mantine/core';
import {
  type AloneLimits,
  aloneTerms,
  type HealthLimits,
  healthLimitTerms,
  setAloneLimits,
  setHealthLimits,
} from '@mizan/contract/platform-settings.ts';
import { useTranslation } from 'react-i18next';
import { call } from '../../platform/api-client.ts';
import { useForm } from '../../platform/form.ts';
import { formatNumber } from '../../platform/formats.ts';
import { Form } from '../../ui/form.tsx';
import { showToast } from '../../ui/toasts.tsx';
import { type NumberForm, numberFrom, textOf } from './number-texts.ts';
import classes from './platform-settings.module.css';
import { settingsChanges } from './settings-changes.ts';

/** What the figures of the administrator's first screen are held against. */
export function HealthLimitsSection({ limits }: { limits: HealthLimits }) {
  return (
    <Numbers
      id="health"
      values={limits}
      terms={healthLimitTerms}
      send={(body, seen) => call(setHealthLimits, { body: { ...body, seen } })}
    />
  );
}

/** Up to which sum one person acts alone where an owner has said nothing else. */
export function AloneLimitsSection({ limits }: { limits: AloneLimits }) {
  return (
    <Numbers
      id="alone"
      values={limits}
      terms={aloneTerms}
      send={(body, seen) => call(setAloneLimits, { body: { ...body, seen } })}
    />
  );
}

interface NumbersProps<Values extends Record<string, number>> {
  /** Of the part, and of its texts. */
  id: 'health' | 'alone';
  values: Values;
  terms: Readonly<Record<keyof Values, { least: number; most: number }>>;
  send: (values: Values, seen: Values) => Promise<unknown>;
}

/** By its name: what counts hundredths is typed with decimals. */
const formOf = (name: string): NumberForm =>
  name.endsWith('Bps') || name.endsWith('Minor') ? 'hundredths' : 'whole';
const shownNumber = (value: number, form: NumberForm): string =>
  formatNumber(form === 'whole' ? value : value / 100);

/** A part of the settings that is numbers alone, saved together. */
function Numbers<Values extends Record<string, number>>({ id, values, terms, send }: NumbersProps<Values>) {
  const { t } = useTranslation(['portal', 'common']);
  const names = Object.keys(terms);
  const problemOf = (name: string, text: string): string | false => {
    const form = formOf(name);
    const { least, most } = terms[name] as { least: number; most: number };
    const value = numberFrom(text, form);
    if (value !== null && value >= least && value <= most) return false;
    return t('portal:limits.between', { least: shownNumber(least, form), most: shownNumber(most, form) });
  };
  const read = (typed: Record<string, string>): Values =>
    Object.fromEntries(
      names.map((name) => [name, numberFrom(typed[name] ?? '', formOf(name)) ?? 0]),
    ) as Values;
  const form = useForm<Record<string, string>, unknown>({
    edits: true,
    start: Object.fromEntries(names.map((name) => [name, textOf(values[name] ?? 0, formOf(name))])),
    check: (typed) => Object.fromEntries(names.map((name) => [name, problemOf(name, typed[name] ?? '')])),
    send: (typed, seen) => send(read(typed), read(seen)),
    changes: settingsChanges,
    onSent: () => showToast({ tone: 'success', title: t('common:toast.saved') }),
  });
  return (
    <section className={classes['part']} aria-labelledby={`portal-${id}`}>
      <h2 id={`portal-${id}`}>{t(`portal:${id}.title`)}</h2>
      <p className={classes['quiet']}>{t(`portal:${id}.help`)}</p>
      <Form form={form} submitLabel={t(`portal:${id}.save`)}>
        <div className={classes['pair']}>
          {names.map((name) => (
            <TextInput
              key={name}
              label={t(`portal:${id}.${name}`)}
              inputMode="decimal"
              dir="ltr"
              autoComplete="off"
              {...form.field(name)}
            />
          ))}
        </div>
      </Form>
    </section>
  );
}
