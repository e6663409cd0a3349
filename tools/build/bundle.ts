/**
 * Puts what was compiled into few files: Node takes the better part of a millisecond for each module it loads, and a package
 * is written in hundreds of them. What is imported on demand stays apart. Declarations stay as they are: only tools read them.
 */
import { readFileSync, rmSync } from 'node:fs'
import { join, normalize } from 'node:path'
import { type ChunkingContext, rolldown, type RolldownPlugin } from 'rolldown'
import { listFiles } from '../list-files.ts'

/** @param entries the compiled files that can be imported, relative to `dist` */
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

/** The maps that the compiler made, so that ours lead to the sources. */
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
 * What an entry shares with others, or with what it loads on demand, lies in one file; what only those share lies in another.
 * By itself a bundler makes one for every set of those who share, which comes to dozens.
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

/** The modules through which one is reached: entries, and what is imported on demand. */
function doorsTo(id: string, modules: ChunkingContext, known: Map<string, ReadonlySet<string>>): ReadonlySet<string> {
  const before = known.get(id)
  if (before !== undefined) return before
  const doors = new Set<string>()
  known.set(id, doors) // now, as imports may go in a circle
  const { isEntry, importers, dynamicImporters } = modules.getModuleInfo(id)!
  if (isEntry || dynamicImporters.length > 0) doors.add(id)
  for (const importer of importers) for (const door of doorsTo(importer, modules, known)) doors.add(door)
  return doors
}
