import { posix } from 'node:path';
import { importsOf } from './imports.ts';
import type { Findings, SourceFile } from './source-files.ts';

/** Imports that close a circle which is being mended, as 'from > target'. */
interface OpenCircle {
  imports: RegExp;
  why: string;
}

/** Empty, and better so. Whoever mends one takes its line out: one without which there is no circle is a finding itself. */
const stillOpen: readonly OpenCircle[] = [];

/** From folder to folder, with the imports that lead there. */
type Graph = Map<string, Map<string, string[]>>;

/**
 * Each folder that holds files is a node; what its files import of another folder leads there, types as well: who
 * needs a type of another folder cannot be read or moved without it. Tests lead nowhere, because nothing imports
 * them; a folder testing/ is a node, so that what helps tests goes in no circle either.
 */
function foldersOf(files: SourceFile[], open: readonly OpenCircle[]): Graph {
  const graph: Graph = new Map();
  for (const { from, target, isTestFile } of importsOf(files)) {
    const [here, there] = [posix.dirname(from), posix.dirname(target ?? from)];
    const way = `${from} > ${target}`;
    if (isTestFile || here === there || open.some(({ imports }) => imports.test(way))) continue;
    const ways = graph.get(here) ?? new Map<string, string[]>();
    graph.set(here, ways.set(there, [...(ways.get(there) ?? []), way]));
  }
  return graph;
}

/** The shortest way from one folder to another, both included; null where there is none. */
function wayBetween(graph: Graph, start: string, end: string): string[] | null {
  const cameFrom = new Map<string, string | null>([[start, null]]);
  // A map is walked in the order of its growth: breadth first.
  for (const [folder] of cameFrom) {
    if (folder === end) {
      const way = [end];
      for (let last = cameFrom.get(end); last; last = cameFrom.get(last)) way.unshift(last);
      return way;
    }
    for (const next of graph.get(folder)?.keys() ?? []) {
      if (!cameFrom.has(next)) cameFrom.set(next, folder);
    }
  }
  return null;
}

/** Shortest circles of folders, each said once, until every folder that is in any is named in one. */
function circlesOf(graph: Graph): string[][] {
  const circles: string[][] = [];
  const named = new Set<string>();
  for (const [folder, ways] of [...graph].toSorted(([one], [other]) => (one < other ? -1 : 1))) {
    if (named.has(folder)) continue;
    const back = [...ways.keys()]
      .map((next) => wayBetween(graph, next, folder))
      .filter((way) => way !== null)
      .toSorted((one, other) => one.length - other.length)[0];
    if (!back) continue;
    circles.push([folder, ...back]);
    for (const each of back) named.add(each);
  }
  return circles;
}

/** Folders that import each other, over however many others, with one import for each step. */
export function circleFindings(files: SourceFile[], open = stillOpen): Findings {
  const graph = foldersOf(files, open);
  const mended = open.filter((line) => {
    const others = open.filter((other) => other !== line);
    return circlesOf(foldersOf(files, others)).length === circlesOf(graph).length;
  });
  return [
    ...circlesOf(graph).map((circle) => {
      const steps = circle.slice(1).map((next, index) => graph.get(circle[index] ?? '')?.get(next)?.[0]);
      return `${circle.join(' > ')} is a circle: ${steps.join(', ')}`;
    }),
    ...mended.map(({ imports }) => `${imports} is open no more: take its line out of tools/tidy/circles.ts`),
  ];
}
