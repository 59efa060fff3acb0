import { basename } from 'node:path';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

const VAGUE_FILE_NAME = /(^|[-.])(utils?|helpers?|common|shared|misc|impl|manager)\./i;

/** One file, one idea, named after it: a name that could hold anything holds anything in the end. */
const house = {
  rules: {
    'file-name': {
      meta: {
        type: 'problem',
        schema: [],
        messages: { vague: "'{{name}}' names no idea; name the file after what it holds" },
      },
      create: (context) => ({
        Program(node) {
          const name = basename(context.filename);
          if (VAGUE_FILE_NAME.test(name)) context.report({ node, messageId: 'vague', data: { name } });
        },
      }),
    },
  },
};

const NAMES = [
  {
    selector:
      ':matches(ClassDeclaration, TSInterfaceDeclaration, TSTypeAliasDeclaration)[id.name=/(Impl|Manager|Utils?|Helpers?)$/]',
    message: 'Name it after what it does, not Impl, Manager, Util or Helper.',
  },
  { selector: 'TSInterfaceDeclaration[id.name=/^I[A-Z][a-z]/]', message: 'No I prefix on interfaces.' },
  { selector: 'ExportDefaultDeclaration', message: 'Export by name.' },
  { selector: 'TSEnumDeclaration', message: 'Use a union of string literals.' },
];
const ENVIRONMENT = [
  {
    selector:
      ":matches(MemberExpression[object.name='process'][property.name='env'], MemberExpression[object.name='process'][property.value='env'], VariableDeclarator[init.name='process'] Property[key.name='env'], ImportDeclaration[source.value=/^(node:)?process$/] ImportSpecifier[imported.name='env'])",
    message: 'Only libs/config reads the environment; ask for APP_CONFIG.',
  },
];
const AMBIENT = [
  {
    selector:
      "MemberExpression[object.name='Date'][property.name='now'], NewExpression[callee.name='Date'][arguments.length=0]",
    message: 'domain/ has no clock: take the day or the instant as an argument.',
  },
  {
    selector: "MemberExpression[object.name='Math'][property.name='random']",
    message: 'domain/ is deterministic: take a seed as an argument.',
  },
];

export default tseslint.config(
  {
    ignores: ['**/node_modules/', '**/dist/', '**/coverage/', '.data/', 'packages/client/openapi.d.ts'],
  },
  {
    linterOptions: { reportUnusedDisableDirectives: 'error', reportUnusedInlineConfigs: 'error' },
    plugins: { house },
    rules: {
      'house/file-name': 'error',
      eqeqeq: 'error',
      'no-console': 'error',
      'no-var': 'error',
      'prefer-const': 'error',
    },
  },
  {
    files: ['**/*.ts', '**/*.tsx'],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      'no-restricted-syntax': ['error', ...NAMES, ...ENVIRONMENT],
      // In a file with decorators the rule leaves imports alone, since decorator metadata needs them as values.
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/prefer-readonly': 'error',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/no-extraneous-class': ['error', { allowWithDecorator: true, allowEmpty: true }],
      '@typescript-eslint/no-unnecessary-condition': [
        'error',
        { allowConstantLoopConditions: 'only-allowed-literals' },
      ],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', ignoreRestSiblings: true }],
      // `query<Row>(sql)`: the caller knows the shape of its rows, the parameter stands once by design.
      '@typescript-eslint/no-unnecessary-type-parameters': 'off',
      // Request classes are plain bags of fields, and text is taken apart by code points on purpose.
      '@typescript-eslint/no-misused-spread': 'off',
      // What goes through JSON must be a type alias: an interface has no index signature.
      '@typescript-eslint/consistent-type-definitions': 'off',
      // We declare no enums; those of packages are incomplete lists (pg-types knows no array types).
      '@typescript-eslint/no-unsafe-enum-assignment': 'off',
      // Nest declares its bags of options as classes.
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      // An async function without await turns what it throws into a rejection, which its callers count on.
      '@typescript-eslint/require-await': 'off',
    },
  },
  {
    // The console runs in a browser.
    files: ['apps/console/src/**/*.{ts,tsx}'],
    extends: [reactHooks.configs.flat['recommended-latest']],
    rules: {
      // A handler that starts something and needs nothing of it, such as `onClick={() => navigate('/')}`.
      '@typescript-eslint/no-confusing-void-expression': 'off',
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
      'max-lines-per-function': ['error', { max: 80, skipBlankLines: true, skipComments: true }],
      // Warns of TanStack Virtual under React's compiler, which the console is not built with.
      'react-hooks/incompatible-library': 'off',
    },
  },
  {
    files: ['libs/*/src/domain/**/*.ts', 'libs/*/src/*/domain/**/*.ts'],
    ignores: ['**/*.spec.ts'],
    rules: { 'no-restricted-syntax': ['error', ...NAMES, ...ENVIRONMENT, ...AMBIENT] },
  },
  {
    // A property is documented by a decorator that the compiler holds against its type.
    files: ['apps/api/src/**/*.ts'],
    ignores: ['apps/api/src/http/fields/field.ts', 'apps/api/src/http/properties/property.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          name: '@nestjs/swagger',
          importNames: ['ApiProperty', 'ApiPropertyOptional'],
          message: 'Use a decorator of http/properties (responses) or http/fields (bodies and queries).',
        },
      ],
    },
  },
  {
    // Tests and the client's examples are programs of their own.
    files: ['libs/config/src/**/*.ts', 'test/**/*.ts', 'packages/client/examples/*.ts'],
    rules: { 'no-restricted-syntax': ['error', ...NAMES] },
  },
  {
    files: ['test/**/*.ts', '**/*.spec.ts'],
    rules: {
      // A replaced method is compared, never called unbound.
      '@typescript-eslint/unbound-method': 'off',
      '@typescript-eslint/no-empty-function': 'off',
      // jest types its matchers as any.
      '@typescript-eslint/no-unsafe-assignment': 'off',
    },
  },
  {
    // jest asks for default exports here.
    files: ['test/support/runner/global-*.ts'],
    rules: { 'no-restricted-syntax': 'off' },
  },
  {
    // Programs that talk to a terminal.
    files: [
      ...['apps/cli/**/*.ts', 'apps/supervisor/**/*.ts'],
      ...['test/bench/**/*.ts', 'test/dev/**/*.ts', 'test/support/database/database-keeper.ts'],
      'packages/client/examples/*.ts',
    ],
    rules: { 'no-console': 'off' },
  },
  {
    files: ['**/*.mjs', '**/*.cjs', 'packages/client/**/*.js'],
    languageOptions: {
      globals: Object.fromEntries(
        [
          ...['AbortController', 'AbortSignal', 'Buffer', 'URL', 'console', 'fetch', 'performance', 'process'],
          ...['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'structuredClone', 'globalThis'],
          ...['TextDecoderStream', 'TransformStream'],
          ...['module', 'require', '__dirname', '__filename'],
        ].map((name) => [name, 'readonly']),
      ),
    },
    rules: {
      'no-console': 'off',
      'no-undef': 'error',
      'no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_$' }],
    },
  },
);
