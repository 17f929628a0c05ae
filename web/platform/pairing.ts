import { makePairingCode, pairingCodeMinutes, pairingText } from '@mizan/contract/terminals.ts';
import { useMutation } from '@tanstack/react-query';
import { call } from './api-client.ts';

/**
 * Makes one-time pairing codes of a terminal; each new one voids the one before. Its end is counted from before the
 * call, by this machine's own clock: that may differ from the portal's, and the code never lives shorter than is said.
 */
export function usePairingCode({ id, tid }: { id: string; tid: string }) {
  const make = useMutation({
    mutationFn: async () => {
      const endsAtMs = Date.now() + pairingCodeMinutes * 60_000;
      const { code } = await call(makePairingCode, { params: { id } });
      return { code, endsAtMs, qrText: pairingText(tid, code) };
    },
  });
  return { made: make.data, working: make.isPending, error: make.error, make: () => make.mutate() };
}
