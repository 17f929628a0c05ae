/** The home page stands whole without this: here only the chosen language comes to stand alone. */
import '../../ui/fonts.css';
import '../../ui/tokens.css';
import './home.css';
import { type Language, language, rememberLanguage } from '../../platform/language.ts';

function show(chosen: Language): void {
  document.documentElement.lang = chosen;
  document.documentElement.dir = chosen === 'en' ? 'ltr' : 'rtl';
  document.documentElement.dataset['chosen'] = '';
  for (const section of document.querySelectorAll<HTMLElement>('section[lang]')) {
    section.hidden = section.lang !== chosen;
  }
}

for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-language]')) {
  button.addEventListener('click', () => {
    const chosen: Language = button.dataset['language'] === 'ar' ? 'ar' : 'en';
    rememberLanguage(chosen);
    show(chosen);
  });
}
show(language);
