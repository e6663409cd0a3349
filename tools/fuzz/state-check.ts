/**
 * Invariants of the state after a batch: every stored object can be read, a list equals its objects, pages add up to the list,
 * and a watch from the beginning has the same state as a list at the end.
 */
import { deepEqual, isJsonObject } from '@kubewright/core/json'
import { nextTurn } from '@kubewright/core/time'
import type { LocalTransport } from '@kubewright/apiserver'
import { parsed } from './answer-check.ts'

interface Item {
  readonly metadata: { readonly name: string; readonly namespace?: string; readonly resourceVersion: string }
}

interface List {
  readonly metadata: { readonly resourceVersion: string; readonly continue?: string }
  readonly items: readonly Item[]
}

interface Served {
  readonly name: string
  readonly namespaced: boolean
  readonly verbs: readonly string[]
}

/** @returns sentences with the violated invariants */
export async function findStateProblems(transport: LocalTransport): Promise<readonly string[]> {
  const problems: string[] = []
  for (const { prefix, resource } of await collections(transport)) {
    problems.push(...(await findListProblems(transport, prefix, resource)))
  }
  const { status } = await get(transport, '/readyz')
  return status === 200 ? problems : [...problems, `/readyz answers ${status}`]
}

async function collections(transport: LocalTransport) {
  const { body } = await get(transport, '/apis')
  const groups = (body as { groups: readonly { versions: readonly { groupVersion: string }[] }[] }).groups
  const prefixes = ['/api/v1', ...groups.flatMap(({ versions }) => versions.map((one) => `/apis/${one.groupVersion}`))]
  const all = await Promise.all(
    prefixes.map(async (prefix) => {
      const { body: resources } = await get(transport, prefix)
      const served = (resources as { resources?: readonly Served[] } | undefined)?.resources ?? []
      return served.filter(({ verbs }) => verbs.includes('list')).map((resource) => ({ prefix, resource }))
    }),
  )
  return all.flat()
}

async function isServed(transport: LocalTransport, prefix: string, name: string): Promise<boolean> {
  const { body } = await get(transport, prefix)
  // A group that is gone altogether has no discovery document.
  return ((body as { resources?: readonly Served[] } | undefined)?.resources ?? []).some((one) => one.name === name)
}

/** The number of objects of a kind that are compared one by one. */
const compared = 20
const inPages = 7

/** The server's own controllers may need some turns to finish, for example with the APIServices of deleted definitions. */
const attempts = 10

/** Reads a kind again if it changed meanwhile: the reads are at different moments. */
async function findListProblems(transport: LocalTransport, prefix: string, resource: Served) {
  const path = `${prefix}/${resource.name}`
  for (let attempt = 1; ; attempt++) {
    const before = await versionsOf(transport, path)
    const problems = await findProblemsNow(transport, prefix, resource)
    if (problems.length === 0 || attempt === attempts) return problems
    if (deepEqual(before, await versionsOf(transport, path))) return problems
    await nextTurn()
  }
}

async function versionsOf(transport: LocalTransport, path: string): Promise<readonly string[]> {
  const { body } = await get(transport, path)
  return (body as List | undefined)?.items?.map(keyOf) ?? []
}

async function findProblemsNow(transport: LocalTransport, prefix: string, { name, namespaced }: Served) {
  const path = `${prefix}/${name}`
  const { status, body, text } = await get(transport, path)
  // A conversion webhook with invalid responses is not a fault of the store, and a list reports it.
  if (status === 500 && text.includes('conversion webhook')) return []
  // A kind that is being deleted may be gone since it was listed.
  if (status === 404 && !(await isServed(transport, prefix, name))) return []
  const items = (body as List | undefined)?.items
  if (status !== 200 || !Array.isArray(items)) return [`${path} answers ${status}: ${text.slice(0, 300)}`]
  const problems: string[] = []
  for (const item of items.slice(0, compared)) {
    const { metadata } = item
    const place = namespaced ? `${prefix}/namespaces/${metadata.namespace}/${name}` : path
    const one = await get(transport, `${place}/${encodeURIComponent(metadata.name)}`)
    const { apiVersion: _apiVersion, kind: _kind, ...shown } = one.body as Record<string, unknown>
    const { apiVersion: _listed, kind: _listedKind, ...listed } = item as unknown as Record<string, unknown>
    if (!deepEqual(shown, listed))
      problems.push(`${place}/${metadata.name} is not what the list shows: ${one.text.slice(0, 300)}`)
  }
  return [
    ...problems,
    ...(await findPageProblems(transport, path, items)),
    ...(await findTableProblems(transport, path, items)),
  ]
}

