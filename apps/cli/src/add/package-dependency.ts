/** Names one more package of Kubewright in a project's `package.json`. */
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

interface Manifest {
  dependencies?: Record<string, string>
  overrides?: Record<string, string>
}

/** Returns whether it had to. */
export async function addDependency(root: string, name: string): Promise<boolean> {
  const path = join(root, 'package.json')
  if (!existsSync(path)) return false
  const manifest = JSON.parse(await readFile(path, 'utf8')) as Manifest
  const changed = withDependency(manifest, name)
  if (changed === undefined) return false
  await writeFile(path, `${JSON.stringify(changed, undefined, 2)}\n`)
  return true
}

/** In the version of the others. Pure. `undefined` if it is there. */
export function withDependency(manifest: Manifest, name: string): Manifest | undefined {
  const { dependencies = {}, overrides = {} } = manifest
  if (dependencies[name] !== undefined) return undefined
  const { [name]: vendored, ...others } = overrides
  const version = vendored ?? dependencies['@kubewright/controller'] ?? '*'
  const sorted = Object.entries({ ...dependencies, [name]: version }).sort(([one], [two]) => (one < two ? -1 : 1))
  return {
    ...manifest,
    dependencies: Object.fromEntries(sorted),
    // npm wants a package that is named in both to be the same in both.
    ...(vendored === undefined ? {} : { overrides: others }),
  }
}
