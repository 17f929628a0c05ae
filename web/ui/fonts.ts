import { language } from '../platform/language.ts';

/** A font that is slower than this is swapped in later instead of holding the page back. */
const patienceMs = 1200;

const family = language === 'en' ? 'Vazirmatn English' : 'Vazirmatn Variable';
/** One letter of each subset that this language shows at once. */
const sample = language === 'en' ? 'A' : 'Aم';

/** Resolves when the first subset of the font can be drawn, or when patience ends. */
export async function fontsReady(): Promise<void> {
  const patience = new Promise((resolve) => setTimeout(resolve, patienceMs));
  await Promise.race([document.fonts.load(`400 14px '${family}'`, sample), patience]);
}
