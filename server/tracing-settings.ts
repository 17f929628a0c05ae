import type { TracingSettings } from './platform/tracing/otlp.ts';
import { type Environment, setting, WrongSetting } from './setting.ts';

const tracesPath = '/v1/traces';
const endpoints = ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'OTEL_EXPORTER_OTLP_ENDPOINT'] as const;
const protocols = ['OTEL_EXPORTER_OTLP_TRACES_PROTOCOL', 'OTEL_EXPORTER_OTLP_PROTOCOL'] as const;

function assertAddress(env: Environment, name: string): void {
  const text = setting(env, name);
  if (text === null) return;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return;
  throw new WrongSetting(name, 'must be an address like http://otel-collector:4318');
}

/** Another way of sending would end at a collector that understands nothing. */
function assertProtocol(env: Environment, name: string): void {
  const text = setting(env, name);
  if (text === null || text === 'http/json') return;
  throw new WrongSetting(name, `must be http/json, which every collector takes on port 4318, not '${text}'`);
}

function readRatio(env: Environment): number {
  const text = setting(env, 'OTEL_TRACES_SAMPLER_ARG');
  if (text === null) return 1;
  const ratio = Number(text);
  if (/^[01](?:\.\d{1,9})?$|^\.\d{1,9}$/.test(text) && ratio <= 1) return ratio;
  throw new WrongSetting('OTEL_TRACES_SAMPLER_ARG', `must be a number from 0 to 1, not '${text}'`);
}

/** 'name=value,other=value', as the variables of headers and of the resource have it; values may be percent-encoded. */
function readPairs(env: Environment, name: string): Record<string, string> {
  const text = setting(env, name);
  if (text === null) return {};
  return Object.fromEntries(
    text.split(',').map((pair) => {
      const at = pair.indexOf('=');
      const key = pair.slice(0, at).trim();
      try {
        if (at > 0 && /^[\w.-]+$/.test(key)) return [key, decodeURIComponent(pair.slice(at + 1).trim())];
      } catch {
        // Refused below, without its value: it may be a secret.
      }
      throw new WrongSetting(name, 'must be pairs like name=value,other=value');
    }),
  );
}

/** The part of the traces that the named sampler keeps. Nobody's parent is believed, so both kinds mean the same here. */
function readSampler(env: Environment): number {
  const text = setting(env, 'OTEL_TRACES_SAMPLER') ?? 'always_on';
  const ratio = readRatio(env);
  const kept = { always_on: 1, always_off: 0, traceidratio: ratio }[text.replace(/^parentbased_/, '')];
  if (kept !== undefined) return kept;
  throw new WrongSetting(
    'OTEL_TRACES_SAMPLER',
    `must be one of always_on, always_off, traceidratio, not '${text}'`,
  );
}

function addressOf(env: Environment): string | null {
  const [ofTraces, ofAll] = endpoints.map((name) => setting(env, name));
  if (ofTraces) return ofTraces;
  return ofAll ? `${ofAll.replace(/\/+$/, '')}${tracesPath}` : null;
}

/** Null where nobody set an endpoint, or tracing is switched off. @throws WrongSetting */
export function readTracing(env: Environment): TracingSettings | null {
  const isOff = setting(env, 'OTEL_SDK_DISABLED')?.toLowerCase() === 'true';
  if (isOff || setting(env, 'OTEL_TRACES_EXPORTER') === 'none') return null;
  const url = addressOf(env);
  if (url === null) return null;
  for (const name of endpoints) assertAddress(env, name);
  for (const name of protocols) assertProtocol(env, name);
  const service = setting(env, 'OTEL_SERVICE_NAME');
  return {
    url,
    headers: {
      ...readPairs(env, 'OTEL_EXPORTER_OTLP_HEADERS'),
      ...readPairs(env, 'OTEL_EXPORTER_OTLP_TRACES_HEADERS'),
    },
    resource: {
      ...readPairs(env, 'OTEL_RESOURCE_ATTRIBUTES'),
      ...(service === null ? {} : { 'service.name': service }),
    },
    ratio: readSampler(env),
  };
}
