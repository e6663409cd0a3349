import { describe, expect, it } from 'vitest'
import { missingRules } from './permission-check.ts'

const { signal } = new AbortController()
const rule = (resource: string, ...verbs: readonly string[]) => ({ group: '', resource, verbs, because: ['a test'] })

interface Review {
  readonly spec: {
    readonly namespace?: string
    readonly resourceAttributes?: { readonly resource: string; readonly subresource?: string; readonly verb: string }
  }
}

/** A client of a server that grants permissions by `isGranted`, and counts of its reviews, in parallel and by kind. */
function reviewing(
  isGranted: (question: string) => boolean,
  rulesIn: (namespace: string) => readonly object[] = () => [],
) {
  let [running, most] = [0, 0]
  const asked: string[] = []
  const create = async ({ kind }: { readonly kind: string }, { spec }: Review) => {
    asked.push(kind)
    most = Math.max(most, ++running)
    await Promise.resolve()
    running--
    if (spec.resourceAttributes === undefined) return { status: { resourceRules: rulesIn(spec.namespace!) } }
    const { verb, resource } = spec.resourceAttributes
    return { status: { allowed: isGranted(`${verb} ${resource}`) } }
  }
  return { client: { create: create as never }, most: () => most, asked }
}

const everything = { verbs: ['*'], apiGroups: ['*'], resources: ['*'] }

describe('the permission check at start', () => {
  it('returns the missing rules with their missing verbs, in order', async () => {
    const { client } = reviewing((question) => question.endsWith('pods') || question === 'list secrets')
    const rules = [rule('secrets', 'get', 'list', 'watch'), rule('pods', 'get'), rule('nodes', 'get')]
    expect(await missingRules(client, rules, signal)).toEqual([rule('secrets', 'get', 'watch'), rule('nodes', 'get')])
  })

  it('sends at most two reviews in parallel', async () => {
    const { client, most } = reviewing(() => true)
    const rules = Array.from({ length: 20 }, (_, at) => rule(`kind${at}`, 'get', 'list', 'watch'))
    expect(await missingRules(client, rules, signal)).toEqual([])
    expect(most()).toBe(2)
  })

  it('needs one SelfSubjectRulesReview per namespace if that shows every permission', async () => {
    const { client, asked } = reviewing(
      () => false,
      () => [everything],
    )
    const rules = [rule('pods', 'get', 'list'), rule('nodes', 'get'), { ...rule('secrets', 'get'), namespace: 'shop' }]
    expect(await missingRules(client, rules, signal)).toEqual([])
    expect(asked).toEqual(['SelfSubjectRulesReview', 'SelfSubjectRulesReview'])
  })

  it('does not use the rules of a namespace for cluster-wide permissions', async () => {
    const { client } = reviewing(
      () => false,
      (namespace) => (namespace === 'shop' ? [everything] : []),
    )
    const rules = [{ ...rule('pods', 'get'), namespace: 'shop' }, rule('pods', 'get')]
    expect(await missingRules(client, rules, signal)).toEqual([rule('pods', 'get')])
  })

  const shown = [
    { name: 'the resource', granted: { resources: ['pods'] }, of: rule('pods', 'get'), is: true },
    { name: 'another resource', granted: { resources: ['nodes'] }, of: rule('pods', 'get'), is: false },
    { name: 'another verb', granted: { verbs: ['list'] }, of: rule('pods', 'get'), is: false },
    { name: 'another group', granted: { apiGroups: ['apps'] }, of: rule('pods', 'get'), is: false },
    {
      name: 'the resource, when its status is required',
      granted: { resources: ['pods'] },
      of: rule('pods/status', 'patch'),
      is: false,
    },
    {
      name: 'the status subresource',
      granted: { resources: ['pods/status'] },
      of: rule('pods/status', 'patch'),
      is: true,
    },
    {
      name: 'the status subresource of all resources',
      granted: { resources: ['*/status'] },
      of: rule('pods/status', 'patch'),
      is: true,
    },
    {
      name: 'one resourceName, when all are required',
      granted: { resourceNames: ['a'] },
      of: rule('pods', 'get'),
      is: false,
    },
    {
      name: 'the required resourceName',
      granted: { resourceNames: ['a'] },
      of: { ...rule('pods', 'get'), name: 'a' },
      is: true,
    },
    {
      name: 'another resourceName',
      granted: { resourceNames: ['b'] },
      of: { ...rule('pods', 'get'), name: 'a' },
      is: false,
    },
  ]
  it.each(shown)('accepts a granted rule for $name: $is', async ({ granted, of, is }) => {
    const { client } = reviewing(
      () => false,
      () => [{ ...everything, ...granted }],
    )
    expect((await missingRules(client, [of], signal)).length === 0).toBe(is)
  })

  it('falls back to SelfSubjectAccessReviews if the rules review is refused', async () => {
    const refused = {
      create: (async ({ kind }: { readonly kind: string }) => {
        if (kind === 'SelfSubjectRulesReview') throw new Error('forbidden')
        return { status: { allowed: true } }
      }) as never,
    }
    expect(await missingRules(refused, [rule('pods', 'get')], signal)).toEqual([])
  })

  it('rejects with the error of the client', async () => {
    const failure = new Error('the server is away')
    const client = { create: (() => Promise.reject(failure)) as never }
    await expect(missingRules(client, [rule('pods', 'get', 'list')], signal)).rejects.toBe(failure)
  })
})
