import type { BranchBody } from '@mizan/contract/management.ts';
import type { PlaceInTeam } from '@mizan/contract/people.ts';
import type { TeamRole } from '@mizan/contract/rights.ts';

/** What a file is held against: the merchant as it is, and what others have taken. */

export interface KnownBranch extends BranchBody {
  id: string;
  isOpen: boolean;
}
export interface KnownPerson {
  id: string;
  /** The username of a cashier, the e-mail of everybody else. */
  signInName: string;
  fullName: string;
  place: PlaceInTeam;
  branchCode: string | null;
  isActive: boolean;
}
export interface KnownTerminal {
  id: string;
  tid: string;
  /** As in a form: 'PAX A920'. */
  model: string;
  label: string | null;
  branchCode: string;
  /** The username; null where nobody is named. */
  cashier: string | null;
  bankId: string | null;
  isRetired: boolean;
}
export interface KnownBank {
  id: string;
  nameEn: string;
  nameAr: string;
}

export interface Known {
  branches: ReadonlyMap<string, KnownBranch>;
  /** By the sign-in name in small letters. */
  people: ReadonlyMap<string, KnownPerson>;
  terminals: ReadonlyMap<string, KnownTerminal>;
  banks: readonly KnownBank[];
  /** Models on offer as forms name them, by the same in small letters. */
  models: ReadonlyMap<string, string>;
  /** Sign-in names in small letters and numbers of terminals that somebody else has. */
  takenNames: ReadonlySet<string>;
  takenTids: ReadonlySet<string>;
  /** Words of kinds, roles and regions as people may write them, in either language, in small letters. */
  words: {
    kinds: ReadonlyMap<string, 'branch' | 'user' | 'terminal'>;
    roles: ReadonlyMap<string, PlaceInTeam>;
    regions: ReadonlyMap<string, string>;
  };
  /** Who sends the file. */
  by: { userId: string; place: TeamRole };
}

export const plain = (text: string): string => text.trim().replaceAll(/\s+/g, ' ').toLowerCase();
