import * as z from 'zod';

/** Why a change is refused whose `seen` no longer stands: details.reason of a conflict. */
export const changedMeanwhile = 'changedMeanwhile';

/** As the form was filled: it is compared and never kept, and what was once kept may be more than a form takes today. */
export const seen = z.record(z.string(), z.unknown());

/**
 * What a form saves, with what stood in it when it was opened. Whoever saves over what somebody else saved meanwhile would undo
 * a change that was never shown (docs/decisions/0483-a-save-says-what-it-saw.md).
 */
export const asSeen = <Shape extends z.ZodRawShape>(body: ReturnType<typeof z.strictObject<Shape>>) =>
  body.extend({ seen });
