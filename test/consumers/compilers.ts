/** The supported compiler settings, as a list of compiler runs. */

export interface CompilerRun {
  readonly name: string
  /** The minor version of the compiler: `5.9`. */
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

/** Settings of every run: strict, and declarations of dependencies are checked too. */
const common = {
  target: 'es2022',
  lib: ['es2022'],
  types: ['node'],
  strict: true,
  skipLibCheck: false,
  rewriteRelativeImportExtensions: true,
}

/** Optional properties do not depend on module resolution, so one setting covers all. */
export function compilerRuns(): CompilerRun[] {
  return compilers.flatMap((typescript) => [
    ...Object.keys(resolutions).map((name) => compilerRun(typescript, name as keyof typeof resolutions, true)),
    compilerRun(typescript, 'nodenext', false),
  ])
}

function compilerRun(typescript: Typescript, resolution: keyof typeof resolutions, isExact: boolean): CompilerRun {
  return {
    name: `TypeScript ${typescript}, ${resolution}${isExact ? ', exactOptionalPropertyTypes' : ''}`,
    typescript,
    compilerOptions: { ...common, ...resolutions[resolution], exactOptionalPropertyTypes: isExact },
  }
}
