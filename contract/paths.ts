import { type ScreenName, screens } from './screens.ts';

/** Files that are served without the app: '/' goes to the static home page. */
export const homes = { home: '/', staticHome: '/home.html' } as const;

const ofScreens = Object.fromEntries(Object.entries(screens).map(([name, { path }]) => [name, path])) as {
  readonly [Name in ScreenName]: (typeof screens)[Name]['path'];
};

/** Every address of the portal by the name of its screen (contract/screens.ts), of which the login loads no more. */
export const paths = { ...homes, ...ofScreens };
