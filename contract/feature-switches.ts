/**
 * What administrators may switch off for the whole portal. A route says of itself that it belongs to one (`switchedBy`), and is
 * then refused with 'switchedOff' while it is off.
 */
export const featureSwitches = ['registrations', 'bankFileApi', 'webhooks'] as const;
export type FeatureSwitch = (typeof featureSwitches)[number];

/** Of these only software is refused, not people: they upload the same files on a screen. */
export const softwareSwitches: readonly FeatureSwitch[] = ['bankFileApi'];
