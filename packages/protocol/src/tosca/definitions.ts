/** The definitions of an archive: the entry document and its transitive imports, each once. */
import { archiveError, resolvePath } from './archive.ts'
import { documentError } from './document-error.ts'
import { attributeOf, childrenOf, namespaces } from './vocabulary.ts'
import { type Element, parseXml } from './xml.ts'

export interface Definitions {
  readonly path: string
  readonly root: Element
}

type Files = ReadonlyMap<string, Uint8Array>

const metadataPath = 'TOSCA-Metadata/TOSCA.meta'
const mostImports = 64

/** The entry document first. */
export function readDefinitions(files: Files): readonly Definitions[] {
  const found = new Map<string, Definitions>()
  const visit = (path: string, importers: readonly string[]): void => {
    if (importers.includes(path))
      throw documentError(
        path,
        `it imports itself: ${[...importers, path].join(' → ')}`,
        'Remove one of these imports.',
      )
    if (importers.length > mostImports) throw documentError(path, `imports are nested more than ${mostImports} deep`)
    if (found.has(path)) return
    const root = parseXml(textOf(files, path, importers.at(-1)), path)
    if (root.name !== 'Definitions' || root.namespace !== namespaces.tosca)
      throw documentError(path, 'its root is not the element Definitions of TOSCA 1.0')
    found.set(path, { path, root })
    for (const location of importsOf(root, path)) visit(location, [...importers, path])
  }
  visit(entryPath(files), [])
  return [...found.values()]
}

function entryPath(files: Files): string {
  const metadata = textOf(files, metadataPath)
  const entry = /^Entry-Definitions:[ \t]*(.+?)[ \t]*$/mu.exec(metadata.slice(0, 65_536))?.[1]
  const path = entry === undefined ? undefined : resolvePath('', entry)
  if (path === undefined || path === '')
    throw documentError(metadataPath, 'it names no Entry-Definitions in the archive')
  return path
}

/** Paths of the imported TOSCA documents; schemas are not needed. */
function importsOf(root: Element, path: string): readonly string[] {
  return childrenOf(root, 'Import')
    .filter((element) => element.attributes.get('importType') === namespaces.tosca)
    .map((element) => {
      const location = decoded(attributeOf(element, 'location', path))
      if (/^[a-z][a-z0-9+.-]*:/iu.test(location))
        throw documentError(path, `it imports ${location}`, 'Put the document into the archive: nothing is fetched.')
      const target = resolvePath(path, location)
      if (target === undefined) throw documentError(path, `its import ${location} leads out of the archive`)
      return target
    })
}

function decoded(location: string): string {
  try {
    return decodeURIComponent(location)
  } catch {
    return location
  }
}

function textOf(files: Files, path: string, importer?: string): string {
  const bytes = files.get(path)
  if (bytes === undefined)
    throw archiveError(`the file ${path} is missing${importer === undefined ? '' : `, which ${importer} imports`}`)
  return new TextDecoder().decode(bytes)
}
