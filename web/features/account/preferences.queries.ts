import { getNoticeState } from '@mizan/contract/notices.ts';
import {
  changePreferences,
  getPreferences,
  type KeptPreferences,
  type Preferences,
} from '@mizan/contract/preferences.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/api-client.ts';
import { language, rememberLanguage } from '../../platform/language.ts';
import { forgetNotices } from '../../platform/notifications.store.ts';
import { rememberPreferences } from '../../platform/preferences.ts';
import { routeQuery, takeAnswer } from '../../platform/query-client.ts';

const preferencesQuery = routeQuery(getPreferences, {}, { live: ['OWN'] });
export const usePreferences = () => useQuery(preferencesQuery);

/**
 * Saves some of the preferences beside the others as they stand. Other digits, dates or words are shown at once,
 * by reading the page anew, as the language switch does.
 */
export function useSavePreferences({ languageChosen: _chosen, ...now }: KeptPreferences) {
  const client = useQueryClient();
  return async (change: Partial<Preferences>): Promise<void> => {
    const saved = await call(changePreferences, { body: { ...now, ...change } });
    takeAnswer(getPreferences, {}, saved);
    if (change.mutedNotices) {
      forgetNotices();
      void client.invalidateQueries({ queryKey: [getNoticeState.id] });
    }
    const speaksOther = change.language !== undefined && change.language !== language;
    if (speaksOther) rememberLanguage(change.language ?? language);
    if (rememberPreferences(saved) || speaksOther) location.reload();
  };
}
