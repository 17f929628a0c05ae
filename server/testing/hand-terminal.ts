import { generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto';
import {
  type GatewayFrame,
  helloText,
  type ResultBody,
  readGatewayFrame,
  type TerminalFrameBody,
  terminalLinkPath,
  terminalLinkProtocol,
  writeFrame,
} from '@mizan/contract/terminal-link.ts';
import { WebSocket } from 'ws';

type Of<T extends GatewayFrame['type']> = Extract<GatewayFrame, { type: T }>;

/** What a hello says of the terminal's journal. */
export interface HelloFacts {
  inFlight?: string[];
  unacked?: string[];
  journalId?: string;
}

/** A terminal whose every frame a test writes by hand: for what a well-behaved one never does. */
export interface HandTerminal {
  readonly tid: string;
  send(body: TerminalFrameBody, tid?: string): void;
  /** A text frame of what is no frame of ours, or not even text. */
  sendText(text: string | Buffer): void;
  /** The next frame of a type that was not taken yet; waits for it. */
  next<T extends GatewayFrame['type']>(type: T): Promise<Of<T>>;
  /** How many frames of a type were received and not taken. */
  waiting(type: GatewayFrame['type']): number;
  /** Pairs where a code is given, and signs in. */
  signIn(enrolCode?: string, facts?: HelloFacts): Promise<Of<'welcome'>>;
  /** The code and reason with which the gateway closed. */
  readonly closed: Promise<{ code: number; reason: string }>;
  drop(): void;
}

export interface Key {
  readonly privateKey: KeyObject;
  readonly publicText: string;
}
export function makeKey(): Key {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  return { privateKey, publicText: publicKey.export({ format: 'der', type: 'spki' }).toString('base64') };
}

const hardware = { serial: 'HAND1', model: 'A920' };
const waitMs = 15_000;

/** Opens a line; the frames that arrive are kept until the test takes them. */
export function handTerminal(url: string, tid: string, key: Key): HandTerminal {
  const socket = new WebSocket(`${url}${terminalLinkPath}`, terminalLinkProtocol);
  const received: GatewayFrame[] = [];
  const wanted: { type: string; resolve: (frame: GatewayFrame) => void }[] = [];
  socket.on('message', (data) => {
    const read = readGatewayFrame(String(data));
    if (!read.ok) throw new Error(read.problem);
    const place = wanted.findIndex((want) => want.type === read.frame.type);
    const [want] = place >= 0 ? wanted.splice(place, 1) : [];
    if (want) want.resolve(read.frame);
    else received.push(read.frame);
  });
  socket.on('error', () => {});
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    socket.on('close', (code, reason) => resolve({ code, reason: String(reason) }));
  });
  const next = <T extends GatewayFrame['type']>(type: T): Promise<Of<T>> => {
    const place = received.findIndex((frame) => frame.type === type);
    if (place >= 0) return Promise.resolve(received.splice(place, 1)[0] as Of<T>);
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`no ${type} within ${waitMs} ms`)), waitMs);
      const resolveFrame = (frame: GatewayFrame): void => {
        clearTimeout(timer);
        resolve(frame as Of<T>);
      };
      wanted.push({ type, resolve: resolveFrame });
    });
  };
  const send = (body: TerminalFrameBody, from = tid): void => socket.send(writeFrame(from, body));
  return {
    tid,
    closed,
    send,
    next,
    sendText: (text) => socket.send(text, { binary: false }),
    waiting: (type) => received.filter((frame) => frame.type === type).length,
    signIn: async (enrolCode, facts = {}) => {
      const { nonce } = await next('challenge');
      if (enrolCode) {
        send({ type: 'enrol', code: enrolCode, ...hardware, publicKey: key.publicText, simulated: true });
        await next('enrolled');
      }
      send(helloOf(key, nonce, tid, facts));
      return next('welcome');
    },
    drop: () => socket.terminate(),
  };
}

export function helloOf(key: Key, nonce: string, tid: string, facts: HelloFacts = {}): TerminalFrameBody {
  const bootId = randomUUID();
  return {
    type: 'hello',
    signature: sign(null, Buffer.from(helloText(nonce, tid, bootId)), key.privateKey).toString('base64'),
    ...hardware,
    appVersion: '1.4.2',
    packageVersion: '2026.10',
    bootId,
    inFlight: facts.inFlight ?? [],
    unacked: facts.unacked ?? [],
    ...(facts.journalId !== undefined && { journalId: facts.journalId }),
  };
}

/** A result as a terminal reports it; approved where no codes are given. */
export function resultOf(paymentId: string, amountMinor: number, more: Partial<ResultBody> = {}): ResultBody {
  const at = new Date().toISOString();
  return {
    paymentId,
    resultSeq: 1,
    kind: 'PURCHASE',
    providerCode: '00',
    actionCode: '000',
    rrn: '632609000123',
    stan: '000046',
    authCode: '446478',
    maskedPan: '588845******3421',
    scheme: 'Mada',
    acquirerCode: '588847',
    amountMinor,
    currency: 'SAR',
    startAt: at,
    endAt: at,
    receipt: { outcome: 'APPROVED' },
    ...more,
  };
}

/** The health of a terminal that has nothing to complain of. */
export const telemetry = {
  battery: 83,
  charging: false,
  wifi: null,
  bluetooth: false,
  ip: null,
  madaApp: null,
  madaPackage: null,
  provider: 'Mizan',
  paper: true,
};
