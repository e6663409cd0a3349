/**
 * The OpenAPI documents of a server: in version 3 one for each group version and for some other paths, in version 2 one for
 * everything.
 *
 * Guarantees: a document reflects what is served at the moment of the request; nothing is loaded or built before that.
 *
 * See decision 0093.
 */
import { createHash } from 'node:crypto'
import type { Clock } from '@kubewright/core'
import { getOwn } from '@kubewright/core/json'
import type { GroupVersion } from '@kubewright/core/object'
import type { KindRegistry } from '../kinds/kind-registry.ts'
import type { ServedKind } from '../kinds/served-kind.ts'
import { rootOf } from './api-root.ts'
import { BuiltInDefinitions } from './built-in-definitions.ts'
import { customDefinitions, customDefinitionsV2 } from './custom-definitions.ts'
import {
  coreVersionsPath,
  groupListPath,
  groupPath,
  openIdKeysPath,
  openIdPath,
  resourceListPath,
  versionPath,
} from './discovery-paths.ts'
import { documentV2 } from './document-v2.ts'
import { documentV3 } from './document-v3.ts'
import type { SchemaMap } from './json-schema.ts'
import { kindPaths } from './kind-paths.ts'
import { customGroupVersions, knownGroupVersions } from './known-group-versions.ts'
import type { Path } from './operation.ts'

export interface OpenApiDocument {
  readonly text: string
  /** Upper-case hexadecimal SHA-512 of the text. */
  readonly hash: string
  /** The time of its last change. */
  readonly sinceMs: number
}

const core: GroupVersion = { group: '', version: 'v1' }

/** Non-resource paths, by document name. */
const fixedPaths: Readonly<Record<string, Path>> = {
  '.well-known/openid-configuration': openIdPath,
  api: coreVersionsPath,
  apis: groupListPath,
  'openid/v1/jwks': openIdKeysPath,
  version: versionPath,
}

/** Texts of documents that are the same in all servers of this process, by name. */
const sharedTexts = new Map<string, Omit<OpenApiDocument, 'sinceMs'>>()

export class OpenApiDocuments {
  readonly #kinds: KindRegistry
  readonly #clock: Clock
  readonly #startMs: number
  /** Documents for the kinds of `#generation`, by name; `v2` cannot clash with the name of a v3 document. */
  readonly #built = new Map<string, OpenApiDocument>()
  #generation: number

  /** @param startMs modification time of the built-in documents */
  constructor(kinds: KindRegistry, clock: Clock, startMs: number = clock.now()) {
    this.#kinds = kinds
    this.#clock = clock
    this.#startMs = startMs
    this.#generation = kinds.generation
  }

  /** The names of all v3 documents, sorted: `api/v1`, `apis/apps/v1`, `version`, … */
  names(): readonly string[] {
    const names = new Set(Object.keys(fixedPaths))
    for (const kind of this.#kinds.all()) {
      names.add(nameOf(kind))
      if (!kind.isCustom && kind.group !== '') names.add(`apis/${kind.group}`)
    }
    return [...names].sort()
  }

  /** The v3 document with that name. */
  async find(name: string): Promise<OpenApiDocument | undefined> {
    // Await first: the kinds must not change between reading them and caching the document.
    const definitions = await BuiltInDefinitions.load()
    const kinds = this.#kinds.all().filter((kind) => nameOf(kind) === name)
    const beside = this.#pathBeside(name)
    if (kinds.length === 0 && beside === undefined) return undefined
    if (kinds.some((kind) => kind.isCustom)) return this.#remember(name, () => customDocument(kinds, definitions))
    return this.#share(name, () => builtInDocument(kinds, beside, definitions))
  }

  /** The v2 document. */
  async v2(): Promise<OpenApiDocument> {
    const definitions = await BuiltInDefinitions.load()
    return this.#remember('v2', () => wholeDocument(this.#kinds.all(), definitions))
  }

  #pathBeside(name: string): Path | undefined {
    if (Object.hasOwn(fixedPaths, name)) return fixedPaths[name]
    const group = name.startsWith('apis/') ? name.slice('apis/'.length) : ''
    const isBuiltIn = group !== '' && this.#kinds.all().some((kind) => !kind.isCustom && kind.group === group)
    return isBuiltIn ? groupPath(group) : undefined
  }

  #share(name: string, build: () => object): OpenApiDocument {
    const text = sharedTexts.get(name) ?? hashed(build())
    sharedTexts.set(name, text)
    return { ...text, sinceMs: this.#startMs }
  }

  #remember(name: string, build: () => object): OpenApiDocument {
    if (this.#generation !== this.#kinds.generation) {
      this.#built.clear()
      this.#generation = this.#kinds.generation
    }
    const known = this.#built.get(name)
    if (known !== undefined) return known
    const built = { ...hashed(build()), sinceMs: this.#clock.now() }
    this.#built.set(name, built)
    return built
  }
}

/** `api/v1`, `apis/apps/v1` */
function nameOf(kind: ServedKind): string {
  return rootOf(kind).slice(1)
}

function hashed(document: object): Omit<OpenApiDocument, 'sinceMs'> {
  const text = JSON.stringify(document)
  return { text, hash: createHash('sha512').update(text).digest('hex').toUpperCase() }
}

function builtInDocument(
  kinds: readonly ServedKind[],
  beside: Path | undefined,
  definitions: BuiltInDefinitions,
): object {
  const [first] = kinds
  const paths = first === undefined ? [] : [resourceListPath(first), ...kinds.flatMap(kindPaths)]
  return documentV3({
    paths: beside === undefined ? paths : [...paths, beside],
    definition: (name) => definitions.find(name, about(first)),
  })
}

/** The group versions of DeleteOptions and WatchEvent in a document of built-in kinds. */
function about(first: ServedKind | undefined): readonly GroupVersion[] {
  return first === undefined || first.group === '' ? [core] : [core, { group: first.group, version: first.version }]
}

function customDocument(kinds: readonly ServedKind[], definitions: BuiltInDefinitions): object {
  const own = Object.assign({}, ...kinds.map(customDefinitions)) as SchemaMap
  return documentV3({
    paths: kinds.flatMap(kindPaths),
    isCustom: true,
    definition: (name) => getOwn(own, name) ?? definitions.find(name, customGroupVersions),
  })
}

function wholeDocument(kinds: readonly ServedKind[], definitions: BuiltInDefinitions): object {
  const builtIn = kinds.filter((kind) => !kind.isCustom)
  const own = Object.assign({}, ...kinds.filter((kind) => kind.isCustom).map(customDefinitionsV2)) as SchemaMap
  const groups = new Set(builtIn.map(({ group }) => group).filter((group) => group !== ''))
  const versions = new Map(builtIn.map((kind) => [nameOf(kind), kind]))
  return documentV2({
    paths: [
      ...Object.values(fixedPaths),
      ...[...groups].map(groupPath),
      ...[...versions.values()].map(resourceListPath),
      ...kinds.flatMap(kindPaths),
    ],
    definition: (name) => getOwn(own, name) ?? definitions.find(name, knownGroupVersions),
  })
}
