/** What npm and the compiler read in a new project. Pure. */
import type { ProjectChoice } from './project-files.ts'

/** Where the packages of Kubewright come from. */
export interface Dependencies {
  /** What `package.json` says for each of them: a range, or `file:vendor/…`. */
  readonly versionOf: (name: string) => string
  /** Those that come from files wherever something depends on them, by name. */
  readonly overrides: Readonly<Record<string, string>>
  /** The folder that holds them, if they are files. */
  readonly folder?: string
}

/**
 * What the program needs when it runs, and what its author needs. The guides import from each of them: a package manager that
 * links only what is named, as pnpm does, would not find the others.
 */
export const runtimePackages = [
  'kubewright',
  '@kubewright/cache',
  '@kubewright/client',
  '@kubewright/controller',
  '@kubewright/core',
  '@kubewright/kubernetes',
  '@kubewright/lease',
  '@kubewright/manager',
  '@kubewright/queue',
  '@kubewright/resource',
  '@kubewright/webhook',
]
export const developmentPackages = ['@kubewright/cli', '@kubewright/testing']

const thirdParty = { zod: '^4.6.0' }
const thirdPartyTools = {
  '@types/node': '^20.19.0',
  oxlint: '^1.89.0',
  'oxlint-tsgolint': '^7.0.2004',
  tsx: '^4.23.0',
  typescript: '^6.0.3',
  vitest: '^4.1.0',
}

export function packageJson({ name, names, dependencies: { versionOf, overrides } }: ProjectChoice): string {
  const versions = (packages: readonly string[]) => Object.fromEntries(packages.map((each) => [each, versionOf(each)]))
  const manifest = {
    name,
    private: true,
    version: '0.1.0',
    description: 'A Kubernetes operator.',
    type: 'module',
    engines: { node: '>=20.19' },
    scripts: {
      start: 'tsx src/main.ts',
      dev: `kubewright dev --apply samples/${names.file}.yaml`,
      test: 'vitest run --testTimeout 30000', // the machines of CI are slow and shared
      generate: 'kubewright generate',
      lint: 'oxlint --type-aware --deny-warnings',
      check: 'tsc --noEmit && npm run lint && kubewright check',
      build: 'tsc -p tsconfig.build.json',
    },
    dependencies: sorted({ ...versions(runtimePackages), ...thirdParty }),
    devDependencies: sorted({ ...versions(developmentPackages), ...thirdPartyTools }),
    // npm and Bun read them here, pnpm in a file of its own.
    ...(Object.keys(overrides).length === 0 ? {} : { overrides: sorted(overrides) }),
  }
  return `${JSON.stringify(manifest, undefined, 2)}\n`
}

/**
 * What pnpm alone reads. It fails an install in which packages want to run scripts and nobody says whether they may. Neither of
 * these two has to: both bring compiled files for the usual platforms.
 */
export function pnpmWorkspace({ dependencies: { overrides } }: Pick<ProjectChoice, 'dependencies'>): string {
  const lines = Object.entries(sorted(overrides)).map(([name, version]) => `  '${name}': '${version}'`)
  return [
    '# Read by pnpm alone: which packages may run scripts when they are installed.',
    'allowBuilds:',
    '  classic-level: false',
    '  esbuild: false',
    ...(lines.length === 0 ? [] : ['overrides:', ...lines]),
    '',
  ].join('\n')
}

/** As npm would write them. */
function sorted(record: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(record).sort(([one], [two]) => (one < two ? -1 : 1)))
}

export const tsconfig = `{
  "compilerOptions": {
    "target": "ES2022",
    "lib": ["ES2023", "ESNext.Disposable"],
    "module": "NodeNext",
    "types": ["node"],
    "strict": true,
    "exactOptionalPropertyTypes": true,
    "noUncheckedIndexedAccess": true,
    "verbatimModuleSyntax": true,
    "erasableSyntaxOnly": true,
    "rewriteRelativeImportExtensions": true,
    "skipLibCheck": true,
    "noEmit": true
  },
  "include": ["src", "*.ts"]
}
`

export const tsconfigBuild = `{
  "extends": "./tsconfig.json",
  "compilerOptions": { "noEmit": false, "rootDir": "src", "outDir": "dist", "sourceMap": true },
  "include": ["src"],
  "exclude": ["src/**/*.test.ts"]
}
`

/** A promise that nobody waits for is a failure that nobody hears of: in a reconcile it outlives the reconcile. */
export const oxlintrc = `{
  "$schema": "./node_modules/oxlint/configuration_schema.json",
  "plugins": ["typescript"],
  "categories": { "correctness": "error" },
  "rules": {
    "typescript/no-floating-promises": "error",
    "typescript/no-misused-promises": "error",
    "typescript/await-thenable": "error"
  },
  "ignorePatterns": ["dist", "node_modules"]
}
`
