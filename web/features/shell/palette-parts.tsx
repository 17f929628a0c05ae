import { IconFileText } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import type { Session } from '../../platform/session.store.ts';
import { entriesOf } from './menu-entries.tsx';
import classes from './palette.module.css';
import type { Kind } from './palette-find.ts';
import type { PalettePlace } from './palette-pages.ts';

/** What every palette is made of, whoever searches. */

/** A row of the palette: what it is, how it stands at the end, and where it leads. */
export interface Row {
  readonly id: string;
  readonly to: string;
  readonly search?: Readonly<Record<string, unknown>> | undefined;
  readonly icon: ReactNode;
  readonly content: ReactNode;
  readonly end?: ReactNode;
}

export interface Said {
  readonly t: TFunction;
  readonly words: readonly string[];
}

/** What stands under one heading. */
export interface Section {
  readonly id: Kind | 'acts';
  readonly rows: readonly Row[];
}
/** How many there are of a kind; `isMore` where more than were counted. */
export interface KindCount {
  readonly kind: Kind;
  readonly count: number;
  readonly isMore: boolean;
}

/** What a text finds, of one kind or of all of them. */
export interface FoundSections {
  readonly counts: readonly KindCount[];
  readonly sections: readonly Section[];
  readonly isSettled: boolean;
  /** Some of it could not be asked for. */
  readonly isPartial: boolean;
}

/** Of each kind so many stand among all of them. */
export const amongAll = 5;
export const iconLook = { size: 18, stroke: 1.6, 'aria-hidden': true } as const;

/** What stands quieter beside a name. */
export function Beside({ children }: { children: ReactNode }) {
  return <span className={classes['beside']}>{children}</span>;
}

export const placeRow = ({ id, text, to, search }: PalettePlace, icon: Row['icon']): Row => ({
  id,
  to,
  search,
  icon,
  content: text,
});

/** The icons of the menu; what stands in none has a page's. */
export function pageRows(
  shell: 'merchant' | 'admin',
  places: readonly PalettePlace[],
  visitor: Session,
): Row[] {
  const entries = entriesOf(shell, visitor);
  return places.map((place) => {
    const PageIcon = entries.find(({ id }) => id === place.id)?.icon ?? IconFileText;
    return placeRow(place, <PageIcon size={18} stroke={1.6} />);
  });
}
