/** A program of a test, bundled into one file, because it starts many times. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildSync } from 'esbuild'

/** @param name the name of the file, without its extension. Disposing the result removes the file. */
export async function bundleProgram(
  name: string,
  source: string,
): Promise<AsyncDisposable & { readonly path: string }> {
  const folder = await mkdtemp(join(tmpdir(), `kubewright-${name}-`))
  const path = join(folder, `${name}.mjs`)
  // The asynchronous `build` leaves a service process running.
  buildSync({
    entryPoints: [source],
    outfile: path,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    conditions: ['@kubewright/source'],
    banner: { js: "import{createRequire}from'node:module';const require=createRequire(import.meta.url);" },
    logLevel: 'error',
  })
  return { path, [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) }
}
