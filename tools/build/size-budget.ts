/**
 * The size of the package `kubewright` as an operator would bundle it: everything that it exports and its dependencies, minified, without
 * zod, which is a peer. Half of an operator's start is loading code, and a dependency that arrives by accident shows here first.
 */
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'

/** Change this with a commit that gives the reason for the size. */
export const umbrellaBudget = { bytes: 1_250_000 }

export interface BundleSize {
  readonly bytes: number
  readonly gzipped: number
}

/** Assumption: the packages are compiled. */
export async function measureUmbrella(root: string): Promise<BundleSize> {
  const { outputFiles } = await build({
    stdin: { contents: `export * from 'kubewright'`, resolveDir: root },
    bundle: true,
    minify: true,
    write: false,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    external: ['zod', '@opentelemetry/api'],
    logLevel: 'silent',
  })
  const { contents } = outputFiles[0]!
  return { bytes: contents.length, gzipped: gzipSync(contents).length }
}

/** Failure: throws if the package `kubewright` is larger than its budget. */
export async function checkUmbrellaSize(root: string): Promise<string> {
  const { bytes, gzipped } = await measureUmbrella(root)
  const text = `${kilobytes(bytes)} minified, ${kilobytes(gzipped)} gzipped; the budget is ${kilobytes(umbrellaBudget.bytes)}`
  if (bytes <= umbrellaBudget.bytes) return text
  throw new Error(
    `The package kubewright has ${text}. Find the new dependency, or raise the budget in tools/build/size-budget.ts and say why.`,
  )
}

function kilobytes(bytes: number): string {
  return `${Math.round(bytes / 1_000)} kB`
}
