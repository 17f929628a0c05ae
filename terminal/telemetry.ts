import type { Telemetry } from '@mizan/contract/terminal-link.ts';
import { appVersion } from './receipt.ts';

/** What a terminal has that nobody left behind on purpose. */
export const newestPackage = '2026.10';

/** A battery that runs down and is charged again, and a network that wavers: believable, and told by the number. */
export function telemetryOf(tid: string, at: Date, madaPackage = newestPackage): Telemetry {
  const seed = Number(BigInt(tid) % 997n);
  const minute = Math.floor(at.getTime() / 60_000) + seed * 7;
  const hour = minute % 600;
  const charging = hour >= 480;
  const battery = charging ? Math.min(100, 20 + Math.round((hour - 480) / 1.5)) : 100 - Math.round(hour / 6);
  return {
    battery: Math.max(5, Math.min(100, battery)),
    charging,
    wifi: { ssid: `shop-${seed % 10}`, rssi: -45 - ((seed + minute) % 30) },
    bluetooth: seed % 3 === 0,
    ip: `192.168.${seed % 4}.${20 + (seed % 200)}`,
    madaApp: appVersion,
    madaPackage,
    provider: 'Mizan Simulator',
    paper: (minute + seed) % 240 !== 0,
  };
}
