import type { ChosenReadings, LayoutProposal } from '@mizan/contract/bank-file-reading.ts';

/** What a person sends who takes a file as it is proposed, and the first way of each question that nothing decides. */
export const asProposed = ({ columns, questions }: LayoutProposal, bankName: string, remember: boolean) => ({
  columns: columns.map(({ key, field }) => ({ key, field })),
  readings: Object.fromEntries(
    questions.map(({ question, way, ways }) => [question, way ?? ways[0]?.way]),
  ) as ChosenReadings,
  bankName,
  remember,
});
