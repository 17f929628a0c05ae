import { factsTold } from '../facts/facts.ts';
import { noteFact } from './facts-caused.ts';

/** A setup file of every integration test: the run knows at its end which facts were caused by one. */
const noted = new Set<string>();
factsTold.subscribe((fact) => noteFact(noted, String(fact)));
