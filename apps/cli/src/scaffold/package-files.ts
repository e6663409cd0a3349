/** What npm and the compiler read in a new project. Pure. */
import type { ProjectChoice } from './project-files.ts'

/** Where the packages of Kubewright come from. */
export interface Dependencies {
  /** What `package.json` says for each of them: a range, or `file:vendor/…`. */
  readonly versionOf: (name: string) => string
  /** Those that are not named in `package.json` and come from files all the same, by name. */
  readonly overrides: Readonly<Record<string, string>>
  /** The folder that holds them, if they are files. */
  readonly folder?: string
}

/** What the program needs when it runs, and what its author needs. */
export const runtimePackages = ['kubewright']
export const developmentPackages = ['@kubewright/cli', '@kubewright/testing']

const thirdParty = { zod: '^4.6.0' }
const thirdPartyTools = { '@types/node': '^20.19.0', tsx: '^4.23.0', typescript: '^6.0.3', vitest: '^4.1.0' }

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
      check: 'tsc --noEmit && kubewright check',
      build: 'tsc -p tsconfig.build.json',
    },
    dependencies: sorted({ ...versions(runtimePackages), ...thirdParty }),
    devDependencies: sorted({ ...versions(developmentPackages), ...thirdPartyTools }),
    ...(Object.keys(overrides).length === 0 ? {} : { overrides: sorted(overrides) }),
  }
  return `${JSON.stringify(manifest, undefined, 2)}\n`
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
