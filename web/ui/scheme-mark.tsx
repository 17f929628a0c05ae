import type { Scheme } from '@mizan/contract/transaction-states.ts';
import { useTranslation } from 'react-i18next';
import jcb from './marks/jcb.svg';
import mada from './marks/mada.svg';
import maestro from './marks/maestro.svg';
import mastercard from './marks/mastercard.svg';
import visa from './marks/visa.svg';
import classes from './scheme-mark.module.css';

/** Drawings by the names of rules S3.3; None is a plain dash. */
const drawings: Readonly<Partial<Record<string, string>>> = {
  Mada: mada,
  Visa: visa,
  MasterCard: mastercard,
  Maestro: maestro,
  Jcb: jcb,
};

/** The key of a scheme's name: 'transactions:scheme.mastercard'. */
export const schemeKey = (scheme: Scheme): string => `transactions:scheme.${scheme.toLowerCase()}`;

export interface SchemeMarkProps {
  scheme: Scheme;
  /** The name beside the mark; without it the name is the picture's text. */
  named?: boolean;
}

/** A card scheme's mark on its plate. It never mirrors. */
export function SchemeMark({ scheme, named = false }: SchemeMarkProps) {
  const { t } = useTranslation('transactions');
  const drawing = drawings[scheme];
  const name = t(schemeKey(scheme));
  const mark = (
    <span className={classes['plate']} title={scheme}>
      {drawing ? (
        <img src={drawing} alt={named ? '' : name} width={28} height={17} />
      ) : (
        <>
          <span className={classes['none']} aria-hidden="true" />
          {!named && <span className="mz-visually-hidden">{name}</span>}
        </>
      )}
    </span>
  );
  if (!named) return mark;
  return (
    <span className={classes['named']}>
      {mark}
      {name}
    </span>
  );
}
