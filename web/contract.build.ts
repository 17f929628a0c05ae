import { type Plugin, parseAst } from 'vite';

/** What of a route the server and the API document alone read: the schemas (the browser has none) and the words about it. */
const ofTheServer = new Set([
  'summary',
  'params',
  'query',
  'body',
  'example',
  'output',
  'errors',
  'successStatus',
  'rateClass',
]);

type Statement = ReturnType<typeof parseAst>['body'][number];
type Declaration = Extract<Statement, { type: 'VariableDeclaration' }>;
type Expression = NonNullable<Declaration['declarations'][number]['init']>;
type RouteObject = Extract<Expression, { type: 'ObjectExpression' }>;

/** Code in the place of what stands from `start` to `end`. */
interface Edit {
  start: number;
  end: number;
  text: string;
}

function declaredIn(statement: Statement): Expression[] {
  const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
  if (declaration?.type !== 'VariableDeclaration') return [];
  return declaration.declarations.flatMap(({ init }) => init ?? []);
}

/** The object that a route is defined by. */
function routeOf(init: Expression): RouteObject | undefined {
  if (init.type !== 'CallExpression' || init.callee.type !== 'Identifier') return undefined;
  const [route] = init.arguments;
  return init.callee.name === 'defineRoute' && route?.type === 'ObjectExpression' ? route : undefined;
}

/** As many lines as there were: what stands below keeps its number. */
const lines = (code: string): string => code.replaceAll(/[^\n]+/g, '');

function withoutSchemas(route: RouteObject, code: string): Edit[] {
  return route.properties.flatMap((property) => {
    if (property.type !== 'Property' || property.key.type !== 'Identifier') return [];
    if (!ofTheServer.has(property.key.name)) return [];
    const end = code[property.end] === ',' ? property.end + 1 : property.end;
    return [{ start: property.start, end, text: lines(code.slice(property.start, end)) }];
  });
}

/** A schema that nothing uses is left out whole, as long as the bundler knows that making one does nothing. */
function droppedUnused(init: Expression, code: string): Edit[] {
  const made = code.slice(init.start, init.end);
  const isFunction = init.type === 'ArrowFunctionExpression' || init.type === 'FunctionExpression';
  if (isFunction || !(init.type === 'CallExpression' || /\bz\./.test(made))) return [];
  return [{ start: init.start, end: init.end, text: `/*#__PURE__*/ (() => (${made}))()` }];
}

/**
 * A file of contract/ as a browser calls by it: its routes without what the server alone reads, and its schemas free to
 * be left out.
 */
export function asCalled(code: string): string {
  const edits = parseAst(code, { lang: 'ts' })
    .body.flatMap(declaredIn)
    .flatMap((init) => {
      const route = routeOf(init);
      return route ? withoutSchemas(route, code) : droppedUnused(init, code);
    });
  return edits.reduceRight(
    (edited, { start, end, text }) => edited.slice(0, start) + text + edited.slice(end),
    code,
  );
}

/** Gives the browser every file of contract/ as it is called by. */
export function contractAsCalled(): Plugin {
  return {
    name: 'mizan-contract-as-called',
    apply: 'build',
    // As it is written, before anything is compiled.
    enforce: 'pre',
    transform: {
      filter: { id: /\/contract\/[a-z-]+(?:\.facts)?\.ts$/ },
      handler: (code) => ({ code: asCalled(code), map: null }),
    },
  };
}
