/** Packs every released package the way `npm publish` would. */
import { execFile } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { readReleased } from '../workspace.ts'

const run = promisify(execFile)

/** The folder of the tarballs, relative to the repository. */
export const packFolder = 'node_modules/.cache/kubewright-packs'

export interface PackedPackage {
  readonly name: string
  /** The tarball. */
  readonly path: string
  /** Its contents, relative to the package. */
  readonly files: readonly string[]
}

/** Packs the current build into `folder`, which is emptied first. */
export async function packPackages(root: string, folder: string): Promise<PackedPackage[]> {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const packages = readReleased(root).map(({ directory }) => `--workspace=${directory}`)
  const args = ['pack', ...packages, '--json', '--silent', '--ignore-scripts', '--pack-destination', folder]
  const { stdout } = await run('npm', args, { cwd: root, maxBuffer: 2 ** 26 })
  return readPackReport(stdout, folder)
}

interface PackReport {
  readonly name: string
  readonly filename: string
  readonly files: readonly { readonly path: string }[]
}

export function readPackReport(json: string, folder: string): PackedPackage[] {
  return (JSON.parse(json) as PackReport[]).map(({ name, filename, files }) => ({
    name,
    path: join(folder, filename),
    files: files.map(({ path }) => path),
  }))
}
