/** ARCHITECTURE.md, README.md and SECURITY.md match the repository. */
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { readLayers, readPackages, readReleased } from './workspace.ts'

const root = resolve(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

it('ARCHITECTURE.md and layers.json list exactly the packages, and only the rows of private ones say so', () => {
  const rows = [...read('ARCHITECTURE.md').matchAll(/^\| `([a-z]+)` \| (.*) \|$/gm)]
  const listed = rows.map(([, folder, text]) => ({ folder: folder!, isPrivate: /\bprivate\b/.test(text!) }))
  const packages = readPackages(root).map(({ folder, manifest }) => ({ folder, isPrivate: manifest.private === true }))
  const byFolder = (one: { readonly folder: string }, two: { readonly folder: string }) =>
    one.folder.localeCompare(two.folder)
  expect(listed.sort(byFolder)).toEqual(packages.sort(byFolder))
  expect(Object.keys(readLayers(root).packages).sort()).toEqual(packages.map(({ folder }) => folder).sort())
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
