import { createContext } from 'react';

/** The foot of the drawer around, where a form puts the button that sends it; null where there is none, or not yet. */
export const DrawerFoot = createContext<HTMLElement | null>(null);
