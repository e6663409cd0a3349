/**
 * Bundles a program into one small file, as in the image of the operator. Otherwise the measurement would include a loader, and
 * source comments, which Node keeps in memory.
 */
import { join } from 'node:path'
import { build } from 'esbuild'

/** Failure: rejects with the errors of the bundler. */
export async function bundle(entry: string, folder: string): Promise<string> {
  const outfile = join(folder, 'replica.mjs')
  // Some dependencies load Node modules with `require`.
  const banner = "import{createRequire}from'node:module';const require=createRequire(import.meta.url);"
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    minify: true,
    legalComments: 'none',
    platform: 'node',
    target: 'node20',
    format: 'esm',
    banner: { js: banner },
    logLevel: 'error',
  })
  return outfile
}
