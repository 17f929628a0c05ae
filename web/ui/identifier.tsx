/**
 * A number that people compare with paper or a bank file (payment, terminal, RRN, card, code): Latin digits,
 * left to right, in both languages.
 */
export function Identifier({ children, hash = false }: { children: string; hash?: boolean }) {
  return (
    <bdi dir="ltr">
      {hash && '#'}
      {children}
    </bdi>
  );
}

/** '•••• 7041': the last four digits of a card. */
export function CardNumber({ lastFour }: { lastFour: string }) {
  return <bdi dir="ltr">•••• {lastFour}</bdi>;
}
