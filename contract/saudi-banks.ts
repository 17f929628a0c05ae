/** A bank by the code that stands in its Saudi IBANs (characters 5 and 6). */
export interface Bank {
  code: string;
  en: string;
  ar: string;
}

/** The banks that a merchant may be paid by. Banks that merged into others are no longer chosen. */
export const saudiBanks: readonly Bank[] = [
  { code: '05', en: 'Alinma Bank', ar: 'مصرف الإنماء' },
  { code: '10', en: 'Saudi National Bank (SNB)', ar: 'البنك الأهلي السعودي' },
  { code: '15', en: 'Bank Albilad', ar: 'بنك البلاد' },
  { code: '20', en: 'Riyad Bank', ar: 'بنك الرياض' },
  { code: '30', en: 'Arab National Bank (ANB)', ar: 'البنك العربي الوطني' },
  { code: '45', en: 'Saudi Awwal Bank (SAB)', ar: 'البنك السعودي الأول' },
  { code: '55', en: 'Banque Saudi Fransi (BSF)', ar: 'البنك السعودي الفرنسي' },
  { code: '60', en: 'Bank AlJazira', ar: 'بنك الجزيرة' },
  { code: '65', en: 'Saudi Investment Bank (SAIB)', ar: 'البنك السعودي للاستثمار' },
  { code: '71', en: 'National Bank of Bahrain (branch)', ar: 'بنك البحرين الوطني' },
  { code: '75', en: 'National Bank of Kuwait (branch)', ar: 'بنك الكويت الوطني' },
  { code: '76', en: 'Bank Muscat (branch)', ar: 'بنك مسقط' },
  { code: '80', en: 'Al Rajhi Bank', ar: 'مصرف الراجحي' },
  { code: '81', en: 'Deutsche Bank (branch)', ar: 'دويتشه بنك' },
  { code: '82', en: 'National Bank of Pakistan (branch)', ar: 'بنك باكستان الوطني' },
  { code: '84', en: 'Ziraat Bank (branch)', ar: 'بنك زراعت التركي' },
  { code: '85', en: 'BNP Paribas (branch)', ar: 'بي إن بي باريبا' },
  { code: '86', en: 'JPMorgan Chase (branch)', ar: 'جي بي مورغان تشيس' },
  { code: '90', en: 'Gulf International Bank (GIB)', ar: 'بنك الخليج الدولي' },
  { code: '95', en: 'Emirates NBD (branch)', ar: 'بنك الإمارات دبي الوطني' },
  { code: '78', en: 'STC Bank', ar: 'بنك إس تي سي' },
  { code: '36', en: 'D360 Bank', ar: 'بنك دال ثلاثمئة وستون' },
];

export const bankOf = (code: string): Bank | undefined => saudiBanks.find((bank) => bank.code === code);
