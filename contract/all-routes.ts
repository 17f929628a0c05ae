import { readdirSync } from 'node:fs';
import type { AnyRoute } from './route.ts';

const isRoute = (value: unknown): value is AnyRoute =>
  typeof value === 'object' && value !== null && 'method' in value && 'allow' in value;

/** 'auth' of 'auth.ts'; null of a test and of this file. */
const featureOf = (file: string): string | null => /^(?!all-routes)([a-z-]+)\.ts$/.exec(file)?.[1] ?? null;

/** For the server and for tests, whose bundler need not know them: the web names each route that it calls. */
const features = await Promise.all(
  readdirSync(import.meta.dirname)
    .map(featureOf)
    .filter((name) => name !== null)
    .sort()
    .map(async (name): Promise<Record<string, unknown>> => import(/* @vite-ignore */ `./${name}.ts`)),
);

/**
 * Every route of the contract, of every file of this folder: what the server must register, what the OpenAPI document
 * lists and what the walk over all routes tests.
 */
export const allRoutes: readonly AnyRoute[] = features.flatMap((feature) =>
  Object.values(feature).filter(isRoute),
);
