/** A client whose writes the cache knows of before their caller does. */
import type { Client } from '@kubewright/client'
import type { KubeObject, Ref } from '@kubewright/core'
import type { Resource } from '@kubewright/resource'
import type { Cache, WriteWindow } from './cache.ts'

interface Noted {
  readonly cache: Pick<Cache, 'writing' | 'wrote'>
  readonly writer: string | undefined
}
type Verb = (resource: Resource, ...args: readonly unknown[]) => Promise<KubeObject | undefined>

/**
 * Everything `client` does; and what each write returns is noted in `cache`, so that a read after it is never older. Dry runs
 * write nothing and are not noted; nor are writes of subresources other than `status`, which do not return the object.
 *
 * @param writer who writes with it, as `echoOf` of a change will name it
 */
export function readYourWrites(client: Client, cache: Pick<Cache, 'writing' | 'wrote'>, writer?: string): Client {
  const noted = { cache, writer }
  const writes = ['create', 'update', 'patch', 'apply'] as const
  const statusWrites = ['update', 'patch', 'apply'] as const
  return {
    ...client,
    ...notingAll(client, writes, noted),
    delete: notingDeletion(client.delete.bind(client) as Verb, noted) as Client['delete'],
    status: { ...client.status, ...notingAll(client.status, statusWrites, noted) },
  }
}

function notingAll<Verbs extends object, Name extends keyof Verbs>(
  verbs: Verbs,
  names: readonly Name[],
  noted: Noted,
): Pick<Verbs, Name> {
  const noting = names.map((name) => [name, notingWrite((verbs[name] as Verb).bind(verbs), noted)])
  return Object.fromEntries(noting) as Pick<Verbs, Name>
}

function notingWrite(verb: Verb, noted: Noted): Verb {
  return async (resource, ...args) => {
    using window = writing(noted, resource, args)
    const object = await verb(resource, ...args)
    if (object === undefined || isDryRun(args)) return object
    if (window === undefined) noted.cache.wrote(resource, object, noted.writer)
    else window.wrote(object)
    return object
  }
}

/** What is left of a deleted object is noted; one that is gone is taken out. */
function notingDeletion(verb: Verb, noted: Noted): Verb {
  return async (resource, ...args) => {
    using window = writing(noted, resource, args)
    const left = await verb(resource, ...args)
    if (isDryRun(args)) return left
    if (left?.metadata.deletionTimestamp === undefined) window?.removed()
    else window?.wrote(left)
    return left
  }
}

/** Verbs take a reference or the object itself; one that the server is to name cannot be known beforehand. */
function writing({ cache, writer }: Noted, resource: Resource, [subject]: readonly unknown[]): WriteWindow | undefined {
  const ref = ((subject as { metadata?: Ref }).metadata ?? subject) as Partial<Ref>
  const isPlaced = resource.scope === 'Cluster' || ref.namespace !== undefined
  if (ref.name === undefined || !isPlaced) return undefined
  const { name, namespace } = ref
  return cache.writing(resource, namespace === undefined ? { name } : { name, namespace }, writer)
}

function isDryRun(args: readonly unknown[]): boolean {
  const options = args.at(-1) as { readonly dryRun?: boolean } | undefined
  return typeof options === 'object' && options !== null && options.dryRun === true
}
