/** The one bank that merchants of tests have. */
export const testBank = {
  nameEn: 'Najd Bank',
  nameAr: 'بنك نجد',
  code: null,
  iban: null,
  cutoff: '00:00',
  at: new Date(0),
} as const;
