import { type Activity, activities } from '@mizan/contract/activity.ts';
import { useTranslation } from 'react-i18next';
import { ActivityBadge } from './activity-badge.tsx';
import { FilterMenu } from './filter-menu.tsx';

interface ActivityFilterProps {
  label: string;
  selected: readonly Activity[] | undefined;
  onChange: (status: Activity[]) => void;
}

/** Those that are active, those that are not, or all. */
export function ActivityFilter({ label, selected, onChange }: ActivityFilterProps) {
  const { t } = useTranslation('branches');
  return (
    <FilterMenu
      label={label}
      options={activities.map((value) => ({
        value,
        text: t(`branches:status.${value.toLowerCase()}`),
        label: <ActivityBadge activity={value} />,
      }))}
      selected={selected ?? []}
      onChange={(status) => onChange(activities.filter((each) => status.includes(each)))}
    />
  );
}
