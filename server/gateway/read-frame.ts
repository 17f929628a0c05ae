import { isUtf8 } from 'node:buffer';
import { parseStorable } from '@mizan/contract/storable-text.ts';
import { terminalFrame } from '@mizan/contract/terminal-link.ts';
import * as z from 'zod';
import { withoutCardNumbers } from '../platform/card-number.ts';
import type { Heard } from '../platform/link/order-handlers.ts';
import type { OrderBook } from './order-book.ts';

export type ReadFrame = ({ ok: true } & Heard) | { ok: false; problem: string; original: Buffer | null };

/** JSON has none of those below the space in a text, and between two texts none of them has a meaning. */
const controls = /\p{Cc}/gu;

interface Parsed {
  value: unknown;
  /** Whether anything had to go or to be replaced. */
  isChanged: boolean;
  /** Its texts are as they came, because it is nested deeper than a walk over it may go. */
  isRaw?: boolean;
}

function parse(text: string): Parsed | null {
  let said: unknown;
  try {
    said = JSON.parse(text);
  } catch {
    return null;
  }
  if (!text.includes('\\u')) return { value: said, isChanged: false };
  try {
    const value = parseStorable(text);
    return { value, isChanged: JSON.stringify(value) !== JSON.stringify(said) };
  } catch {
    return { value: said, isChanged: true, isRaw: true };
  }
}

/** Reads bytes that are not all UTF-8, and texts with control characters, as what is left without these. */
function parseLoosely(data: Buffer): Parsed | null {
  const text = new TextDecoder().decode(data);
  const parsed = parse(text);
  if (parsed) return { ...parsed, isChanged: parsed.isChanged || !isUtf8(data) };
  const left = parse(text.replace(controls, ''));
  return left && { ...left, isChanged: true };
}

/**
 * The bytes with every card number cut short. Null where one is written so that it would still be there, and where
 * nobody can tell, because it is nested too deeply to be looked through.
 */
function keepable(data: Buffer): Buffer | null {
  // One byte a character, so that nothing else of them changes.
  const masked = Buffer.from(withoutCardNumbers(data.toString('latin1')), 'latin1');
  const parsed = parseLoosely(masked);
  try {
    const read = JSON.stringify(parsed?.value ?? masked.toString());
    return withoutCardNumbers(read) === read && !parsed?.isRaw ? masked : null;
  } catch {
    return null;
  }
}

/**
 * A frame of the terminal `tid`, or of one that has not signed in. What terminals say of an order is read although it
 * is not as it should be, by whoever handles the order: no text of a device may keep an approval out.
 */
export function readFrame(
  data: Buffer,
  tid: string | null,
  readLoosely: OrderBook['readLoosely'],
): ReadFrame {
  const parsed = parseLoosely(data);
  // What strangers send is kept nowhere.
  const refused = (problem: string): ReadFrame => ({
    ok: false,
    problem,
    original: tid === null ? null : keepable(data),
  });
  if (!parsed) return refused('not JSON');
  const strict = terminalFrame.safeParse(parsed.value);
  if (strict.success && !parsed.isRaw) {
    const original = parsed.isChanged ? keepable(data) : null;
    return { ok: true, frame: strict.data, unreadable: [], original };
  }
  const loose = tid === null ? null : readLoosely(parsed.value, tid);
  if (loose) return { ok: true, ...loose, original: keepable(data) };
  return refused(strict.error ? z.prettifyError(strict.error) : 'nested too deeply');
}
