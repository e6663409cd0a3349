/** Legacy discovery, one request per version, for older servers. Parsing is pure; `fetchLegacy` sends the requests. */
import type { JsonObject } from '@kubewright/core/json'
import { formatApiVersion, type GroupVersion } from '@kubewright/core/object'
import { ApiError } from '../error/api-error.ts'
import { type DynamicResource, toDynamicResource } from './dynamic-resource.ts'
import { mergeServed, objectOf, objectsIn, type Served, textOf, textsIn } from './served.ts'

/** The versions in the responses of `/api` and `/apis`: in the server's order, the preferred one of each group first. */
export function readVersions(core: JsonObject, groups: JsonObject): readonly GroupVersion[] {
  const coreVersions = textsIn(core.versions).map((version) => ({ group: '', version }))
  return [...coreVersions, ...objectsIn(groups.groups).flatMap(versionsOf)]
}

function versionsOf(item: JsonObject): readonly GroupVersion[] {
  const group = textOf(item.name)
  const preferred = textOf(objectOf(item.preferredVersion).version)
  const versions = objectsIn(item.versions).map(({ version }) => textOf(version))
  return [...new Set([...(preferred === '' ? [] : [preferred]), ...versions])].map((version) => ({ group, version }))
}

/** The resources in an `APIResourceList`, each with its subresources. */
export function readResources({ group, version }: GroupVersion, list: JsonObject): readonly DynamicResource[] {
  const entries = objectsIn(list.resources)
  const names = entries.map(({ name }) => textOf(name))
  return entries
    .filter(({ name }) => !textOf(name).includes('/'))
    .map((entry) => toResource({ group, version }, entry, subresourcesOf(textOf(entry.name), names)))
}

function subresourcesOf(plural: string, names: readonly string[]): readonly string[] {
  return names.filter((name) => name.startsWith(`${plural}/`)).map((name) => name.slice(plural.length + 1))
}

function toResource(
  { group, version }: GroupVersion,
  entry: JsonObject,
  subresources: readonly string[],
): DynamicResource {
  const kind = textOf(entry.kind)
  return toDynamicResource({
    group,
    version,
    kind,
    plural: textOf(entry.name),
    singular: textOf(entry.singularName) || kind.toLowerCase(),
    shortNames: textsIn(entry.shortNames),
    categories: textsIn(entry.categories),
    scope: entry.namespaced === true ? 'Namespaced' : 'Cluster',
    subresources,
    verbs: textsIn(entry.verbs),
  })
}

/**
 * Requests each version separately. A version whose own server is unavailable is reported as stale. Failures that concern the caller, such
 * as a rejected token or a closed client, end the discovery.
 */
export async function fetchLegacy(
  versions: readonly GroupVersion[],
  get: (path: string) => Promise<JsonObject>,
): Promise<Served> {
  const answers = await Promise.all(
    versions.map(async (groupVersion) => {
      const apiVersion = formatApiVersion(groupVersion)
      const path = groupVersion.group === '' ? `/api/${apiVersion}` : `/apis/${apiVersion}`
      try {
        return { resources: readResources(groupVersion, await get(path)), stale: [], failures: [] }
      } catch (error) {
        if (!isAway(error)) throw error
        return { resources: [], stale: [apiVersion], failures: [error] }
      }
    }),
  )
  return mergeServed(answers)
}

/** The server of this version fails, or was removed since the versions were listed. */
function isAway(error: unknown): error is ApiError {
  const status = error instanceof ApiError ? error.status : undefined
  return status !== undefined && (status >= 500 || status === 404 || status === 410)
}
