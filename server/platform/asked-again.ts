import { Failure } from './failure.ts';

/**
 * The id of an earlier attempt comes again (`idempotency: { clientId }`): whoever asks for the same is answered as the first time,
 * whoever asks for something else is refused. Never is one body answered with what another one made.
 */
export const otherRequest = (): Failure =>
  new Failure('conflict', 'otherRequest', { reason: 'otherRequest' });

/**
 * What the attempt made before, where `keys` of it are as they are wanted now.
 * @throws Failure 'conflict' 'otherRequest', or what `refusal` makes
 */
export function sameOrRefused<Made, Key extends keyof Made>(
  made: Made,
  wanted: Readonly<Pick<NoInfer<Made>, Key>>,
  keys: readonly Key[],
  refusal: () => Failure = otherRequest,
): Made {
  if (keys.some((key) => made[key] !== wanted[key])) throw refusal();
  return made;
}

/**
 * For what may be changed since it was made: the hash of everything that was asked for is kept beside it. Null of rows from before
 * hashes were kept.
 * @throws Failure 'conflict' 'otherRequest'
 */
export function refuseOther(madeSha256: Buffer | null, askedSha256: Buffer): void {
  if (madeSha256 && !madeSha256.equals(askedSha256)) throw otherRequest();
}
