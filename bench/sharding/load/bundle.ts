/**
 * Makes one small file of a program, as an image of the operator has it: a loader would be measured with it otherwise, and the
 * comments in its sources, which Node keeps in memory.
 */
import { join } from 'node:path'
import { build } from 'esbuild'

/** Failure: rejects with what is wrong with the sources. */
export async function bundle(entry: string, folder: string): Promise<string> {
  const outfile = join(folder, 'replica.mjs')
  // Some dependencies ask for modules of Node by `require`.
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
