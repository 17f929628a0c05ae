import { expect, test } from 'vitest';
import { factIds, factKind } from './facts.ts';
import { bellTypes, heardTypes } from './notices.ts';
import { teamRoles } from './rights.ts';

test('who runs one branch, or works at one terminal, is offered the kinds that are told of a terminal, and no others', () => {
  const factsOf = (type: string) =>
    factIds.map(factKind).filter(({ live, notice }) => type === live || type === notice);
  const ofTerminals = bellTypes.filter((type) =>
    factsOf(type).some(({ about }) => (about as readonly string[]).includes('terminal')),
  );
  expect(ofTerminals).toContain('TDI');
  expect(ofTerminals.length).toBeLessThan(bellTypes.length);
  for (const each of teamRoles) {
    const isNarrow = each === 'branchManager' || each === 'cashier';
    expect(heardTypes(each)).toEqual(isNarrow ? ofTerminals : bellTypes);
  }
});
