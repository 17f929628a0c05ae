import { plainIban } from '@mizan/contract/iban.ts';
import { SaxesParser } from 'saxes';
import {
  currencyOf,
  dayOf,
  type LineReason,
  minorOf,
  type Statement,
  type StatementLine,
  statementLimits,
  unreadable,
} from './statement.ts';

/**
 * camt.053 (ISO 20022, any of its versions): elements are told by their path below Stmt, whatever the namespace. No document
 * type is taken, so no entity is ever expanded. @throws Failure 'unreadableFile'
 */
export function readCamt053(content: string): Statement[] {
  const parser = new SaxesParser();
  const reader = new CamtReader(() => parser.line);
  parser.on('doctype', () => {
    throw unreadable('doctype');
  });
  parser.on('error', () => {
    throw unreadable('xml', { line: parser.line });
  });
  parser.on('opentag', ({ name, attributes }) => reader.open(name, attributes['Ccy'] as string | undefined));
  parser.on('text', (text) => reader.text(text));
  parser.on('cdata', (text) => reader.text(text));
  parser.on('closetag', () => reader.close());
  parser.write(content).close();
  if (reader.statements.length === 0) throw unreadable('noStatement');
  return reader.statements;
}

const tooMany = () => unreadable('tooManyLines', { most: statementLimits.linesMax });

/** Values of an entry or a balance by the path below it: 'ValDt/Dt', 'Amt', 'Amt@Ccy'. */
type Values = Map<string, string>;

class CamtReader {
  readonly statements: Statement[] = [];
  #path: string[] = [];
  #text = '';
  #values: Values = new Map();
  #line = 0;
  #entryCount = 0;
  readonly #at: () => number;

  constructor(at: () => number) {
    this.#at = at;
  }

  open(qualified: string, currency: string | undefined): void {
    const name = qualified.slice(qualified.indexOf(':') + 1);
    this.#path.push(name);
    if (this.#path.length > statementLimits.depthMax) throw unreadable('depth', { line: this.#at() });
    this.#text = '';
    if (name === 'Stmt') {
      if (this.statements.length >= statementLimits.linesMax) throw tooMany();
      this.statements.push({ account: null, openingMinor: null, closingMinor: null, lines: [], refused: [] });
    }
    if (this.#isRecord(this.#path.length)) {
      this.#values = new Map();
      this.#line = this.#at();
    }
    if (currency !== undefined) this.#keep('@Ccy', currency);
  }

  text(text: string): void {
    if (this.#text.length < statementLimits.textCharsMax) this.#text += text;
  }

  close(): void {
    const statement = this.statements.at(-1);
    if (statement) {
      this.#keep('', this.#text.trim());
      const below = this.#path.slice(this.#path.lastIndexOf('Stmt') + 1).join('/');
      if (below === 'Acct/Id/IBAN' || (below === 'Acct/Id/Othr/Id' && statement.account === null))
        statement.account = plainIban(this.#text);
      if (below === 'Bal') this.#balance(statement);
      if (below === 'Ntry') this.#entry(statement);
    }
    this.#text = '';
    this.#path.pop();
  }

  /** Whether the first `length` names of the path are those of a balance or an entry. */
  #isRecord(length: number): boolean {
    const name = this.#path[length - 1];
    return this.#path[length - 2] === 'Stmt' && (name === 'Bal' || name === 'Ntry');
  }

  /** The first of a path counts: details of a batch repeat what the entry says. */
  #keep(suffix: string, text: string): void {
    const at = this.#path.lastIndexOf('Stmt') + 2;
    const key = this.#path.slice(at).join('/') + suffix;
    if (text === '' || key === '') return;
    if (key.endsWith('/Ustrd') || key === 'AddtlNtryInf') {
      const before = this.#values.get('text');
      this.#values.set(
        'text',
        [before, text].filter(Boolean).join(' ').slice(0, statementLimits.textCharsMax),
      );
    } else if (!this.#values.has(key)) this.#values.set(key, text);
  }

  #signed(): number | null {
    const amount = this.#values.get('Amt') ?? '';
    // XML has a point for decimals: a comma there may as well part thousands.
    const minor = amount.includes(',') ? null : minorOf(amount);
    const sign = { CRDT: 1, DBIT: -1 }[this.#values.get('CdtDbtInd') ?? ''];
    return minor === null || sign === undefined ? null : minor * sign || 0;
  }

  #balance(statement: Statement): void {
    const code = this.#values.get('Tp/CdOrPrtry/Cd');
    if (code === 'OPBD' || code === 'PRCD') statement.openingMinor ??= this.#signed();
    if (code === 'CLBD') statement.closingMinor = this.#signed();
  }

  #entry(statement: Statement): void {
    this.#entryCount += 1;
    if (this.#entryCount > statementLimits.linesMax) throw tooMany();
    const read = this.#read();
    if (typeof read === 'string') statement.refused.push({ line: this.#line, reason: read });
    else statement.lines.push(read);
  }

  #read(): StatementLine | LineReason {
    const value = (...keys: string[]) => keys.map((key) => this.#values.get(key)).find(Boolean);
    const status = value('Sts/Cd', 'Sts');
    if (status !== undefined && status !== 'BOOK') return 'pending';
    const amountMinor = this.#signed();
    if (amountMinor === null || amountMinor === 0) return 'amount';
    const currency = currencyOf(value('Amt@Ccy'));
    if (currency === null) return 'currency';
    const valueDate = dayOf(value('ValDt/Dt', 'ValDt/DtTm', 'BookgDt/Dt', 'BookgDt/DtTm') ?? '');
    if (valueDate === null) return 'date';
    const named = value('AcctSvcrRef', 'NtryDtls/TxDtls/Refs/AcctSvcrRef');
    // A short number is the entry's place in this statement: it has another one in the next that has it.
    const numbered = value('NtryRef') ?? '';
    const reference = named ?? (/^\d{1,6}$/.test(numbered) ? '' : numbered);
    const text = value('text') ?? '';
    return {
      line: this.#line,
      valueDate,
      amountMinor,
      currency,
      reference,
      isBanksOwn: reference !== '',
      text,
      isReversal: value('RvslInd') === 'true' || value('RvslInd') === '1',
      isOff: false,
    };
  }
}
