/** How bars over the ghosts of an earlier time look, with their legend, lines and table; --picture-height is how high. */
export { default as ghostBars } from './ghost-bars.module.css';
