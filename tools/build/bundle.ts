/**
 * Puts what was compiled into few files: Node takes the better part of a millisecond for each module it loads, and a package
 * is written in hundreds of them. What is imported on demand stays apart. Declarations stay as they are: only tools read them.
 */
import { rmSync } from 'node:fs'
import { join, normalize } from 'node:path'
import { build } from 'esbuild'
import { listFiles } from '../list-files.ts'

/** @param entries the compiled files that can be imported, relative to `dist` */
export async function bundleFolder(dist: string, entries: readonly string[]): Promise<void> {
  const compiled = listFiles(dist, ['.'], /\.js(\.map)?$/)
  const { metafile } = await build({
    absWorkingDir: dist,
    entryPoints: [...entries],
    outdir: dist,
    outbase: dist,
    allowOverwrite: true,
    bundle: true,
    splitting: true,
    chunkNames: 'chunks/[name]-[hash]',
    format: 'esm',
    platform: 'node',
    target: 'node20',
    packages: 'external',
    sourcemap: true,
    sourcesContent: false,
    metafile: true,
    logLevel: 'error',
  })
  const made = new Set(Object.keys(metafile.outputs))
  for (const path of compiled) if (!made.has(normalize(path))) rmSync(join(dist, path))
}
