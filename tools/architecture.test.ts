/** ARCHITECTURE.md, README.md and SECURITY.md match the repository. */
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { readLayers, readPackages, readReleased } from './workspace.ts'

const root = resolve(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

it('ARCHITECTURE.md lists every package and its state', () => {
  const rows = [...read('ARCHITECTURE.md').matchAll(/^\| `([a-z]+)` \|.*\| (here|begun|planned) \|$/gm)]
  const said = Object.fromEntries(rows.map(([, folder, state]) => [folder, state]))
  const packages = new Map(readPackages(root).map(({ folder, manifest }) => [folder, manifest]))
  const stateOf = (folder: string) => {
    const manifest = packages.get(folder)
    return manifest === undefined ? 'planned' : manifest.private ? 'begun' : 'here'
  }
  expect(said).toEqual(Object.fromEntries(Object.keys(readLayers(root).packages).map((one) => [one, stateOf(one)])))
})

it('README.md links every published package', () => {
  const readme = read('README.md')
  const lacking = readReleased(root).filter(
    ({ manifest, directory }) => !readme.includes(`[${manifest.name}](${directory})`),
  )
  expect(lacking.map(({ directory }) => directory)).toEqual([])
})

interface LockFile {
  readonly packages: Readonly<Record<string, { readonly hasInstallScript?: boolean }>>
}

it.each(['package-lock.json', 'bench/package-lock.json'])(
  'SECURITY.md names every package of %s with an install script',
  (path) => {
    const security = read('SECURITY.md')
    const { packages } = JSON.parse(read(path)) as LockFile
    const scripted = Object.entries(packages).filter(([, { hasInstallScript }]) => hasInstallScript === true)
    const names = scripted.map(([place]) => place.split('node_modules/').at(-1)!)
    expect(names.filter((name) => !security.includes(`| \`${name}\` |`))).toEqual([])
  },
)
