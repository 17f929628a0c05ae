/**
 * All style sheets in the order in which they may override one another: Mantine stands in a layer of its own,
 * so that a rule of ours wins wherever it is loaded.
 */
import './layers.css';
import '@mantine/core/styles.layer.css';
import './fonts.css';
import './tokens.css';
import './global.css';
