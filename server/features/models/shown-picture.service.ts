import { type Database, inPlatform } from '../../platform/database/database.ts';
import type { KeptPicture } from '../../platform/pictures/received-picture.ts';
import { selectPictureNamed, selectVersionNamed } from './model-picture.queries.ts';

/** What a model looks like, for whoever has a terminal of it: by the names that stand with the terminal. */

interface Named {
  brand: string;
  model: string;
}

export const pictureVersionOf = (db: Database, { brand, model }: Named): Promise<string | null> =>
  inPlatform(db, (tx) => selectVersionNamed(tx, brand, model));

export const pictureOfNamed = (db: Database, { brand, model }: Named): Promise<KeptPicture | null> =>
  inPlatform(db, (tx) => selectPictureNamed(tx, brand, model));
