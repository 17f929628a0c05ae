import fc from 'fast-check';
import { seed } from './seed.ts';

/** A setup file: properties that name no seed of their own play by the one of this run. */
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed });
