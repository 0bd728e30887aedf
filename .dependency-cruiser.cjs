// The import table of ARCHITECTURE.md as rules; `to` paths are resolved. A test may import more.
const TESTS = '\\.(test|spec|suite)\\.tsx?$|/test/|\\.config\\.ts$';
const FEATURES = '^server/src/features/';
const FRAMEWORK = '(^|/)node_modules/(fastify|@fastify)/';
const TYPES_ONLY = ['type-only'];
/** The error for the caller, which every folder above `lib` may throw. */
const APP_ERROR = '^server/src/shared/app-error\\.ts$';

/** A rule that forbids the sources of one folder certain imports. */
const forbid = (...[name, from, to, comment]) => ({
  name,
  severity: 'error',
  comment,
  from: { path: from, pathNot: TESTS },
  to: typeof to === 'string' ? { path: to } : to,
});

/** A workspace rule: of our workspaces it may import only the listed ones. */
const onlyOurs = (...[name, workspace, allowed, comment]) =>
  forbid(
    name,
    `^${workspace}/`,
    {
      path: '^(contract|capture|server|web|sdk|mcp|cli|integrations|e2e|bench|scripts)/',
      pathNot: `^(${[workspace, ...allowed].join('|')})/`,
    },
    comment,
  );

module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      comment:
        'Two files import each other, if only types: move what both use into a third file that imports neither.',
      from: {},
      to: { circular: true },
    },
    onlyOurs(
      'contract-stands-alone',
      'contract',
      [],
      'The contract imports zod only. Move the code to the workspace that needs it.',
    ),
    forbid(
      'contract-imports-zod-only',
      '^contract/',
      { path: '(^|/)node_modules/', pathNot: '(^|/)node_modules/zod/' },
      'The contract imports zod only; move this code to the workspace that needs the package.',
    ),
    forbid(
      'contract-without-node',
      '^contract/',
      { dependencyTypes: ['core'] },
      'The contract also runs in a browser: read Node’s values in the server and pass them as parameters.',
    ),
    onlyOurs(
      'capture-stands-alone',
      'capture',
      [],
      'Capture knows no user, no database, no HTTP: pass what it needs in its spec or its factory.',
    ),
    forbid(
      'capture-without-zod',
      '^capture/',
      '(^|/)node_modules/(zod|fastify|@fastify|kysely|pg|pg-boss)/',
      'Capture gets exact types: parse at the edge, in the contract and the server.',
    ),
    onlyOurs(
      'web-imports-contract-only',
      'web',
      ['contract'],
      'The dashboard talks to the server over HTTP: import shapes from the contract and call the endpoint.',
    ),
    forbid(
      'web-without-node',
      '^web/src/',
      { dependencyTypes: ['core'] },
      'The dashboard runs in a browser: use browser APIs.',
    ),
    onlyOurs(
      'stories-from-outside',
      'e2e',
      ['contract'],
      'Stories use the built system as a person does: drive the browser, HTTP or the admin CLI instead.',
    ),
    onlyOurs(
      'bench-from-outside',
      'bench',
      ['contract'],
      'The bench measures from outside: drive HTTP or the admin CLI instead.',
    ),
    onlyOurs(
      'server-imports-contract-capture-and-mcp',
      'server',
      ['contract', 'capture', 'mcp'],
      'The server imports the contract, the capture engine and the tools for agents, and no other workspace.',
    ),
    forbid(
      'sdk-stands-alone',
      '^sdk/typescript/src/',
      '(^|/)node_modules/|^(contract|capture|server|web|cli|e2e|bench|scripts)/',
      'The SDK is published without packages and without our workspaces: print what it needs of the contract (scripts/clients).',
    ),
    onlyOurs(
      'cli-and-mcp-use-the-sdk',
      '(cli|mcp)',
      ['sdk'],
      'The command and the tools use the API as any client does: add the call to the SDK.',
    ),
    onlyOurs('integrations-apart', 'integrations', [], 'Run the built command as a program.'),
    forbid(
      'sdk-by-its-index',
      '^(cli|mcp)/',
      {
        path: '^sdk/typescript/src/',
        pathNot: '^sdk/typescript/src/(index|printed/option-table)\\.ts$',
      },
      'Import from @shotwright/sdk; export it from its index.ts if it is meant to be used.',
    ),
    forbid(
      'capture-by-its-index',
      '^server/',
      { path: '^capture/src/', pathNot: '^capture/src/index\\.ts$' },
      'Import from @shotwright/capture; export it from capture/src/index.ts if it is meant to be used.',
    ),
    forbid(
      'contract-by-its-index',
      '^(server|web|e2e|bench)/',
      {
        path: '^contract/src/',
        pathNot: '^contract/src/((capture-options|paths)/)?index\\.ts$',
      },
      'Import from an entry of @shotwright/contract; export it from the entry’s index.ts if it is meant to be used.',
    ),
    forbid(
      'web-without-schemas',
      '^web/src/',
      { path: '^contract/src/index\\.ts$', dependencyTypesNot: TYPES_ONLY },
      'The dashboard contains no schemas: import values from @shotwright/contract/paths or /capture-options.',
    ),
    forbid(
      'lib-stands-alone',
      '^server/src/lib/',
      { path: '^(server/src/(?!lib/)|contract/|capture/|mcp/)' },
      'The lib folder imports no other code of this repository: pass the value as an argument.',
    ),
    forbid(
      'config-reads-settings-only',
      '^server/src/config/',
      { path: '^(server/src/(?!config/|lib/)|capture/|mcp/)' },
      'Settings are plain values that contract and lib describe: read them here, use them elsewhere.',
    ),
    forbid(
      'db-below-features',
      '^server/src/db/',
      {
        path: '^(server/src/(?!db/|lib/)|contract/|capture/|mcp/)',
        pathNot: APP_ERROR,
        dependencyTypesNot: TYPES_ONLY,
      },
      'The database folder has connections, tables and transactions; the query belongs to the feature’s store.',
    ),
    forbid(
      'embedded-postgres-stands-alone',
      '^server/src/embedded-postgres/',
      {
        path: '^(server/src/(?!embedded-postgres/|lib/)|contract/|capture/|mcp/)',
        pathNot: APP_ERROR,
      },
      'The embedded PostgreSQL is started and stopped here; its clients get plain options.',
    ),
    forbid(
      'shared-below-features',
      '^server/src/shared/',
      { path: '^(server/src/(?!shared/|lib/|db/)|capture/|mcp/)' },
      'Shared code imports contract, lib and db only: pass anything else in as an argument.',
    ),
    forbid(
      'adapters-stand-alone',
      '^server/src/adapters/([^/]+)/',
      { path: '^(server/src/(?!adapters/|lib/)|contract/|capture/|mcp/)', pathNot: APP_ERROR },
      'An adapter wraps one SDK: take and return plain values; the feature’s service joins them to data.',
    ),
    forbid(
      'adapters-apart',
      '^server/src/adapters/([^/]+)/',
      { path: '^server/src/adapters/([^/]+)/', pathNot: '^server/src/adapters/$1/' },
      'An adapter does not know another: join them in the feature’s service, or in server/src/composition.',
    ),
    forbid(
      'jobs-below-features',
      '^server/src/jobs/',
      { path: '^(server/src/(?!jobs/|db/|lib/)|capture/|mcp/)', pathNot: APP_ERROR },
      'The queue does not know what it runs: server/src/composition registers the feature’s job handlers.',
    ),
    forbid(
      'demo-stands-alone',
      '^server/src/demo/',
      {
        path: '^(server/src/(?!demo/|lib/)|capture/|mcp/)',
        pathNot: '^server/src/http/(route|page)\\.ts$',
        dependencyTypesNot: TYPES_ONLY,
      },
      'The demo parts replace outside services: import types only; server/src/composition passes the rest.',
    ),
    forbid(
      'features-apart',
      `${FEATURES}([^/]+)/`,
      { path: `${FEATURES}([^/]+)/`, pathNot: `${FEATURES}$1/`, dependencyTypesNot: TYPES_ONLY },
      'Import the other feature’s type only; server/src/composition passes its function.',
    ),
    forbid(
      'features-get-adapters',
      FEATURES,
      { path: '^(server/src/adapters/|capture/|mcp/)', dependencyTypesNot: TYPES_ONLY },
      'Import the type only; server/src/composition passes the adapter or the engine.',
    ),
    forbid(
      'features-without-framework',
      FEATURES,
      FRAMEWORK,
      'A route is a handler of a contract endpoint: server/src/http/endpoints uses the framework.',
    ),
    forbid(
      'features-below-http',
      FEATURES,
      {
        path: '^server/src/(?!features/|adapters/|shared/|jobs/|db/|lib/)',
        // Describes a route without naming a framework.
        pathNot: '^server/src/http/route\\.ts$',
        dependencyTypesNot: TYPES_ONLY,
      },
      'A feature does not know how it is served: take the value as an argument of its factory.',
    ),
    forbid(
      'http-above-routes',
      '^server/src/http/',
      {
        path: '^(server/src/(?!http/|shared/|lib/)|capture/|mcp/)',
        dependencyTypesNot: TYPES_ONLY,
      },
      'The HTTP folder mounts routes that are passed to it; read the data through the feature’s service.',
    ),
    forbid(
      'http-without-db',
      '^server/src/http/',
      '^server/src/(db|embedded-postgres)/',
      'The HTTP folder imports nothing of the database, types included: read the data through the feature’s service.',
    ),
    forbid(
      'compose-from-main-only',
      '^server/src/(?!composition/|cli/|main\\.ts)',
      '^server/src/(composition/|main\\.ts$)',
      'Only an entry point composes: take what you need as an argument.',
    ),
    forbid(
      'rules-are-pure',
      `${FEATURES}.*\\.(rules|present)\\.ts$`,
      { path: '\\.(store|service|routes|handler)\\.ts$', dependencyTypesNot: TYPES_ONLY },
      'Rules and presenters are pure: pass the row in.',
    ),
    forbid(
      'stores-below-services',
      `${FEATURES}.*\\.store\\.ts$`,
      { path: '\\.(service|routes|handler)\\.ts$', dependencyTypesNot: TYPES_ONLY },
      'A store only queries: the service calls it, not the other way round.',
    ),
    forbid(
      'services-below-routes',
      `${FEATURES}.*\\.service\\.ts$`,
      { path: '\\.(routes|handler)\\.ts$', dependencyTypesNot: TYPES_ONLY },
      'A service does not know who calls it: move the shared part into the service or into rules.',
    ),
    forbid(
      'routes-and-handlers-use-services',
      `${FEATURES}.*\\.(routes|handler)\\.ts$`,
      { path: '\\.store\\.ts$', dependencyTypesNot: TYPES_ONLY },
      'Ask the service: routes and handlers never query.',
    ),
    forbid(
      'no-tests-in-product',
      '^((contract|capture|server|web|mcp|cli)|sdk/typescript)/src/',
      { path: TESTS },
      'Product code imports no test code: move what both need into a source file.',
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|coverage|node_modules/\\.)' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.mjs', '.cjs', '.js', '.json'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
};
