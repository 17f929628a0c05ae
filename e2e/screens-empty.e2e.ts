import { testBareScreens } from './testing/bare-screens.ts';

await testBareScreens('empty');
