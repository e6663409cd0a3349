import { describe, expect, it } from 'vitest'
import { missingRules } from './permission-check.ts'

const { signal } = new AbortController()
const rule = (resource: string, ...verbs: readonly string[]) => ({ group: '', resource, verbs, because: ['a test'] })

interface Review {
  readonly spec: { readonly resourceAttributes: { readonly resource: string; readonly verb: string } }
}

/** A client of a server that grants what `isGranted` says, and how many reviews it had at once. */
function reviewing(isGranted: (question: string) => boolean) {
  let [running, most] = [0, 0]
  const create = async (_: unknown, { spec }: Review) => {
    most = Math.max(most, ++running)
    await Promise.resolve()
    running--
    const { verb, resource } = spec.resourceAttributes
    return { status: { allowed: isGranted(`${verb} ${resource}`) } }
  }
  return { client: { create: create as never }, most: () => most }
}

describe('the check of permissions', () => {
  it('names the rules that are not granted with the verbs that are missing, in their order', async () => {
    const { client } = reviewing((question) => question.endsWith('pods') || question === 'list secrets')
    const rules = [rule('secrets', 'get', 'list', 'watch'), rule('pods', 'get'), rule('nodes', 'get')]
    expect(await missingRules(client, rules, signal)).toEqual([rule('secrets', 'get', 'watch'), rule('nodes', 'get')])
  })

  it('has two reviews under way, however many rules there are', async () => {
    const { client, most } = reviewing(() => true)
    const rules = Array.from({ length: 20 }, (_, at) => rule(`kind${at}`, 'get', 'list', 'watch'))
    expect(await missingRules(client, rules, signal)).toEqual([])
    expect(most()).toBe(2)
  })

  it('fails as the client does', async () => {
    const failure = new Error('the server is away')
    const client = { create: (() => Promise.reject(failure)) as never }
    await expect(missingRules(client, [rule('pods', 'get', 'list')], signal)).rejects.toBe(failure)
  })
})
