/** The files of a new project that npm and the compiler read. Pure. */
import type { ProjectChoice } from './project-files.ts'

/** The source of the Kubewright packages. */
export interface Dependencies {
  /** The version in `package.json`: a range, or `file:vendor/…`. */
  readonly versionOf: (name: string) => string
  /** Packages to resolve from files everywhere, transitive dependencies included, by name. */
  readonly overrides: Readonly<Record<string, string>>
  /** The folder of the tarballs, if the packages are files. */
  readonly folder?: string
}

/**
 * Runtime dependencies, and development dependencies. The guides import from each of them, and a strict package manager such as
 * pnpm links only direct dependencies.
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
      test: 'vitest run --testTimeout 30000', // CI machines are slow and shared
      generate: 'kubewright generate',
      lint: 'oxlint --type-aware --deny-warnings',
      check: 'tsc --noEmit && npm run lint && kubewright check',
      build: 'tsc -p tsconfig.build.json',
    },
    dependencies: sorted({ ...versions(runtimePackages), ...thirdParty }),
    devDependencies: sorted({ ...versions(developmentPackages), ...thirdPartyTools }),
    // npm and Bun read overrides here, pnpm in its own file.
    ...(Object.keys(overrides).length === 0 ? {} : { overrides: sorted(overrides) }),
  }
  return `${JSON.stringify(manifest, undefined, 2)}\n`
}

/**
 * For pnpm only. It fails an install if packages have install scripts and the project neither allows nor denies them. These two
 * do not need theirs: both ship prebuilt binaries for the usual platforms.
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

/** In the order that npm writes. */
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
  "exclude": ["src/**/*.test.ts", "src/**/*.explore.ts"]
}
`

/** A floating promise loses its error, and in a reconcile it outlives the reconcile. See decision 0281. */
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