async function findPageProblems(transport: LocalTransport, path: string, items: readonly Item[]): Promise<string[]> {
  const seen: Item[] = []
  let token: string | undefined
  do {
    const query = `limit=${inPages}${token === undefined ? '' : `&continue=${encodeURIComponent(token)}`}`
    const { status, body, text } = await get(transport, `${path}?${query}`)
    if (status !== 200) return [`a page of ${path} answers ${status}: ${text.slice(0, 300)}`]
    const page = body as List
    seen.push(...page.items)
    token = page.metadata.continue || undefined
  } while (token !== undefined && seen.length <= items.length)
  const [whole, pages] = [items.map(keyOf), seen.map(keyOf)]
  return deepEqual(whole, pages) ? [] : [`the pages of ${path} are not the list: ${pages.length} of ${whole.length}`]
}

async function findTableProblems(transport: LocalTransport, path: string, items: readonly Item[]): Promise<string[]> {
  const { status, body, text } = await get(transport, path, 'application/json;as=Table;v=v1;g=meta.k8s.io')
  if (status !== 200) return [`the table of ${path} answers ${status}: ${text.slice(0, 300)}`]
  const rows = (body as { rows: readonly unknown[] | null }).rows ?? []
  return rows.length === items.length
    ? []
    : [`the table of ${path} has ${rows.length} rows for ${items.length} objects`]
}

async function get(transport: LocalTransport, path: string, accept = 'application/json') {
  const { status, body } = await transport.send({ method: 'GET', path, headers: { accept } })
  const text = await body.text()
  return { status, text, body: parsed(text) }
}

function keyOf({ metadata }: Item): string {
  return `${metadata.namespace ?? ''}/${metadata.name}@${metadata.resourceVersion}`
}

const followed = [
  '/api/v1/configmaps',
  '/api/v1/secrets',
  '/api/v1/pods',
  '/api/v1/services',
  '/api/v1/namespaces',
  '/apis/apps/v1/deployments',
  '/apis/apiextensions.k8s.io/v1/customresourcedefinitions',
  '/apis/rbac.authorization.k8s.io/v1/clusterroles',
]

/** Watches from now on and keeps the state that a cache would have. */
export class Followers {
  readonly #transport: LocalTransport
  readonly #leave: (() => void)[] = []
  readonly #known = new Map<string, Map<string, string>>()
  readonly #ends = new Set<string>()

  constructor(transport: LocalTransport) {
    this.#transport = transport
  }

  async begin(): Promise<void> {
    for (const path of followed) {
      const { items, metadata } = (await get(this.#transport, path)).body as List
      const known = new Map(items.map((item) => [nameOf(item), item.metadata.resourceVersion]))
      this.#known.set(path, known)
      void this.#follow(path, metadata.resourceVersion, known)
    }
  }

  /** Differences between the state of a watch and a list. */
  async findProblems(): Promise<readonly string[]> {
    for (let turn = 0; turn < 50; turn++) await nextTurn()
    const problems: string[] = []
    for (const [path, known] of this.#known) {
      if (this.#ends.has(path)) continue // a watch that has timed out is not compared
      const { items } = (await get(this.#transport, path)).body as List
      const listed = Object.fromEntries(items.map((item) => [nameOf(item), item.metadata.resourceVersion]))
      if (!deepEqual(listed, Object.fromEntries(known)))
        problems.push(`a watch of ${path} ends with another state than the list`)
    }
    return problems
  }

  end(): void {
    for (const leave of this.#leave) leave()
  }

  async #follow(path: string, version: string, known: Map<string, string>): Promise<void> {
    const gone = new AbortController()
    this.#leave.push(() => gone.abort())
    try {
      const { body } = await this.#transport.send({
        method: 'GET',
        path: `${path}?watch=true&timeoutSeconds=100000000&resourceVersion=${version}`,
        headers: {},
        signal: gone.signal,
      })
      const decoder = new TextDecoder()
      let rest = ''
      for await (const chunk of body) {
        const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
        rest = lines.pop() ?? ''
        for (const line of lines) take(known, parsed(line))
      }
    } catch {
      // A watch is ended by aborting it, which is not a failure.
    }
    this.#ends.add(path)
  }
}

function take(known: Map<string, string>, event: unknown): void {
  if (!isJsonObject(event)) return
  const item = event['object'] as unknown as Item
  if (event['type'] === 'DELETED') known.delete(nameOf(item))
  else if (event['type'] === 'ADDED' || event['type'] === 'MODIFIED')
    known.set(nameOf(item), item.metadata.resourceVersion)
}

function nameOf({ metadata }: Item): string {
  return `${metadata.namespace ?? ''}/${metadata.name}`
}
