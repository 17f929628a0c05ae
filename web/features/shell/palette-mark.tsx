import classes from './palette.module.css';
import { pieces } from './palette-find.ts';

/** A text in which what was typed stands out. */
export function Marked({ text, words }: { text: string; words: readonly string[] }) {
  return (
    <bdi>
      {pieces(text, words).map((piece, at) =>
        piece.isFound ? (
          <mark key={at} className={classes['mark']}>
            {piece.text}
          </mark>
        ) : (
          piece.text
        ),
      )}
    </bdi>
  );
}
