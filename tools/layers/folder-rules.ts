/**
 * Layers inside a package. `layers.json` lists the folders of `src` from the lowest to the highest: a folder may import those
 * before it. A file directly in `src` can be listed like a folder. All other such files are on top: they compose the folders, and
 * no folder imports them. If a subfolder is listed, as `explore/plan`, all subfolders of its folder are: then `explore` stands for the
 * files directly in it.
 *
 * Type imports count as well, because a reader has to follow them too. Tests and their helpers are exempt.
 */
import type { Layers, Package } from '../workspace.ts'
import { targetOf } from './import-target.ts'
import type { Problem } from './problem.ts'
import type { SourceFile } from './source-file.ts'

export interface FolderRepository {
  readonly packages: readonly Package[]
  readonly layers: Layers
  readonly shipped: ReadonlySet<string>
}

export function checkFolders(files: readonly SourceFile[], { packages, layers, shipped }: FolderRepository): Problem[] {
  return Object.entries(layers.folders ?? {}).flatMap(([name, order]) => {
    const root = `packages/${name}/src/`
    const own = files.filter(({ path }) => path.startsWith(root) && shipped.has(path))
    const used = new Set(own.map(({ path }) => folderOf(path, root, order)).filter((folder) => folder !== top))
    return [...unlisted(used, order, name), ...own.flatMap((file) => checkFile(file, root, order, packages))]
  })
}

/** Stands for the files directly in `src` that are not listed. */
const top = ''

function folderOf(path: string, root: string, order: readonly string[]): string {
  const rest = path.slice(root.length)
  const [folder, subfolder, ...more] = rest.split('/')
  if (folder === undefined || subfolder === undefined) return order.includes(rest) ? rest : top
  const isDivided = more.length > 0 && order.some((listed) => listed.startsWith(`${folder}/`))
  return isDivided ? `${folder}/${subfolder}` : folder
}

function unlisted(used: ReadonlySet<string>, order: readonly string[], name: string): Problem[] {
  const report = (text: string): Problem => ({ path: 'layers.json', line: 1, rule: 'folders', text })
  const missing = [...used].filter((folder) => !order.includes(folder))
  const gone = order.filter((folder) => !used.has(folder))
  return [
    ...missing.map((folder) =>
      report(`folders.${name} does not list "${folder}". Add it above the folders it imports.`),
    ),
    ...gone.map((folder) => report(`folders.${name} lists "${folder}", which has no shipped file. Remove it.`)),
  ]
}

function checkFile(file: SourceFile, root: string, order: readonly string[], packages: readonly Package[]): Problem[] {
  const from = folderOf(file.path, root, order)
  if (from === top) return []
  return file.imports.flatMap(({ specifier, line }) => {
    const target = targetOf(file.path, specifier, packages)
    if (target.kind !== 'relative' || !target.path.startsWith(root)) return []
    const to = folderOf(target.path, root, order)
    if (to === from || (to !== top && order.indexOf(to) < order.indexOf(from))) return []
    const place = to === top ? 'files directly in src, which are on top' : `"${to}", which is above it in layers.json`
    const text = `"${from}" may not import ${place}. Move the shared part down, or the importing part up.`
    return [{ path: file.path, line, rule: 'folders', text }]
  })
}
