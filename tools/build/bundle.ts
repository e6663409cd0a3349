/**
 * Bundles compiled code into few files: Node takes almost a millisecond for each module it loads, and a package consists of
 * hundreds of modules. Dynamic imports stay separate. Declarations are not bundled: only tools read them.
 */
import { readFileSync, rmSync } from 'node:fs'
import { join, normalize } from 'node:path'
import { type ChunkingContext, rolldown, type RolldownPlugin } from 'rolldown'
import { listFiles } from '../list-files.ts'

/** @param entries compiled files that can be imported, relative to `dist` */
export async function bundleFolder(dist: string, entries: readonly string[]): Promise<void> {
  const compiled = listFiles(dist, ['.'], /\.js(\.map)?$/)
  const bundle = await rolldown({
    cwd: dist,
    input: Object.fromEntries(entries.map((entry) => [entry.replace(/\.js$/, ''), join(dist, entry)])),
    external: (id) => !id.startsWith('.') && !id.startsWith('/'),
    platform: 'node',
    plugins: [compilerMaps()],
  })
  const { output } = await bundle.write({
    dir: dist,
    format: 'esm',
    sourcemap: true,
    sourcemapExcludeSources: true,
    comments: { legal: true, annotation: true, jsdoc: false },
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name]-[hash].js',
    codeSplitting: { groups: [sharedGroup()] },
  })
  await bundle.close()
  const made = new Set(output.map(({ fileName }) => normalize(fileName)))
  for (const path of compiled) if (!made.has(normalize(path))) rmSync(join(dist, path))
}

/** Loads the compiler's source maps, so that those of the bundle lead to the sources. */
function compilerMaps(): RolldownPlugin {
  return {
    name: 'compiler-maps',
    load(id) {
      const code = readFileSync(id, 'utf8').replace(/^\/\/# sourceMappingURL=.*$/m, '')
      return { code, map: readFileSync(`${id}.map`, 'utf8') }
    },
  }
}

/**
 * Modules shared by an entry go into one chunk; modules shared only by dynamic imports go into another. By default a bundler
 * creates a chunk for every combination of importers, which would be dozens.
 */
function sharedGroup() {
  const known = new Map<string, ReadonlySet<string>>()
  const name = (id: string, modules: ChunkingContext) => {
    const doors = [...doorsTo(id, modules, known)]
    if (doors.length <= 1) return null
    return doors.some((door) => modules.getModuleInfo(door)!.isEntry) ? 'shared' : 'shared-on-demand'
  }
  return { name, debugName: 'shared' }
}

/** The roots that a module is reached from: entries and dynamic imports. */
function doorsTo(id: string, modules: ChunkingContext, known: Map<string, ReadonlySet<string>>): ReadonlySet<string> {
  const before = known.get(id)
  if (before !== undefined) return before
  const doors = new Set<string>()
  known.set(id, doors) // set before the recursion, because imports may be cyclic
  const { isEntry, importers, dynamicImporters } = modules.getModuleInfo(id)!
  if (isEntry || dynamicImporters.length > 0) doors.add(id)
  for (const importer of importers) for (const door of doorsTo(importer, modules, known)) doors.add(door)
  return doors
}
