/** Bundles each program of the images into one file. */
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build, stop } from 'esbuild'

export interface BuiltPrograms extends AsyncDisposable {
  readonly services: string
  readonly entryPoint: string
  readonly backupAgent: string
}

const folder = join(import.meta.dirname, '..')

export async function buildPrograms(): Promise<BuiltPrograms> {
  await mkdir(tmpdir(), { recursive: true })
  const directory = await mkdtemp(join(tmpdir(), 'kubewright-iotsnap-'))
  await build({
    entryPoints: {
      services: join(folder, 'services/main.ts'),
      'entry-point': join(folder, 'programs/entry-point.ts'),
      'backup-agent': join(folder, 'programs/backup-agent.ts'),
    },
    outdir: directory,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    conditions: ['@kubewright/source'],
    external: ['pg-native', 'classic-level'],
    logLevel: 'error',
    banner: { js: "import{createRequire}from'node:module';const require=createRequire(import.meta.url);" },
  })
  await stop() // its service process would outlive this one
  return {
    services: join(directory, 'services.mjs'),
    entryPoint: join(directory, 'entry-point.mjs'),
    backupAgent: join(directory, 'backup-agent.mjs'),
    [Symbol.asyncDispose]: () => rm(directory, { recursive: true, force: true }),
  }
}
