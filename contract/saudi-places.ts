/** The regions of ISO 3166-2, which nobody adds to; how they are called today stands in the table `places`. */
export interface Region {
  code: string;
  en: string;
  ar: string;
}
export const saudiRegions: readonly Region[] = [
  { code: 'SA-01', en: 'Riyadh', ar: 'منطقة الرياض' },
  { code: 'SA-02', en: 'Makkah', ar: 'منطقة مكة المكرمة' },
  { code: 'SA-03', en: 'Madinah', ar: 'منطقة المدينة المنورة' },
  { code: 'SA-04', en: 'Eastern Province', ar: 'المنطقة الشرقية' },
  { code: 'SA-05', en: 'Qassim', ar: 'منطقة القصيم' },
  { code: 'SA-06', en: 'Hail', ar: 'منطقة حائل' },
  { code: 'SA-07', en: 'Tabuk', ar: 'منطقة تبوك' },
  { code: 'SA-08', en: 'Northern Borders', ar: 'منطقة الحدود الشمالية' },
  { code: 'SA-09', en: 'Jazan', ar: 'منطقة جازان' },
  { code: 'SA-10', en: 'Najran', ar: 'منطقة نجران' },
  { code: 'SA-11', en: 'Al Bahah', ar: 'منطقة الباحة' },
  { code: 'SA-12', en: 'Al Jawf', ar: 'منطقة الجوف' },
  { code: 'SA-14', en: 'Asir', ar: 'منطقة عسير' },
];
