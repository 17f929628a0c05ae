import type { DocumentRow } from '@mizan/contract/onboarding.ts';
import { type Application, type Problems, readForm } from '@mizan/contract/onboarding-check.ts';
import { useEffect, useState } from 'react';

/** The steps of the wizard, in their order. */
export const steps = ['account', 'business', 'branches', 'cashiers', 'documents', 'review'] as const;
export type Step = (typeof steps)[number];

/** What is filled in so far. */
export interface Draft {
  /** 32 random bytes: documents are uploaded under it, and sending twice is sending once. */
  token: string;
  step: Step;
  application: Application;
  repeat: string;
  documents: DocumentRow[];
  /** Where the activation link went; null until the application is sent. */
  sentTo: string | null;
}

/** What a part of the form takes: all that is filled in so far, and the way to change it. */
export interface DraftProps {
  draft: Draft;
  setDraft: (change: (draft: Draft) => Draft) => void;
}

const storageKey = 'onboardingDraft';

function newToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  const base64 = btoa(String.fromCharCode(...bytes));
  return base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

export const emptyTerminal = { msp: '', model: '', tid: '' };
export const emptyBranch = { name: '', address: '', terminals: [emptyTerminal] };
export const emptyCashier = { name: '', username: '', password: '', branch: 0 };

const emptyDraft = (): Draft => ({
  token: newToken(),
  step: 'account',
  application: {
    account: { username: '', password: '' },
    business: {
      name: '',
      cr: '',
      email: '',
      mobile: '',
      bank: '',
      vatNumber: '',
      region: '',
      city: '',
      district: '',
    },
    branches: [emptyBranch],
    cashiers: [emptyCashier],
  },
  repeat: '',
  documents: [],
  sentTo: null,
});

/** Passwords are never stored: after a reload they are typed again. */
function withoutPasswords(draft: Draft): Draft {
  const { application } = draft;
  return {
    ...draft,
    repeat: '',
    application: {
      ...application,
      account: { ...application.account, password: '' },
      cashiers: application.cashiers.map((cashier) => ({ ...cashier, password: '' })),
    },
  };
}

function readDraft(): Draft {
  try {
    const kept = sessionStorage.getItem(storageKey);
    if (kept === null) return emptyDraft();
    const draft = { ...emptyDraft(), ...(JSON.parse(kept) as Draft) };
    // Reading it finds out whether it has the shape of an application.
    problemsOf(draft);
    return steps.includes(draft.step) ? draft : emptyDraft();
  } catch {
    return emptyDraft(); // A draft of another version of this form, or one that somebody cut by hand.
  }
}

/**
 * The draft of this tab, the way to change it, and whether it is kept: then it survives a reload and the switch of the
 * language.
 */
export function useDraft(): [Draft, (change: (draft: Draft) => Draft) => void, boolean] {
  const [draft, setDraft] = useState(readDraft);
  const [isKept, setKept] = useState(true);
  useEffect(() => {
    try {
      sessionStorage.setItem(storageKey, JSON.stringify(withoutPasswords(draft)));
      setKept(true);
    } catch (cause) {
      console.warn('the draft is not kept', cause); // A browser without room: the form itself goes on.
      setKept(false);
    }
  }, [draft]);
  return [draft, setDraft, isKept];
}

/** What the browser can tell is missing or wrong, by path; the server asks the same rules. */
export const problemsOf = ({ application, repeat, documents }: Draft): Problems =>
  readForm({ application, repeat, documents: documents.length }, 'browser').problems;

/** The problems of one step; of the review, all. */
export function problemsIn(step: Step, problems: Problems): Problems {
  if (step === 'review') return problems;
  return Object.fromEntries(Object.entries(problems).filter(([path]) => path.split('.')[0] === step));
}
