/** Maintains an APIService for every served group version of the CustomResourceDefinitions. */
import type { CustomResourceDefinition } from '@kubewright/kubernetes/apiextensions/v1'
import { automanaged, localApiService } from '../boot/api-services.ts'
import { type BootParts, ensureObject } from '../boot/boot-object.ts'
import { unvalidated } from '../object/unvalidated.ts'
import { draftOf } from '../object/draft.ts'
import type { Version } from '../storage/version.ts'
import { timestamp } from '../object/timestamp.ts'
import { lastOf } from '../verbs/modify.ts'
import { TaskList } from '../background/task-list.ts'

const definitions = 'customresourcedefinitions.apiextensions.k8s.io'
const apiServices = 'apiservices.apiregistration.k8s.io'
/** Sorts after the server's own groups. */
const [groupPriorityMinimum, versionPriority] = [1_000, 100]

/** Starts with the existing definitions. Disposing it stops the controller. */
export function followDefinitions(parts: BootParts): AsyncDisposable {
  const collection = parts.store.collection(definitions)
  const tasks = new TaskList(async () => follow(parts))
  const subscription = collection.subscribe(() => tasks.add(''))
  follow(parts)
  return {
    async [Symbol.asyncDispose]() {
      subscription[Symbol.dispose]()
      await tasks[Symbol.asyncDispose]()
    },
  }
}

function follow(parts: BootParts): void {
  const { store, clock } = parts
  const served = new Map(store.collection(definitions).range({}).versions.flatMap(servedBy))
  const present = store.collection(apiServices)
  for (const version of present.range({}).versions) {
    const isKept = version.object.labels?.[automanaged] === 'true'
    if (isKept && !served.has(version.key)) present.remove(version.key, version.revision, lastOf(version))
  }
  const time = timestamp(clock.now())
  for (const { group, version } of served.values()) {
    const spec = { group, version, groupPriorityMinimum, versionPriority }
    ensureObject(parts, localApiService(spec, 'true', time))
  }
}

interface GroupVersion {
  readonly group: string
  readonly version: string
}

/** The served group versions, by the name of their APIService. */
function servedBy({ object }: Version): readonly (readonly [string, GroupVersion])[] {
  const { group = '', versions } = unvalidated<CustomResourceDefinition>(draftOf(object.text)).spec ?? {}
  return (versions ?? []).flatMap(({ name: version = '', served }) =>
    served === true ? [[`${version}.${group}`, { group, version }] as const] : [],
  )
}
