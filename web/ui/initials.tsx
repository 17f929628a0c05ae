import classes from './initials.module.css';

const maxInitials = 2;

/** 'Sara Al-Qahtani' is SQ; Arabic letters stand apart, because joined they read as a word. */
function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/).slice(0, maxInitials);
  const letters = words.map((word) => word.replace(/^(Al-|ال)/, '').charAt(0));
  return letters.join(/[\u0600-\u06ff]/.test(name) ? ' ' : '').toUpperCase();
}

/** A person's mark beside the name, which says it to everybody. */
export function Initials({ name, quiet = false }: { name: string; quiet?: boolean }) {
  return (
    <span className={classes['mark']} data-quiet={quiet || undefined} aria-hidden="true">
      {initialsOf(name)}
    </span>
  );
}
