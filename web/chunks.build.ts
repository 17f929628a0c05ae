interface Graph {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null;
}
/** The name of the file that a module belongs to, or null where the bundler decides. */
type NameOf = (id: string, graph: Graph) => string | null;

const at = (file: string): string => `${import.meta.dirname}/${file}`;

/** Packages that import all of themselves: what of them is used, only the bundler knows. */
const barrels = /\/node_modules\/(@mantine\/(core|hooks)|@tabler\/icons-react)\//;

/** A module and all that it imports before it runs. */
function importedBy(graph: Graph, file: string): Set<string> {
  const seen = new Set<string>();
  const visit = (id: string): void => {
    if (seen.has(id)) return;
    seen.add(id);
    if (!barrels.test(id)) graph.getModuleInfo(id)?.importedIds.forEach(visit);
  };
  visit(at(file));
  return seen;
}

interface Parts {
  ground: Set<string>;
  login: Set<string>;
  shell: Set<string>;
}
let parts: Parts | null = null;
const partsOf = (graph: Graph): Parts =>
  (parts ??= {
    ground: importedBy(graph, 'main.tsx'),
    login: importedBy(graph, 'features/auth/login.page.tsx'),
    shell: importedBy(graph, 'features/shell/merchant-shell.tsx'),
  });

/**
 * What every screen needs is one file, what every screen behind the sign-in needs is another. Left alone it would
 * be forty small ones, each of which costs the browser more to fetch and to link than its code costs to run.
 */
export const sharedByAll: NameOf = (id, graph) => {
  const { ground, login, shell } = partsOf(graph);
  if (id === at('main.tsx') || id.endsWith('.css') || barrels.test(id)) return null;
  if (ground.has(id)) return id.includes('/node_modules/') ? 'base' : 'ground';
  if (!shell.has(id)) return null;
  return login.has(id) ? 'shared' : 'shell';
};
