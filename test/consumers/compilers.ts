/** The settings a user may have, as a list of compiler runs. */

export interface CompilerRun {
  readonly name: string
  /** The compiler's version line: `5.9`. */
  readonly typescript: Typescript
  readonly compilerOptions: Readonly<Record<string, unknown>>
}

export type Typescript = '5.9' | '6.0' | '7.0'

const compilers: readonly Typescript[] = ['5.9', '6.0', '7.0']

const resolutions = {
  node16: { module: 'node16', moduleResolution: 'node16' },
  nodenext: { module: 'nodenext', moduleResolution: 'nodenext' },
  bundler: { module: 'preserve', moduleResolution: 'bundler' },
} as const

/** What every run has: strict, and the declarations of dependencies are checked too. */
const common = {
  target: 'es2022',
  lib: ['es2022'],
  types: ['node'],
  strict: true,
  skipLibCheck: false,
  rewriteRelativeImportExtensions: true,
}

export function compilerRuns(): CompilerRun[] {
  return compilers.flatMap((typescript) =>
    Object.entries(resolutions).flatMap(([resolution, options]) =>
      [true, false].map((exactOptionalPropertyTypes) => ({
        name: `TypeScript ${typescript}, ${resolution}${exactOptionalPropertyTypes ? ', exactOptionalPropertyTypes' : ''}`,
        typescript,
        compilerOptions: { ...common, ...options, exactOptionalPropertyTypes },
      })),
    ),
  )
}
