import { useState } from 'react';
import { usePairedTerminals } from './first-steps.queries.ts';
import { FirstStepsList, type OpenSteps } from './first-steps-list.tsx';

/** The list by itself. */
export default function FirstStepsBelow({ steps }: { steps: OpenSteps }) {
  const terminals = usePairedTerminals().data?.rows;
  const [pairing, setPairing] = useState<string | null>(null);
  return <FirstStepsList steps={steps} terminals={terminals} pairing={pairing} onPair={setPairing} />;
}
