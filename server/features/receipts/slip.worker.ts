import { buffer } from 'node:stream/consumers';
import { type SlipPaper, slipPdf } from './slip-pdf.ts';

/** Draws slips in the thread of papers: see slip-paper.ts. */
export default (paper: SlipPaper): Promise<Buffer> => buffer(slipPdf(paper));
