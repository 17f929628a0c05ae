import type { Holiday } from '@mizan/contract/holidays.ts';
import { type Database, platformRows, type Tx } from '../../platform/database/database.ts';
import type { ProposedHoliday } from './proposed-holidays.ts';

/** The statements behind holidays.service.ts; all of it belongs to no merchant and runs as the platform. */

export type HolidayRow = Omit<Holiday, 'decidedAt'> & { decidedAt: Date | null };
const columns = `id::text, from_day AS "from", to_day AS "to", kind, name_en AS "nameEn", name_ar AS "nameAr", state,
  decided_by_name AS "decidedByName", decided_at AS "decidedAt"`;
/** Some twelve a year. */
const holidaysMax = 1_000;

export const selectHolidays = (db: Database): Promise<HolidayRow[]> =>
  platformRows<HolidayRow>(
    db,
    `SELECT ${columns} FROM (SELECT *, bank_holidays.id AS place FROM bank_holidays) bank_holidays ORDER BY from_day DESC, place DESC LIMIT ${holidaysMax}`,
  );

export const lockHoliday = (tx: Tx, id: string): Promise<HolidayRow | null> =>
  tx.row<HolidayRow>(`SELECT ${columns} FROM bank_holidays WHERE id = $1 FOR UPDATE`, [id]);

export interface Decided {
  from: string;
  to: string;
  by: string;
  at: Date;
}

export const updateHoliday = async (
  tx: Tx,
  id: string,
  { from, to, state, by, at }: Decided & { state: 'CONFIRMED' | 'DROPPED' },
): Promise<HolidayRow> => {
  const row = await tx.row<HolidayRow>(
    `UPDATE bank_holidays SET from_day = $2, to_day = $3, state = $4, decided_by_name = $5, decided_at = $6
      WHERE id = $1 RETURNING ${columns}`,
    [id, from, to, state, by, at],
  );
  if (!row) throw new Error('a locked row is there');
  return row;
};

export const insertHoliday = async (
  tx: Tx,
  { from, to, nameEn, nameAr, by, at }: Decided & { nameEn: string; nameAr: string },
): Promise<HolidayRow> => {
  const row = await tx.row<HolidayRow>(
    `INSERT INTO bank_holidays (from_day, to_day, kind, name_en, name_ar, state, decided_by_name, decided_at)
     VALUES ($1, $2, 'OTHER', $3, $4, 'CONFIRMED', $5, $6) RETURNING ${columns}`,
    [from, to, nameEn, nameAr, by, at],
  );
  if (!row) throw new Error('an INSERT returns its row');
  return row;
};

/** Answers the row that was added; null where this one was proposed before, whatever became of it. */
export const insertProposed = (tx: Tx, { kind, from, to, nameEn, nameAr }: ProposedHoliday) =>
  tx.row<{ from: string; to: string }>(
    `INSERT INTO bank_holidays (from_day, to_day, kind, name_en, name_ar, state, proposed_from)
     VALUES ($1, $2, $3, $4, $5, 'PROPOSED', $1) ON CONFLICT (kind, proposed_from) DO NOTHING
     RETURNING from_day AS "from", to_day AS "to"`,
    [from, to, kind, nameEn, nameAr],
  );

/** Days in which due days are to be reckoned anew: a row until it is done, whoever is killed meanwhile. */
export interface DueWork {
  id: string;
  from: string;
  to: string;
  /** Whether every payment that was approved by the days before has been written by now. */
  isSettled: boolean;
}

export const insertDueWork = (tx: Tx, from: string, to: string, at: Date): Promise<number> =>
  tx.change(`INSERT INTO due_day_work (from_day, to_day, asked_at) VALUES ($1, $2, $3)`, [from, to, at]);

/** A payment's statement takes half a minute at most; after two minutes none is left that knew the days before. */
export const selectDueWork = (tx: Tx, now: Date): Promise<DueWork[]> =>
  tx.rows<DueWork>(
    `SELECT id AS place, id::text, from_day AS "from", to_day AS "to",
            asked_at < $1::timestamptz - interval '2 minutes' AS "isSettled"
       FROM due_day_work ORDER BY place`,
    [now],
  );

export const deleteDueWork = (tx: Tx, id: string): Promise<number> =>
  tx.change('DELETE FROM due_day_work WHERE id = $1', [id]);
