/**
 * The five criteria of a password (rules S5) and what they add up to: 2 or fewer are Weak, 3 or
 * 4 Medium, all 5 Strong. The form shows them while somebody types; the server takes nothing but Strong.
 */
const passwordMinLength = 8;

export const passwordCriteria = {
  length: (password: string): boolean => [...password].length >= passwordMinLength,
  uppercase: (password: string): boolean => /\p{Lu}/u.test(password),
  lowercase: (password: string): boolean => /\p{Ll}/u.test(password),
  digit: (password: string): boolean => /\p{Nd}/u.test(password),
  special: (password: string): boolean => /[^\p{L}\p{M}\p{Nd}\s]/u.test(password),
} as const;

export type PasswordCriterion = keyof typeof passwordCriteria;
export type PasswordStrength = 'Weak' | 'Medium' | 'Strong';

/** The criteria that a password meets, in the order in which they are listed. */
export const metCriteria = (password: string): PasswordCriterion[] =>
  (Object.keys(passwordCriteria) as PasswordCriterion[]).filter((name) => passwordCriteria[name](password));

export function passwordStrength(password: string): PasswordStrength {
  const score = metCriteria(password).length;
  if (score <= 2) return 'Weak';
  return score <= 4 ? 'Medium' : 'Strong';
}
