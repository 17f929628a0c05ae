import { type Findings, isCode, type SourceFile } from './source-files.ts';

/** The one place that says of each type what it does with money, and the engine, whose lines have kinds of their own. */
const places = ['contract/transaction-types.ts', 'server/platform/database/type-sql.ts'];
const isElsewhere = ({ path }: SourceFile): boolean =>
  /^(?:contract|server|terminal|web)\//.test(path) &&
  !/\.test\.tsx?$|\/testing\//.test(path) &&
  !path.startsWith('server/migrations/') &&
  !path.startsWith('server/reconciliation/') &&
  !places.includes(path);

const type = /'(?:PURCHASE|CASH_ADVANCE)'/.source;
const giving = /'(?:REFUND|REVERSAL)'/.source;
/**
 * A type held against a purchase, or lists of what gives back: each reads a direction that another type may have, too. What is
 * REFUND or REVERSAL by its own rules (the refunds that people ask for) names itself and no direction.
 */
const readings = [
  new RegExp(`\\b(?:type|kind)"?\\s*(?:=|<>|!=|===?|!==?|IS DISTINCT FROM)\\s*${type}`),
  new RegExp(`\\b(?:type|kind)\\s+WHEN\\s+${type}`, 'i'),
  new RegExp(`${type}\\s*(?:===?|!==?)\\s*\\w*\\.?(?:type|kind)\\b`),
  new RegExp(`\\b(?:type|kind)\\s+(?:NOT\\s+)?IN\\s*\\(\\s*(?:${type}|${giving}\\s*,)`, 'i'),
  new RegExp(`\\btype:\\s*\\[\\s*(?:${type}|${giving}\\s*,)`),
];

/** Readings of what a type does with money outside the one place that says it. */
export const typeDirectionFindings = (files: SourceFile[]): Findings =>
  files
    .filter((file) => isCode(file) && isElsewhere(file))
    .flatMap((file) =>
      file.text
        .split('\n')
        .filter((line) => readings.some((reading) => reading.test(line)))
        .map(
          (line) =>
            `${file.path} reads a direction out of a type (${line.trim()}): ask contract/transaction-types.ts or type-sql.ts`,
        ),
    );
