/** Card terminals in use in Saudi Arabia, by brand. */
interface TerminalBrand {
  brand: string;
  manufacturer: string;
  models: readonly string[];
}

const terminalBrands: readonly TerminalBrand[] = [
  {
    brand: 'Verifone',
    manufacturer: 'Verifone',
    models: ['V200c', 'V240m', 'V400m', 'VX520', 'VX680', 'VX990', 'X990', 'T650p', 'M424', 'M440', 'P400'],
  },
  {
    brand: 'Ingenico',
    manufacturer: 'Worldline/Ingenico',
    models: [
      'iCT220',
      'iWL220',
      'iWL250',
      'Desk/3500',
      'Desk/5000',
      'Move/2500',
      'Move/3500',
      'Move/5000',
      'AXIUM DX4000',
      'AXIUM DX8000',
      'AXIUM EX8000',
    ],
  },
  {
    brand: 'PAX',
    manufacturer: 'PAX Technology',
    models: [
      'S80',
      'S90',
      'S920',
      'D210',
      'D230',
      'A50',
      'A77',
      'A80',
      'A910',
      'A920',
      'A920Pro',
      'A930',
      'IM30',
    ],
  },
  { brand: 'Newland', manufacturer: 'Newland NPT', models: ['SP600', 'N910', 'N910 Pro', 'N950', 'N750'] },
  {
    brand: 'Sunmi',
    manufacturer: 'Sunmi',
    models: ['P1', 'P2', 'P2 Lite', 'P2 Pro', 'P2 mini', 'P3', 'V2s Plus'],
  },
  {
    brand: 'Castles',
    manufacturer: 'Castles Technology',
    models: ['VEGA3000', 'MP200', 'Saturn1000', 'S1F2', 'S1E2'],
  },
  { brand: 'NEXGO', manufacturer: 'Shenzhen Xinguodu', models: ['G2', 'G3', 'N3', 'N5', 'N6', 'N82', 'N86'] },
  { brand: 'WizarPOS', manufacturer: 'WizarPOS', models: ['Q1', 'Q2', 'Q3'] },
  { brand: 'Spectra', manufacturer: 'Spectra Technologies', models: ['T300', 'T800', 'T1000'] },
  { brand: 'Urovo', manufacturer: 'Urovo', models: ['i9000S', 'i9100'] },
];

/** 'PAX A920': how a model is named in a form, because model names alone repeat between brands. */
export const modelNames: readonly string[] = terminalBrands.flatMap(({ brand, models }) =>
  models.map((model) => `${brand} ${model}`),
);

/** Brand, manufacturer and model of a name from `modelNames`. */
export function modelOf(name: string): { brand: string; manufacturer: string; model: string } | undefined {
  const found = terminalBrands.find(({ brand, models }) =>
    models.some((model) => name === `${brand} ${model}`),
  );
  if (!found) return undefined;
  const { brand, manufacturer } = found;
  return { brand, manufacturer, model: name.slice(brand.length + 1) };
}

/** Merchant service providers: they install terminals and look after them. */
export const mspNames: readonly string[] = ['Alhamrani Universal', 'Geidea', 'Neoleap', 'Sure Technology'];
