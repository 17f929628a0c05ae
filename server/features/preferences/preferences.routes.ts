import * as preferences from '@mizan/contract/preferences.ts';
import type { On } from '../../platform/http/call.ts';
import { changeOwnPreferences, ownPreferences, type PreferenceDeps } from './preferences.service.ts';

/** The own preferences: language, digits, calendar, notifications. */
export function registerPreferencesRoutes(on: On, deps: PreferenceDeps): void {
  on(preferences.getPreferences, ({ principal }) => ownPreferences(deps, principal));
  on(preferences.changePreferences, ({ principal, body }) => changeOwnPreferences(deps, principal, body));
}
