import { ErrorState, LoadingState } from '../../ui/states.tsx';
import { Compared } from './compared.tsx';
import { DeclineReasons } from './decline-reasons.tsx';
import classes from './insights.module.css';
import { type InsightsAsked, useInsights } from './insights.queries.ts';
import { QuietBranches } from './quiet-branches.tsx';

/** What stands behind a merchant's figures; loads after them, and only for merchants. */
export default function InsightsOf({ asked }: { asked: InsightsAsked }) {
  const query = useInsights(asked);
  if (query.data) {
    return (
      <div className={classes['insights']}>
        <QuietBranches quiet={query.data.quiet} />
        <Compared insights={query.data} />
        <DeclineReasons insights={query.data} />
      </div>
    );
  }
  if (query.isError) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  return <LoadingState rows={6} />;
}
