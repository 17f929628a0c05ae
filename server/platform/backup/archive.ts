import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { NotRestorable } from './restore.ts';

/** What a base says of itself: a copy of the files of an embedded server, from which kept segments go on. */
const baseShape = z.object({
  format: z.literal(1),
  /** Of the program that wrote it. */
  version: z.string(),
  /** The first moment that it can be brought to. */
  takenAt: z.iso.datetime(),
  /** The first segment that it needs. */
  segment: z.string().regex(/^[0-9A-F]{24}$/),
  secretMark: z.string(),
  /** PostgreSQL wants its folders to be there, empty ones too; the outer before the inner. */
  folders: z.array(z.string()),
  files: z.array(
    z.object({ path: z.string(), bytes: z.number().int().nonnegative(), sha256: z.string().length(64) }),
  ),
});

export type Base = z.infer<typeof baseShape>;

export const basesFolder = (archive: string): string => join(archive, 'bases');
export const baseManifest = 'base.json';
/** Below a base: the server's own folder, and the file of its password. */
export const clusterPart = 'cluster';
export const passwordPart = 'password';
/** The files that rows speak of, as they came. */
export const keptFiles = (archive: string, folder: string): string => join(archive, 'files', folder);

/** Folders sort as their moments do. */
export const baseName = (takenAt: Date): string => takenAt.toISOString().replaceAll(':', '-');

export interface FoundBase extends Base {
  /** The folder that it lies in. */
  place: string;
}

/** The whole bases of an archive, oldest first. */
export async function basesOf(archive: string): Promise<FoundBase[]> {
  const names = await readdir(basesFolder(archive)).catch(() => []);
  const places = names
    .filter((name) => !name.endsWith('.part'))
    .toSorted()
    .map((name) => join(basesFolder(archive), name));
  return Promise.all(
    places.map(async (place) => {
      try {
        const text = await readFile(join(place, baseManifest), 'utf8');
        return { ...baseShape.parse(JSON.parse(text)), place };
      } catch {
        throw new NotRestorable(`The base at ${place} is broken: its ${baseManifest} cannot be read`);
      }
    }),
  );
}
